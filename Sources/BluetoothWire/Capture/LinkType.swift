/// What a packet of a link type contains, by the numbers of tcpdump.org.
enum LinkType: UInt32 {
    /// What Nordic's sniffer used before it had a number of its own.
    case user10 = 157
    case hciUART = 187
    case perPacketInformation = 192
    case hciUARTWithDirection = 201
    case linkLayer = 251
    case linuxMonitor = 254
    case linkLayerWithHeader = 256
    case nordicSniffer = 272

    /// The packet; `nil` if it is damaged or of a kind that is not read here.
    static func content(_ type: UInt32, _ data: [UInt8], interface: Int) -> CapturedPacket.Content? {
        switch LinkType(rawValue: type) {
        case .user10, .nordicSniffer: return LinkLayerPacket(nordic: data).map { .linkLayer($0) }
        case .hciUART: return hci(data, interface)
        case .perPacketInformation: return PerPacketInformation.content(data, interface: interface)
        case .hciUARTWithDirection:
            // A direction comes first, in network order.
            guard data.count > 4 else { return nil }
            return .hci(adapter: interface, data[3] & 1 == 0 ? .toController : .toHost, Array(data[4...]))
        case .linkLayer:
            return LinkLayerPacket(unadorned: data).map { .linkLayer($0) }
        case .linuxMonitor: return monitor(data)
        case .linkLayerWithHeader: return LinkLayerPacket(decoding: data).map { .linkLayer($0) }
        case nil: return nil
        }
    }

    /// Whether packets of this type are read.
    static func isKnown(_ type: UInt32) -> Bool { LinkType(rawValue: type) != nil }

    /// Why a file with these link types, and no others, has nothing to show. Says each type once, in the file's order.
    static func problem(_ types: [UInt32]) -> CaptureProblem {
        var named: [UInt32] = []
        for type in types where !named.contains(type) { named.append(type) }
        let list = named.map(text).joined(separator: ", ")
        let isOne = named.count == 1
        guard named.contains(where: isKnown) else {
            return CaptureProblem(
                "link type\(isOne ? "" : "s") \(list) of the file \(isOne ? "is" : "are") no Bluetooth LE traffic that is read here"
            )
        }
        return CaptureProblem(
            "the file has no packet of Bluetooth LE that can be read; its link type\(isOne ? " is" : "s are") \(list)"
        )
    }

    /// The number, and the name of those that people capture by mistake.
    private static func text(_ type: UInt32) -> String {
        let name: String? =
            switch type {
            case 1: "Ethernet"
            case 105, 127: "Wi-Fi"
            case 113, 276: "any interface of Linux"
            case 189, 220: "USB on Linux"
            case 195, 230: "IEEE 802.15.4"
            case 249: "USB on Windows"
            case 255: "Bluetooth BR/EDR"
            default: nil
            }
        return "\(type)" + (name.map { " (\($0))" } ?? "")
    }

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
