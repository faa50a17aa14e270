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

    /// An app without managers connects to a peer and keeps the link, also when the radio is switched on again, until the
    /// link ends by itself or by `releaseHold`. `services` are in the phone's cache as soon as the link is up (3.31).
    ///
    /// Does nothing if the phone has no room for another link.
    package mutating func hold(
        _ address: DeviceAddress, offering services: [BluetoothUUID], for app: AppID, at now: Instant
    ) {
        change(at: now) {
            $0.route(at: now) { $0.hold(address, offering: services, for: app, &$1, into: &$2) }
        }
    }

    /// An app releases the link that it holds; other apps keep it.
    package mutating func releaseHold(of address: DeviceAddress, for app: AppID, at now: Instant) {
        change(at: now) { $0.route(at: now) { $0.releaseHold(of: address, for: app, $1, into: &$2) } }
    }

    /// Sets the services that a held peer offers now. The phone knows them on its next link.
    package mutating func setHeldServices(_ services: [BluetoothUUID], of address: DeviceAddress) {
        model.router.connections.holds.set(services, of: address)
    }
}
