import FaradayEngine

/// The order of apps' work, as a world's seed has it.
final class WorkOrder {
    private var stream: EntropyStream

    init(_ stream: EntropyStream) { self.stream = stream }

    func next(below count: Int) -> Int { Int(stream.below(UInt64(count))) }
}
