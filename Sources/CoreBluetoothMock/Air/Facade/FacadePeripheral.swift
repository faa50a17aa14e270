import BluetoothPort
import FaradayCoreBluetooth

/// A mock or native peripheral on top of a CoreBluetooth peripheral: it forwards calls to that peripheral, and its
/// callbacks to the app with objects of this module.
final class FacadePeripheral: NSObject, PeripheralEngine {
    private struct State {
        var kept: (any CBMPeripheralDelegate)?
        weak var known: (any CBMPeripheralDelegate)?
        /// The same as the source's, so that a callback finds both under one lock.
        weak var owner: (any CBMPeripheral)?
    }

    /// The CoreBluetooth peripheral.
    #if canImport(Darwin)
    @objc
    #endif
    let facade: CBPeripheral
    /// The simulation of the phone that found it; `nil` for a native peripheral.
    let mock: AirSimulation?
    /// The manager to which the peripheral belongs; the peripheral may outlive it.
    private(set) weak var central: FacadeCentral?
    let source: AttributeSource
    let line = RequestQueue()
    private let storage = Lock(State())
    /// What the phone has told about a link of which the app does not know yet.
    private let untold = Lock<[Untold]>([])
    /// The decision of the mock peripheral's delegate on the present link. Until the delegate has accepted it, the app
    /// does not know of the link, and the state is `.connecting`.
    let admission = Lock<Admission?>(nil)
    /// How many of its links have ended. What was asked on a link ends with it, also if there is another one at once.
    let endedLinks = Lock(0)

    init(_ facade: CBPeripheral, mock: AirSimulation?, of central: FacadeCentral? = nil) {
        self.facade = facade
        self.mock = mock
        self.central = central
        source = AttributeSource(facade.identifier, mock: mock)
        super.init()
        facade.delegate = self
    }

    /// The peripheral object that apps use; it retains this object.
    var owner: (any CBMPeripheral)? {
        get { source.owner }
        set {
            source.owner = newValue
            nonisolated(unsafe) let owner = newValue
            storage.withLock { $0.owner = owner }
        }
    }

    /// The receiver of all callbacks. As in CoreBluetoothMock, a mock retains it, and a native peripheral does not.
    var delegate: (any CBMPeripheralDelegate)? {
        get { storage.withLock { $0.kept ?? $0.known } }
        set {
            nonisolated(unsafe) var kept = mock == nil ? nil : newValue
            nonisolated(unsafe) let known = newValue
            storage.withLock { state in
                swap(&state.kept, &kept)
                state.known = known
            }
        }
    }

    /// Releases the delegate, because no callback follows. A weak reference remains until another delegate is set.
    func letGoOfDelegate() {
        nonisolated(unsafe) var kept: (any CBMPeripheralDelegate)?
        storage.withLock { swap(&$0.kept, &kept) }
    }

    /// Whether there is a link of which the app does not know.
    var isHeld: Bool { admission.withLock { $0?.isHeld ?? false } }

    var state: CBMPeripheralState {
        let state = facade.state
        return switch admission.withLock({ $0 }) {
        case nil, .given: state
        case .open: state == .connected ? .connecting : state
        case .rejected: .connecting
        }
    }

    var identifier: UUID { facade.identifier }
    var name: String? { facade.name }
    var services: [CBMService]? { facade.services?.map(source.service) }
    var canSendWriteWithoutResponse: Bool { facade.canSendWriteWithoutResponse }
    var summary: String { facade.description }

    var ancsAuthorized: Bool {
        #if os(macOS)
        false
        #else
        facade.ancsAuthorized
        #endif
    }

    /// Calls the app's delegate, with the peripheral that the app knows.
    func tell(_ body: (any CBMPeripheralDelegate, any CBMPeripheral) -> Void) {
        let (owner, delegate) = storage.withLock { ($0.owner, $0.kept ?? $0.known) }
        if let owner, let delegate { body(delegate, owner) }
    }

    /// A callback that comes by itself.
    private struct Untold {
        let body: (any CBMPeripheralDelegate, any CBMPeripheral) -> Void
    }

    /// Calls the app's delegate with what nobody has asked for: not before the app knows of the link.
    func tellOfLink(_ body: @escaping (any CBMPeripheralDelegate, any CBMPeripheral) -> Void) {
        guard isHeld else { return tell(body) }
        nonisolated(unsafe) let callback = Untold(body: body)
        untold.withLock { $0.append(callback) }
    }

    /// The app knows of the link from now on.
    func tellUntold() {
        for callback in takeUntold() { tell(callback.body) }
    }

    /// The link has ended: what the app has not been told of it, nobody tells.
    func dropUntold() { _ = takeUntold() }

    private func takeUntold() -> [Untold] {
        nonisolated(unsafe) var taken: [Untold] = []
        untold.withLock { swap(&$0, &taken) }
        return taken
    }
}

/// A peripheral that a manager found.
protocol ManagedPeripheral: CBMPeripheral {
    /// The object on top of a peripheral of the façade; `nil` if there is no peripheral of the façade.
    var core: FacadePeripheral? { get }
}

extension CBMPeripheralMock: ManagedPeripheral {
    #if canImport(Darwin)
    @objc
    #endif
    var core: FacadePeripheral? { engine as? FacadePeripheral }
}
