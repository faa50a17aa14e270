import BluetoothWire

/// What radio events have for hosts until the packets they tell of have ended on air.
struct ReportQueue {
    typealias Packets = ContiguousArray<(NodeID, HCI.Packet)>

    /// Whether an event is running.
    private(set) var isOpen = false
    /// What the running event has.
    private(set) var current: Packets = []
    /// Reports that wait for their time, each with the number of its event; storage is kept.
    private var waiting: ContiguousArray<(begin: UInt64, packets: Packets)> = []
    private var free: ContiguousArray<Int> = []

    mutating func open() { isOpen = true }

    mutating func append(_ node: NodeID, _ packet: consuming HCI.Packet) { current.append((node, packet)) }

    mutating func close() {
        isOpen = false
        if !current.isEmpty { current.removeAll(keepingCapacity: true) }
    }

    /// Puts aside what the running event has; the place it is kept in.
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

    /// What was put aside in `slot`, the last first: so they can be moved out one by one.
    mutating func take(_ slot: Int) -> (begin: UInt64, packets: Packets) {
        var packets: Packets = []
        swap(&packets, &waiting[slot].packets)
        packets.reverse()
        return (waiting[slot].begin, packets)
    }

    /// Gives a place and its storage, which is empty now, back.
    mutating func recycle(_ slot: Int, _ packets: consuming Packets) {
        swap(&packets, &waiting[slot].packets)
        free.append(slot)
    }
}
