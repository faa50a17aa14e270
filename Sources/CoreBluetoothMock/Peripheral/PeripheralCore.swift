import BluetoothPort
import FaradayCoreBluetooth

/// A peripheral of that library on one of CoreBluetooth's: hands calls down, and callbacks up with objects of this
/// module.
final class PeripheralCore: NSObject, PeripheralEngine {
    private struct State {
        var kept: (any CBMPeripheralDelegate)?
        weak var known: (any CBMPeripheralDelegate)?
    }

    /// What does the work.
    #if canImport(Darwin)
    @objc
    #endif
    let facade: CBPeripheral
    /// What is around the phone it was found by; `nil` for a native one.
    let mock: AirSimulation?
    /// Whose peripheral it is; it may outlive that.
    private(set) weak var central: CentralCore?
    let source: AttributeSource
    let line = RequestLine()
    private let storage = Lock(State())
    /// What the mock peripheral's delegate says to the link that there is: until it has said yes the app does not know
    /// of it, and reads `.connecting`.
    let admission = Lock<Admission?>(nil)

    init(_ facade: CBPeripheral, mock: AirSimulation?, of central: CentralCore? = nil) {
        self.facade = facade
        self.mock = mock
        self.central = central
        source = AttributeSource(facade.identifier, mock: mock)
        super.init()
        facade.delegate = self
    }

    /// Whom apps know; it holds this.
    var owner: (any CBMPeripheral)? {
        get { source.owner }
        set { source.owner = newValue }
    }

    /// Who is told: a mock keeps it, a native peripheral does not, as with that library.
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

    /// Nothing is told any more; the delegate is only known from now on, until another is set.
    func letGoOfDelegate() {
        nonisolated(unsafe) var kept: (any CBMPeripheralDelegate)?
        storage.withLock { swap(&$0.kept, &kept) }
    }

    /// Whether there is a link that the app does not know of.
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
        guard let owner, let delegate else { return }
        body(delegate, owner)
    }
}

/// A peripheral that a manager found.
protocol ManagedPeripheral: CBMPeripheral {
    /// What is over a peripheral of the façade; `nil` where there is none below.
    var core: PeripheralCore? { get }
}
