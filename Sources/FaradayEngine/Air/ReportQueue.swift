import BluetoothWire

/// HCI packets for hosts: those that are due, and those of radio events, kept until the packets on air have ended.
///
/// Packets of an event stay in the ring that they were put into, and rings change places: moving the packets would be a
/// tenth of a connection event.
struct ReportQueue: ~Copyable {
    /// A packet and the node whose host gets it.
    typealias Report = (NodeID, HCI.Packet)

    /// The packets of one event; the queue owns them.
    //
    // A pointer and no object, because each packet that passes would cost several retains and releases, which are a
    // tenth of a GATT read.
    private struct Batch: ~Copyable {
        let slot: Int
        /// The number of the event.
        var begin: UInt64 = 0
        var packets = Ring<Report>()
        /// The next batch that is free.
        var next: UnsafeMutablePointer<Batch>?

        init(slot: Int) { self.slot = slot }
    }

    /// Whether an event is running.
    private(set) var isOpen = false
    /// The packets that hosts may get now.
    private var due = Ring<Report>()
    /// The packets of the running event.
    private var current: UnsafeMutablePointer<Batch>
    /// All batches by slot, and the first one that is free; a free one is empty.
    private var batches: ContiguousArray<UnsafeMutablePointer<Batch>> = []
    private var free: UnsafeMutablePointer<Batch>?

    init() {
        current = .allocate(capacity: 1)
        current.initialize(to: Batch(slot: 0))
        batches.append(current)
    }

    deinit {
        for batch in batches {
            batch.deinitialize(count: 1)
            batch.deallocate()
        }
    }

    /// Whether the running event has no packets.
    var isEmpty: Bool { current.pointee.packets.isEmpty }

    /// Whether a packet is due.
    var hasDue: Bool { !due.isEmpty }

    /// The next packet that is due.
    @inline(__always)
    mutating func popDue() -> Report? { due.popFirst() }

    mutating func open() { isOpen = true }

    /// Adds a packet, which has to be initialised at the returned place before the next call: of the running event, or one
    /// that is due.
    @inline(__always)
    mutating func place() -> UnsafeMutablePointer<Report> {
        isOpen ? current.pointee.packets.appendPlace() : due.appendPlace()
    }

    /// Ends the event; its packets are due.
    mutating func close() {
        isOpen = false
        if !isEmpty { Self.move(&current.pointee.packets, to: &due) }
    }

    /// Ends the event and stores its packets; returns their slot.
    mutating func postpone(from begin: UInt64) -> Int {
        isOpen = false
        let batch = current
        batch.pointee.begin = begin
        current = takeFree()
        return batch.pointee.slot
    }

    private mutating func takeFree() -> UnsafeMutablePointer<Batch> {
        if let batch = free {
            free = batch.pointee.next
            return batch
        }
        let batch = UnsafeMutablePointer<Batch>.allocate(capacity: 1)
        batch.initialize(to: Batch(slot: batches.count))
        batches.append(batch)
        return batch
    }

    /// The number of the event whose packets are in `slot`.
    func begin(of slot: Int) -> UInt64 { batches[slot].pointee.begin }

    /// The packets in `slot` are due.
    mutating func release(_ slot: Int) {
        let batch = batches[slot]
        Self.move(&batch.pointee.packets, to: &due)
        (batch.pointee.next, free) = (free, batch)
    }

    /// The packets in `slot` are due, but only those for nodes that still want them.
    mutating func release(_ slot: Int, where isWanted: (NodeID) -> Bool) {
        let batch = batches[slot]
        while let (node, packet) = batch.pointee.packets.popFirst() {
            if isWanted(node) { due.append((node, packet)) }
        }
        (batch.pointee.next, free) = (free, batch)
    }

    @inline(__always)
    private static func move(_ packets: inout Ring<Report>, to due: inout Ring<Report>) {
        if due.isEmpty { return swap(&packets, &due) }
        while let report = packets.popFirst() { due.append(report) }
    }
}
