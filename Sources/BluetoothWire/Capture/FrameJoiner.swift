/// Joins the packets of an L2CAP frame (Core 6.0, Vol 3, Part A, 7.2.1).
///
/// A path is where packets of one direction of one link pass.
package struct FrameJoiner<Path: Hashable & Sendable>: Sendable {
    /// What a packet adds to its frame.
    package enum Step: Sendable {
        /// The frame is complete: its bytes, with the header.
        case complete([UInt8])
        /// The first part of a longer frame.
        case begun([UInt8])
        /// A part in the middle, or nothing that belongs to a frame.
        case nothing
    }

    package init() {}

    private var open: [Path: [UInt8]] = [:]
    private var sent: [Path: Sent] = [:]

    package mutating func add(_ bytes: [UInt8], isStart: Bool, on path: Path) -> Step {
        var frame: [UInt8] = []
        if !isStart {
            guard let begun = open.removeValue(forKey: path) else { return .nothing }
            frame = begun
        }
        frame += bytes
        if let length = Self.length(frame), frame.count >= length {
            open[path] = nil
            return .complete(frame)
        }
        open[path] = frame
        return isStart ? .begun(frame) : .nothing
    }

    /// What a packet on air has in common with its repetition: other bits of the header may change.
    private struct Sent: Equatable {
        var sequenceNumber: Bool
        var llid: LL.DataPDU.LLID
        var payload: [UInt8]
    }

    /// Whether a packet on air is new, and no repetition of the one before it.
    ///
    /// A repetition has the sequence number and the bytes of the packet (Core 6.0, Vol 6, Part B, 4.5.9). The number alone
    /// does not tell: some sniffers write the same one into all packets of an end.
    package mutating func isNew(_ pdu: LL.DataPDU, on path: Path) -> Bool {
        let now = Sent(sequenceNumber: pdu.sn, llid: pdu.llid, payload: pdu.payload)
        defer { sent[path] = now }
        return sent[path] != now
    }

    /// A link begins or ends on this path.
    package mutating func forget(_ path: Path) {
        open[path] = nil
        sent[path] = nil
    }

    private static func length(_ frame: [UInt8]) -> Int? {
        frame.count < 4 ? nil : 4 + (Int(frame[0]) | Int(frame[1]) << 8)
    }
}
