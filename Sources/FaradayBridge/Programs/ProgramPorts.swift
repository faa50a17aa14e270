import BluetoothPort
import PortProtocol

/// The ports that a program has open, under the numbers that it has given them.
struct ProgramPorts {
    private enum Entry {
        case central(any CentralPort, ProgramSink)
        case peripheral(any PeripheralPort, ProgramSink)
        case accessories(any AccessoryPort, ProgramSink)
        case nearby(any NearbyPort, ProgramSink)
    }

    private var entries: [UInt32: Entry] = [:]

    /// How many ports a program may have open.
    static let maximum = 256

    var isFull: Bool { entries.count >= Self.maximum }

    func has(_ number: UInt32) -> Bool { entries[number] != nil }

    // Ports are opened outside the lock, and kept then.

    mutating func keep(_ port: any CentralPort, _ sink: ProgramSink) {
        entries[sink.number] = .central(port, sink)
    }

    mutating func keep(_ port: any PeripheralPort, _ sink: ProgramSink) {
        entries[sink.number] = .peripheral(port, sink)
    }

    mutating func keep(_ port: any AccessoryPort, _ sink: ProgramSink) {
        entries[sink.number] = .accessories(port, sink)
    }

    mutating func keep(_ port: any NearbyPort, _ sink: ProgramSink) {
        entries[sink.number] = .nearby(port, sink)
    }

    func central(_ number: UInt32) -> (any CentralPort)? {
        if case .central(let port, _)? = entries[number] { port } else { nil }
    }

    func peripheral(_ number: UInt32) -> (any PeripheralPort)? {
        if case .peripheral(let port, _)? = entries[number] { port } else { nil }
    }

    func accessories(_ number: UInt32) -> (any AccessoryPort)? {
        if case .accessories(let port, _)? = entries[number] { port } else { nil }
    }

    func nearby(_ number: UInt32) -> (any NearbyPort)? {
        if case .nearby(let port, _)? = entries[number] { port } else { nil }
    }

    /// What closes a port, or nothing if there is none of this number. It is called outside the lock.
    mutating func remove(_ number: UInt32) -> (() -> Void)? {
        switch entries.removeValue(forKey: number) {
        case .central(let port, _): { port.close() }
        case .peripheral(let port, _): { port.close() }
        case .accessories(let port, _): { port.close() }
        case .nearby(let port, _): { port.close() }
        case nil: nil
        }
    }

    /// All numbers, in their order.
    var numbers: [UInt32] { entries.keys.sorted() }
}
