import BluetoothTypes
import BluetoothWire

/// Packets in the format that a file's name asks for.
struct CaptureWriter: Sendable {
    private enum Format: Sendable {
        case pcapng(PcapngWriter, interfaces: [PcapngWriter.Interface])
        case btsnoop(BTSnoopWriter)
        case packetLogger(PacketLoggerWriter)
    }

    private var format: Format

    /// btsnoop for `.btsnoop` and `.log`, PacketLogger's format for `.pklg`, pcapng for all others.
    init(path: String) {
        if path.hasSuffix(".btsnoop") || path.hasSuffix(".log") {
            format = .btsnoop(BTSnoopWriter(.hciUART))
        } else if path.hasSuffix(".pklg") {
            format = .packetLogger(PacketLoggerWriter())
        } else {
            format = .pcapng(PcapngWriter(application: "Faraday"), interfaces: [])
        }
    }

    mutating func add(_ packet: RecordedPacket) {
        let time = UInt64(clamping: packet.time.nanoseconds)
        switch format {
        case .pcapng(var writer, var interfaces):
            // In this format each manager is a controller of its own.
            while interfaces.count <= packet.manager {
                interfaces.append(writer.addInterface(.hci, name: "manager \(interfaces.count + 1)"))
            }
            writer.add(
                packet.bytes, packet.direction, on: interfaces[packet.manager], at: time,
                comment: packet.isNotice ? RebuiltNotice.text : nil)
            format = .pcapng(writer, interfaces: interfaces)
        case .btsnoop(var writer):
            writer.add(packet.bytes, packet.direction, at: time)
            format = .btsnoop(writer)
        case .packetLogger(var writer):
            writer.add(packet.bytes, packet.direction, at: time)
            format = .packetLogger(writer)
        }
    }

    /// Hands over the bytes since the last time.
    mutating func drain() -> [UInt8] {
        switch format {
        case .pcapng(var writer, let interfaces):
            defer { format = .pcapng(writer, interfaces: interfaces) }
            return writer.drain()
        case .btsnoop(var writer):
            defer { format = .btsnoop(writer) }
            return writer.drain()
        case .packetLogger(var writer):
            defer { format = .packetLogger(writer) }
            return writer.drain()
        }
    }
}
