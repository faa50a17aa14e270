/// Reads pcapng files: sections, interfaces, and packets of the types that `LinkType` knows.
enum PcapngReader {
    private struct Interface {
        var linkType: UInt32
        /// Units of time in a second.
        var resolution: UInt64 = 1_000_000
        /// Seconds to add to each time.
        var offset: UInt64 = 0
        var name: String?
    }

    static func contents(_ bytes: [UInt8]) throws(CaptureProblem) -> CaptureReader.Contents {
        var file = FileNumbers(bytes: bytes)
        var interfaces: [Interface] = []
        var packets: [CapturedPacket] = []
        // Those of all sections.
        var types: [UInt32] = []
        var index = 0
        var number = 0
        while index + 12 <= bytes.count {
            if file.uint32(index) == 0x0A0D_0D0A {
                file.isBigEndian = bytes[index + 8] == 0x1A
                guard file.uint32(index + 8) == 0x1A2B_3C4D else {
                    throw CaptureProblem("the section at byte \(index) has no order of bytes")
                }
                interfaces = []
            }
            guard let type = file.uint32(index), let length = file.uint32(index + 4).map(Int.init),
                length >= 12, length % 4 == 0, let body = file.slice(index + 8, length - 12)
            else { break }
            let block = FileNumbers(bytes: body, isBigEndian: file.isBigEndian)
            switch type {
            case 1:
                let interface = interface(block)
                if let name = interface.name {
                    packets.append(CapturedPacket(time: 0, .adapter(interfaces.count, name: name)))
                }
                interfaces.append(interface)
                types.append(interface.linkType)
            // Packets of older forms only count.
            case 2, 3: number += 1
            case 6:
                number += 1
                if var packet = packet(block, interfaces) {
                    packet.number = number
                    packets.append(packet)
                }
            default: break
            }
            index += length
        }
        // The names of interfaces alone are nothing to show.
        if !packets.contains(where: \.isTraffic), !types.isEmpty { throw LinkType.problem(types) }
        return CaptureReader.Contents(packets: packets, length: min(index, bytes.count))
    }

    private static func interface(_ block: FileNumbers) -> Interface {
        var interface = Interface(linkType: UInt32(block.uint16(0) ?? 0))
        var index = 8
        while let code = block.uint16(index), let length = block.uint16(index + 2).map(Int.init), code != 0 {
            let value = block.slice(index + 4, length) ?? []
            switch code {
            case 2: interface.name = String(decoding: value, as: UTF8.self)
            case 9: interface.resolution = resolution(value.first ?? 6)
            case 14:
                interface.offset = FileNumbers(bytes: value, isBigEndian: block.isBigEndian).uint64(0) ?? 0
            default: break
            }
            index += 4 + (length + 3) / 4 * 4
        }
        return interface
    }

    /// Powers of ten, or of two if the highest bit is set.
    private static func resolution(_ value: UInt8) -> UInt64 {
        let exponent = Int(value & 0x7F)
        guard value & 0x80 == 0 else { return exponent < 63 ? 1 << UInt64(exponent) : 1 }
        return (0..<min(exponent, 18)).reduce(UInt64(1)) { power, _ in power * 10 }
    }

    private static func packet(_ block: FileNumbers, _ interfaces: [Interface]) -> CapturedPacket? {
        guard let number = block.uint32(0).map(Int.init), number < interfaces.count,
            let high = block.uint32(4), let low = block.uint32(8),
            let length = block.uint32(12).map(Int.init),
            let data = block.slice(20, length)
        else { return nil }
        let interface = interfaces[number]
        guard let content = LinkType.content(interface.linkType, data, interface: number) else { return nil }
        let units = UInt64(high) << 32 | UInt64(low)
        let seconds = units / interface.resolution &+ interface.offset
        let rest = (units % interface.resolution).multipliedFullWidth(by: 1_000_000_000)
        let nanoseconds = interface.resolution.dividingFullWidth(rest).quotient
        return CapturedPacket(time: seconds &* 1_000_000_000 &+ nanoseconds, content)
    }
}

/// Reads the older pcap files, which have one link type.
enum PcapReader {
    /// `nil` if the file is no pcap file.
    static func contents(_ bytes: [UInt8]) throws(CaptureProblem) -> CaptureReader.Contents? {
        guard bytes.count >= 24 else { return nil }
        var file = FileNumbers(bytes: bytes)
        var isNanoseconds = false
        switch file.uint32(0) {
        case 0xA1B2_C3D4: break
        case 0xA1B2_3C4D: isNanoseconds = true
        case 0xD4C3_B2A1: file.isBigEndian = true
        case 0x4D3C_B2A1: (file.isBigEndian, isNanoseconds) = (true, true)
        default: return nil
        }
        let type = (file.uint32(20) ?? 0) & 0x0FFF_FFFF
        guard LinkType.isKnown(type) else { throw LinkType.problem([type]) }
        var packets: [CapturedPacket] = []
        var index = 24
        var number = 0
        while let seconds = file.uint32(index), let fraction = file.uint32(index + 4),
            let length = file.uint32(index + 8).map(Int.init), let data = file.slice(index + 16, length)
        {
            let time = UInt64(seconds) * 1_000_000_000 + UInt64(fraction) * (isNanoseconds ? 1 : 1000)
            number += 1
            if let content = LinkType.content(type, data, interface: 0) {
                packets.append(CapturedPacket(time: time, content, number: number))
            }
            index += 16 + length
        }
        if packets.isEmpty { throw LinkType.problem([type]) }
        return CaptureReader.Contents(packets: packets, length: min(index, bytes.count))
    }
}
