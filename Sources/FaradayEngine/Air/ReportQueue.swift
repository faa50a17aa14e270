import BluetoothWire

/// HCI packets of radio events for hosts, kept until the packets on air have ended.
struct ReportQueue: ~Copyable {
    /// The packets of one event; the queue owns them.
    //
    // A pointer and no object, because each packet that passes would cost several retains and releases, which are a
    // tenth of a GATT read.
    struct Batch {
        fileprivate struct Content: ~Copyable {
            var begin: UInt64 = 0
            var packets = Ring<(NodeID, HCI.Packet)>()
        }

        fileprivate let content: UnsafeMutablePointer<Content>

        fileprivate init() {
            content = .allocate(capacity: 1)
            content.initialize(to: Content())
        }

        fileprivate func free() {
            content.deinitialize(count: 1)
            content.deallocate()
        }

        /// The number of the event.
        var begin: UInt64 { content.pointee.begin }

        /// Takes the oldest packet.
        func popFirst() -> (NodeID, HCI.Packet)? { content.pointee.packets.popFirst() }
    }

    /// Whether an event is running.
    private(set) var isOpen = false
    /// The packets of the running event.
    private var current = Batch()
    /// Batches that wait for their time; those that are free are empty.
    private var waiting: ContiguousArray<Batch> = []
    private var free: ContiguousArray<Int> = []

    deinit {
        current.free()
        for batch in waiting { batch.free() }
    }

    /// Whether the running event has no packets.
    var isEmpty: Bool { current.content.pointee.packets.isEmpty }

    mutating func open() { isOpen = true }

    func append(_ node: NodeID, _ packet: consuming HCI.Packet) {
        current.content.pointee.packets.append((node, packet))
    }

    /// Ends the event; returns its packets, which must be taken at once.
    mutating func close() -> Batch {
        isOpen = false
        return current
    }

    /// Stores the packets of the running event; returns their slot.
    mutating func postpone(from begin: UInt64) -> Int {
        isOpen = false
        current.content.pointee.begin = begin
        if free.isEmpty {
            waiting.append(Batch())
            free.append(waiting.count - 1)
        }
        let slot = free.removeLast()
        (waiting[slot], current) = (current, waiting[slot])
        return slot
    }

    /// The batch that is stored in `slot`, whose time has come; it must be taken at once.
    mutating func take(_ slot: Int) -> Batch {
        free.append(slot)
        return waiting[slot]
    }
}
