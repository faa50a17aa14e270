/// Numbers of runs, as a bit for each.
package struct RunSet: Hashable, Sendable {
    /// Without zeros at the end, so that equal sets are equal values.
    private var words: [UInt64] = []

    package init() {}

    package init(_ runs: some Sequence<Int>) { for run in runs { insert(run) } }

    package mutating func insert(_ run: Int) {
        precondition(run >= 0, "there is no run \(run)")
        let word = run / 64
        if words.count <= word { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
        words[word] |= 1 << UInt64(run % 64)
    }

    package mutating func formUnion(_ other: RunSet) {
        if other.words.count > words.count {
            words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
        }
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }

    package func union(_ other: RunSet) -> RunSet {
        var union = self
        union.formUnion(other)
        return union
    }

    package func contains(_ run: Int) -> Bool {
        run >= 0 && run / 64 < words.count && words[run / 64] & 1 << UInt64(run % 64) != 0
    }

    package var isEmpty: Bool { words.isEmpty }

    /// The lowest run.
    package var first: Int? {
        words.firstIndex { $0 != 0 }.map { $0 * 64 + words[$0].trailingZeroBitCount }
    }

    /// The lowest run that `isWanted` wants.
    package func first(where isWanted: (Int) -> Bool) -> Int? {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                let run = index * 64 + rest.trailingZeroBitCount
                if isWanted(run) { return run }
                rest &= rest - 1
            }
        }
        return nil
    }

    /// How many runs there are.
    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// How many of the runs `0..<end` there are.
    package func count(below end: Int) -> Int {
        var count = 0
        for (index, word) in words.prefix(end / 64 + 1).enumerated() {
            let bits = end - index * 64
            count += (bits >= 64 ? word : word & (1 << UInt64(max(bits, 0)) - 1)).nonzeroBitCount
        }
        return count
    }

    /// The runs below `end` that are not there, as ranges in their order.
    package func gaps(below end: Int) -> [ClosedRange<Int>] {
        var gaps: [ClosedRange<Int>] = []
        var start: Int?
        var run = 0
        while run < end {
            // A full word is passed at once: most of a campaign is there.
            if run % 64 == 0, run / 64 < words.count, words[run / 64] == .max {
                if let first = start { gaps.append(first...run - 1) }
                start = nil
                run += 64
                continue
            }
            if contains(run) {
                if let first = start { gaps.append(first...run - 1) }
                start = nil
            } else if start == nil {
                start = run
            }
            run += 1
        }
        if let first = start { gaps.append(first...end - 1) }
        return gaps
    }
}
