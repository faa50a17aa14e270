import BluetoothTypes
import FaradayEngine

/// The faults of a world: which have fired, and the layers that make them happen.
final class FaultEngine: FaultStairs {
    struct Entry {
        let fault: Fault
        /// The place of the fault that has to fire before, among all entries.
        let predecessor: Int?
        var stream: EntropyStream
        /// How many operations fitted.
        var count = 0
        var firings = 0
    }

    private(set) var entries: [Entry] = []
    private(set) var firings: [FaultFiring] = []
    var hasOrders: Bool { false }

    func add(_ faults: [Fault], _ entropy: Entropy) {
        let first = entries.count
        for fault in faults {
            let stream = entropy.stream("fault/\(entries.count)")
            entries.append(
                Entry(fault: fault, predecessor: fault.point.predecessor.map { $0 + first }, stream: stream))
        }
    }
}
