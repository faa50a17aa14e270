import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A peripheral of a manager with CoreBluetoothMock's behaviour.
final class DirectPeripheral: PeripheralEngine, Sendable {
    let device: DirectDevice
    /// The identifier under which it was found. If the device has changed it since, nothing that happens to the device
    /// reaches this object any more.
    let identifier: UUID
    let simulation: DirectSimulation
    private let storage: Lock<Storage>

    struct Storage {
        weak var owner: (any CBMPeripheral)?
        /// The manager to which the peripheral belongs; the peripheral may outlive it.
        weak var central: DirectCentral?
        var delegate: (any CBMPeripheralDelegate)?
        var name: String?
        /// The name was read on a link: a scan does not change it any more.
        var isNameRead = false
        var state = CBMPeripheralState.disconnected
        var services: [CBMService]?
        var canSend = false
        /// The running scan has reported it.
        var isReported = false
        /// The app wants an automatic reconnection after a loss.
        var reconnects = false
        /// The app has connected again before the end of the last link was processed.
        var connectsAgain = false
        /// The app has asked for the link that it has: until the second `didConnect` the state is `.connecting`.
        var isAskedAgain = false
        /// A counter of link changes; it distinguishes the events of an earlier link.
        var era = 0

        /// Whether the app has a link, as far as it has been told.
        var isLinked: Bool { state == .connected || isAskedAgain }

        /// The link has ended: what belonged to it goes.
        mutating func endLink() {
            state = .disconnected
            services = nil
            canSend = false
            isAskedAgain = false
            era += 1
        }
    }

    init(_ device: DirectDevice, _ identifier: UUID, of central: DirectCentral) {
        self.device = device
        self.identifier = identifier
        simulation = central.simulation
        // The name that another manager knows, or the name if another app is connected.
        let heard = simulation.centrals.lazy.compactMap { $0.known(identifier)?.name }.first
        let (others, name) = device.state.withLock { ($0.virtualConnections, $0.name) }
        nonisolated(unsafe) let storage = Storage(central: central, name: heard ?? (others > 0 ? name : nil))
        self.storage = Lock(storage)
    }

    /// Reads or changes the stored state. To release an old value outside the lock, `body` has to return it.
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

    /// Whether the device still has the identifier under which it was found.
    var isCurrent: Bool { device.state.withLock { $0.identifier } == identifier }
    var name: String? { read(\.name) }
    var state: CBMPeripheralState { read(\.state) }
    var services: [CBMService]? { read(\.services) }
    var canSendWriteWithoutResponse: Bool { read(\.canSend) }
    var ancsAuthorized: Bool { false }
    var summary: String { "<CBMPeripheralMock \(identifier), \(name ?? "no name"), \(state)>" }

    func setAdvertisedName(_ name: String) {
        write { if !$0.isNameRead { $0.name = name } }
    }

    var isReported: Bool {
        get { read(\.isReported) }
        set { write { $0.isReported = newValue } }
    }

    // MARK: Changes

    /// Changes the state and notifies observers if `isDue` returns `true`; returns whether it did.
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

    /// Adds a line to the story that a failed test prints.
    func note(_ text: @autoclosure () -> String) {
        simulation.note("\(text()), \(simulation.title(of: device.spec))")
    }

    /// Calls the app's delegate, with the peripheral that the app knows.
    func tell(_ body: (any CBMPeripheralDelegate, any CBMPeripheral) -> Void) {
        guard let owner, let delegate else { return }
        body(delegate, owner)
    }

    /// Runs `body` on the manager's queue when `delay` has passed, unless the manager was released.
    func after(_ delay: Nanoseconds, _ body: @escaping @Sendable (DirectPeripheral) -> Void) {
        central?.after(delay) { [weak self] in
            guard let self else { return }
            body(self)
        }
    }
}
