/// Why bytes are not frames, and where.
package struct PortFrameProblem: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Fault: Hashable, Sendable {
        /// A frame says that it is longer than frames may be.
        case frameTooLong(Int)
        /// A frame has no kind.
        case emptyFrame
        /// Something is longer than what is left of the frame, or of the struct that it is in.
        case endsEarly(needed: Int, left: Int)
        /// A list says that it has more elements than fit into what is left.
        case tooManyElements(Int, left: Int)
        /// A number that is no kind of this enum.
        case unknownKind(UInt8, of: String)
        /// A byte that should say yes (1) or no (0).
        case neitherYesNorNo(UInt8)
        /// A text that is not UTF-8.
        case notText
        /// A UUID has 2, 4 or 16 bytes.
        case noWidthOfUUID(UInt8)
        /// A number that does not fit into a number of this machine.
        case numberTooLarge
        /// Bytes after a frame's last field.
        case bytesLeft(Int)
    }

    package var fault: Fault
    /// Where, counted from the first byte of the frame's length.
    package var offset: Int
    /// The field and those that it is in, outermost first: `request.services[2]`; empty for the frame itself.
    package var path: String = ""

    /// The same problem, of a field inside `field`.
    func inside(_ field: String) -> PortFrameProblem {
        var outer = self
        let isElement = path.isEmpty || path.hasPrefix("[")
        outer.path = isElement ? field + path : field + "." + path
        return outer
    }
}

extension PortFrameProblem: CustomStringConvertible {
    /// One sentence.
    package var description: String {
        let place = path.isEmpty ? "byte \(offset)" : "byte \(offset), \(path)"
        return "A frame is broken at \(place): \(fault)."
    }
}

extension PortFrameProblem.Fault: CustomStringConvertible {
    /// Half a sentence, without its end.
    package var description: String {
        switch self {
        case .frameTooLong(let count): "it would have \(count) bytes, which is more than frames may have"
        case .emptyFrame: "it has no kind"
        case .endsEarly(let needed, let left): "\(needed) bytes should follow, and \(left) are left"
        case .tooManyElements(let count, let left): "\(count) elements do not fit into \(left) bytes"
        case .unknownKind(let number, let name): "\(number) is no kind of \(name)"
        case .neitherYesNorNo(let byte): "\(byte) is neither 0 nor 1"
        case .notText: "the text is not UTF-8"
        case .noWidthOfUUID(let width): "a UUID of \(width) bytes"
        case .numberTooLarge: "the number does not fit into a number of this machine"
        case .bytesLeft(let count): "\(count) bytes are left after the last field"
        }
    }
}
