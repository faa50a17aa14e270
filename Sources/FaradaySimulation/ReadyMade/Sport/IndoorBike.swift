import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// An indoor bike with the Fitness Machine service, which somebody pedals as long as a training runs. It sends one
    /// record per second while a central is subscribed.
    ///
    /// An app requests control, and sets a resistance level (1 to 20), a power (25 to 800 W) that the bike holds at any
    /// cadence, or the parameters of a simulated ride; starts, pauses, stops, resets, and calibrates by a spin-down. The
    /// cadence is drawn from the world's seed. Without control, requests get `ProcedureResult.controlNotPermitted`.
    ///
    /// ```swift
    /// world.add(.indoorBike(), at: .meters(1))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - interval: The time between two records.
    public static func indoorBike(
        name: String = "Indoor Bike", every interval: Nanoseconds = .seconds(1)
    ) -> DeviceDefinition {
        typealias FM = FitnessMachine
        let parts = FitnessMachineParts(IndoorBikeMachine(), FM.indoorBikeData)
        return DeviceDefinition(name: name) {
            FitnessMachineParts<IndoorBikeMachine>.advertising(.indoorBike)
            DeviceService(FM.service) {
                DeviceCharacteristic(FM.feature, .read, value: IndoorBikeMachine.feature)
                DeviceCharacteristic(FM.indoorBikeData, .notify)
                parts.trainingStatus
                DeviceCharacteristic(FM.supportedResistanceRange, .read, value: IndoorBikeMachine.levels)
                DeviceCharacteristic(FM.supportedPowerRange, .read, value: IndoorBikeMachine.powers)
                parts.controlPoint
                DeviceCharacteristic(FM.status, .notify)
            }
            parts.notifying(every: interval)
            parts.releasing
        }
    }
}

/// The state of an indoor bike.
struct IndoorBikeMachine: SimulatedMachine {
    static let feature = FitnessMachine.Feature(
        machine: [
            .cadence, .totalDistance, .resistanceLevel, .expendedEnergy, .heartRate, .elapsedTime, .power,
        ],
        targets: [.resistance, .power, .indoorBikeSimulation, .spinDown])
    static let levels = FitnessMachine.ResistanceRange(minimum: 1, maximum: 20, increment: 1)
    static let powers = FitnessMachine.PowerRange(minimum: 25, maximum: 800, increment: 1)
    static let spinDownSpeeds = FitnessMachine.SpinDownSpeeds(low: 10, high: 30)

    /// What decides about the power.
    private enum Load {
        case level(Double)
        case power(Double)
        case road(FitnessMachine.IndoorBikeSimulation)
    }

    var session = FitnessSession()
    private var heart = Heart()
    private var load = Load.level(5)
    private var legs = Wandering(85, in: 70...100, step: 2)
    /// Turns of the crank per minute.
    private var cadence = 0.0
    /// Watts.
    private(set) var power = 0.0
    /// Metres.
    private var distance = 0.0
    /// Kilojoules.
    private var work = 0.0

    mutating func advance(to now: Instant) {
        let seconds = session.seconds(until: now)
        cadence = cadence.moved(towards: session.phase == .running ? legs.value : 0, by: 20 * seconds)
        power = cadence == 0 ? 0 : power.moved(towards: goal, by: 50 * seconds)
        distance += speed / 3.6 * seconds
        work += power * seconds / 1000
        heart.follow(effort: power, for: seconds)
    }

    /// Kilometres per hour, as the virtual gear gives it: 2.4 turns of a wheel of 2.1 m for one of the crank.
    private var speed: Double { cadence * 2.4 * 2.1 * 60 / 1000 }

    /// The power to which the load leads at this cadence.
    private var goal: Double {
        switch load {
        case .level(let level): return level * cadence * 0.35
        case .power(let power): return power
        case .road(let road):
            // Rider and bicycle of 80 kg: rolling, climbing and wind.
            let way = speed / 3.6
            let wind = way + road.windSpeed
            let force = 785 * (road.rollingResistance + road.grade / 100)
            return max(0, way * (force + road.windResistance * wind * abs(wind)))
        }
    }

    /// The level that the brake has now, also when the app has not set it.
    private var level: Double {
        if case .level(let level) = load { return level }
        guard cadence > 0 else { return Self.levels.minimum }
        return min(max(power / cadence / 0.35, Self.levels.minimum), Self.levels.maximum)
    }

    mutating func record(_ draw: UInt64) -> FitnessMachine.IndoorBikeData {
        legs.move(draw)
        let jitter = power > 0 ? Double(draw >> 20 % 5) - 2 : 0
        let burnt = power * 3.6 / 4.184 / 0.24
        return FitnessMachine.IndoorBikeData(
            speed: speed, cadence: cadence, totalDistance: distance,
            resistanceLevel: Int16(level.rounded()), power: Int16(min(max(power + jitter, 0), 2000)),
            energy: .init(
                total: UInt16(min(work / 4.184 / 0.24, 65_534)), perHour: UInt16(min(burnt, 65_534)),
                perMinute: UInt8(min(burnt / 60, 254))),
            heartRate: heart.beatsPerMinute(draw), elapsedTime: UInt16(min(session.elapsed, 65_535)))
    }

    mutating func take(_ target: FitnessMachine.Target) -> ProcedureResult {
        switch target {
        case .resistanceLevel(let new):
            guard Self.levels.contains(new) else { return .invalidParameter }
            load = .level(new)
        case .power(let new):
            guard Self.powers.contains(Double(new)) else { return .invalidParameter }
            load = .power(Double(new))
        case .simulation(let road): load = .road(road)
        default: return .opCodeNotSupported
        }
        return .success
    }

    mutating func begin() { (distance, work) = (0, 0) }

    mutating func reset() {
        begin()
        load = .level(5)
    }

    /// The person pedals up to the higher speed, stops, and the bike measures until the lower one.
    mutating func spinDown(_ control: FitnessMachine.SpinDownControl) -> FitnessReply {
        guard control == .start else { return FitnessReply(response: .init(.spinDownControl)) }
        return FitnessReply(
            response: .spinDownSpeeds(Self.spinDownSpeeds), status: .spinDown(.stopPedaling),
            later: (.seconds(8), .spinDown(.success)))
    }
}
