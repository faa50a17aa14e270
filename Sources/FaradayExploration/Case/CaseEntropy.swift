import FaradaySimulation

/// Numbers that follow from a seed and a name. A case draws its parts from different names, so that one more draw does not
/// shift the others.
struct CaseEntropy: RandomNumberGenerator {
    private var stream: EntropyStream

    init(seed: UInt64, _ name: String, number: UInt64 = 0) {
        let named = EntropyStream.mix(seed ^ EntropyStream.mix(Entropy.hash(name)))
        stream = EntropyStream(state: named &+ EntropyStream.mix(number &+ EntropyStream.step))
    }

    mutating func next() -> UInt64 { stream.next() }

    /// A number from 0 up to, not including, `bound`; 0 if that is 0.
    mutating func below(_ bound: UInt64) -> UInt64 { stream.below(bound) }

    mutating func below(_ bound: Int) -> Int { Int(below(UInt64(max(0, bound)))) }
}
