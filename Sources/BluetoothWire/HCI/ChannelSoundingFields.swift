/// The values of Channel Sounding are fields of commands and events.
extension ChannelSounding.Role: HCIField {}
extension ChannelSounding.Roles: HCIField {}
extension ChannelSounding.RTTType: HCIField {}
extension ChannelSounding.SyncPHY: HCIField {}
extension ChannelSounding.LinkPHY: HCIField {}
extension ChannelSounding.Mode: HCIField {}
extension ChannelSounding.Enhancements: HCIField {}
extension ChannelSounding.SNRControl: HCIField {}
extension ChannelSounding.Antennas: HCIField {}
extension ChannelSounding.SyncAntenna: HCIField {}
extension ChannelSounding.ToneAntennas: HCIField {}
extension ChannelSounding.FrequencyOffset: HCIField {}

extension ChannelSounding.ChannelMap: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) { try self.init(decoding: &reader) }
    func put(into bytes: inout [UInt8]) { encode(into: &bytes) }
}

extension ChannelSoundingConfiguration: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) { try self.init(decoding: &reader) }
    func put(into bytes: inout [UInt8]) { encode(into: &bytes) }
}

extension ChannelSounding.StepTimes: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) {
        try self.init(
            betweenPackets: reader.uint8(), betweenTones: reader.uint8(), frequencyChange: reader.uint8(),
            phaseMeasurement: reader.uint8())
    }

    func put(into bytes: inout [UInt8]) {
        bytes += [betweenPackets, betweenTones, frequencyChange, phaseMeasurement]
    }
}

extension ChannelSounding.Progress: HCIField {
    /// Reads three octets; the upper halves of the first two are reserved.
    init(field reader: inout ByteReader) throws(DecodeError) {
        let procedure: ChannelSounding.DoneStatus = try reader.code(
            "procedureDoneStatus", reader.uint8() & 0xF)
        let subevent: ChannelSounding.DoneStatus = try reader.code("subeventDoneStatus", reader.uint8() & 0xF)
        self.init(procedure: procedure, subevent: subevent, aborts: try reader.uint8())
    }

    func put(into bytes: inout [UInt8]) { bytes += [procedure.rawValue, subevent.rawValue, aborts] }
}

extension ByteReader {
    /// Reads the frequency errors of the 72 channels.
    mutating func faeTable() throws(DecodeError) -> [Int8] { try array(72).map { Int8(bitPattern: $0) } }
}

extension Array where Element == UInt8 {
    /// Appends the frequency errors of the 72 channels.
    mutating func put(faeTable table: [Int8]) {
        put(table.map { UInt8(bitPattern: $0) }, exactly: 72)
    }
}
