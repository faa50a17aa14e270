/// Reads pcapng files: sections, interfaces, and packets of the types that `LinkType` knows.
struct PcapngRecords: CaptureRecords {
    private struct Interface {
        var linkType: UInt32
        /// Units of time in a second.
        var resolution: UInt64 = 1_000_000
        /// Seconds to add to each time.
        var offset: UInt64 = 0
        var name: String?
    }

    let fileHeader = 0
    let recordHeader = 12
    /// The length of the block once more.
    let recordTrailer = 4
    private var isBigEndian = false
    private var interfaces: [Interface] = []
    private var number = 0
    /// Those of all sections, each once.
    private var types: [UInt32] = []
    /// The names of interfaces alone are nothing to show.
    private var hasTraffic = false

    mutating func length(_ bytes: [UInt8], _ index: Int, at place: Int) throws(CaptureProblem) -> Int? {
        if FileNumbers(bytes: bytes).uint32(index) == 0x0A0D_0D0A {
            isBigEndian = bytes[index + 8] == 0x1A
            guard FileNumbers(bytes: bytes, isBigEndian: isBigEndian).uint32(index + 8) == 0x1A2B_3C4D else {
                throw CaptureProblem("the section at byte \(place) has no order of bytes")
            }
            interfaces = []
        }
        let file = FileNumbers(bytes: bytes, isBigEndian: isBigEndian)
        guard let length = file.uint32(index + 4).map(Int.init), length >= 12, length % 4 == 0 else {
            return nil
        }
        return length
    }

    mutating func packet(_ bytes: [UInt8], _ record: Range<Int>) -> CapturedPacket? {
        let file = FileNumbers(bytes: bytes, isBigEndian: isBigEndian)
        let body = file.slice(record.lowerBound + 8, record.count - 12) ?? []
        let block = FileNumbers(bytes: body, isBigEndian: isBigEndian)
        switch file.uint32(record.lowerBound) {
        case 1:
            let interface = Self.interface(block)
            interfaces.append(interface)
            if !types.contains(interface.linkType) { types.append(interface.linkType) }
            return interface.name.map { CapturedPacket(time: 0, .adapter(interfaces.count - 1, name: $0)) }
        // Packets of older forms only count.
        case 2, 3: number += 1
        case 6:
            number += 1
            guard var packet = Self.packet(block, interfaces) else { return nil }
            packet.number = number
            if packet.isTraffic { hasTraffic = true }
            return packet
        default: break
        }
        return nil
    }

    func finish() throws(CaptureProblem) {
        if !hasTraffic, !types.isEmpty { throw LinkType.problem(types) }
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
