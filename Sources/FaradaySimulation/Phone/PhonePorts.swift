import FaradayEngine
import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// One central manager's connection to a world.
final class WorldCentralPort: CentralPort {
    private let world: World
    private let node: NodeID
    private let session: SessionID

    init(world: World, node: NodeID, session: SessionID) {
        self.world = world
        self.node = node
        self.session = session
    }

    func send(_ command: Central.Command) -> CommandResult {
        world.performOnPhone(node) { phone, now in phone.handle(command, from: session, at: now) }
    }

    func close() {
        world.performOnPhone(node) { phone, now in phone.close(session, at: now) }
    }

    // MARK: Questions

    var authorization: Authorization { ask { $0.authorization(for: session) } }

    var traits: Central.Traits { ask { $0.traits } }

    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { ask { $0.retrieve(peers, for: session) } }

    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        ask { $0.retrieveConnected(with: services, for: session) }
    }

    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        ask { $0.canSendWriteWithoutResponse(to: peer, for: session) }
    }

    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        ask { $0.maximumWriteLength(to: peer, type, for: session) }
    }

    func mtu(of peer: PeerIdentifier) -> Int { ask { $0.mtu(of: peer, for: session) } }

    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        ask { $0.isNotificationSharingAuthorized(for: peer) }
    }

    func hasOpenRequests(to peer: PeerIdentifier) -> Bool {
        ask { $0.hasOpenRequests(to: peer, for: session) }
    }

    /// Asks the model in its place: read as a value, each of its many parts would be retained and released.
    private func ask<Answer>(_ question: (inout PhoneModel) -> Answer) -> Answer {
        world.lock.withLock { question(&$0.phone(node).stack.model) }
    }
}

/// One peripheral manager's connection to a world.
final class WorldPeripheralPort: PeripheralPort {
    private let world: World
    private let node: NodeID
    private let session: SessionID

    init(world: World, node: NodeID, session: SessionID) {
        self.world = world
        self.node = node
        self.session = session
    }

    func send(_ command: Peripheral.Command) -> CommandResult {
        world.performOnPhone(node) { phone, now in phone.handle(command, from: session, at: now) }
    }

    func update(_ update: Peripheral.Update) -> Bool {
        world.performOnPhone(node) { phone, now in phone.update(update, from: session, at: now) }
    }

    var authorization: Authorization {
        world.lock.withLock { $0.phone(node).stack.model.authorization(for: session) }
    }

    func close() {
        world.performOnPhone(node) { phone, now in phone.close(session, at: now) }
    }
}

extension WorldState {
    /// The phone with this number; the number comes from a phone's own handle.
    func phone(_ id: NodeID) -> PhoneNode { unsafeDowncast(nodes[id.index], to: PhoneNode.self) }
}

extension World {
    /// Runs `body` on a phone under the lock, then processes what follows from it.
    func performOnPhone<Result>(_ id: NodeID, _ body: (PhoneNode, Instant) -> Result) -> Result {
        perform { state in
            let phone = state.phone(id)
            defer { state.touch(phone) }
            return body(phone, state.now)
        }
    }
}
