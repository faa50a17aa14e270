import BluetoothProfiles

/// How the value of a characteristic is read, and what its fields are called in the table.
struct VectorReader: Sendable {
    typealias Fields = [String: any VectorText]

    let characteristic: String
    /// Fields of the table that a value does not have.
    let without: Set<String>
    /// What is read, and the bytes that are written for it.
    let read: @Sendable ([UInt8]) throws -> (fields: [String: String], bytes: [UInt8])

    init<Value: WireValue>(
        _ characteristic: TypedCharacteristic<Value>, without: Set<String> = [],
        fields: @escaping @Sendable (Value) -> Fields
    ) {
        self.init(characteristic.uuid, without) { bytes in
            let value = try Value(bytes: bytes)
            return (Self.texts(fields(value)), value.bytes)
        }
    }

    /// A characteristic whose value is one field.
    init<Value: WireValue>(
        _ characteristic: TypedCharacteristic<Value>, value: @escaping @Sendable (Value) -> any VectorText
    ) {
        self.init(characteristic) { ["value": value($0)] }
    }

    /// A control point, of whose answers the first byte is one of `answers`.
    init<Request: WireValue, Response: WireValue>(
        _ point: ControlPoint<Request, Response>, answers: Set<UInt8>, without: Set<String> = [],
        request: @escaping @Sendable (Request) -> Fields,
        response: @escaping @Sendable (Response) -> Fields
    ) {
        self.init(point.request.uuid, without) { bytes in
            if let first = bytes.first, answers.contains(first) {
                let value = try Response(bytes: bytes)
                return (Self.texts(response(value)), value.bytes)
            }
            let value = try Request(bytes: bytes)
            return (Self.texts(request(value)), value.bytes)
        }
    }

    private init(
        _ uuid: BluetoothUUID, _ without: Set<String>,
        read: @escaping @Sendable ([UInt8]) throws -> (fields: [String: String], bytes: [UInt8])
    ) {
        characteristic = "\(uuid)"
        self.without = without
        self.read = read
    }

    private static func texts(_ fields: Fields) -> [String: String] { fields.compactMapValues(\.vectorText) }

    /// What is wrong with a row; nothing, if the value is what other packages read, and is written as it was read.
    func complaints(about row: VectorTable.Row) -> [String] {
        guard let (fields, bytes) = try? read(row.bytes) else { return ["\(row): is not a value"] }
        var complaints = bytes == row.bytes ? [] : ["\(row): is written as \(hex(bytes) ?? "")"]
        for name in Set(fields.keys).union(row.fields.keys).subtracting(without).sorted() {
            let (ours, theirs) = (fields[name], row.fields[name])
            if let ours, let theirs, saysTheSame(ours, theirs) { continue }
            complaints.append("\(row): \(name) is \(ours ?? "nil"), and \(theirs ?? "nil") to others")
        }
        return complaints
    }
}
