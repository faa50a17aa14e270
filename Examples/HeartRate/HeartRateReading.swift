import Foundation

/// A measurement of a heart-rate monitor.
public struct HeartRateReading: Equatable {
    /// Beats a minute.
    public var beatsPerMinute: Int
    /// Whether the sensor touches the skin; `nil` when the sensor does not report it.
    public var hasContact: Bool?
    /// Kilojoules since the last reset, when the sensor sends them.
    public var energyExpended: Int?
    /// Times between beats, in seconds.
    public var intervals: [TimeInterval] = []
}

extension HeartRateReading {
    /// Parses a Heart Rate Measurement (2A37); `nil` when there are fewer bytes than the flags require.
    public init?(_ data: Data) {
        var bytes = Array(data)[...]
        func take16() -> Int? {
            guard bytes.count >= 2 else { return nil }
            let low = bytes.removeFirst()
            return Int(low) | Int(bytes.removeFirst()) << 8
        }
        guard let flags = bytes.popFirst() else { return nil }
        if flags & 1 != 0 {
            guard let rate = take16() else { return nil }
            beatsPerMinute = rate
        } else {
            guard let rate = bytes.popFirst() else { return nil }
            beatsPerMinute = Int(rate)
        }
        hasContact = flags & 4 != 0 ? flags & 2 != 0 : nil
        if flags & 8 != 0 {
            guard let energy = take16() else { return nil }
            energyExpended = energy
        }
        if flags & 16 != 0 {
            while let ticks = take16() { intervals.append(TimeInterval(ticks) / 1024) }
        }
    }
}
