/// The world's seed, split into named streams, so that a new draw in one place does not change the draws in others.
public struct Entropy: Hashable, Sendable {
    /// The seed of the whole world.
    public let seed: UInt64

    /// Creates the streams of `seed`.
    public init(seed: UInt64) { self.seed = seed }

    /// The stream named `name`; the same seed and name always give the same draws.
    public func stream(_ name: String) -> EntropyStream {
        stream(hash: Self.hash(name))
    }

    /// The same as the stream with a name of text and numbers, without making the text: `"link 1 2"` is 600 instructions.
    package func stream(_ name: StreamName) -> EntropyStream { stream(hash: name.hash.value) }

    private func stream(hash: UInt64) -> EntropyStream {
        var mixed = EntropyStream(state: seed ^ hash)
        return EntropyStream(state: mixed.next() ^ hash)
    }

    /// FNV-1a: unlike `Hasher`, it gives the same number in each process.
    package static func hash(_ name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { bytes in
            var hash = NameHash()
            for byte in bytes { hash.add(byte) }
            return hash.value
        }
    }
}

/// FNV-1a, byte by byte.
private struct NameHash {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

/// The name of a stream, in parts.
package struct StreamName {
    fileprivate var hash = NameHash()

    /// A name that begins with a word and a number: `"link 1"`.
    package init(_ word: StaticString, _ number: UInt32) {
        add(word)
        add(" ")
        add(number)
    }

    /// Appends text.
    package mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { for byte in $0 { hash.add(byte) } }
    }

    /// Appends a number in decimal digits.
    package mutating func add(_ number: UInt32) {
        if number >= 10 { add(number / 10) }
        hash.add(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

/// One stream of draws: SplitMix64, eight bytes of state.
public struct EntropyStream: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// Starts a stream at `state`.
    public init(state: UInt64) { self.state = state }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= Self.step
        return Self.mix(state)
    }

    /// How far the state moves with each draw.
    package static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Mixes the bits of a number.
    @inline(__always)
    package static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to, not including, `bound`; 0 if that is 0.
    public mutating func below(_ bound: UInt64) -> UInt64 {
        next().multipliedFullWidth(by: bound).high
    }

    /// A number from 0 up to, not including, 1.
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
