/// A packet with the header "per-packet information", link type 192: fields about it, and a packet of another link type.
///
/// Source: the format as Wireshark reads it; Ubertooth's field 30006.
enum PerPacketInformation {
    private static let ubertooth: UInt16 = 30_006

    /// The packet; `nil` if it is damaged or of a kind that is not read here.
    static func content(_ data: [UInt8], interface: Int) -> CapturedPacket.Content? {
        let numbers = FileNumbers(bytes: data)
        guard let length = numbers.uint16(2).map(Int.init), let type = numbers.uint32(4),
            length >= 8, length <= data.count, type != LinkType.perPacketInformation.rawValue,
            var content = LinkType.content(type, Array(data[length...]), interface: interface)
        else { return nil }
        guard case .linkLayer(var packet) = content else { return content }
        var index = 8
        while index + 4 <= length, let field = numbers.uint16(index),
            let size = numbers.uint16(index + 2).map(Int.init), index + 4 + size <= length
        {
            if field == ubertooth, let value = numbers.slice(index + 4, size) { add(value, to: &packet) }
            index += 4 + size
        }
        content = .linkLayer(packet)
        return content
    }

    /// Version, channel in MHz, two parts of a clock, and the highest, lowest and mean strength.
    private static func add(_ value: [UInt8], to packet: inout LinkLayerPacket) {
        guard let frequency = FileNumbers(bytes: value).uint16(1) else { return }
        if 2402...2480 ~= frequency { packet.rfChannel = UInt8((frequency - 2402) / 2) }
        if value.count > 10 { packet.signalPower = Int8(bitPattern: value[10]) }
    }
}
