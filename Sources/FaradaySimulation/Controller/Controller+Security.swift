import BluetoothWire

/// Cryptography and encryption (Core 6.0, Vol 4, Part E, 7.8.22 to 7.8.26, 7.8.36 and 7.8.37).
extension Controller {
    static let securityCommands: [HCI.Opcode] = []

    func performSecurity(_ command: HCI.Command) -> Bool { false }
}
