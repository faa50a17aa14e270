import BluetoothWire

/// An enumeration whose raw value is its encoding needs no more than `: UInt8, CharacteristicValue`.
extension CharacteristicValue where Self: RawRepresentable, RawValue: CharacteristicValue & BinaryInteger {
    /// Reads the raw value; one that the type does not have is an error.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let raw = try RawValue(decoding: &reader)
        guard let value = Self(rawValue: raw) else {
            throw DecodeError(.value, .invalidValue(field: "\(Self.self)", value: Int(raw)))
        }
        self = value
    }

    /// Appends the raw value.
    public func encode(into bytes: inout [UInt8]) { rawValue.encode(into: &bytes) }
}
