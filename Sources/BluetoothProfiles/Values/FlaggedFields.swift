import BluetoothWire

/// One part of a record that is there only if a flag says so.
package struct FlaggedField<Record>: Sendable {
    /// The flag that announces the part.
    let flag: UInt32
    /// Whether the part is there if its flag is 0.
    let isInverted: Bool
    let read: @Sendable (inout ByteReader, inout Record) throws(DecodeError) -> Void
    let write: @Sendable (Record, inout [UInt8]) -> Void
    let isPresent: @Sendable (Record) -> Bool
    let copy: @Sendable (Record, inout Record) -> Void

    private init<Value>(
        _ bit: UInt32, _ path: WritableKeyPath<Record, Value?> & Sendable, inverted: Bool,
        read: @escaping @Sendable (inout ByteReader) throws(DecodeError) -> Value,
        write: @escaping @Sendable (Value, inout [UInt8]) -> Void
    ) {
        flag = 1 << bit
        isInverted = inverted
        self.read = { (reader: inout ByteReader, record: inout Record) throws(DecodeError) -> Void in
            record[keyPath: path] = try read(&reader)
        }
        self.write = { record, bytes in
            if let value = record[keyPath: path] { write(value, &bytes) }
        }
        isPresent = { $0[keyPath: path] != nil }
        copy = { source, target in
            if let value = source[keyPath: path] { target[keyPath: path] = value }
        }
    }

    /// A part with an encoding of its own, announced by flag number `bit`.
    package static func value<Value: WireValue>(
        _ bit: UInt32, _ path: WritableKeyPath<Record, Value?> & Sendable, inverted: Bool = false
    ) -> FlaggedField {
        FlaggedField(
            bit, path, inverted: inverted,
            read: { (reader: inout ByteReader) throws(DecodeError) -> Value in try Value(decoding: &reader) },
            write: { $0.encode(into: &$1) })
    }

    /// A level of 8 bits in steps of 10, announced by flag number `bit`.
    package static func level(
        _ bit: UInt32, _ path: WritableKeyPath<Record, Int16?> & Sendable
    ) -> FlaggedField {
        FlaggedField(
            bit, path, inverted: false,
            read: { (reader: inout ByteReader) throws(DecodeError) -> Int16 in Int16(try reader.uint8()) * 10
            },
            write: { $1.append(Double($0), as: .uint8, per: 0.1) })
    }

    /// A number of so many steps per unit, announced by flag number `bit`.
    package static func number(
        _ bit: UInt32, _ path: WritableKeyPath<Record, Double?> & Sendable, _ number: WireNumber,
        per unit: Double = 1, inverted: Bool = false
    ) -> FlaggedField {
        FlaggedField(
            bit, path, inverted: inverted,
            read: { (reader: inout ByteReader) throws(DecodeError) -> Double in
                try reader.number(number, per: unit)
            },
            write: { $1.append($0, as: number, per: unit) })
    }
}

/// The parts of a record after its flags, in the order on air.
package struct FlaggedFields<Record>: Sendable {
    private let fields: [FlaggedField<Record>]
    /// All flags that have a meaning.
    package let known: UInt32

    /// Creates a table; `others` are the flags that announce no part.
    package init(others: UInt32 = 0, _ fields: [FlaggedField<Record>]) {
        self.fields = fields
        known = fields.reduce(others) { $0 | $1.flag }
    }

    /// The flags that announce the parts of `record`.
    package func flags(of record: Record) -> UInt32 {
        fields.reduce(0) { $0 | ($1.isPresent(record) != $1.isInverted ? $1.flag : 0) }
    }

    /// Reads what `flags` announce. What reserved flags announce comes last and is left.
    package func read(
        _ flags: UInt32, from reader: inout ByteReader, into record: inout Record
    ) throws(DecodeError) {
        for field in fields where (flags & field.flag != 0) != field.isInverted {
            try field.read(&reader, &record)
        }
    }

    /// Appends the parts that are present.
    package func write(_ record: Record, to bytes: inout [UInt8]) {
        for field in fields { field.write(record, &bytes) }
    }

    /// Sets in `record` what `other` has.
    package func merge(_ other: Record, into record: inout Record) {
        for field in fields { field.copy(other, &record) }
    }

    /// The record in pieces whose parts take `limit` bytes at most, or one part each. Inverted parts are in the last.
    package func pieces(of record: Record, upTo limit: Int, from empty: Record) -> [Record] {
        var pieces = [empty]
        var room = limit
        for field in fields where field.isInverted && field.isPresent(record) {
            field.copy(record, &pieces[0])
            room -= field.size(in: record)
        }
        for field in fields.reversed() where !field.isInverted && field.isPresent(record) {
            let size = field.size(in: record)
            if size > room {
                pieces.insert(empty, at: 0)
                room = limit
            }
            field.copy(record, &pieces[0])
            room -= size
        }
        return pieces
    }
}

extension FlaggedField {
    fileprivate func size(in record: Record) -> Int {
        var bytes: [UInt8] = []
        write(record, &bytes)
        return bytes.count
    }
}
