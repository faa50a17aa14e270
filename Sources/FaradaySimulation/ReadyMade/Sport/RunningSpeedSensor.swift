import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A foot pod with the Running Speed and Cadence service. It sends one measurement per second while a central is
    /// subscribed.
    ///
    /// The person walks or runs at 1.2 to 5 metres per second, drawn from the world's seed. The control point sets the
    /// total distance and the location (top of shoe, in shoe or hip), and calibrates the pod in three seconds.
    ///
    /// ```swift
    /// world.add(.runningSpeedSensor(location: .hip), at: .meters(2))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - location: Where the pod is mounted at first.
    ///   - interval: The time between two measurements.
    public static func runningSpeedSensor(
        name: String = "Foot Pod", location: SensorLocation = .topOfShoe,
        every interval: Nanoseconds = .seconds(1)
    ) -> DeviceDefinition {
        typealias RSC = RunningSpeedAndCadence
        let pod = Lock(FootPod(location: location))
        return DeviceDefinition(name: name, appearance: 0x0440) {
            DeviceAdvertising(services: [RSC.service])
            DeviceService(RSC.service) {
                DeviceCharacteristic(RSC.measurement, .notify)
                DeviceCharacteristic(RSC.feature, .read, value: FootPod.feature)
                DeviceCharacteristic(RSC.sensorLocation, .read)
                    .onRead(RSC.sensorLocation) { _ in pod.withLock { $0.location } }
                DeviceCharacteristic.procedures(
                    RSC.controlPoint, busy: .speedAndCadenceBusy, unconfigured: .speedAndCadenceUnconfigured
                ) { request, _ in pod.withLock { $0.answer(request) } }
            }
            DeviceBehaviour.notifying(RSC.measurement, every: interval) { device in
                let draw = device.draw("stride")
                return pod.withLock { $0.measure(draw, for: interval.inSeconds) }
            }
        }
    }
}

/// The state of a foot pod between two measurements.
struct FootPod: Sendable {
    static let feature: RunningSpeedAndCadence.Feature = [
        .strideLength, .totalDistance, .walkingOrRunning, .calibration, .multipleSensorLocations,
    ]
    static let locations: [SensorLocation] = [.topOfShoe, .inShoe, .hip]

    private(set) var location: SensorLocation
    private var speed = Wandering(2.8, in: 1.2...5, step: 0.15)
    private var distance = 0.0

    init(location: SensorLocation) { self.location = location }

    /// The next measurement, so many seconds after the last one.
    mutating func measure(_ draw: UInt64, for seconds: Double) -> RunningSpeedAndCadence.Measurement {
        let speed = speed.move(draw)
        let isRunning = speed > 2.2
        let length = isRunning ? 0.55 + 0.17 * speed : 0.4 + 0.2 * speed
        distance += speed * seconds
        return RunningSpeedAndCadence.Measurement(
            speed: speed, cadence: UInt8(min(255, speed / length * 60)), isRunning: isRunning,
            strideLength: length, totalDistance: distance)
    }

    mutating func answer(
        _ request: SpeedAndCadenceControl.Request
    ) -> ProcedureAnswer<SpeedAndCadenceControl.OpCode> {
        switch request {
        case .setCumulativeValue(let tenths): distance = Double(tenths) / 10
        case .startSensorCalibration:
            return ProcedureAnswer(response: .init(request.opCode), duration: .seconds(3))
        case .updateSensorLocation(let new):
            guard Self.locations.contains(new) else {
                return ProcedureAnswer(response: .init(request.opCode, .invalidParameter))
            }
            location = new
        case .requestSupportedSensorLocations:
            return ProcedureAnswer(response: .supportedSensorLocations(Self.locations))
        }
        return ProcedureAnswer(response: .init(request.opCode))
    }
}

extension ATT.ErrorCode {
    /// The two services that share the *SC Control Point* have codes of their own for these errors.
    static let speedAndCadenceBusy = ATT.ErrorCode(
        rawValue: SpeedAndCadenceControl.procedureAlreadyInProgress)
    static let speedAndCadenceUnconfigured = ATT.ErrorCode(
        rawValue: SpeedAndCadenceControl.configurationImproper)
}

extension Nanoseconds {
    /// The length in seconds.
    var inSeconds: Double { Double(count) / 1e9 }
}
