/// Reads the packets of a capture while its bytes come, in pieces of any size: as `CaptureReader` does at once.
///
/// It keeps no more than the bytes of one piece and of a record that has begun.
///
/// ```swift
/// var stream = CaptureStream()
/// while let piece = file.next() {
///     stream.add(piece)
///     while let packet = try stream.next() { use(packet) }
/// }
/// stream.end()
/// while let packet = try stream.next() { use(packet) }
/// ```
package struct CaptureStream: Sendable {
    /// A record that is too long to be kept.
    private struct LongRecord {
        /// Its first bytes, which say what it is.
        var header: [UInt8]
        var length: Int
        /// How many of its bytes are still to come.
        var missing: Int
    }

    /// The length of what has a form so far: at the end more bytes have come if the file is cut or damaged.
    package private(set) var length = 0

    private var buffer: [UInt8] = []
    /// Where in the buffer that begins which has not been read.
    private var start = 0
    /// `nil` as long as the format is not known.
    private var records: (any CaptureRecords)?
    private var long: LongRecord?
    private var isEnded = false
    /// Whether something has come that is no record: nothing behind it can be read.
    private var isDamaged = false

    /// No packet is as long: a record above this only counts, and its bytes are not kept.
    private static let longestRecord = 1 << 24

    /// Begins before the first byte of a file.
    package init() {}

    /// Takes the next bytes of the file.
    package mutating func add(_ piece: [UInt8]) {
        guard !isDamaged else { return }
        if start == buffer.count {
            buffer = piece
        } else {
            buffer.removeSubrange(..<start)
            buffer += piece
        }
        start = 0
    }

    /// No more bytes come.
    package mutating func end() { isEnded = true }

    /// The next packet; `nil` if it needs more bytes, or the file has no more packets.
    package mutating func next() throws(CaptureProblem) -> CapturedPacket? {
        if records == nil {
            guard let found = try Self.recognize(buffer, isWhole: isEnded) else { return nil }
            records = found
            (start, length) = (found.fileHeader, found.fileHeader)
        }
        while try findRecord() {
            let packet: CapturedPacket?
            if let long {
                packet = records?.packet(long.header, 0..<long.header.count)
                length += long.length - long.missing
                self.long = nil
            } else {
                let size = try recordLength() ?? 0
                packet = records?.packet(buffer, start..<(start + size))
                let end = min(start + size, buffer.count)
                length += end - start
                start = end
            }
            if let packet { return packet }
        }
        if isEnded { try records?.finish() }
        return nil
    }

    /// The length of the record that begins here; `nil` if its first bytes have not come, or are none of a record.
    private mutating func recordLength() throws(CaptureProblem) -> Int? {
        guard let header = records?.recordHeader, buffer.count - start >= header else { return nil }
        if let found = try records?.length(buffer, start, at: length) { return found }
        (isDamaged, buffer, start) = (true, [], 0)
        return nil
    }

    /// Whether a whole record is there; the last one may lack its trailer.
    private mutating func findRecord() throws(CaptureProblem) -> Bool {
        let dispensable = isEnded ? records?.recordTrailer ?? 0 : 0
        if long == nil {
            guard !isDamaged, let size = try recordLength() else { return false }
            guard size > Self.longestRecord else { return buffer.count - start >= size - dispensable }
            let header = records?.recordHeader ?? 0
            long = LongRecord(
                header: Array(buffer[start..<(start + header)]), length: size, missing: size)
        }
        let skipped = min(buffer.count - start, long?.missing ?? 0)
        start += skipped
        long?.missing -= skipped
        return long.map { $0.missing <= dispensable } ?? false
    }

    /// The format of a file that begins so; `nil` if more bytes will tell.
    private static func recognize(
        _ bytes: [UInt8], isWhole: Bool
    ) throws(CaptureProblem) -> (any CaptureRecords)? {
        guard bytes.count >= 8 || isWhole else { return nil }
        if bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) { return PcapngRecords() }
        if bytes.starts(with: Array("btsnoop\0".utf8)) {
            return bytes.count >= 16 || isWhole ? try BTSnoopRecords(bytes) : nil
        }
        if PcapRecords.isOrder(bytes) {
            if bytes.count < 24, !isWhole { return nil }
            if let records = try PcapRecords(bytes) { return records }
        }
        // Last, because these files have no mark of their own.
        switch PacketLoggerRecords.recognize(bytes, isWhole: isWhole) {
        case .found(let records): return records
        case .undecided: return nil
        case .other: throw CaptureProblem("the file is no pcapng, pcap, btsnoop or PacketLogger file")
        }
    }
}

extension CaptureRecords {
    var recordTrailer: Int { 0 }
}

/// A format of captures: how its records follow each other, and what they say.
protocol CaptureRecords: Sendable {
    /// The bytes before the first record.
    var fileHeader: Int { get }
    /// The bytes of a record that tell how long it is.
    var recordHeader: Int { get }
    /// The bytes at the end of a record that say nothing new.
    var recordTrailer: Int { get }

    /// The length of the record that begins at an index, where its header is whole; `nil` if none can begin so.
    ///
    /// It may be asked several times for one record. `place` is where that stands in the file.
    mutating func length(_ bytes: [UInt8], _ index: Int, at place: Int) throws(CaptureProblem) -> Int?

    /// The packet of the next record; `nil` if it has none that can be read. The record may lack its trailer; of one that is
    /// too long, only the header is there.
    mutating func packet(_ bytes: [UInt8], _ record: Range<Int>) -> CapturedPacket?

    /// Fails if what was read is nothing to show.
    func finish() throws(CaptureProblem)
}
