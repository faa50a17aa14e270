/// Cuts a stream of bytes into frames. The bytes may come in pieces of any size.
///
/// It keeps the bytes that are not read yet: at most one frame, and the piece that was added last, if `next` is asked until it
/// has nothing more.
package struct PortFrameReader: Sendable {
    /// What came.
    package enum Incoming: Hashable, Sendable {
        case frame(PortFrame)
        /// A frame of a kind that this version does not know; it is skipped.
        case unknown(kind: UInt8)
    }

    private var buffer: [UInt8] = []
    /// What is before this place is read.
    private var start = 0
    /// After a problem nobody knows where the next frame begins.
    private var problem: PortFrameProblem?

    package init() {}

    /// How much memory the buffer has, in bytes.
    package var capacity: Int { buffer.capacity }

    /// Adds what came next.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        guard problem == nil else { return }
        dropWhatIsRead()
        buffer.append(contentsOf: bytes)
    }

    /// The next frame that is complete. After a problem every call throws it again.
    package mutating func next() throws(PortFrameProblem) -> Incoming? {
        if let problem { throw problem }
        do throws(PortFrameProblem) {
            guard let frame = try nextRange() else { return nil }
            let incoming = try read(frame)
            start = frame.upperBound
            return incoming
        } catch {
            problem = error
            (buffer, start) = ([], 0)
            throw error
        }
    }

    /// The bytes of the next frame with its length, if they are all there.
    private func nextRange() throws(PortFrameProblem) -> Range<Int>? {
        guard buffer.count - start >= 4 else { return nil }
        var input = FrameInput(buffer, frame: start - 4..<start + 4)
        let length = Int(clamping: try UInt32(from: &input))
        guard length > 0 else { throw PortFrameProblem(fault: .emptyFrame, offset: 0) }
        guard length <= PortFrame.maximumLength else {
            throw PortFrameProblem(fault: .frameTooLong(length), offset: 0)
        }
        let end = start + 4 + length
        return end <= buffer.count ? start..<end : nil
    }

    private func read(_ range: Range<Int>) throws(PortFrameProblem) -> Incoming {
        let kind = buffer[range.lowerBound + 4]
        guard PortFrame.Kind(rawValue: kind) != nil else { return .unknown(kind: kind) }
        var input = FrameInput(buffer, frame: range)
        let frame = try PortFrame(from: &input)
        guard input.left == 0 else { throw input.problem(.bytesLeft(input.left)) }
        return .frame(frame)
    }

    /// Removes what is read once it is the larger part, so that each byte is moved at most once more.
    private mutating func dropWhatIsRead() {
        guard start > 0, start >= buffer.count - start else { return }
        if buffer.capacity > Self.keptCapacity, buffer.count - start < buffer.capacity / 4 {
            buffer = Array(buffer[start...])
        } else {
            buffer.removeSubrange(..<start)
        }
        start = 0
    }

    /// A buffer that is larger than this, and almost empty, is given back.
    private static let keptCapacity = 64 * 1024
}
