/// Numbers that follow from a seed and a name: SplitMix64. A case draws its parts from different names, so that one more
/// draw does not shift the others.
struct CaseEntropy: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, _ name: String, number: UInt64 = 0) {
        // FNV-1a: unlike `Hasher`, it gives the same result in each process.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        state = Self.mix(seed ^ Self.mix(hash)) &+ Self.mix(number &+ 0x9E37_79B9_7F4A_7C15)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number from 0 up to, not including, `bound`; 0 if that is 0.
    mutating func below(_ bound: UInt64) -> UInt64 { next().multipliedFullWidth(by: bound).high }

    mutating func below(_ bound: Int) -> Int { Int(below(UInt64(max(0, bound)))) }
}
