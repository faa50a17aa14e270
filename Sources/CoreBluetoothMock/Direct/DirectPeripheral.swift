import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A peripheral of a manager with that library's behaviour.
final class DirectPeripheral: PeripheralEngine, Sendable {
    let device: DirectDevice
    let simulation: DirectSimulation
    private let storage: Lock<Storage>

    struct Storage {
        weak var owner: (any CBMPeripheral)?
        /// Whose peripheral it is; it may outlive that.
        weak var central: DirectCentral?
        var delegate: (any CBMPeripheralDelegate)?
        var name: String?
        var state = CBMPeripheralState.disconnected
        var services: [CBMService]?
        var canSend = false
        /// The running scan has reported it.
        var isReported = false
        /// The app wants the link back after a loss.
        var reconnects = false
        /// The app has connected it again before the last link's end was over.
        var connectsAgain = false
        /// Counts what becomes of links, so that what belongs to an earlier one is told apart.
        var era = 0
        /// Why the last link ended; `nil` if the app ended it.
        var loss: Error?
    }

    init(_ device: DirectDevice, of central: DirectCentral) {
        self.device = device
        simulation = central.simulation
        // What another manager has heard, or what another app has asked for.
        let heard = simulation.centrals.lazy.compactMap { $0.known(device)?.name }.first
        let (others, name) = device.state.withLock { ($0.virtualConnections, $0.name) }
        nonisolated(unsafe) let storage = Storage(central: central, name: heard ?? (others > 0 ? name : nil))
        self.storage = Lock(storage)
    }

    /// Reads or changes what is kept. What goes with an old value goes behind the lock only if `body` returns it.
    func read<Value>(_ body: (Storage) -> Value) -> Value { storage.withLock { body($0) } }

    func write<Value>(_ body: (inout Storage) -> Value) -> Value { storage.withLock { body(&$0) } }

    var central: DirectCentral? { read(\.central) }

    // MARK: What apps see

    var owner: (any CBMPeripheral)? {
        get { read(\.owner) }
        set {
            nonisolated(unsafe) let owner = newValue
            write { $0.owner = owner }
        }
    }

    var delegate: (any CBMPeripheralDelegate)? {
        get { read(\.delegate) }
        set {
            nonisolated(unsafe) var delegate = newValue
            storage.withLock { swap(&$0.delegate, &delegate) }
        }
    }

    func letGoOfDelegate() { delegate = nil }

    var identifier: UUID { device.state.withLock { $0.identifier } }
    var name: String? { read(\.name) }
    var state: CBMPeripheralState { read(\.state) }
    var services: [CBMService]? { read(\.services) }
    var canSendWriteWithoutResponse: Bool { read(\.canSend) }
    var ancsAuthorized: Bool { false }
    var summary: String { "<CBMPeripheralMock \(identifier), \(name ?? "no name"), \(state)>" }

    func setName(_ name: String) { write { $0.name = name } }

    var isReported: Bool {
        get { read(\.isReported) }
        set { write { $0.isReported = newValue } }
    }

    // MARK: Changes

    /// Changes the state, with observers told of it, if `isDue` says so; whether it did.
    @discardableResult
    func change(_ isDue: (Storage) -> Bool = { _ in true }, _ change: (inout Storage) -> Void) -> Bool {
        guard read(isDue) else { return false }
        var old: [CBMService]?
        var isDone = false
        changingState {
            storage.withLock { storage in
                guard isDue(storage) else { return }
                old = storage.services
                change(&storage)
                isDone = true
            }
        }
        withExtendedLifetime(old) {}
        return isDone
    }

    /// A line for the story that a failed test tells.
    func note(_ text: @autoclosure () -> String) {
        simulation.note("\(text()), \(simulation.title(of: device.spec))")
    }

    /// Calls the app's delegate, with the peripheral that the app knows.
    func tell(_ body: (any CBMPeripheralDelegate, any CBMPeripheral) -> Void) {
        guard let owner, let delegate else { return }
        body(delegate, owner)
    }

    /// Runs `body` in the manager's queue when `delay` has passed, unless the manager has gone.
    func after(_ delay: Nanoseconds, _ body: @escaping @Sendable (DirectPeripheral) -> Void) {
        central?.after(delay) { [weak self] in
            guard let self else { return }
            body(self)
        }
    }
}
