/// Why bytes are no frames of a framing, or a frame has no encoding in it.
public enum FramingError: Error, Hashable, Sendable {
    /// The frame is longer than the framing's maximum, in bytes.
    case frameTooLong(maximum: Int)
    /// The frame contains the delimiter, so the receiver could not tell where it ends.
    case delimiterInFrame
    /// A piece has no header, or says that more follows but carries nothing.
    case emptyPiece
    /// A piece was lost or came twice: this number was expected, and that one came.
    case outOfSequence(expected: Int, received: Int)
    /// Pieces of this length have no room for a header and a byte.
    case piecesTooShort(Int)
    /// The bytes ended inside a frame; this many bytes are left over.
    case incomplete(count: Int)
}

extension FramingError: CustomStringConvertible {
    /// What is wrong, in words.
    public var description: String {
        switch self {
        case .frameTooLong(let maximum): "the frame is longer than \(maximum) bytes"
        case .delimiterInFrame: "the frame contains the delimiter"
        case .emptyPiece: "a piece of a frame is empty"
        case .outOfSequence(let expected, let received):
            "piece \(expected) of a frame was expected, but piece \(received) came"
        case .piecesTooShort(let length): "pieces of \(length) bytes are too short for the framing"
        case .incomplete(let count): "the bytes ended inside a frame, \(count) bytes after its beginning"
        }
    }
}
