import BluetoothHost
import BluetoothTypes

/// Which connection parameters a peripheral may ask a phone for (ledger 9.3).
public struct ParameterRules: Hashable, Sendable {
    /// Most events the peripheral may skip.
    public var maximumLatency: UInt16
    /// Shortest supervision timeout.
    public var minimumTimeout: Nanoseconds
    /// Longest supervision timeout.
    public var maximumTimeout: Nanoseconds
    /// Shortest interval, and the least width of the asked range.
    public var minimumInterval: Nanoseconds
    /// Shortest interval of keyboards and MIDI instruments (ledger 9.2).
    public var minimumInputInterval: Nanoseconds = .microseconds(11_250)
    /// Longest `maximumInterval × (latency + 1)`.
    public var maximumSilence: Nanoseconds
    /// Whether a range that begins below the shortest interval and ends with it is taken for that interval (ledger
    /// 9.4).
    public var toleratesShorterMinimum = true

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
        let isOneShortInterval =
            request.minimumInterval == minimumInterval && request.maximumInterval == minimumInterval
        return request.latency <= maximumLatency
            && request.supervisionTimeout >= minimumTimeout
            && request.supervisionTimeout <= maximumTimeout
            && request.minimumInterval >= minimumInterval
            && request.minimumInterval.count % max(minimumInterval.count, 1) == 0
            && (request.maximumInterval >= request.minimumInterval + minimumInterval || isOneShortInterval)
            && silence <= maximumSilence
            && request.supervisionTimeout > silence * 3
    }
}
