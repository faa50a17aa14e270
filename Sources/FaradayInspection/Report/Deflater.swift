/// Compresses by repetitions and by frequency (RFC 1951): matches of at least three bytes within 32 KiB, and Huffman codes
/// that are made for each block.
struct Deflater {
    private(set) var output: [UInt8] = []
    private var bits: UInt64 = 0
    private var bitCount: UInt64 = 0

    /// A literal below 256, or a length and a distance: `length << 16 | distance`, plus `isMatch`.
    private typealias Symbol = UInt32
    private static let isMatch: Symbol = 1 << 31
    /// How many symbols share one pair of codes.
    private static let blockLength = 1 << 15
    private static let window = 1 << 15
    private static let hashSize = 1 << 15
    /// How many earlier places are compared; more is slower and hardly smaller.
    private static let effort = 24

    /// Writes a whole stream; the last block is marked as such.
    mutating func compress(_ bytes: [UInt8]) {
        var symbols: [Symbol] = []
        symbols.reserveCapacity(Self.blockLength)
        var last = [Int32](repeating: -1, count: Self.hashSize)
        var previous = [Int32](repeating: -1, count: Self.window)
        bytes.withUnsafeBufferPointer { bytes in
            last.withUnsafeMutableBufferPointer { last in
                previous.withUnsafeMutableBufferPointer { previous in
                    var index = 0
                    while index < bytes.count {
                        let match = Self.match(bytes, at: index, last, previous)
                        let length = match >= Self.minimum << 16 ? Int(match >> 16) : 1
                        symbols.append(length > 1 ? match | Self.isMatch : Symbol(bytes[index]))
                        var place = index
                        index &+= length
                        while place < index {
                            Self.remember(bytes, place, last, previous)
                            place &+= 1
                        }
                        if symbols.count == Self.blockLength {
                            write(symbols, isLast: false)
                            symbols.removeAll(keepingCapacity: true)
                        }
                    }
                }
            }
        }
        write(symbols, isLast: true)
        flush()
    }

    // MARK: Matches

    private static let minimum: Symbol = 3

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        let word = UInt32(bytes[index]) | UInt32(bytes[index &+ 1]) << 8 | UInt32(bytes[index &+ 2]) << 16
        return Int((word &* 0x9E37_79B1) >> 17)
    }

    private static func remember(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ last: UnsafeMutableBufferPointer<Int32>,
        _ previous: UnsafeMutableBufferPointer<Int32>
    ) {
        guard index &+ 2 < bytes.count else { return }
        let hash = hash(bytes, index)
        previous[index & (window &- 1)] = last[hash]
        last[hash] = Int32(truncatingIfNeeded: index)
    }

    /// The longest match of the bytes at `index` with earlier ones: length and distance, 0 if there is none.
    private static func match(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ last: UnsafeMutableBufferPointer<Int32>,
        _ previous: UnsafeMutableBufferPointer<Int32>
    ) -> Symbol {
        let limit = min(258, bytes.count &- index)
        guard limit > 2 else { return 0 }
        var (best, distance) = (2, 0)
        var place = Int(last[hash(bytes, index)])
        var left = effort
        while place >= 0, index &- place <= window &- 1, left > 0 {
            if bytes[place &+ best] == bytes[index &+ best] {
                var length = 0
                while length < limit, bytes[place &+ length] == bytes[index &+ length] { length &+= 1 }
                if length > best {
                    (best, distance) = (length, index &- place)
                    if length == limit { break }
                }
            }
            let next = Int(previous[place & (window &- 1)])
            // A place that was overwritten leads forward.
            guard next < place else { break }
            place = next
            left &-= 1
        }
        return distance == 0 ? 0 : Symbol(best) << 16 | Symbol(distance)
    }

    // MARK: Blocks

    private mutating func write(_ symbols: [Symbol], isLast: Bool) {
        var literals = [Int](repeating: 0, count: 286)
        var distances = [Int](repeating: 0, count: 30)
        literals[256] = 1
        for symbol in symbols {
            if symbol & Self.isMatch == 0 {
                literals[Int(symbol)] += 1
            } else {
                literals[257 + DeflateTables.length(Int(symbol >> 16 & 0x1FF)).code] += 1
                distances[DeflateTables.distance(Int(symbol & 0xFFFF)).code] += 1
            }
        }
        let literalCode = PrefixCode(frequencies: literals, longest: 15)
        let distanceCode = PrefixCode(frequencies: distances, longest: 15)
        put(isLast ? 1 : 0, 1)
        put(2, 2)
        writeCodes(literalCode, distanceCode)
        for symbol in symbols { write(symbol, literalCode, distanceCode) }
        put(literalCode, 256)
    }

    private mutating func write(_ symbol: Symbol, _ literals: PrefixCode, _ distances: PrefixCode) {
        guard symbol & Self.isMatch != 0 else { return put(literals, Int(symbol)) }
        let length = DeflateTables.length(Int(symbol >> 16 & 0x1FF))
        put(literals, 257 + length.code)
        put(UInt64(length.extra), UInt64(length.bits))
        let distance = DeflateTables.distance(Int(symbol & 0xFFFF))
        put(distances, distance.code)
        put(UInt64(distance.extra), UInt64(distance.bits))
    }

    /// The lengths of both codes, themselves coded (RFC 1951, 3.2.7); without runs, which save little.
    private mutating func writeCodes(_ literals: PrefixCode, _ distances: PrefixCode) {
        let lengths = literals.lengths + distances.lengths
        var counts = [Int](repeating: 0, count: 19)
        for length in lengths { counts[Int(length)] += 1 }
        let code = PrefixCode(frequencies: counts, longest: 7)
        put(UInt64(literals.lengths.count - 257), 5)
        put(UInt64(distances.lengths.count - 1), 5)
        put(19 - 4, 4)
        for place in DeflateTables.order { put(UInt64(code.lengths[place]), 3) }
        for length in lengths { put(code, Int(length)) }
    }

    // MARK: Bits

    private mutating func put(_ code: PrefixCode, _ symbol: Int) {
        put(UInt64(code.codes[symbol]), UInt64(code.lengths[symbol]))
    }

    private mutating func put(_ value: UInt64, _ count: UInt64) {
        bits |= value << bitCount
        bitCount &+= count
        while bitCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount &-= 8
        }
    }

    private mutating func flush() {
        if bitCount > 0 { output.append(UInt8(truncatingIfNeeded: bits)) }
        (bits, bitCount) = (0, 0)
    }
}
