import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A treadmill with the Fitness Machine service. It sends one record per second, in two notifications, while a
    /// central is subscribed.
    ///
    /// An app requests control, and sets speed (1 to 20 km/h) and incline (0 to 15 %); starts, pauses, stops and resets.
    /// The belt gains 1 km/h per second and loses 2, and the incline moves by 0.5 % per second. Every change is a
    /// notification of the machine's status. Without control, requests get `ProcedureResult.controlNotPermitted`. The
    /// heart rate follows the effort and the world's seed.
    ///
    /// ```swift
    /// world.add(.treadmill(), at: .meters(1))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - interval: The time between two records.
    public static func treadmill(
        name: String = "Treadmill", every interval: Nanoseconds = .seconds(1)
    ) -> DeviceDefinition {
        typealias FM = FitnessMachine
        let parts = FitnessMachineParts(TreadmillMachine(), FM.treadmillData)
        return DeviceDefinition(name: name) {
            FitnessMachineParts<TreadmillMachine>.advertising(.treadmill)
            DeviceService(FM.service) {
                DeviceCharacteristic(FM.feature, .read, value: TreadmillMachine.feature)
                DeviceCharacteristic(FM.treadmillData, .notify)
                parts.trainingStatus
                DeviceCharacteristic(FM.supportedSpeedRange, .read, value: TreadmillMachine.speeds)
                DeviceCharacteristic(
                    FM.supportedInclinationRange, .read, value: TreadmillMachine.inclinations)
                parts.controlPoint
                DeviceCharacteristic(FM.status, .notify)
            }
            parts.notifying(every: interval)
            parts.releasing
        }
    }
}

/// The state of a treadmill.
struct TreadmillMachine: SimulatedMachine {
    static let feature = FitnessMachine.Feature(
        machine: [
            .averageSpeed, .totalDistance, .inclination, .elevationGain, .expendedEnergy, .heartRate,
            .elapsedTime,
        ],
        targets: [.speed, .inclination])
    static let speeds = FitnessMachine.SpeedRange(minimum: 1, maximum: 20, increment: 0.1)
    static let inclinations = FitnessMachine.InclinationRange(minimum: 0, maximum: 15, increment: 0.5)

    var session = FitnessSession()
    private var heart = Heart()
    /// Kilometres per hour.
    private(set) var speed = 0.0
    private var targetSpeed = Self.speeds.minimum
    /// Percent.
    private(set) var inclination = 0.0
    private var targetInclination = 0.0
    /// Metres.
    private var distance = 0.0
    private var climbed = 0.0
    /// Kilocalories.
    private var energy = 0.0

    mutating func advance(to now: Instant) {
        // Short steps, so that ramps do not depend on when somebody looks.
        var rest = session.seconds(until: now)
        while rest > 0 {
            let step = min(rest, 0.1)
            move(for: step)
            rest -= step
            if speed == goal, inclination == targetInclination {
                move(for: rest)
                return
            }
        }
    }

    private var goal: Double { session.phase == .running ? targetSpeed : 0 }

    private mutating func move(for seconds: Double) {
        speed = speed.moved(towards: goal, by: (speed < goal ? 1 : 2) * seconds)
        inclination = inclination.moved(towards: targetInclination, by: 0.5 * seconds)
        let way = speed / 3.6 * seconds
        distance += way
        climbed += way * inclination / 100
        energy += caloriesPerHour / 3600 * seconds
        heart.follow(effort: caloriesPerHour / 4, for: seconds)
    }

    /// About one kilocalorie per kilogram and kilometre of somebody of 70 kg, and more uphill.
    private var caloriesPerHour: Double { speed * 70 * (1 + inclination / 10) }

    mutating func record(_ draw: UInt64) -> FitnessMachine.TreadmillData {
        let average = session.elapsed > 0 ? distance / session.elapsed * 3.6 : 0
        return FitnessMachine.TreadmillData(
            speed: speed, averageSpeed: average, totalDistance: distance,
            incline: .init(percent: inclination), elevationGain: .init(up: climbed, down: 0),
            energy: .init(
                total: UInt16(min(energy, 65_534)), perHour: UInt16(min(caloriesPerHour, 65_534)),
                perMinute: UInt8(min(caloriesPerHour / 60, 254))),
            heartRate: heart.beatsPerMinute(draw), elapsedTime: UInt16(min(session.elapsed, 65_535)))
    }

    mutating func take(_ target: FitnessMachine.Target) -> ProcedureResult {
        switch target {
        case .speed(let new):
            guard Self.speeds.contains(new) else { return .invalidParameter }
            targetSpeed = new
        case .inclination(let new):
            guard Self.inclinations.contains(new) else { return .invalidParameter }
            targetInclination = new
        default: return .opCodeNotSupported
        }
        return .success
    }

    mutating func begin() { (distance, climbed, energy) = (0, 0, 0) }

    mutating func reset() {
        begin()
        (targetSpeed, targetInclination) = (Self.speeds.minimum, 0)
    }
}
