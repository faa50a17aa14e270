import BluetoothPort
import BluetoothProfiles
import BluetoothTypes

extension DeviceDefinition {
    /// A bathroom scale with the Weight Scale and Device Information services, and with the User Data service if it has
    /// users.
    ///
    /// Somebody steps on it when a central subscribes, and again once per `interval` while a central is subscribed;
    /// three seconds later it indicates the weight. The weight changes by up to 0.3 kg from one weighing to the next,
    /// drawn from the world's seed.
    ///
    /// With users, a measurement carries the index of the user to whom the central has consent, and the body mass index
    /// if that user's height is known; without consent it carries `UserData.unknownUser`. The weight becomes the user's
    /// weight in the User Data service, and the Database Change Increment is notified.
    ///
    /// ```swift
    /// let scale = world.add(.weightScale(users: DeviceUsers(consentCodes: [1234])))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - weight: About what is weighed, in kilograms.
    ///   - units: The units on air.
    ///   - users: The users of the scale; `nil` if it knows none.
    ///   - clock: What the scale's clock shows at the beginning of the world.
    ///   - interval: The time between two weighings.
    public static func weightScale(
        name: String = "Weight Scale", weight: Double = 72.4, units: BodyUnits = .metric,
        users: DeviceUsers? = nil, clock: DateTime = DateTime(year: 2026, month: 1, day: 1, hour: 8),
        every interval: Nanoseconds = .minutes(1)
    ) -> DeviceDefinition {
        let database = users.map { UserDatabase($0, requires: .none) }
        let scale = RunningScale(
            BodyScale(weight: weight, units: units), DeviceClock(start: clock), database, interval)
        return DeviceDefinition(name: name, appearance: 0x0C80) {
            DeviceAdvertising(services: [WeightScale.service])
            scale.weightService()
            if let database {
                database.service(isComplete: false)
                database.behaviour
            }
            DeviceService.healthInformation(model: "WS-1")
            DeviceBehaviour.onEvent { device, event in scale.handle(event, of: device) }
        }
    }

    /// A bathroom scale that also measures the composition of the body: the Body Composition service, which its Weight
    /// Scale service includes, and the User Data service if it has users.
    ///
    /// It behaves as `weightScale`; a body composition is indicated together with each weight. Share of fat and muscles,
    /// basal metabolism and impedance follow from the weight and from draws of the world's seed.
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - weight: About what is weighed, in kilograms.
    ///   - units: The units on air.
    ///   - users: The users of the scale; `nil` if it knows none.
    ///   - clock: What the scale's clock shows at the beginning of the world.
    ///   - interval: The time between two weighings.
    public static func bodyCompositionScale(
        name: String = "Body Composition Scale", weight: Double = 72.4, units: BodyUnits = .metric,
        users: DeviceUsers? = nil, clock: DateTime = DateTime(year: 2026, month: 1, day: 1, hour: 8),
        every interval: Nanoseconds = .minutes(1)
    ) -> DeviceDefinition {
        let database = users.map { UserDatabase($0, requires: .none) }
        let scale = RunningScale(
            BodyScale(weight: weight, units: units), DeviceClock(start: clock), database, interval)
        return DeviceDefinition(name: name, appearance: 0x0C80) {
            DeviceAdvertising(services: [BodyComposition.service, WeightScale.service])
            scale.compositionService()
            scale.weightService(includes: [BodyComposition.service])
            if let database {
                database.service(isComplete: false)
                database.behaviour
            }
            DeviceService.healthInformation(model: "BC-1")
            DeviceBehaviour.onEvent { device, event in scale.handle(event, of: device) }
        }
    }
}

/// A scale in a world.
private final class RunningScale: Sendable {
    private let state: Lock<BodyScale>
    private let clock: DeviceClock
    private let database: UserDatabase?
    private let interval: Nanoseconds
    private let routine = DeviceRoutine()

    init(_ scale: BodyScale, _ clock: DeviceClock, _ database: UserDatabase?, _ interval: Nanoseconds) {
        state = Lock(scale)
        self.clock = clock
        self.database = database
        self.interval = interval
    }

    func weightService(includes: [BluetoothUUID] = []) -> DeviceService {
        let features = WeightScale.Features(
            hasTimestamps: true, hasMultipleUsers: database != nil, hasBodyMassIndex: database != nil,
            weightResolution: .grams100, heightResolution: database == nil ? .notSpecified : .centimetre)
        return DeviceService(WeightScale.service, includes: includes) {
            DeviceCharacteristic(WeightScale.feature, .read, value: features)
            DeviceCharacteristic(WeightScale.measurement, .indicate)
        }
    }

    func compositionService() -> DeviceService {
        var supported: BodyComposition.Features.Supported = [
            .timestamps, .basalMetabolism, .musclePercentage, .impedance, .weight,
        ]
        if database != nil { supported.insert(.multipleUsers) }
        return DeviceService(BodyComposition.service) {
            DeviceCharacteristic(
                BodyComposition.feature, .read,
                value: BodyComposition.Features(supported, massResolution: .grams100))
            DeviceCharacteristic(BodyComposition.measurement, .indicate)
        }
    }

    func handle(_ event: DeviceBehaviour.Event, of device: Device) {
        switch event {
        case .subscribed(WeightScale.measurement.uuid, _), .subscribed(BodyComposition.measurement.uuid, _):
            guard state.withLock({ $0.begin() }) else { return }
            routine.start(on: device, after: .seconds(3)) { [weak self] in self?.weigh(on: $0) }
        case .unsubscribed:
            guard device.subscriberCount(of: WeightScale.measurement) == 0,
                device.subscriberCount(of: BodyComposition.measurement) == 0
            else { return }
            routine.stop()
            state.withLock { $0.end() }
        default: break
        }
    }

    private func weigh(on device: Device) -> Nanoseconds? {
        let (draw, date) = (device.draw("weight"), clock.date(of: device))
        let scale = state.withLock { scale in
            scale.weigh(draw)
            return scale
        }
        var known: Set<UInt8> = []
        for link in device.links {
            let user = database?.user(of: link)
            if let user { known.insert(user) }
            let index = database == nil ? nil : user ?? UserData.unknownUser
            let height = user.flatMap { database?.value(of: UserData.height, user: $0) }
            device.send(
                scale.weight(at: date, user: index, height: height?.metres), of: WeightScale.measurement,
                to: link)
            device.send(
                scale.composition(at: date, user: index), of: BodyComposition.measurement, to: link)
        }
        for user in known {
            database?.change(
                UserData.weight, to: UserData.Mass(kilograms: scale.kilograms), user: user, on: device)
        }
        return interval
    }
}

/// What a scale weighs.
struct BodyScale: Sendable {
    /// Kilograms in a pound, and metres in an inch.
    private static let (pound, inch) = (0.453_592_37, 0.0254)

    let units: BodyUnits
    private var grams: Int
    private var draw: UInt64 = 0
    private var isRunning = false

    init(weight: Double, units: BodyUnits) {
        self.units = units
        // 100 g is what the scale resolves.
        grams = Int(min(max(Int32(weight, inStepsOf: 0.1), 0), 3000)) * 100
    }

    /// Begins weighing unless the scale does.
    mutating func begin() -> Bool {
        guard !isRunning else { return false }
        isRunning = true
        return true
    }

    mutating func end() { isRunning = false }

    /// Somebody steps on the scale.
    mutating func weigh(_ draw: UInt64) {
        self.draw = draw
        grams = max(0, grams + (Int(draw % 7) - 3) * 100)
    }

    /// The weight in kilograms.
    var kilograms: Double { Double(grams) / 1000 }

    private var weight: Double { units == .metric ? kilograms : (kilograms / Self.pound * 10).rounded() / 10 }

    /// The weight as the scale sends it. The height is in metres.
    func weight(at date: DateTime, user: UInt8?, height: Double?) -> WeightScale.Measurement {
        let body = height.flatMap { height in
            height > 0
                ? WeightScale.Body(
                    massIndex: kilograms / (height * height),
                    height: units == .metric ? height : height / Self.inch) : nil
        }
        return WeightScale.Measurement(
            weight: weight, units: units, timestamp: date, userIndex: user, body: body)
    }

    /// The composition as the scale sends it: 20 bytes at most, so that it fits with every MTU.
    func composition(at date: DateTime, user: UInt8?) -> BodyComposition.Measurement {
        let fat = 15 + Double((draw >> 8) % 100) / 10
        // Katch and McArdle: 370 kcal and 21.6 kcal per kilogram without fat; 4.184 kJ are 1 kcal.
        let metabolism = (370 + 21.6 * kilograms * (1 - fat / 100)) * 4.184
        return BodyComposition.Measurement(
            bodyFat: fat, units: units, timestamp: date, userIndex: user,
            basalMetabolism: UInt16(metabolism, inStepsOf: 1), musclePercentage: (100 - fat) / 2,
            impedance: 450 + Double((draw >> 16) % 1000) / 10, weight: weight)
    }
}
