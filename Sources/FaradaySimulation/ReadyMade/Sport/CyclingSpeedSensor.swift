import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A bicycle's sensor with the Cycling Speed and Cadence service. It sends one measurement per second while a
    /// central is subscribed.
    ///
    /// The bicycle rides at 3 to 14 metres per second, drawn from the world's seed; now and then the crank rests. The
    /// control point sets the turns of the wheel and the location (rear wheel, rear hub or chainstay).
    ///
    /// ```swift
    /// world.add(.cyclingSpeedSensor(wheelCircumference: 2.1), at: .meters(2))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - wheelCircumference: In metres.
    ///   - location: Where the sensor is mounted at first.
    ///   - interval: The time between two measurements.
    public static func cyclingSpeedSensor(
        name: String = "Speed Sensor", wheelCircumference: Double = 2.105,
        location: SensorLocation = .rearWheel,
        every interval: Nanoseconds = .seconds(1)
    ) -> DeviceDefinition {
        typealias CSC = CyclingSpeedAndCadence
        let sensor = Lock(SpeedSensor(ride: Ride(circumference: wheelCircumference), location: location))
        return DeviceDefinition(name: name, appearance: 0x0485) {
            DeviceAdvertising(services: [CSC.service])
            DeviceService(CSC.service) {
                DeviceCharacteristic(CSC.measurement, .notify)
                DeviceCharacteristic(CSC.feature, .read, value: SpeedSensor.feature)
                DeviceCharacteristic(CSC.sensorLocation, .read)
                    .onRead(CSC.sensorLocation) { _ in sensor.withLock { $0.location } }
                DeviceCharacteristic.procedures(
                    CSC.controlPoint, busy: .speedAndCadenceBusy, unconfigured: .speedAndCadenceUnconfigured
                ) { request, _ in sensor.withLock { $0.answer(request) } }
            }
            DeviceBehaviour.notifying(CSC.measurement, every: interval) { device in
                let draw = device.draw("ride")
                return sensor.withLock { $0.measure(draw, for: interval.inSeconds) }
            }
        }
    }
}

/// The state of a sensor between two measurements.
struct SpeedSensor: Sendable {
    static let feature: CyclingSpeedAndCadence.Feature = [
        .wheelRevolutions, .crankRevolutions, .multipleSensorLocations,
    ]
    static let locations: [SensorLocation] = [.rearWheel, .rearHub, .chainstay]

    var ride: Ride
    private(set) var location: SensorLocation

    init(ride: Ride, location: SensorLocation) {
        self.ride = ride
        self.location = location
    }

    /// The next measurement, so many seconds after the last one.
    mutating func measure(_ draw: UInt64, for seconds: Double) -> CyclingSpeedAndCadence.Measurement {
        ride.advance(draw, for: seconds)
        return CyclingSpeedAndCadence.Measurement(
            wheel: ride.wheel.revolutions(ticksPerSecond: 1024),
            crank: ride.crank.revolutions(ticksPerSecond: 1024))
    }

    mutating func answer(
        _ request: SpeedAndCadenceControl.Request
    ) -> ProcedureAnswer<SpeedAndCadenceControl.OpCode> {
        switch request {
        case .setCumulativeValue(let turns): ride.setWheel(turns)
        case .startSensorCalibration:
            return ProcedureAnswer(response: .init(request.opCode, .opCodeNotSupported))
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
