/// Reads the files of Apple's PacketLogger (`.pklg`), which are records without a header before them.
///
/// A file begins where its first records, at most five, are right: that is all there is to recognize it by.
struct PacketLoggerRecords: CaptureRecords {
    private struct Record {
        var time: UInt64
        var type: UInt8
        var payload: [UInt8]
        /// Where the next one begins.
        var end: Int
    }

    private static let recordsToRecognize = 5

    /// What the first bytes of a file tell.
    enum Recognition {
        case found(PacketLoggerRecords)
        case undecided
        case other
    }

    let fileHeader = 0
    let recordHeader = 12
    private let isBigEndian: Bool
    private var number = 0

    /// Looks at the first bytes of a file, or at all of it.
    static func recognize(_ bytes: [UInt8], isWhole: Bool) -> Recognition {
        // A length is below 65,536: the half of it that is not zero says in which order the bytes are.
        guard bytes.count >= 13, let first = FileNumbers(bytes: bytes, isBigEndian: true).uint32(0) else {
            return isWhole ? .other : .undecided
        }
        let found = Self(isBigEndian: first >> 16 == 0)
        let file = FileNumbers(bytes: bytes, isBigEndian: found.isBigEndian)
        var index = 0
        for number in 0..<recordsToRecognize {
            guard index < file.bytes.count else { return isWhole ? .found(found) : .undecided }
            guard let record = record(file, index) else {
                guard isCut(file, index) else { return .other }
                // The file may be cut within a record, but has to have one.
                return !isWhole ? .undecided : number > 0 ? .found(found) : .other
            }
            guard isKnown(record.type) else { return .other }
            index = record.end
        }
        return .found(found)
    }

    private init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Whether a record begins here that is longer than what is there.
    private static func isCut(_ file: FileNumbers, _ index: Int) -> Bool {
        guard let length = file.uint32(index) else { return true }
        return 9...0xFFFF ~= length && index + 4 + Int(length) > file.bytes.count
    }

    func length(_ bytes: [UInt8], _ index: Int, at place: Int) -> Int? {
        let file = FileNumbers(bytes: bytes, isBigEndian: isBigEndian)
        guard let length = file.uint32(index), 9...0xFFFF ~= length, let fraction = file.uint32(index + 8),
            fraction < 1_000_000
        else { return nil }
        return 4 + Int(length)
    }

    mutating func packet(_ bytes: [UInt8], _ record: Range<Int>) -> CapturedPacket? {
        number += 1
        let file = FileNumbers(bytes: bytes, isBigEndian: isBigEndian)
        guard let record = Self.record(file, record.lowerBound), let content = Self.content(record) else {
            return nil
        }
        return CapturedPacket(time: record.time, content, number: number)
    }

    func finish() {}

    private static func record(_ file: FileNumbers, _ index: Int) -> Record? {
        guard let length = file.uint32(index), 9...0xFFFF ~= length, let seconds = file.uint32(index + 4),
            let fraction = file.uint32(index + 8), fraction < 1_000_000,
            let body = file.slice(index + 12, Int(length) - 8)
        else { return nil }
        return Record(
            time: UInt64(seconds) * 1_000_000_000 + UInt64(fraction) * 1000, type: body[0],
            payload: Array(body.dropFirst()), end: index + 4 + Int(length))
    }

    private static func isKnown(_ type: UInt8) -> Bool {
        type <= 0x03 || 0x08...0x0B ~= type || type >= 0xF7
    }

    /// Several controllers of one file are not told apart.
    private static func content(_ record: Record) -> CapturedPacket.Content? {
        switch record.type {
        case 0x00: .hci(adapter: 0, .toController, [1] + record.payload)
        case 0x01: .hci(adapter: 0, .toHost, [4] + record.payload)
        case 0x02: .hci(adapter: 0, .toController, [2] + record.payload)
        case 0x03: .hci(adapter: 0, .toHost, [2] + record.payload)
        case 0x08: .hci(adapter: 0, .toController, [3] + record.payload)
        case 0x09: .hci(adapter: 0, .toHost, [3] + record.payload)
        case 0xF7...0xFE: .note(text(record.payload))
        default: nil
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
