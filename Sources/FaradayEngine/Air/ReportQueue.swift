import BluetoothWire

/// HCI packets of radio events for hosts, kept until the packets on air have ended.
struct ReportQueue {
    typealias Packets = ContiguousArray<(NodeID, HCI.Packet)>

    /// Whether an event is running.
    private(set) var isOpen = false
    /// The packets of the running event.
    private(set) var current: Packets = []
    /// Reports that wait for their time, each with the number of its event; the storage is reused.
    private var waiting: ContiguousArray<(begin: UInt64, packets: Packets)> = []
    private var free: ContiguousArray<Int> = []

    mutating func open() { isOpen = true }

    mutating func append(_ node: NodeID, _ packet: consuming HCI.Packet) { current.append((node, packet)) }

    mutating func close() {
        isOpen = false
        if !current.isEmpty { current.removeAll(keepingCapacity: true) }
    }

    /// Stores the packets of the running event; returns their slot.
    mutating func postpone(from begin: UInt64) -> Int {
        isOpen = false
        let slot: Int
        if let last = free.popLast() {
            slot = last
        } else {
            slot = waiting.count
            waiting.append((0, []))
        }
        waiting[slot].begin = begin
        swap(&waiting[slot].packets, &current)
        return slot
    }

    /// The packets stored in `slot`, last first, so that they can be moved out one by one.
    mutating func take(_ slot: Int) -> (begin: UInt64, packets: Packets) {
        var packets: Packets = []
        swap(&packets, &waiting[slot].packets)
        packets.reverse()
        return (waiting[slot].begin, packets)
    }

    /// Returns a slot and its storage, which is empty now.
    mutating func recycle(_ slot: Int, _ packets: consuming Packets) {
        swap(&packets, &waiting[slot].packets)
        free.append(slot)
    }
}
