import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What tests set up of a phone's past and of its other apps.
extension PhoneStack {
    /// Gives the peer at an address this identifier.
    package mutating func choose(_ identifier: PeerIdentifier, of address: DeviceAddress, at now: Instant) {
        change(at: now) { $0.choose(identifier, of: address) }
    }

    /// Makes the phone know the peer at an address.
    package mutating func introduce(_ address: DeviceAddress, name: String?, at now: Instant) {
        change(at: now) { $0.introduce(address, name: name) }
    }

    /// Makes the phone forget the peer at an address.
    package mutating func forgetKnown(_ address: DeviceAddress, at now: Instant) {
        change(at: now) { $0.forgetKnown(address) }
    }

    /// An app without managers connects to a peer and keeps the link.
    package mutating func hold(
        _ address: DeviceAddress, offering services: [BluetoothUUID], for app: AppID, at now: Instant
    ) {
        change(at: now) { $0.hold(address, offering: services, for: app, at: now) }
    }

    /// An app releases the link that it holds.
    package mutating func letGo(of address: DeviceAddress, for app: AppID, at now: Instant) {
        change(at: now) { $0.letGo(of: address, for: app, at: now) }
    }

    /// Leaves a central manager behind, as an earlier run of the app would.
    package mutating func seedRestoration(
        of identifier: String, peers: [DeviceAddress], scan: Central.ScanRequest?, for app: AppID,
        at now: Instant
    ) {
        change(at: now) { $0.seedRestoration(of: identifier, peers: peers, scan: scan, for: app, at: now) }
    }
}
