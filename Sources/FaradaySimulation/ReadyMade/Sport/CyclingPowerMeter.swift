import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A crank with the Cycling Power service. It sends one measurement per second, and one vector of forces, while a
    /// central is subscribed.
    ///
    /// The power follows a ride drawn from the world's seed; now and then the crank rests. The control point knows the
    /// location (spider, left or right crank), the length of the crank (110 to 220 mm), masks, the sampling rate, the
    /// date of the calibration, and the offset compensations. A compensation takes two seconds; it fails if the crank
    /// turned in the last measurement. All other procedures are not supported.
    ///
    /// ```swift
    /// world.add(.cyclingPowerMeter(crankLength: 175), at: .meters(2))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - crankLength: The length of the crank at first, 110 to 220 millimetres.
    ///   - location: Where the meter is mounted at first.
    ///   - calibrated: The date of the factory calibration.
    ///   - interval: The time between two measurements.
    public static func cyclingPowerMeter(
        name: String = "Power Meter", crankLength: Double = 172.5, location: SensorLocation = .spider,
        calibrated: DateTime = DateTime(year: 2026, month: 1, day: 15),
        every interval: Nanoseconds = .seconds(1)
    ) -> DeviceDefinition {
        typealias CP = CyclingPower
        let meter = Lock(
            PowerMeter(location: location, crankLength: crankLength, calibrated: calibrated))
        return DeviceDefinition(name: name, appearance: 0x0484) {
            DeviceAdvertising(services: [CP.service])
            DeviceService(CP.service) {
                DeviceCharacteristic(CP.measurement, .notify)
                DeviceCharacteristic(CP.feature, .read, value: PowerMeter.feature)
                DeviceCharacteristic(CP.sensorLocation, .read)
                    .onRead(CP.sensorLocation) { _ in meter.withLock { $0.location } }
                DeviceCharacteristic(CP.vector, .notify)
                DeviceCharacteristic.procedures(CP.controlPoint) { request, _ in
                    meter.withLock { $0.answer(request) }
                }
            }
            DeviceBehaviour.notifying(CP.measurement, every: interval) { device in
                let draw = device.draw("ride")
                return meter.withLock { $0.measure(draw, for: interval.inSeconds) }
            }
            DeviceBehaviour.notifying(CP.vector, every: interval) { _ in meter.withLock { $0.vector } }
        }
    }
}

/// The state of a power meter between two measurements.
struct PowerMeter: Sendable {
    static let feature: CyclingPower.Feature = [
        .pedalPowerBalance, .accumulatedTorque, .crankRevolutions, .accumulatedEnergy,
        .offsetCompensationIndicator, .offsetCompensation, .contentMasking, .multipleSensorLocations,
        .crankLengthAdjustment, .instantaneousMeasurementDirection, .factoryCalibrationDate,
        .enhancedOffsetCompensation, .notForDistributedSystem,
    ]
    static let locations: [SensorLocation] = [.spider, .leftCrank, .rightCrank]
    static let crankLengths = 110.0...220.0
    /// In newtons, before every compensation.
    static let offset: Int16 = 12

    private(set) var location: SensorLocation
    private var crankLength: Double
    private let calibrated: DateTime
    private var ride = Ride()
    private var balance = Wandering(50, in: 46...54, step: 0.5)
    private var mask: CyclingPower.ContentMask = []
    private var torque = 0.0
    private var energy = 0.0
    private var isTurning = false
    private var needsCompensation = true

    init(location: SensorLocation, crankLength: Double, calibrated: DateTime) {
        self.location = location
        let (shortest, longest) = (Self.crankLengths.lowerBound, Self.crankLengths.upperBound)
        self.crankLength = crankLength > shortest ? min(crankLength, longest) : shortest
        self.calibrated = calibrated
    }

    /// The next measurement, so many seconds after the last one.
    mutating func measure(_ draw: UInt64, for seconds: Double) -> CyclingPower.Measurement {
        let before: CrankRevolutions = ride.crank.revolutions(ticksPerSecond: 1024)
        ride.advance(draw, for: seconds)
        let crank: CrankRevolutions = ride.crank.revolutions(ticksPerSecond: 1024)
        isTurning = ride.cadence > 0
        energy += ride.power * seconds / 1000
        if isTurning {
            // The mean torque of each whole turn.
            torque += Double(crank.count &- before.count) * ride.power / (2 * .pi * ride.cadence)
        }
        return CyclingPower.Measurement(
            power: Int16(ride.power), pedalBalance: .init(percent: balance.move(draw >> 16), isLeft: true),
            accumulatedTorque: torque.truncatingRemainder(dividingBy: 2048), measuresTorqueAtCrank: true,
            crank: crank, accumulatedEnergy: UInt16(min(energy, 65_535)),
            needsOffsetCompensation: needsCompensation
        ).masked(by: mask)
    }

    /// The tangential forces of half a turn, from the upper to the lower dead spot.
    var vector: CyclingPower.Vector {
        let mean = ride.cadence > 0 ? ride.power / (2 * .pi * ride.cadence) / (crankLength / 1000) : 0
        let shares = [0.2, 1.1, 1.9, 1.9, 1.1, 0.2]
        return CyclingPower.Vector(
            crank: ride.crank.revolutions(ticksPerSecond: 1024), firstAngle: 15,
            magnitudes: .forces(shares.map { Int16(min($0 * mean, 32_767)) }), direction: .tangential)
    }

    mutating func answer(_ request: CyclingPower.Request) -> ProcedureAnswer<CyclingPower.OpCode> {
        switch request {
        case .updateSensorLocation(let new):
            guard Self.locations.contains(new) else { return refusal(request, .invalidParameter) }
            location = new
        case .setCrankLength(let length):
            guard Self.crankLengths.contains(length) else { return refusal(request, .invalidParameter) }
            crankLength = length
        case .maskMeasurementContent(let new): mask = new
        case .requestSupportedSensorLocations:
            return .init(response: .supportedSensorLocations(Self.locations))
        case .requestCrankLength: return .init(response: .crankLength(crankLength))
        case .requestSamplingRate: return .init(response: .samplingRate(200))
        case .requestFactoryCalibrationDate: return .init(response: .factoryCalibrationDate(calibrated))
        case .startOffsetCompensation: return compensation(request, .compensatedOffset(Self.offset))
        case .startEnhancedOffsetCompensation:
            return compensation(request, .enhancedOffset(.init(offset: Self.offset, company: 0xFFFF)))
        case .setCumulativeValue, .setChainLength, .requestChainLength, .setChainWeight, .requestChainWeight,
            .setSpanLength, .requestSpanLength:
            return refusal(request, .opCodeNotSupported)
        }
        return .init(response: .init(request.opCode))
    }

    private func refusal(
        _ request: CyclingPower.Request, _ result: ProcedureResult
    ) -> ProcedureAnswer<CyclingPower.OpCode> {
        ProcedureAnswer(response: .init(request.opCode, result))
    }

    /// The crank must stand still.
    private mutating func compensation(
        _ request: CyclingPower.Request, _ success: CyclingPower.Response
    ) -> ProcedureAnswer<CyclingPower.OpCode> {
        var answer = refusal(request, .operationFailed)
        if !isTurning {
            needsCompensation = false
            answer.response = success
        }
        answer.duration = .seconds(2)
        return answer
    }
}
