import BluetoothTypes
import BluetoothWire

/// Credit-based channels of a host's links.
extension Host {
    mutating func handleChannels(_ command: Command, at now: Instant) {
        preconditionFailure("\(command) is not built yet")
    }
}
