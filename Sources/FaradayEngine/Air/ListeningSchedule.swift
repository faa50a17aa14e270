/// When a scanner or initiator listens, and on which channel: one window in each interval, on the next of the three
/// primary channels each time (Core 6.0, Vol 6, Part B, 4.4.3).
///
/// It is computed, so listening needs no events.
struct ListeningSchedule {
    private let start: Int64
    private let interval: Int64
    private let window: Int64
    /// The window of the last query.
    private var windowStart: Int64 = .max
    private var windowEnd: Int64 = .min
    private var channel: UInt8 = 0

    /// Listens from `start` on; interval and window are in units of 0.625 ms.
    init(start: Int64, interval: UInt16, window: UInt16) {
        self.start = start
        self.interval = Int64(max(1, interval)) * 625_000
        self.window = Int64(min(max(1, window), max(1, interval))) * 625_000
    }

    /// The channel on which it listens for the whole time between the two; 0 if none.
    @inline(__always)
    mutating func channel(from begin: Int64, to end: Int64) -> UInt8 {
        if begin >= windowStart, end <= windowEnd { return channel }
        return lookUp(begin, end)
    }

    private mutating func lookUp(_ begin: Int64, _ end: Int64) -> UInt8 {
        guard begin >= start else { return 0 }
        let number = (begin - start) / interval
        windowStart = start + number * interval
        windowEnd = windowStart + window
        channel = 37 + UInt8(truncatingIfNeeded: number % 3)
        return end <= windowEnd ? channel : 0
    }
}
