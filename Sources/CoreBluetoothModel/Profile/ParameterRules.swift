import BluetoothHost
import BluetoothTypes

/// Which connection parameters a peripheral may ask a phone for (behaviour 9.3).
public struct ParameterRules: Hashable, Sendable {
    /// Most events the peripheral may skip.
    public var maximumLatency: UInt16
    /// Shortest supervision timeout.
    public var minimumTimeout: Nanoseconds
    /// Longest supervision timeout.
    public var maximumTimeout: Nanoseconds
    /// Shortest interval, and the least width of the asked range.
    public var minimumInterval: Nanoseconds
    /// Shortest interval of keyboards and MIDI instruments (behaviour 9.2).
    public var minimumInputInterval: Nanoseconds = .microseconds(11_250)
    /// Longest `maximumInterval × (latency + 1)`.
    public var maximumSilence: Nanoseconds
    /// Whether a range that begins below the shortest interval and ends with it is taken for that interval (behaviour
    /// 9.4).
    public var toleratesShorterMinimum = true
    /// Whether only the limits count, and not what the guidelines say of ranges: an interval need be no multiple of the
    /// shortest one, a range may be narrow, and a link may die after two silences (Core 6.0, Vol 4, Part E, 7.8.12).
    public var countsLimitsOnly = false

    /// Creates rules.
    public init(
        maximumLatency: UInt16, minimumTimeout: Nanoseconds, maximumTimeout: Nanoseconds,
        minimumInterval: Nanoseconds, maximumSilence: Nanoseconds
    ) {
        self.maximumLatency = maximumLatency
        self.minimumTimeout = minimumTimeout
        self.maximumTimeout = maximumTimeout
        self.minimumInterval = minimumInterval
        self.maximumSilence = maximumSilence
    }

    /// The Accessory Design Guidelines from R21 on.
    public static let current = ParameterRules(
        maximumLatency: 30, minimumTimeout: .seconds(6), maximumTimeout: .seconds(18),
        minimumInterval: .milliseconds(15), maximumSilence: .seconds(6))

    /// The guidelines before: R11 and QA1931.
    public static let guidelinesR11 = ParameterRules(
        maximumLatency: 30, minimumTimeout: .seconds(2), maximumTimeout: .seconds(6),
        minimumInterval: .milliseconds(15), maximumSilence: .seconds(2))

    /// Whatever Bluetooth allows: no phone is like this (Core 6.0, Vol 4, Part E, 7.8.12).
    public static let any: ParameterRules = {
        var rules = ParameterRules(
            maximumLatency: 499, minimumTimeout: .milliseconds(100), maximumTimeout: .seconds(32),
            minimumInterval: .microseconds(7500), maximumSilence: .seconds(16))
        rules.countsLimitsOnly = true
        return rules
    }()

    /// Whether a phone with these rules grants `request`, which may be an input device's.
    public func allow(_ request: Host.ConnectionParameters, ofInput isInput: Bool = false) -> Bool {
        var request = request
        if isInput, request.minimumInterval >= minimumInputInterval {
            request.minimumInterval = max(request.minimumInterval, minimumInterval)
            request.maximumInterval = max(request.maximumInterval, minimumInterval)
        }
        if toleratesShorterMinimum, request.maximumInterval == minimumInterval {
            request.minimumInterval = max(request.minimumInterval, minimumInterval)
        }
        let silence = request.maximumInterval * (Int(request.latency) + 1)
        return request.latency <= maximumLatency
            && request.supervisionTimeout >= minimumTimeout
            && request.supervisionTimeout <= maximumTimeout
            && request.minimumInterval >= minimumInterval
            && (countsLimitsOnly
                ? request.supervisionTimeout > silence * 2 : isInGuidelines(request, silence))
            && silence <= maximumSilence
    }

    /// What the guidelines ask for beside the limits.
    private func isInGuidelines(_ request: Host.ConnectionParameters, _ silence: Nanoseconds) -> Bool {
        let isOneShortInterval =
            request.minimumInterval == minimumInterval && request.maximumInterval == minimumInterval
        return request.minimumInterval.count % max(minimumInterval.count, 1) == 0
            && (request.maximumInterval >= request.minimumInterval + minimumInterval || isOneShortInterval)
            && request.supervisionTimeout > silence * 3
    }
}
