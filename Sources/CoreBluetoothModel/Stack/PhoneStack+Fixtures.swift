import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What tests say of a phone's past, and of its other apps.
extension PhoneStack {
    /// The peer at an address gets this identifier.
    public mutating func choose(_ identifier: PeerIdentifier, of address: DeviceAddress, at now: Instant) {
        change(at: now) { $0.choose(identifier, of: address) }
    }

    /// The phone has met the peer at an address.
    public mutating func introduce(_ address: DeviceAddress, name: String?, at now: Instant) {
        change(at: now) { $0.introduce(address, name: name) }
    }

    /// The phone forgets the peer at an address.
    public mutating func forgetKnown(_ address: DeviceAddress, at now: Instant) {
        change(at: now) { $0.forgetKnown(address) }
    }

    /// An app without managers connects to a peer and keeps at it.
    public mutating func hold(
        _ address: DeviceAddress, offering services: [BluetoothUUID], for app: AppID, at now: Instant
    ) {
        change(at: now) { $0.hold(address, offering: services, for: app, at: now) }
    }

    /// An app lets go of what it holds.
    public mutating func letGo(of address: DeviceAddress, for app: AppID, at now: Instant) {
        change(at: now) { $0.letGo(of: address, for: app, at: now) }
    }

    /// A central manager is left behind, as by an earlier life of the app.
    public mutating func seedRestoration(
        of identifier: String, peers: [DeviceAddress], scan: Central.ScanRequest?, for app: AppID,
        at now: Instant
    ) {
        change(at: now) { $0.seedRestoration(of: identifier, peers: peers, scan: scan, for: app, at: now) }
    }
}
