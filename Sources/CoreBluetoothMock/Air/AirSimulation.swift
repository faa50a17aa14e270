import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Simulates mock peripherals as devices in a world, and managers on the façade: CoreBluetooth's behaviour.
///
/// It has no state of its own: the phone's book lists the peripherals.
final class AirSimulation: MockSimulation {
    private struct Home {
        weak var mock: MockPhone?
    }

    private let home: Lock<Home>
    let handle: WeakPhone
    let isOfProcess: Bool
    let book: SpecBook

    init(_ mock: MockPhone) {
        home = Lock(Home(mock: mock))
        handle = WeakPhone(mock.phone)
        isOfProcess = mock.isOfProcess
        book = mock.book
    }

    /// The phone to which these peripherals belong; it retains this object.
    var mock: MockPhone? { home.withLock { $0.mock } }

    /// The phone, for its first app; a phone without any effect when its world was released.
    var phone: Phone { handle.phone ?? MockPhone.gone }
    var world: World { phone.world }

    // MARK: The phone

    func setState(_ state: CBMManagerState, from old: CBMManagerState) {
        guard let mock else { return }
        mock.setRadio(state)
        guard state != .unauthorized else { return }
        if state != .poweredOn { dropLinks() }
        // This comes after the radio, so that managers get one state callback and not two.
        if old == .unauthorized { mock.restoreAuthorization() }
    }

    var authorization: CBMManagerAuthorization {
        CBMManagerAuthorization((mock?.phoneHere ?? phone).authorization)
    }

    func authorizationChanged() {}

    // MARK: Managers

    func makeCentral(
        of owner: CBMCentralManager, queue: DispatchQueue?, options: [String: Any]?
    ) -> any CentralEngine {
        FacadeCentral(of: owner, queue: queue, options: options, mock: self)
    }

    // MARK: Mistakes

    func report(_ kind: CBMSimulationError.Kind, _ text: String) { mock?.report(kind, text) }
    func name(of state: SpecState) -> String { mock?.name(of: state) ?? "The peripheral \(state.identifier)" }
    func watchConnects(to device: MockDevice) { mock?.watchConnects(to: device) }
}
