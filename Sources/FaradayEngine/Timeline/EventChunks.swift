/// An event in a slot of the wheel, in half the room that it has elsewhere.
struct PackedEvent {
    /// From the highest bit on: the time since the slot began, the order, the kind and the code. So the events of a slot
    /// are ordered by it.
    let key: UInt64
    private let index: UInt32
    private let generation: UInt32

    private static let orderBits: UInt64 = 43
    private static let kindBits: UInt64 = 6
    private static let codeBits: UInt64 = 4

    /// Packs an entry for a slot of 2^`shift` ns; `nil` if its order is too large, as drawn ones are.
    @inline(__always)
    init?(_ entry: Scheduler.Entry, after shift: Int64) {
        guard entry.order >> Self.orderBits == 0 else { return nil }
        let time = UInt64(bitPattern: entry.time & (1 << shift - 1))
        let kind = UInt64(entry.event.kind.rawValue) << Self.codeBits | UInt64(entry.event.code)
        key = (time << Self.orderBits | entry.order) << Self.kindBits | kind
        (index, generation) = (entry.event.index, entry.event.generation)
    }

    /// The event itself.
    @inline(__always)
    var event: Scheduler.Event {
        let kind = UInt8(truncatingIfNeeded: key >> Self.codeBits & 3)
        return Scheduler.Event(
            Scheduler.Event.Kind(rawValue: kind) ?? .radio,
            code: UInt8(truncatingIfNeeded: key & (1 << Self.codeBits - 1)), index: index,
            generation: generation)
    }

    /// The entry, in a slot that begins at `begin`.
    @inline(__always)
    func entry(from begin: Int64) -> Scheduler.Entry {
        let order = key >> Self.kindBits & (1 << Self.orderBits - 1)
        return Scheduler.Entry(
            time: begin + Int64(key >> (Self.orderBits + Self.kindBits)), order: order, event: event)
    }
}

/// Lists of packed events, in chunks of seven that are linked; the chunks of all lists are in one piece of memory.
struct EventChunks: ~Copyable {
    /// The number of no chunk.
    static let none = UInt32.max

    /// A chunk: two cache lines, since with one the chains of 100,000 events cost a tenth more. Its events follow the header.
    private struct Header {
        /// The chunk before this one in its list, or the next one that is free.
        var next: UInt32
        var count: UInt32
    }
    private static let size = 128
    private static let eventOffset = 16
    private static let capacity: UInt32 = 7

    private var memory: UnsafeMutableRawPointer?
    /// How many chunks there are, how many of them were ever used, and the one that was given back last.
    private var total: UInt32 = 0
    private var used: UInt32 = 0
    private var free = EventChunks.none

    init() {}

    deinit { memory?.deallocate() }

    @inline(__always)
    private func header(_ chunk: UInt32) -> UnsafeMutablePointer<Header> {
        guard let memory, chunk < used else { preconditionFailure("no chunk \(chunk) of \(used)") }
        return (memory + Int(chunk) * Self.size).assumingMemoryBound(to: Header.self)
    }

    @inline(__always)
    private func events(_ header: UnsafeMutablePointer<Header>) -> UnsafeMutablePointer<PackedEvent> {
        (UnsafeMutableRawPointer(header) + Self.eventOffset).assumingMemoryBound(to: PackedEvent.self)
    }

    /// Adds an event to the list whose last chunk is `last`; returns its last chunk from now on.
    @inline(__always)
    mutating func append(_ event: PackedEvent, to last: UInt32) -> UInt32 {
        var chunk = last
        var place = last == Self.none ? nil : header(last)
        if place == nil || place!.pointee.count == Self.capacity {
            chunk = take(before: last)
            place = header(chunk)
        }
        guard let place else { return chunk }
        events(place)[Int(place.pointee.count)] = event
        place.pointee.count += 1
        return chunk
    }

    private mutating func take(before last: UInt32) -> UInt32 {
        if free != Self.none {
            let chunk = free
            let place = header(chunk)
            free = place.pointee.next
            place.pointee = Header(next: last, count: 0)
            return chunk
        }
        if used == total { grow() }
        used += 1
        header(used - 1).pointee = Header(next: last, count: 0)
        return used - 1
    }

    private mutating func grow() {
        let wider = total + total / 4 + 16
        let place = UnsafeMutableRawPointer.allocate(byteCount: Int(wider) * Self.size, alignment: Self.size)
        if let memory {
            place.copyMemory(from: memory, byteCount: Int(used) * Self.size)
            memory.deallocate()
        }
        (memory, total) = (place, wider)
    }

    /// Calls `body` with the events of a list.
    @inline(__always)
    func forEach(from last: UInt32, _ body: (PackedEvent) -> Void) {
        var chunk = last
        while chunk != Self.none { chunk = visit(chunk, body) }
    }

    /// Calls `body` with the events of one chunk, if it is one; returns the next chunk of its list.
    @inline(__always)
    func visit(_ chunk: UInt32, _ body: (PackedEvent) -> Void) -> UInt32 {
        if chunk == Self.none { return chunk }
        let place = header(chunk)
        for index in 0..<Int(place.pointee.count) { body(events(place)[index]) }
        return place.pointee.next
    }

    /// Moves the events of a list to the end of `all` and gives its chunks back.
    mutating func empty(_ last: UInt32, into all: inout ContiguousArray<PackedEvent>) {
        var chunk = last
        while chunk != Self.none {
            let place = header(chunk)
            all.append(
                contentsOf: UnsafeBufferPointer(start: events(place), count: Int(place.pointee.count)))
            let next = place.pointee.next
            place.pointee.next = free
            free = chunk
            chunk = next
        }
    }
}
