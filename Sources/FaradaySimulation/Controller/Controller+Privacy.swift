import BluetoothWire

/// The resolving list and private addresses (Core 6.0, Vol 4, Part E, 7.8.38 to 7.8.45 and 7.8.77).
extension Controller {
    static let privacyCommands: [HCI.Opcode] = []

    func performPrivacy(_ command: HCI.Command) -> Bool { false }
}
