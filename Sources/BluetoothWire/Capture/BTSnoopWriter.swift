/// Writes HCI traffic in the btsnoop format, which btmon, Wireshark and phones' developer tools read.
///
/// A file is `hciUART`, for one controller, or `linuxMonitor`, for many. The writer opens no file: the
/// caller drains its bytes. Times are nanoseconds since the Unix epoch, and are cut to microseconds.
///
/// ```swift
/// var writer = BTSnoopWriter(.hciUART)
/// writer.add([0x01, 0x03, 0x0C, 0x00], .toController, at: 1_700_000_000_000_000_000)
/// let file = writer.drain()
/// ```
///
/// Source: RFC 1761 (the record format it shares with snoop); BlueZ `doc/btsnoop.txt` for the monitor.
package struct BTSnoopWriter: Sendable {
    /// The format of the records in a file.
    package enum DataLink: UInt32, Hashable, Sendable {
        /// H4 packets of one controller, type byte first.
        case hciUART = 1002
        /// Packets of up to 65,535 numbered adapters, as the Linux kernel's monitor reports them.
        case linuxMonitor = 2001
    }

    /// The kind of a record of the monitor: the lower half of its flags.
    private enum MonitorOpcode: UInt16 {
        case newIndex = 0
        case deleteIndex = 1
        case command = 2
        case event = 3
        case aclTransmitted = 4
        case aclReceived = 5
        case scoTransmitted = 6
        case scoReceived = 7
        case openIndex = 8
        case closeIndex = 9
        case systemNote = 12
        case isoTransmitted = 18
        case isoReceived = 19
    }

    /// The format of this file's records.
    package let dataLink: DataLink
    /// The bytes that were written and not drained yet.
    package private(set) var pending: [UInt8] = []

    /// Microseconds from midnight of January 1 of year 0, where btsnoop starts to count, to 1970.
    private static let unixEpoch: UInt64 = 0x00DC_DDB3_0F2F_8000

    /// Starts a file with its header.
    package init(_ dataLink: DataLink) {
        self.dataLink = dataLink
        pending.append(contentsOf: Array("btsnoop\0".utf8))
        pending.append(bigEndian: UInt32(1))
        pending.append(bigEndian: dataLink.rawValue)
    }

    /// Hands over what was written since the last time.
    package mutating func drain() -> [UInt8] {
        defer { pending = [] }
        return pending
    }

    /// Adds an H4 packet, type byte first; packets of unknown type are omitted.
    ///
    /// `adapter` is used by the monitor format, in which an adapter has to be announced first.
    package mutating func add(
        _ packet: [UInt8], adapter: UInt16 = 0, _ direction: CaptureDirection, at time: UInt64
    ) {
        guard let type = packet.first, (1...5).contains(type) else { return }
        switch dataLink {
        case .hciUART:
            let isCommandOrEvent = type == 1 || type == 4
            record(
                packet, flags: (direction == .toHost ? 1 : 0) | (isCommandOrEvent ? 2 : 0), at: time)
        case .linuxMonitor:
            let isReceived = direction == .toHost
            let opcode: MonitorOpcode =
                switch type {
                case 1: .command
                case 2: isReceived ? .aclReceived : .aclTransmitted
                case 3: isReceived ? .scoReceived : .scoTransmitted
                case 4: .event
                default: isReceived ? .isoReceived : .isoTransmitted
                }
            monitorRecord(Array(packet.dropFirst()), opcode, adapter, at: time)
        }
    }

    /// Announces an adapter, whose name is cut to seven bytes, and opens it; does nothing to `hciUART`.
    package mutating func addAdapter(_ adapter: UInt16, address: DeviceAddress, name: String, at time: UInt64)
    {
        guard dataLink == .linuxMonitor else { return }
        // Primary controller, virtual bus.
        var data: [UInt8] = [0, 0]
        data.append(address)
        let text = Array(name.utf8.prefix(7))
        data.append(contentsOf: text + Array(repeating: 0, count: 8 - text.count))
        monitorRecord(data, .newIndex, adapter, at: time)
        monitorRecord([], .openIndex, adapter, at: time)
    }

    /// Closes an adapter and removes it; does nothing to `hciUART`.
    package mutating func removeAdapter(_ adapter: UInt16, at time: UInt64) {
        guard dataLink == .linuxMonitor else { return }
        monitorRecord([], .closeIndex, adapter, at: time)
        monitorRecord([], .deleteIndex, adapter, at: time)
    }

    /// Adds a line of text, such as a node's full name; does nothing to `hciUART`.
    package mutating func addNote(_ text: String, adapter: UInt16 = 0xFFFF, at time: UInt64) {
        guard dataLink == .linuxMonitor else { return }
        monitorRecord(Array(text.utf8) + [0], .systemNote, adapter, at: time)
    }

    private mutating func monitorRecord(
        _ data: [UInt8], _ opcode: MonitorOpcode, _ adapter: UInt16, at time: UInt64
    ) {
        record(data, flags: UInt32(adapter) << 16 | UInt32(opcode.rawValue), at: time)
    }

    private mutating func record(_ data: [UInt8], flags: UInt32, at time: UInt64) {
        let length = UInt32(clamping: data.count)
        pending.append(bigEndian: length)
        pending.append(bigEndian: length)
        pending.append(bigEndian: flags)
        // Dropped packets so far.
        pending.append(bigEndian: UInt32(0))
        pending.append(bigEndian: Self.unixEpoch &+ time / 1000)
        pending.append(contentsOf: data)
    }
}
