import BluetoothPort
import PortProtocol

/// The managers that a program has open at the phone of another process.
struct RemoteManagers {
    private struct Entry {
        var opening: PortFrame.Opening
        var sink: Sink
    }

    private enum Sink {
        case central(WeakSink<any CentralSink>)
        case peripheral(WeakSink<any PeripheralSink>)
        case accessories(WeakSink<any AccessorySink>)
        case nearby(WeakSink<any NearbySink>)
    }

    /// An event on its way to the manager that gets it.
    enum Errand: Sendable {
        case central(any CentralSink, Central.Event)
        case peripheral(any PeripheralSink, Peripheral.Event)
        case accessories(any AccessorySink, Accessories.Event)
        case nearby(any NearbySink, Nearby.Event)

        func run(_ delivery: Delivery) {
            switch self {
            case .central(let sink, let event): sink.receive(event, delivery)
            case .peripheral(let sink, let event): sink.receive(event, delivery)
            case .accessories(let sink, let event): sink.receive(event, delivery)
            case .nearby(let sink, let event): sink.receive(event, delivery)
            }
        }
    }

    private var entries: [UInt32: Entry] = [:]
    private var next: UInt32 = 1

    // MARK: Opening

    mutating func open(_ options: ManagerOptions, _ sink: any CentralSink) -> (UInt32, PortFrame) {
        open(.central(options), .central(WeakSink(sink)))
    }

    mutating func open(_ options: ManagerOptions, _ sink: any PeripheralSink) -> (UInt32, PortFrame) {
        open(.peripheral(options), .peripheral(WeakSink(sink)))
    }

    mutating func open(_ sink: any AccessorySink) -> (UInt32, PortFrame) {
        open(.accessories, .accessories(WeakSink(sink)))
    }

    mutating func open(_ sink: any NearbySink) -> (UInt32, PortFrame) {
        open(.nearby, .nearby(WeakSink(sink)))
    }

    private mutating func open(_ opening: PortFrame.Opening, _ sink: Sink) -> (UInt32, PortFrame) {
        defer { next += 1 }
        entries[next] = Entry(opening: opening, sink: sink)
        return (next, .open(next, opening))
    }

    func has(_ number: UInt32) -> Bool { entries[number] != nil }

    /// Whether it was open.
    mutating func close(_ number: UInt32) -> Bool { entries.removeValue(forKey: number) != nil }

    /// What opens all managers again, at a server that knows none of them.
    var reopenings: [PortFrame] {
        entries.sorted { $0.key < $1.key }.map { .open($0.key, $0.value.opening) }
    }

    // MARK: Events

    /// The errand of a frame with an event; `nil` for others, and if nobody waits for it any more.
    func errand(of frame: PortFrame) -> Errand? {
        switch frame {
        case .centralEvent(let number, let event):
            guard case .central(let weak)? = entries[number]?.sink, let sink = weak.sink else { return nil }
            return .central(sink, event)
        case .peripheralEvent(let number, let event):
            guard case .peripheral(let weak)? = entries[number]?.sink, let sink = weak.sink else {
                return nil
            }
            return .peripheral(sink, event)
        case .accessoriesEvent(let number, let event):
            guard case .accessories(let weak)? = entries[number]?.sink, let sink = weak.sink else {
                return nil
            }
            return .accessories(sink, event)
        case .nearbyEvent(let number, let event):
            guard case .nearby(let weak)? = entries[number]?.sink, let sink = weak.sink else { return nil }
            return .nearby(sink, event)
        default: return nil
        }
    }

    /// The connection is lost: managers see a reset of Bluetooth (behaviour 1.18), as when the system's daemon restarts, and
    /// sessions end.
    mutating func lose() -> [Errand] {
        var errands: [Errand] = []
        for (number, entry) in entries.sorted(by: { $0.key < $1.key }) {
            switch entry.sink {
            case .central(let weak):
                if let sink = weak.sink { errands.append(.central(sink, .stateChanged(.resetting))) }
            case .peripheral(let weak):
                if let sink = weak.sink { errands.append(.peripheral(sink, .stateChanged(.resetting))) }
            case .accessories(let weak):
                if let sink = weak.sink { errands.append(.accessories(sink, .invalidated(nil))) }
                entries[number] = nil
            case .nearby(let weak):
                if let sink = weak.sink { errands.append(.nearby(sink, .suspended)) }
            }
        }
        return errands
    }
}
