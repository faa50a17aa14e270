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
    /// Where it stands in its file, from 1 on, as Wireshark numbers it; 0 if it is no packet of a file. What can't be read
    /// counts too. It is no part of what is equal.
    package var number: Int

    package init(time: UInt64, _ content: Content, number: Int = 0) {
        self.time = time
        self.content = content
        self.number = number
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.time == right.time && left.content == right.content
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(time)
        hasher.combine(content)
    }

    /// Whether it was sent by somebody, and is not what the capturing program says.
    var isTraffic: Bool {
        switch content {
        case .hci, .linkLayer: true
        case .adapter, .note: false
        }
    }
}

/// Why a file is no capture that can be read.
package struct CaptureProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Reads the packets of a capture: pcapng, pcap, btsnoop or Apple's PacketLogger, of HCI or of the link layer.
///
/// A file that ends in the middle of a packet gives the packets before it: captures are often cut.
///
/// ```swift
/// let packets = try CaptureReader.packets(bytes)
/// ```
///
/// Sources: the pcapng draft; the link types of tcpdump.org; BlueZ `doc/btsnoop.txt`.
package enum CaptureReader {
    /// What is in a file.
    package struct Contents {
        /// The packets in their order in the file.
        package var packets: [CapturedPacket]
        /// The length of what has a form: more bytes are in the file if it is cut or damaged.
        package var length: Int
    }

    /// The packets in their order in the file.
    package static func packets(_ bytes: [UInt8]) throws(CaptureProblem) -> [CapturedPacket] {
        try contents(bytes).packets
    }

    /// The packets, and how far the file can be read.
    package static func contents(_ bytes: [UInt8]) throws(CaptureProblem) -> Contents {
        var stream = CaptureStream()
        stream.add(bytes)
        stream.end()
        var packets: [CapturedPacket] = []
        while let packet = try stream.next() { packets.append(packet) }
        return Contents(packets: packets, length: stream.length)
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
