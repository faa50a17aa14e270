/// Some runs of a shard that are recorded together: `count` runs from `first` on, each `stride` after the last.
package struct RunBlock: Hashable, Sendable, Codable {
    package let first: Int
    /// The number of shards when the block was run.
    package let stride: Int
    package let count: Int
    /// How many runs the blocks had into which the shard was divided; the last one may have fewer.
    package let size: Int

    /// The largest number of runs of a campaign: merging keeps a bit for each.
    package static let limit = 1_000_000_000

    package init(first: Int, stride: Int, count: Int, size: Int) {
        self.first = first
        self.stride = stride
        self.count = count
        self.size = size
    }

    /// Whether there can be such a block; a line of a file may claim anything.
    var isSound: Bool {
        guard 0..<Self.limit ~= first, 1...Shard.limit ~= stride, 1...Self.limit ~= count, size >= count
        else {
            return false
        }
        return (count - 1).multipliedReportingOverflow(by: stride).partialValue < Self.limit - first
    }

    /// The numbers of the runs.
    package var runs: StrideTo<Int> { Swift.stride(from: first, to: first + count * stride, by: stride) }

    package func contains(_ run: Int) -> Bool {
        run >= first && (run - first) % stride == 0 && (run - first) / stride < count
    }

    /// The block without all but its first `count` runs: what was done when exploration stopped inside it. `nil` if that
    /// is nothing.
    package func prefix(_ count: Int) -> RunBlock? {
        count > 0
            ? RunBlock(first: first, stride: stride, count: min(count, self.count), size: size) : nil
    }

    /// The blocks of those among the runs `0..<runs` that are `shard`'s, as they are kept in a file.
    ///
    /// A shard has about a hundred blocks: a shard that is killed loses a hundredth of its work, and a file of results
    /// stays small. A block has at least 16 runs, which can run at the same time, and at most 1,000.
    package static func blocks(of shard: Shard, runs: Int) -> [RunBlock] {
        blocks(of: shard, runs: runs, size: min(max(shard.count(ofRuns: runs) / 100, 16), 1_000))
    }

    /// The blocks of `size` runs, and a last one with the rest.
    package static func blocks(of shard: Shard, runs: Int, size: Int) -> [RunBlock] {
        let all = shard.count(ofRuns: runs)
        return Swift.stride(from: 0, to: all, by: size).map { start in
            RunBlock(
                first: shard.index + start * shard.count, stride: shard.count, count: min(size, all - start),
                size: size)
        }
    }
}
