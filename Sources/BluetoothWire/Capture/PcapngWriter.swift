/// Writes HCI and link-layer traffic in the pcapng format, one interface for each node and level.
///
/// The writer opens no file: the caller drains its bytes. Times are nanoseconds since the Unix epoch.
///
/// ```swift
/// var writer = PcapngWriter(application: "faraday")
/// let phone = writer.addInterface(.hci, name: "phone")
/// writer.add([0x01, 0x03, 0x0C, 0x00], .toController, on: phone, at: 1_700_000_000_000_000_000)
/// let file = writer.drain()
/// ```
///
/// Source: draft-ietf-opsawg-pcapng; link types 201 and 256 of the tcpdump registry.
package struct PcapngWriter: Sendable {
    /// The format of an interface's packets.
    package enum LinkType: UInt16, Hashable, Sendable {
        /// H4 packets with their direction.
        case hci = 201
        /// Link-layer packets with what a sniffer knows of them.
        case linkLayer = 256
    }

    /// An interface of one writer.
    package struct Interface: Hashable, Sendable {
        fileprivate let index: UInt32
        /// The format of its packets.
        package let linkType: LinkType
    }

    private enum Block {
        static let sectionHeader: UInt32 = 0x0A0D_0D0A
        static let interfaceDescription: UInt32 = 1
        static let enhancedPacket: UInt32 = 6
    }

    private enum Option {
        static let end: UInt16 = 0
        static let comment: UInt16 = 1
        static let interfaceName: UInt16 = 2
        static let userApplication: UInt16 = 4
        static let timestampResolution: UInt16 = 9
    }

    /// The bytes that were written and not drained yet.
    package private(set) var pending: [UInt8] = []
    private var interfaceCount: UInt32 = 0

    /// Starts a file with a section header that names the program.
    package init(application: String) {
        var body: [UInt8] = []
        // The byte-order magic: all that follows is little-endian.
        body.append(littleEndian: UInt32(0x1A2B_3C4D))
        // Version 1.0, section of unknown length.
        body.append(littleEndian: UInt16(1))
        body.append(littleEndian: UInt16(0))
        body.append(littleEndian: UInt64.max)
        Self.append(Option.userApplication, Array(application.utf8), to: &body)
        Self.append(Option.end, [], to: &body)
        append(Block.sectionHeader, body)
    }

    /// Hands over what was written since the last time.
    package mutating func drain() -> [UInt8] {
        defer { pending = [] }
        return pending
    }

    /// Adds an interface; its name is what Wireshark shows for its packets.
    package mutating func addInterface(_ linkType: LinkType, name: String) -> Interface {
        var body: [UInt8] = []
        body.append(littleEndian: linkType.rawValue)
        body.append(littleEndian: UInt16(0))
        // No limit to the length of packets.
        body.append(littleEndian: UInt32(0))
        Self.append(Option.interfaceName, Array(name.utf8), to: &body)
        // Nanoseconds: ten to the minus ninth.
        Self.append(Option.timestampResolution, [9], to: &body)
        Self.append(Option.end, [], to: &body)
        append(Block.interfaceDescription, body)
        defer { interfaceCount += 1 }
        return Interface(index: interfaceCount, linkType: linkType)
    }

    /// Adds an H4 packet, type byte first.
    package mutating func add(
        _ packet: [UInt8], _ direction: CaptureDirection, on interface: Interface, at time: UInt64,
        comment: String? = nil
    ) {
        precondition(interface.linkType == .hci, "HCI packet on an interface of \(interface.linkType)")
        var data: [UInt8] = []
        data.append(bigEndian: direction == .toController ? UInt32(0) : UInt32(1))
        data.append(contentsOf: packet)
        add(data: data, on: interface, at: time, comment: comment)
    }

    /// Adds a packet of the air.
    package mutating func add(
        _ packet: LinkLayerPacket, on interface: Interface, at time: UInt64, comment: String? = nil
    ) {
        precondition(interface.linkType == .linkLayer, "air packet on an interface of \(interface.linkType)")
        var data: [UInt8] = []
        packet.encode(into: &data)
        add(data: data, on: interface, at: time, comment: comment)
    }

    private mutating func add(data: [UInt8], on interface: Interface, at time: UInt64, comment: String?) {
        precondition(interface.index < interfaceCount, "interface \(interface.index) of another writer")
        var body: [UInt8] = []
        body.append(littleEndian: interface.index)
        body.append(littleEndian: UInt32(truncatingIfNeeded: time >> 32))
        body.append(littleEndian: UInt32(truncatingIfNeeded: time))
        body.append(littleEndian: UInt32(clamping: data.count))
        body.append(littleEndian: UInt32(clamping: data.count))
        body.append(contentsOf: data)
        Self.pad(&body)
        if let comment {
            Self.append(Option.comment, Array(comment.utf8), to: &body)
            Self.append(Option.end, [], to: &body)
        }
        append(Block.enhancedPacket, body)
    }

    private mutating func append(_ type: UInt32, _ body: [UInt8]) {
        let length = UInt32(clamping: body.count + 12)
        pending.append(littleEndian: type)
        pending.append(littleEndian: length)
        pending.append(contentsOf: body)
        pending.append(littleEndian: length)
    }

    /// An option's value has at most 65,535 bytes; a longer one is cut.
    private static func append(_ option: UInt16, _ value: [UInt8], to body: inout [UInt8]) {
        let value = value.prefix(Int(UInt16.max))
        body.append(littleEndian: option)
        body.append(littleEndian: UInt16(value.count))
        body.append(contentsOf: value)
        pad(&body)
    }

    private static func pad(_ bytes: inout [UInt8]) {
        while bytes.count % 4 != 0 { bytes.append(0) }
    }
}
