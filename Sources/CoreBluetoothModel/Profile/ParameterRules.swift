import BluetoothHost
import BluetoothTypes

/// Which connection parameters a peripheral may ask a phone for (behaviour 9.3).
public struct ParameterRules: Hashable, Sendable {
    /// The most connection events that the peripheral may skip.
    public var maximumLatency: UInt16
    /// Shortest supervision timeout.
    public var minimumTimeout: Nanoseconds
    /// Longest supervision timeout.
    public var maximumTimeout: Nanoseconds
    /// Shortest interval, and the least width of the requested range.
    public var minimumInterval: Nanoseconds
    /// Shortest interval of keyboards and MIDI instruments (behaviour 9.2).
    public var minimumInputInterval: Nanoseconds = .microseconds(11_250)
    /// Longest `maximumInterval × (latency + 1)`.
    public var maximumSilence: Nanoseconds
    /// Whether a range that begins below the shortest interval and ends at it counts as that interval
    /// (behaviour 9.4).
    public var toleratesShorterMinimum = true
    /// Whether only the limits count, and not what the guidelines say of ranges. Then an interval need not be
    /// a multiple of the shortest one, a range may be narrow, and the supervision timeout need only be longer
    /// than two silences (Core 6.0, Vol 4, Part E, 7.8.12).
    public var countsLimitsOnly = false

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

    /// The Accessory Design Guidelines since R21.
    public static let current = ParameterRules(
        maximumLatency: 30, minimumTimeout: .seconds(6), maximumTimeout: .seconds(18),
        minimumInterval: .milliseconds(15), maximumSilence: .seconds(6))

    /// The earlier guidelines: R11 and QA1931.
    public static let guidelinesR11 = ParameterRules(
        maximumLatency: 30, minimumTimeout: .seconds(2), maximumTimeout: .seconds(6),
        minimumInterval: .milliseconds(15), maximumSilence: .seconds(2))

    /// Everything that Bluetooth allows. No phone has these rules (Core 6.0, Vol 4, Part E, 7.8.12).
    public static let any: ParameterRules = {
        var rules = ParameterRules(
            maximumLatency: 499, minimumTimeout: .milliseconds(100), maximumTimeout: .seconds(32),
            minimumInterval: .microseconds(7500), maximumSilence: .seconds(16))
        rules.countsLimitsOnly = true
        return rules
    }()

    /// Whether a phone with these rules grants `request`; `isInput` says that an input device asks.
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

    /// Whether a request meets the guidelines beside the limits.
    private func isInGuidelines(_ request: Host.ConnectionParameters, _ silence: Nanoseconds) -> Bool {
        let isOneShortInterval =
            request.minimumInterval == minimumInterval && request.maximumInterval == minimumInterval
        return request.minimumInterval.count % max(minimumInterval.count, 1) == 0
            && (request.maximumInterval >= request.minimumInterval + minimumInterval || isOneShortInterval)
            && request.supervisionTimeout > silence * 3
    }
}
