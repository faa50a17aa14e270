import BluetoothTypes

/// How far a transfer is.
public struct TransferProgress: Hashable, Sendable {
    /// How many bytes are sent: the system has taken them, or the peripheral has confirmed them if it is asked to.
    public let sentCount: Int
    /// How many bytes there are in all.
    public let totalCount: Int
    /// The time since the transfer was begun, with the time for the connection.
    public let elapsed: Nanoseconds
    /// The speed of the last five seconds, in bytes per second; `nil` until it can be told.
    public let bytesPerSecond: Double?

    /// How much is sent, from 0 to 1.
    public var fraction: Double { totalCount == 0 ? 1 : Double(sentCount) / Double(totalCount) }

    /// How long the rest takes at this speed; `nil` until it can be told.
    public var remaining: Nanoseconds? {
        guard sentCount < totalCount else { return .zero }
        guard let bytesPerSecond, bytesPerSecond > 0 else { return nil }
        return .seconds(Double(totalCount - sentCount) / bytesPerSecond)
    }
}

/// Computes the speed of a transfer.
struct TransferPace {
    /// The speed is that of this time.
    static let window = Nanoseconds.seconds(5)
    /// What the system takes in less than this time counts as one. At first it fills its buffers at once, and that is not the
    /// speed.
    static let grain = Nanoseconds.milliseconds(50)

    private let total: Int
    private let start: Instant
    private var samples: [(time: Instant, count: Int)] = []

    init(total: Int, start: Instant) { (self.total, self.start) = (total, start) }

    /// The progress when `count` bytes are sent.
    mutating func progress(_ count: Int, at now: Instant) -> TransferProgress {
        add(count, now)
        let (base, time) = (samples[0], now - samples[0].time)
        let speed = time >= Self.grain ? Double(count - base.count) / time.seconds : nil
        return TransferProgress(
            sentCount: count, totalCount: total, elapsed: now - start, bytesPerSecond: speed)
    }

    private mutating func add(_ count: Int, _ now: Instant) {
        if samples.count == 1, now - samples[0].time < Self.grain {
            samples[0].count = count
            return
        }
        if samples.count > 1, now - samples[samples.count - 2].time < Self.grain { samples.removeLast() }
        samples.append((now, count))
        while samples.count > 2, now - samples[1].time >= Self.window { samples.removeFirst() }
    }
}
