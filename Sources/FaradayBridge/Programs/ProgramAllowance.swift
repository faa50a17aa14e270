/// How much a program may send. What it sends faster waits in its socket, so that it waits too, and nobody else.
struct ProgramAllowance {
    /// How many frames it may send in a second, and at once after a second of silence.
    private let perSecond: Int
    /// In thousandths of a frame, so many of which a millisecond brings as frames a second; below 0 it has sent too much.
    private var left: Int
    /// Until when it was counted, in milliseconds.
    private var time: Int64

    /// Shorter pauses would cost more than they are worth, in milliseconds.
    private static let shortest: Int64 = 10

    init(perSecond: Int, at now: Int64) { (self.perSecond, left, time) = (perSecond, perSecond * 1000, now) }

    /// It has sent so many frames.
    mutating func spend(_ frames: Int) { left -= frames * 1000 }

    /// How long nothing of it should be read, in milliseconds.
    mutating func rest(at now: Int64) -> Int64 {
        let passed = Int(min(max(0, now - time), 1000))
        left = min(left + passed * perSecond, perSecond * 1000)
        time = max(time, now)
        return left > 0 ? 0 : max(Self.shortest, Int64(-left / perSecond) + 1)
    }
}
