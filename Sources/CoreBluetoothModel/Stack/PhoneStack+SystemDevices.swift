import BluetoothTypes
import BluetoothWire

extension PhoneStack {
    /// The user connects a device in Settings: the system keeps it connected from then on.
    package mutating func connectInSettings(_ address: DeviceAddress, at now: Instant) {
        change(at: now) { $0.route(at: now) { $0.connectInSettings(address, &$1, into: &$2) } }
    }
}
