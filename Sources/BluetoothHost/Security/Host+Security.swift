import BluetoothTypes
import BluetoothWire

/// Pairing, encryption and bonds of a host's links.
extension Host {
    mutating func handleSecurity(_ command: Command, at now: Instant) {
        preconditionFailure("\(command) is not built yet")
    }
}
