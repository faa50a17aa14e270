import BluetoothProfiles
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// The state of a continuous glucose monitor. Its clock is what `measure(until:)` was called with last.
struct GlucoseSensor: RecordKeeping {
    typealias Values = ContinuousGlucose

    /// Results that the sensor can measure, in mg/dL.
    static let range = 40.0...400.0
    /// The rates of change that an alert may be set to, in mg/dL per minute.
    static let rates = 0.0...20.0
    /// Minutes from one calibration to the next.
    static let calibrationInterval = 720

    var records: [Values.Measurement] = []
    var procedures = RecordProcedures<Values.Measurement>(filters: [.timeOffset], number: \.timeOffset)
    /// Whether an answer of the specific ops control point is under way.
    var isAnswering = false
    let features: Values.Features
    private let firstInterval: Int
    /// In minutes.
    private let runTime: Int

    var clock: Instant = .zero
    private var draws = EntropyStream(state: 0)
    private var isSwitchedOn = false
    var sessions = 0
    var isRunning = false
    private var start: Instant = .zero
    private var stopOffset = 0
    /// In minutes; 0 is without notifications.
    var interval: Int
    var nextOffset = 0
    var glucose = 110
    private var localStart: Values.SessionStartTime?
    var calibrations: [Values.Calibration] = []
    var hasDeviceAlert = false
    var levels: [Values.Alert: ShortFloat] = [
        .patientHigh: 180.0, .patientLow: 80.0, .hypo: 65.0, .hyper: 250.0, .rateOfDecrease: 3.0,
        .rateOfIncrease: 3.0,
    ]

    init(features: Values.Features, interval: UInt8, runTime: UInt16) {
        self.features = features
        firstInterval = min(max(Int(interval), 1), 254)
        self.interval = firstInterval
        self.runTime = min(max(Int(runTime), 1), 1092) * 60
    }

    // MARK: Time

    mutating func switchOn(seed: UInt64, startingSession: Bool) {
        guard !isSwitchedOn else { return }
        isSwitchedOn = true
        draws = EntropyStream(state: seed)
        if startingSession { startSession() }
    }

    /// Minutes since the session's start.
    var offset: Int { isRunning ? (clock - start) / .minutes(1) : stopOffset }

    /// Makes the measurements that were due since the last call.
    mutating func measure(until now: Instant) {
        clock = max(clock, now)
        guard isRunning else { return }
        let end = min(offset, runTime)
        while nextOffset <= end {
            store(at: nextOffset)
            nextOffset += step
        }
        if offset >= runTime { stop(at: runTime) }
    }

    /// Minutes from one measurement to the next.
    var step: Int { interval == 0 ? firstInterval : interval }

    private mutating func store(at minute: Int) {
        let last = records.last.map { (glucose: glucose, minute: Int($0.timeOffset)) }
        glucose = min(max(glucose + Int(draws.below(21)) - 10, 40), 400)
        if features.contains(.deviceSpecificAlert), draws.below(64) == 0 { hasDeviceAlert = true }
        let percent = 90 + Int(draws.below(11))
        let rate = last.map { Double(glucose - $0.glucose) / Double(max(1, minute - $0.minute)) } ?? 0
        let trend = ShortFloat(mantissa: Int(rate * 10), exponent: -1)
        records.append(
            Values.Measurement(
                glucose: ShortFloat(mantissa: glucose, exponent: 0), timeOffset: UInt16(clamping: minute),
                status: condition(at: minute).union(warnings(rate: trend.value)),
                trend: features.contains(.trend) ? trend : nil,
                quality: features.contains(.quality) ? ShortFloat(mantissa: percent, exponent: 0) : nil,
                hasChecksum: usesChecksum))
    }

    private func level(_ alert: Values.Alert) -> Double { levels[alert]?.value ?? 0 }

    private func warnings(rate: Double) -> Values.SensorStatus {
        var status: Values.SensorStatus = []
        let value = Double(glucose)
        func warn(_ warning: Values.SensorStatus, _ feature: Values.Features, if isDue: Bool) {
            if isDue && features.contains(feature) { status.insert(warning) }
        }
        warn(.belowPatientLow, .patientAlerts, if: value < level(.patientLow))
        warn(.abovePatientHigh, .patientAlerts, if: value > level(.patientHigh))
        warn(.belowHypo, .hypoAlerts, if: value < level(.hypo))
        warn(.aboveHyper, .hyperAlerts, if: value > level(.hyper))
        warn(.fallsTooFast, .rateAlerts, if: -rate > level(.rateOfDecrease).magnitude)
        warn(.risesTooFast, .rateAlerts, if: rate > level(.rateOfIncrease).magnitude)
        return status
    }

    /// What is the matter at a minute of the session, apart from the results.
    private func condition(at minute: Int) -> Values.SensorStatus {
        var status: Values.SensorStatus = []
        if localStart == nil { status.insert(.timeSynchronizationRequired) }
        let due = calibrations.last.map { Int($0.nextTime) } ?? Self.calibrationInterval
        if features.contains(.calibration), minute >= due { status.insert(.calibrationRecommended) }
        if hasDeviceAlert { status.insert(.deviceSpecificAlert) }
        return status
    }

    // MARK: Values

    var usesChecksum: Bool { features.contains(.checksum) }

    var status: Values.Status {
        let sensor = isRunning ? condition(at: offset) : [.sessionStopped]
        return Values.Status(
            timeOffset: UInt16(clamping: offset), sensor: sensor, hasChecksum: usesChecksum)
    }

    var startTime: Values.SessionStartTime {
        var value = localStart ?? .unknown
        value.hasChecksum = usesChecksum
        return value
    }

    var sessionRunTime: Values.SessionRunTime {
        Values.SessionRunTime(hours: UInt16(runTime / 60), hasChecksum: usesChecksum)
    }

    /// The measurement of the last minute, to be notified; none when a session has been stopped.
    var latest: Values.Measurement? {
        guard isRunning || stopOffset == runTime, interval > 0, let last = records.last else { return nil }
        return clock - (start + .minutes(Int(last.timeOffset))) < .minutes(1) ? last : nil
    }

    /// Takes the present time; returns whether it is one.
    mutating func setTime(_ present: Values.SessionStartTime) -> Bool {
        guard let time = present.time.adding(seconds: -60 * offset) else { return false }
        localStart = Values.SessionStartTime(
            time, timeZone: present.timeZone, daylightSaving: present.daylightSaving)
        return true
    }

    // MARK: Sessions

    mutating func startSession() {
        (isRunning, sessions, start) = (true, sessions + 1, clock)
        (interval, nextOffset) = (firstInterval, firstInterval)
        (records, calibrations, localStart) = ([], [], nil)
    }

    mutating func stop(at minute: Int) { (isRunning, stopOffset) = (false, minute) }
}
