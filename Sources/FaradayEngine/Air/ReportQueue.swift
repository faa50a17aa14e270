import BluetoothWire

/// HCI packets of radio events for hosts, kept until the packets on air have ended.
struct ReportQueue {
    /// The packets of one event. A class, because a ring moves its elements and can't be copied into an array.
    final class Batch {
        /// The number of the event.
        fileprivate(set) var begin: UInt64 = 0
        @exclusivity(unchecked) fileprivate var packets = Ring<(NodeID, HCI.Packet)>()

        /// Takes the oldest packet.
        func popFirst() -> (NodeID, HCI.Packet)? { packets.popFirst() }
    }

    /// Whether an event is running.
    private(set) var isOpen = false
    /// The packets of the running event.
    private var current = Batch()
    /// Batches that wait for their time; those that are free are empty.
    private var waiting: ContiguousArray<Batch> = []
    private var free: ContiguousArray<Int> = []

    /// Whether the running event has no packets.
    var isEmpty: Bool { current.packets.isEmpty }

    mutating func open() { isOpen = true }

    func append(_ node: NodeID, _ packet: consuming HCI.Packet) { current.packets.append((node, packet)) }

    /// Ends the event; returns its packets, which must be taken at once.
    mutating func close() -> Batch {
        isOpen = false
        return current
    }

    /// Stores the packets of the running event; returns their slot.
    mutating func postpone(from begin: UInt64) -> Int {
        isOpen = false
        current.begin = begin
        if free.isEmpty {
            waiting.append(Batch())
            free.append(waiting.count - 1)
        }
        let slot = free.removeLast()
        swap(&waiting[slot], &current)
        return slot
    }

    /// The batch that is stored in `slot`, whose time has come; it must be taken at once.
    mutating func take(_ slot: Int) -> Batch {
        free.append(slot)
        return waiting[slot]
    }
}
