/// A Huffman code (RFC 1951, 3.2.2).
struct PrefixCode {
    /// The length of each symbol's code in bits; 0 for a symbol without one.
    let lengths: [UInt8]
    /// The codes, first bit lowest, as they are written.
    let codes: [UInt16]

    /// A code for symbols that occur so often; no code is longer than `longest` bits.
    init(frequencies: [Int], longest: Int) {
        var frequencies = frequencies
        // A code with a single symbol is not complete, and some readers refuse it.
        var place = 0
        while frequencies.count(where: { $0 > 0 }) < 2 {
            if frequencies[place] == 0 { frequencies[place] = 1 }
            place += 1
        }
        var lengths = Self.lengths(of: frequencies)
        while lengths.contains(where: { $0 > longest }) {
            // Flatter frequencies give shorter codes.
            frequencies = frequencies.map { $0 == 0 ? 0 : max(1, $0 / 4) }
            lengths = Self.lengths(of: frequencies)
        }
        self.lengths = lengths.map(UInt8.init)
        codes = Self.codes(of: lengths)
    }

    /// The depth of each symbol in a tree that joins the two rarest nodes again and again.
    private static func lengths(of frequencies: [Int]) -> [Int] {
        var nodes = frequencies.indices.filter { frequencies[$0] > 0 }
            .map { (weight: frequencies[$0], symbols: [$0]) }
        var lengths = [Int](repeating: 0, count: frequencies.count)
        nodes.sort { ($0.weight, $0.symbols[0]) > ($1.weight, $1.symbols[0]) }
        while nodes.count > 1 {
            let (a, b) = (nodes.removeLast(), nodes.removeLast())
            let joined = (weight: a.weight + b.weight, symbols: a.symbols + b.symbols)
            for symbol in joined.symbols { lengths[symbol] += 1 }
            var (low, high) = (0, nodes.count)
            while low < high {
                let middle = (low + high) / 2
                if nodes[middle].weight > joined.weight { low = middle + 1 } else { high = middle }
            }
            nodes.insert(joined, at: low)
        }
        return lengths
    }

    /// Codes in order of length and symbol, with the bits of each reversed.
    private static func codes(of lengths: [Int]) -> [UInt16] {
        var codes = [UInt16](repeating: 0, count: lengths.count)
        var code: UInt16 = 0
        for length in 1...15 {
            for symbol in lengths.indices where lengths[symbol] == length {
                codes[symbol] = reversed(code, length)
                code &+= 1
            }
            code = code << 1
        }
        return codes
    }

    private static func reversed(_ code: UInt16, _ length: Int) -> UInt16 {
        (0..<length).reduce(UInt16(0)) { $0 | ((code >> UInt16($1)) & 1) << UInt16(length - 1 - $1) }
    }
}

/// The codes of lengths and distances (RFC 1951, 3.2.5).
enum DeflateTables {
    /// A code, and the bits that follow it.
    struct Coded {
        var code: Int
        var extra: Int
        var bits: Int
    }

    /// The order in which the lengths of the third code are written.
    static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private static let lengths: [Coded] = (0...258).map { length in
        if length == 258 { return Coded(code: 28, extra: 0, bits: 0) }
        return coded(max(0, length - 3), each: 4, from: 8)
    }

    private static let distances: [Coded] = (0...32_768).map { coded(max(0, $0 - 1), each: 2, from: 4) }

    static func length(_ length: Int) -> Coded { lengths[length] }
    static func distance(_ distance: Int) -> Coded { distances[distance] }

    /// Codes come in groups of `each`; below `from` there is one value to each, and then each group doubles it.
    private static func coded(_ value: Int, each: Int, from: Int) -> Coded {
        if value < from { return Coded(code: value, extra: 0, bits: 0) }
        var (bits, base, code) = (1, from, from)
        while value >= base + each << bits {
            base += each << bits
            bits += 1
            code += each
        }
        return Coded(code: code + (value - base) >> bits, extra: (value - base) & (1 << bits - 1), bits: bits)
    }
}
