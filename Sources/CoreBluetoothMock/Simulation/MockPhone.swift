import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// A phone with the peripherals around it; the static members of `CBMCentralManagerMock` control it.
///
/// There is one for each phone in a test's own world, and one for the process. The world retains it; it does not retain
/// the world.
final class MockPhone: Sendable {
    private let handle: WeakPhone
    /// Whether it is or was the process's phone.
    let isOfProcess: Bool
    /// The peripherals, and the states of their specs at this phone.
    let book: SpecBook
    /// The settings of the phone; the lock is never held while app code runs.
    let storage: Lock<Storage>
    /// The test's own thread, as code of this phone's world while that has virtual time.
    let code = Lock<ThreadCode?>(nil)

    struct Storage {
        /// The behaviour of managers created from now on.
        var behaviour = MockBehaviour.atFirst
        /// The simulation of that behaviour; created when it is first needed.
        var simulation: (any MockSimulation)?
        var errors: [CBMSimulationError] = []
        var managers: [WeakEngine] = []
        var declaredState = CBMManagerState.poweredOff
        var deviation = CBMProximity.Deviation.default
        var authorization: CBMManagerAuthorization?
        var stateRestoration: ((String) -> [String: Any]?)?
        var featuresSupport: ((CBMCentralManager.Feature) -> Bool)?
    }

    struct WeakEngine {
        weak var engine: (any CentralEngine)?
    }

    init(_ phone: Phone, isOfProcess: Bool, _ storage: Storage) {
        handle = WeakPhone(phone)
        self.isOfProcess = isOfProcess
        book = SpecBook(changesSpecs: isOfProcess)
        nonisolated(unsafe) let storage = storage
        self.storage = Lock(storage)
    }

    /// The phone, for its first app; a phone without any effect when its world was released.
    var phone: Phone { handle.phone ?? Self.gone }
    static let gone = World().addPhone(.mock)
    var world: World { phone.world }

    /// The phone with the app of the current code.
    var phoneHere: Phone {
        guard let running = PortEnvironment.nearest as? Phone, running.id == handle.id else { return phone }
        let phone = phone
        return running.world === phone.world ? running : phone
    }
}

extension MockPhone {
    /// The simulation, created when it is first used.
    var simulation: any MockSimulation {
        let (known, behaviour) = storage.withLock { ($0.simulation, $0.behaviour) }
        if let known { return known }
        let made = behaviour.simulation(of: self)
        return storage.withLock { storage in
            if let other = storage.simulation { return other }
            storage.simulation = made
            return made
        }
    }

    /// The existing managers.
    var managers: [any CentralEngine] { storage.withLock { $0.managers.compactMap(\.engine) } }

    /// The phone of the current code, otherwise the phone of the process, which is created if there is none.
    static var current: MockPhone { here ?? ProcessPhone.mock }

    /// The same, but without creating the process's phone, for code that only reads.
    static var existing: MockPhone? { here ?? ProcessPhone.existing }

    /// The phone of the current code.
    private static var here: MockPhone? {
        let nearest = PortEnvironment.nearest
        // Nearly always. Whether a type conforms to a protocol takes longer to find out.
        if let phone = nearest as? Phone { return of(phone) }
        guard let provider = nearest as? any SimulatedPhoneProvider,
            !(provider is ProcessPhone),
            let world = provider.simulatedWorld
        else { return nil }
        if let phone = provider.simulatedPhone { return of(phone) }
        guard let first = world.firstPhone else { return added(to: world) }
        let mock = of(first)
        mock.reportAmbiguity(world.phoneCount)
        return mock
    }

    /// The test's own world in which the current code runs; `nil` if the process's phone is meant.
    static var worldOfTest: World? {
        guard let provider = PortEnvironment.nearest as? any SimulatedPhoneProvider,
            !(provider is ProcessPhone), let world = provider.simulatedWorld
        else { return nil }
        return world === ProcessPhone.existing?.world ? nil : world
    }

    private static func of(_ phone: Phone) -> MockPhone {
        let mock = phone.world.attachment(of: phone.id) {
            var storage = Storage()
            storage.behaviour = MockBehaviour.of(phone.world)
            storage.declaredState = CBMManagerState(phone.radio)
            return MockPhone(phone, isOfProcess: false, storage)
        }
        // A callback of the process's phone may still run after that phone was torn down.
        return mock.isOfProcess ? ProcessPhone.mock : mock
    }

    /// Adds a phone to a test's world that has none.
    private static func added(to world: World) -> MockPhone {
        let phone = world.addPhone(.mock)
        phone.setBluetooth(false)
        return of(phone)
    }

    private func reportAmbiguity(_ count: Int) {
        guard !errors.contains(where: { $0.kind == .ambiguousPhone }) else { return }
        report(
            .ambiguousPhone,
            """
            The world has \(count) phones and this code runs on none of them, so the first one is used, \
            "\(phone.name)". Call it inside phone.run { }.
            """)
    }
}

extension CBMManagerState {
    init(_ radio: RadioState) {
        switch radio {
        case .on: self = .poweredOn
        case .off: self = .poweredOff
        case .resetting: self = .resetting
        case .unsupported: self = .unsupported
        case .unknown: self = .unknown
        }
    }
}
