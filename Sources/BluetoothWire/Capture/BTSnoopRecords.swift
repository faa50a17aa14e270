/// Reads btsnoop files of one controller, as phones write them, and of Linux' monitor.
struct BTSnoopRecords: CaptureRecords {
    /// Microseconds from the year 0 to 1970.
    private static let epoch: UInt64 = 0x00DC_DDB3_0F2F_8000

    let fileHeader = 16
    let recordHeader = 24
    private let link: UInt32
    private var number = 0

    /// Begins with the header of a file.
    init(_ bytes: [UInt8]) throws(CaptureProblem) {
        let file = FileNumbers(bytes: bytes, isBigEndian: true)
        guard let version = file.uint32(8), let link = file.uint32(12) else {
            throw CaptureProblem("the btsnoop file ends within its header")
        }
        guard version == 1 else {
            throw CaptureProblem("the btsnoop file has version \(version); 1 is read here")
        }
        guard [1001, 1002, 2001].contains(link) else {
            throw CaptureProblem("data link \(link) of the btsnoop file is not read here")
        }
        self.link = link
    }

    func length(_ bytes: [UInt8], _ index: Int, at place: Int) -> Int? {
        FileNumbers(bytes: bytes, isBigEndian: true).uint32(index + 4).map { recordHeader + Int($0) }
    }

    mutating func packet(_ bytes: [UInt8], _ record: Range<Int>) -> CapturedPacket? {
        let file = FileNumbers(bytes: bytes, isBigEndian: true)
        let index = record.lowerBound
        number += 1
        guard let length = file.uint32(index + 4).map(Int.init), recordHeader + length == record.count,
            let flags = file.uint32(index + 8), let time = file.uint64(index + 16),
            let data = file.slice(index + recordHeader, length), let content = content(flags, data)
        else { return nil }
        let nanoseconds =
            time >= Self.epoch ? (time - Self.epoch).multipliedReportingOverflow(by: 1000).partialValue : 0
        return CapturedPacket(time: nanoseconds, content, number: number)
    }

    func finish() {}

    private func content(_ flags: UInt32, _ data: [UInt8]) -> CapturedPacket.Content? {
        let direction: CaptureDirection = flags & 1 == 0 ? .toController : .toHost
        switch link {
        case 2001:
            return LinkType.monitor(UInt16(truncatingIfNeeded: flags), Int(flags >> 16), data)
        case 1002: return data.isEmpty ? nil : .hci(adapter: 0, direction, data)
        default:
            // Without the indicator: a flag tells commands and events from data.
            let indicator: UInt8 = flags & 2 == 0 ? 2 : direction == .toController ? 1 : 4
            return .hci(adapter: 0, direction, [indicator] + data)
        }
    }
}
