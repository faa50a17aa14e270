import FrameExamples
import PortProtocol

extension FuzzTarget {
    static let portFrames = FuzzTarget(
        name: "port-frames", summary: "frames between a program and the server of its phone", weight: 15,
        samples: FrameExample.all.map(\.frame.bytes),
        run: { bytes in
            readFrames(bytes)
            // Random bytes seldom have a length that fits; the rest is about what is in a frame.
            guard bytes.count > 4 else { return }
            let length = UInt32(bytes.count - 4)
            readFrames((0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + bytes.dropFirst(4))
        })
}

/// Reads bytes in two pieces; what is a frame must survive being written and read again.
private func readFrames(_ bytes: [UInt8]) {
    var reader = PortFrameReader()
    for piece in [bytes.prefix(bytes.count / 3), bytes.dropFirst(bytes.count / 3)] {
        reader.add(piece)
        do throws(PortFrameProblem) {
            while let incoming = try reader.next() {
                guard case .frame(let frame) = incoming else { continue }
                let written = frame.bytes
                var second = PortFrameReader()
                second.add(written)
                guard case .frame(let again)? = try? second.next() else {
                    preconditionFailure("\(frame) is not read again")
                }
                // Compared as bytes: a number that is none equals nothing.
                precondition(again.bytes == written, "\(frame) changes in a round trip")
            }
        } catch {
            precondition(!"\(error)".isEmpty)
            precondition(error.offset <= bytes.count, "\(error)")
        }
    }
}
