/// A packet of a capture file, and when it was seen.
package struct CapturedPacket: Hashable, Sendable {
    /// What was seen.
    package enum Content: Hashable, Sendable {
        /// Between host and controller: the number of the adapter, and the packet with its H4 indicator.
        case hci(adapter: Int, CaptureDirection, [UInt8])
        /// On air.
        case linkLayer(LinkLayerPacket)
        /// The name of an adapter.
        case adapter(Int, name: String)
        /// A line that the capturing program wrote.
        case note(String)
    }

    /// Nanoseconds since 1970.
    package var time: UInt64
    package var content: Content

    package init(time: UInt64, _ content: Content) {
        self.time = time
        self.content = content
    }
}

/// Why a file is no capture that can be read.
package struct CaptureProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Reads the packets of a capture: pcapng, pcap or btsnoop, of HCI or of the link layer.
///
/// A file that ends in the middle of a packet gives the packets before it: captures are often cut.
///
/// ```swift
/// let packets = try CaptureReader.packets(bytes)
/// ```
///
/// Sources: the pcapng draft; the link types of tcpdump.org; BlueZ `doc/btsnoop.txt`.
package enum CaptureReader {
    /// The packets in their order in the file.
    package static func packets(_ bytes: [UInt8]) throws(CaptureProblem) -> [CapturedPacket] {
        if bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) { return try PcapngReader.packets(bytes) }
        if bytes.starts(with: Array("btsnoop\0".utf8)) { return try BTSnoopReader.packets(bytes) }
        if let packets = try PcapReader.packets(bytes) { return packets }
        throw CaptureProblem("the file is no pcapng, pcap or btsnoop file")
    }
}

/// Numbers in a file, in its order of bytes; reads past the end give `nil`.
struct FileNumbers {
    let bytes: [UInt8]
    var isBigEndian = false

    func uint16(_ index: Int) -> UInt16? {
        guard index >= 0, index + 2 <= bytes.count else { return nil }
        let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? a << 8 | b : b << 8 | a
    }

    func uint32(_ index: Int) -> UInt32? {
        guard let a = uint16(index), let b = uint16(index + 2) else { return nil }
        return isBigEndian ? UInt32(a) << 16 | UInt32(b) : UInt32(b) << 16 | UInt32(a)
    }

    func uint64(_ index: Int) -> UInt64? {
        guard let a = uint32(index), let b = uint32(index + 4) else { return nil }
        return isBigEndian ? UInt64(a) << 32 | UInt64(b) : UInt64(b) << 32 | UInt64(a)
    }

    func slice(_ index: Int, _ count: Int) -> [UInt8]? {
        guard index >= 0, count >= 0, count <= bytes.count, index <= bytes.count - count else { return nil }
        return Array(bytes[index..<(index + count)])
    }
}

/// What a packet of a link type contains.
enum LinkType {
    /// The packet; `nil` if it is damaged or of a kind that is not read here.
    static func content(_ type: UInt32, _ data: [UInt8], interface: Int) -> CapturedPacket.Content? {
        switch type {
        case 187: return hci(data, interface)
        case 201:
            // A direction comes first, in network order.
            guard data.count > 4 else { return nil }
            return .hci(adapter: interface, data[3] & 1 == 0 ? .toController : .toHost, Array(data[4...]))
        case 251:
            return LinkLayerPacket(unadorned: data).map { .linkLayer($0) }
        case 254: return monitor(data)
        case 256: return LinkLayerPacket(decoding: data).map { .linkLayer($0) }
        default: return nil
        }
    }

    /// Whether packets of this type are read.
    static func isKnown(_ type: UInt32) -> Bool { [187, 201, 251, 254, 256].contains(type) }

    /// Without a direction: commands go down, events up, and data are guessed by their boundary flags, which hosts and
    /// controllers set in different ways (Core 6.0, Vol 4, Part E, 5.4.2).
    private static func hci(_ data: [UInt8], _ adapter: Int) -> CapturedPacket.Content? {
        guard let type = data.first else { return nil }
        switch type {
        case 1: return .hci(adapter: adapter, .toController, data)
        case 4: return .hci(adapter: adapter, .toHost, data)
        default:
            guard data.count > 2 else { return nil }
            return .hci(adapter: adapter, data[2] >> 4 & 3 == 2 ? .toHost : .toController, data)
        }
    }

    private static func monitor(_ data: [UInt8]) -> CapturedPacket.Content? {
        guard data.count >= 4 else { return nil }
        let adapter = Int(data[0]) << 8 | Int(data[1])
        return monitor(UInt16(data[2]) << 8 | UInt16(data[3]), adapter, Array(data[4...]))
    }

    /// A record of Linux' monitor: its opcode says what it is.
    static func monitor(_ opcode: UInt16, _ adapter: Int, _ data: [UInt8]) -> CapturedPacket.Content? {
        switch opcode {
        case 0 where data.count >= 8:
            let name = data[8...].prefix { $0 != 0 }
            return .adapter(adapter, name: String(decoding: name, as: UTF8.self))
        case 2: return .hci(adapter: adapter, .toController, [1] + data)
        case 3: return .hci(adapter: adapter, .toHost, [4] + data)
        case 4: return .hci(adapter: adapter, .toController, [2] + data)
        case 5: return .hci(adapter: adapter, .toHost, [2] + data)
        case 12: return .note(String(decoding: data.prefix { $0 != 0 }, as: UTF8.self))
        default: return nil
        }
    }
}
