extension BluetoothUUID: ExpressibleByStringLiteral {
    /// Creates a UUID from a literal: `"180D"`. Text that is no UUID is a programmer's error and traps.
    public init(stringLiteral text: String) {
        guard let uuid = BluetoothUUID(text) else { preconditionFailure("\"\(text)\" is not a UUID") }
        self = uuid
    }
}
