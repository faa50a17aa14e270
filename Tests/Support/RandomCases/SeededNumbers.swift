/// Random numbers from a seed (SplitMix64): a test draws the same ones in every run.
///
/// ```swift
/// var numbers = SeededNumbers(seed: 1)
/// let index = numbers.below(list.count)
/// list.shuffle(using: &numbers)
/// ```
public struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The numbers of one seed.
    public init(seed: UInt64) { state = seed }

    /// 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    /// A number from 0 up to, not including, `bound`, which is above 0.
    public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// One random byte.
    public mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

    /// So many random bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}
