import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

@testable import CoreBluetoothModel

// What a phone's stack asks of a model's machines, for tests of a model without a stack.
extension PhoneModel {
    mutating func openAccessorySession(app: AppID, at now: Instant) -> SessionID {
        let session = makeSession(of: app, at: now)
        setup.open(session, app)
        return session
    }

    mutating func closeAccessorySession(_ session: SessionID, at now: Instant) {
        changeSetup(at: now) { setup, turn, _ in setup.remove(session, &turn) }
    }

    mutating func handle(_ command: Accessories.Command, from session: SessionID, at now: Instant) {
        changeSetup(at: now) { $0.handle(command, from: session, &$1, into: &$2) }
    }

    mutating func answerPicker(_ number: UInt32, _ reply: AccessoryPickerReply, at now: Instant) {
        changeSetup(at: now) { setup, turn, _ in setup.answer(number, reply, &turn) }
    }

    mutating func setUpAccessory(_ address: DeviceAddress, for app: AppID, at now: Instant) {
        let peer = identifier(of: address) ?? router.peers.generated(for: address)
        changeSetup(at: now) { setup, turn, _ in setup.setUp(peer, named: "Tag", for: app, &turn) }
    }

    mutating func hold(
        _ address: DeviceAddress, offering services: [BluetoothUUID], for app: AppID, at now: Instant
    ) {
        route(at: now) { $0.hold(address, offering: services, for: app, &$1, into: &$2) }
    }

    mutating func cancelConnection(of address: DeviceAddress, for app: AppID, at now: Instant) {
        route(at: now) { $0.releaseHold(of: address, for: app, $1, into: &$2) }
    }
}
