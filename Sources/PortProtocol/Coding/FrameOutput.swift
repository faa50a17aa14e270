/// The bytes of a frame that is written.
struct FrameOutput {
    private(set) var bytes: [UInt8] = []

    /// Writes values one after the other.
    mutating func put<each Value: Coded>(_ value: repeat each Value) {
        repeat (each value).write(to: &self)
    }

    mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    /// A number with all its bytes, least significant first.
    mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        var rest = number
        for _ in 0..<Number.bitWidth / 8 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// A number of elements or bytes.
    mutating func append(count: Int) { append(littleEndian: UInt32(truncatingIfNeeded: count)) }

    /// Leaves room for the length of what follows.
    mutating func openLength() -> Int {
        append(count: 0)
        return bytes.count
    }

    /// Fills in the length of what was written since `openLength`.
    mutating func closeLength(_ start: Int) {
        var length = UInt32(truncatingIfNeeded: bytes.count - start)
        for place in start - 4..<start {
            bytes[place] = UInt8(truncatingIfNeeded: length)
            length >>= 8
        }
    }
}
