extension BluetoothUUID {
    /// The Bluetooth SIG's name of a service, characteristic, descriptor or declaration; `nil` for all other UUIDs.
    ///
    /// ```swift
    /// assert(BluetoothUUID(0x2A37).name == "Heart Rate Measurement")
    /// ```
    ///
    /// Source: Assigned Numbers, 3.4, 3.5, 3.7 and 3.8.
    public var name: String? {
        short.flatMap { Self.assignedNames[$0] }
    }

    /// The UUID with its name, if it has one: `2A37 (Heart Rate Measurement)`.
    package var label: String {
        if isMalformed { return "\"\(malformedText)\"" }
        let short = shortened
        return short.name.map { "\(short) (\($0))" } ?? "\(short)"
    }
}
