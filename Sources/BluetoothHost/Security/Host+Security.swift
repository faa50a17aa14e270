import BluetoothTypes
import BluetoothWire

/// Pairing, encryption and bonds of a host's links.
extension Host {
    mutating func handleSecurity(_ command: Command, at now: Instant) {
        preconditionFailure("\(command) is not built yet")
    }

    /// What a link's encryption is worth; `nil` when there is no such link.
    public func security(of id: LinkID) -> Security? {
        index(of: id).map { _ in Security() }
    }
}
