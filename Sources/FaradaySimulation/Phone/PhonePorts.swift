import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// One central manager's connection to a world.
final class WorldCentralPort: CentralPortOfModel {
    fileprivate let world: World
    fileprivate let node: NodeID
    let session: SessionID

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

    func ask<Answer>(_ question: (inout PhoneModel) -> Answer) -> Answer {
        world.lock.withLock { question(&$0.phone(node).stack.model) }
    }
}

/// One peripheral manager's connection to a world.
final class WorldPeripheralPort: PeripheralPort {
    fileprivate let world: World
    fileprivate let node: NodeID
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

extension WorldCentralPort: UnheardNoting {
    func noteUnheard(_ unheard: UnheardCallback) {
        world.lock.withLock { $0.phone(node).noteUnheard(unheard) }
    }
}

extension WorldPeripheralPort: UnheardNoting {
    func noteUnheard(_ unheard: UnheardCallback) {
        world.lock.withLock { $0.phone(node).noteUnheard(unheard) }
    }
}

extension WorldState {
    /// The phone with this number; the number comes from a phone's own handle.
    func phone(_ id: NodeID) -> PhoneNode { unsafeDowncast(nodes[id.index], to: PhoneNode.self) }
}

extension World {
    /// Runs `body` on a phone under the lock, then processes what follows from it.
    @inline(__always)
    func performOnPhone<Result>(_ id: NodeID, _ body: (PhoneNode, Instant) -> Result) -> Result {
        perform { state in
            // Not retained: the world keeps its nodes as long as it exists.
            Unmanaged.passUnretained(state.phone(id))._withUnsafeGuaranteedRef { phone in
                defer { state.touch(phone) }
                return body(phone, state.now)
            }
        }
    }
}
