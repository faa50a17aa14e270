/// Reads the older pcap files, which have one link type.
struct PcapRecords: CaptureRecords {
    let fileHeader = 24
    let recordHeader = 16
    private var isBigEndian = false
    private var isNanoseconds = false
    private let type: UInt32
    private var number = 0
    private var isEmpty = true

    /// Whether a file begins with a number that tells the order of bytes, and the unit of times.
    static func isOrder(_ bytes: [UInt8]) -> Bool { order(bytes) != nil }

    private static func order(_ bytes: [UInt8]) -> (isBigEndian: Bool, isNanoseconds: Bool)? {
        switch FileNumbers(bytes: bytes).uint32(0) {
        case 0xA1B2_C3D4: (false, false)
        case 0xA1B2_3C4D: (false, true)
        case 0xD4C3_B2A1: (true, false)
        case 0x4D3C_B2A1: (true, true)
        default: nil
        }
    }

    /// Begins with the header of a file; `nil` if it is no pcap file.
    init?(_ bytes: [UInt8]) throws(CaptureProblem) {
        guard let order = Self.order(bytes) else { return nil }
        (isBigEndian, isNanoseconds) = order
        let header = FileNumbers(bytes: bytes, isBigEndian: isBigEndian)
        guard let type = header.uint32(20).map({ $0 & 0x0FFF_FFFF }) else { return nil }
        guard LinkType.isKnown(type) else { throw LinkType.problem([type]) }
        self.type = type
    }

    func length(_ bytes: [UInt8], _ index: Int, at place: Int) -> Int? {
        FileNumbers(bytes: bytes, isBigEndian: isBigEndian).uint32(index + 8).map { recordHeader + Int($0) }
    }

    mutating func packet(_ bytes: [UInt8], _ record: Range<Int>) -> CapturedPacket? {
        let file = FileNumbers(bytes: bytes, isBigEndian: isBigEndian)
        let index = record.lowerBound
        number += 1
        guard let seconds = file.uint32(index), let fraction = file.uint32(index + 4),
            let length = file.uint32(index + 8).map(Int.init), recordHeader + length == record.count,
            let data = file.slice(index + recordHeader, length),
            let content = LinkType.content(type, data, interface: 0)
        else { return nil }
        isEmpty = false
        let time = UInt64(seconds) * 1_000_000_000 + UInt64(fraction) * (isNanoseconds ? 1 : 1000)
        return CapturedPacket(time: time, content, number: number)
    }

    func finish() throws(CaptureProblem) {
        if isEmpty { throw LinkType.problem([type]) }
    }
}
