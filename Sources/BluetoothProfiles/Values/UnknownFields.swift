import BluetoothWire

/// What a value has beyond what its type knows: flags that the specification reserves, and bytes after its last field.
///
/// Specifications let fields be added at the end of many values, with new flags that announce them. Sold devices send such
/// values, and also bytes that no flag announces. They are kept here, and written again.
public struct UnknownFields: Hashable, Sendable {
    /// The reserved flags that are set, each in its place in the value's flags.
    public var flags: UInt32
    /// The bytes after the last field that the type knows.
    public var bytes: [UInt8]

    /// Creates it; without arguments, for a value that has nothing unknown.
    public init(flags: UInt32 = 0, bytes: [UInt8] = []) {
        self.flags = flags
        self.bytes = bytes
    }

    /// Whether there is nothing unknown.
    public var isEmpty: Bool { flags == 0 && bytes.isEmpty }
}

extension UnknownFields: CustomStringConvertible {
    /// `none`, or the flags and the bytes: `flags 0x80, bytes 09`.
    public var description: String {
        if isEmpty { return "none" }
        func digits(_ number: UInt32) -> String {
            let text = String(number, radix: 16, uppercase: true)
            return text.count < 2 ? "0" + text : text
        }
        let parts = [
            flags == 0 ? nil : "flags 0x" + digits(flags),
            bytes.isEmpty ? nil : "bytes " + bytes.map { digits(UInt32($0)) }.joined(separator: " "),
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

/// A value to which the specification lets fields be added: reserved flags and bytes after the last known field are no error.
public protocol ExtensibleValue: CharacteristicValue {
    /// What the type does not know.
    var unknown: UnknownFields { get set }
}

/// How strictly bytes are read as a value.
public enum ValueReading: Hashable, Sendable {
    /// What was added to a value is kept in its `unknown`.
    case lenient
    /// A value with anything unknown is malformed.
    case strict
}

extension ExtensibleValue {
    /// Reads a value that must not have anything unknown.
    public init(strictly bytes: [UInt8]) throws(DecodeError) {
        try self.init(bytes: bytes)
        if let problem = unknown.problem { throw problem }
    }
}

extension UnknownFields {
    /// What a strict reader says of it.
    package var problem: DecodeError? {
        if !bytes.isEmpty { return DecodeError(.value, .trailingBytes(bytes.count)) }
        if flags != 0 {
            return DecodeError(.value, .invalidValue(field: "reserved flags", value: Int(flags)))
        }
        return nil
    }

    /// Takes over the reserved ones of these flags, and all bytes that are left.
    package init(_ flags: UInt32, known: UInt32, _ reader: inout ByteReader) {
        self.init(flags: flags & ~known, bytes: reader.rest())
    }
}

/// A value that begins with flags, which announce the fields that follow.
///
/// A type says how its own fields are read and written, and gets the rest: reserved flags and bytes after the last field are
/// kept in `unknown`.
public protocol FlaggedValue: ExtensibleValue {
    /// How many bytes the flags have, lower byte first.
    static var flagsLength: Int { get }
    /// The flags that have a meaning.
    static var knownFlags: UInt32 { get }
    /// Reads the flags and the fields that the type knows, up to the last one.
    init(known reader: inout ByteReader) throws(DecodeError)
    /// Appends the flags and the fields that the type knows.
    func encodeKnown(into bytes: inout [UInt8])
}

extension FlaggedValue {
    /// Reads flags, then what they announce; the rest is kept in `unknown`.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        var first = reader
        var flags: UInt32 = 0
        for place in 0..<Self.flagsLength { flags |= UInt32(try first.uint8()) << UInt32(8 * place) }
        try self.init(known: &reader)
        unknown = UnknownFields(flags, known: Self.knownFlags, &reader)
    }

    /// Appends flags, then what they announce, then what is unknown.
    public func encode(into bytes: inout [UInt8]) {
        let start = bytes.count
        encodeKnown(into: &bytes)
        let reserved = unknown.flags & ~Self.knownFlags
        for place in 0..<Self.flagsLength where start + place < bytes.count {
            bytes[start + place] |= UInt8(truncatingIfNeeded: reserved >> UInt32(8 * place))
        }
        bytes += unknown.bytes
    }
}
