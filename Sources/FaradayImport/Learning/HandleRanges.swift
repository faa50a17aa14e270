import BluetoothWire

/// Handles that answers cover.
struct HandleRanges {
    private var added: [(first: Int, last: Int)] = []

    mutating func add(_ first: ATT.Handle, _ last: ATT.Handle) {
        guard first <= last else { return }
        // Discoveries go on where they stopped.
        if let end = added.last, Int(first) <= end.last + 1, first >= end.first {
            added[added.count - 1].last = max(end.last, Int(last))
        } else {
            added.append((Int(first), Int(last)))
        }
        guard added.count > limit else { return }
        merge()
        limit = max(limit, 2 * added.count)
    }

    /// Beyond so many ranges, those that touch are joined.
    private var limit = 4096

    private mutating func merge() {
        var merged: [(first: Int, last: Int)] = []
        for range in added.sorted(by: { $0.first < $1.first }) {
            if let end = merged.last, range.first <= end.last + 1 {
                merged[merged.count - 1].last = max(end.last, range.last)
            } else {
                merged.append(range)
            }
        }
        added = merged
    }

    /// The ranges in order, those that touch joined.
    func joined() -> HandleRanges {
        var copy = self
        copy.merge()
        return copy
    }

    /// Whether all handles of a range are covered; an empty range is. It needs ranges that are `joined`.
    func covers(_ first: Int, _ last: Int) -> Bool {
        first > last || added.contains { $0.first <= first && last <= $0.last }
    }
}
