import BluetoothHost
import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire
import FaradayEngine

extension DeviceDefinition {
    /// A blood glucose meter with stored records, which apps ask for at the record access control point.
    ///
    /// The records are drawn from the world's seed: 65…184 mg/dL, about half of them with a context. The meter measures
    /// again from time to time. It sends nothing by itself: an app subscribes to `Glucose.measurement`, to
    /// `Glucose.measurementContext` if it wants to, and to the control point, and asks for records. The meter notifies
    /// them one by one, and indicates the result.
    ///
    /// A request is refused with error 0x81 without the subscriptions, and with 0x80 while a procedure is running.
    ///
    /// ```swift
    /// let meter = world.add(.glucoseMeter(records: 3))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - records: How many records the meter has at the start, 0…500; they lie four hours apart.
    ///   - unit: The unit of all results.
    ///   - interval: The time between two new records; `nil` for none. At least one second.
    ///   - clock: What the meter's clock shows at the world's start.
    ///   - level: The security that links need; the service demands encryption of real meters.
    public static func glucoseMeter(
        name: String = "Glucose Meter", records: Int = 10,
        unit: Glucose.Concentration.Unit = .kilogramsPerLitre,
        measuringEvery interval: Nanoseconds? = .hours(4),
        clock: DateTime = DateTime(year: 2026, month: 1, day: 1, hour: 8),
        requires level: Host.SecurityLevel = .none
    ) -> DeviceDefinition {
        let meter = Lock(GlucoseStore(records: records, unit: unit, interval: interval, clock: clock))
        let features: Glucose.Features = [
            .lowBatteryDetection, .sampleSizeDetection, .resultHighLowDetection,
        ]
        let refusals = RecordRefusals(
            unsubscribed: ATT.ErrorCode(rawValue: Glucose.cccdImproperlyConfigured),
            busy: ATT.ErrorCode(rawValue: Glucose.procedureAlreadyInProgress))
        return DeviceDefinition(name: name, appearance: Appearance.glucoseMeter.rawValue) {
            DeviceAdvertising(services: [Glucose.service])
            DeviceService(Glucose.service) {
                DeviceCharacteristic(Glucose.measurement, .notify, requires: level)
                DeviceCharacteristic(Glucose.measurementContext, .notify, requires: level)
                DeviceCharacteristic(Glucose.feature, .read, value: features, requires: level)
                DeviceCharacteristic(Glucose.recordAccess, requires: level).onWrite { write in
                    try meter.takeRecordRequest(
                        write, at: Glucose.recordAccess, measurement: Glucose.measurement, refusals: refusals
                    ) { record, device, link in
                        device.send(record.measurement, of: Glucose.measurement, to: link)
                        guard let context = record.context else { return }
                        device.send(context, of: Glucose.measurementContext, to: link)
                    }
                }
            }
            DeviceService(DeviceInformation.service) {
                DeviceCharacteristic(DeviceInformation.manufacturerName, .read, value: "Faraday")
                DeviceCharacteristic(DeviceInformation.modelNumber, .read, value: "GM-1")
            }
            DeviceBehaviour.onEvent { device, event in
                switch event {
                case .started:
                    let seed = device.draw("glucose")
                    meter.withLock { $0.start(seed: seed) }
                case .disconnected(let link): meter.withLock { $0.procedures.cancel(for: link) }
                default: break
                }
            }
        }
    }
}

/// What a meter has measured.
struct GlucoseStore: RecordKeeping {
    struct Record: Hashable, Sendable {
        var measurement: Glucose.Measurement
        var context: Glucose.Context?
    }

    /// A meter with a full memory forgets the oldest record.
    static let capacity = 500

    var records: [Record] = []
    var procedures = RecordProcedures<Record>(
        filters: [.sequenceNumber, .userFacingTime], number: \.measurement.sequenceNumber,
        time: \.measurement.userFacingTime)
    private let firstCount: Int
    private let unit: Glucose.Concentration.Unit
    private let interval: Nanoseconds?
    private let clock: DateTime
    private var draws: EntropyStream?
    private var nextNumber: UInt16 = 1
    private var nextTime: Instant = .zero

    init(records: Int, unit: Glucose.Concentration.Unit, interval: Nanoseconds?, clock: DateTime) {
        firstCount = min(max(records, 0), Self.capacity)
        self.unit = unit
        self.interval = interval.map { max($0, .seconds(1)) }
        self.clock = clock
    }

    /// Fills the memory, the first time that the meter is switched on.
    mutating func start(seed: UInt64) {
        guard draws == nil else { return }
        draws = EntropyStream(state: seed)
        for place in 0..<firstCount { store(at: (place - firstCount) * 4 * 3600) }
        if let interval { nextTime = .zero + interval }
    }

    /// Makes the measurements that were due since the last call.
    mutating func measure(until now: Instant) {
        guard let interval else { return }
        while nextTime <= now {
            store(at: Int(nextTime.nanoseconds / 1_000_000_000))
            nextTime += interval
        }
    }

    /// Stores a record, `seconds` after the world's start.
    private mutating func store(at seconds: Int) {
        guard var draws else { return }
        let milligrams = 65 + Int(draws.below(120))
        let hasContext = draws.below(2) == 0
        let meals = Glucose.Meal.allCases
        let meal = meals[Int(draws.below(UInt64(meals.count)))]
        self.draws = draws
        let result: Glucose.Concentration =
            switch unit {
            case .kilogramsPerLitre: .milligramsPerDecilitre(milligrams)
            case .molesPerLitre: .millimolesPerLitre(Double(milligrams) / 18.0156)
            }
        let measurement = Glucose.Measurement(
            sequenceNumber: nextNumber, baseTime: clock.adding(seconds: seconds) ?? clock,
            concentration: result, status: [], contextFollows: hasContext)
        let context = Glucose.Context(
            sequenceNumber: nextNumber, meal: meal, tester: .user, health: .noIssues)
        records.append(Record(measurement: measurement, context: hasContext ? context : nil))
        if records.count > Self.capacity { records.removeFirst() }
        nextNumber &+= 1
    }
}
