import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// A phone with the peripherals around it, as the static members of `CBMCentralManagerMock` speak of it.
///
/// One for each phone in a world of a test's own, kept by that world and not keeping it; one more for the process.
final class MockPhone: Sendable {
    private let handle: WeakPhone
    /// Whether it is the process's, or was.
    let isOfProcess: Bool
    /// Which peripherals there are, and what specs are like here.
    let book: SpecBook
    /// What is said of the phone; the lock is never held while app code runs.
    let storage: Lock<Storage>

    struct Storage {
        /// Whose behaviour managers have that are made from now on.
        var behaviour = MockBehaviour.atFirst
        /// What is around, once anything is; of that behaviour.
        var simulation: (any MockSimulation)?
        var errors: [CBMSimulationError] = []
        var managers: [WeakEngine] = []
        var declaredState = CBMManagerState.poweredOff
        var deviation = CBMRSSIDeviation.default
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

    /// The phone, for its first app. Once its world has gone, one that nothing reaches.
    var phone: Phone { handle.phone ?? Self.gone }
    static let gone = World().addPhone(.mock)
    var world: World { phone.world }

    /// The phone with the app that runs here.
    var phoneHere: Phone {
        guard let running = PortEnvironment.nearest as? Phone, running.id == handle.id else { return phone }
        let phone = phone
        return running.world === phone.world ? running : phone
    }
}

extension MockPhone {
    /// What is around, made when it is first asked for.
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

    /// The managers that there are.
    var managers: [any CentralEngine] { storage.withLock { $0.managers.compactMap(\.engine) } }

    /// The phone that runs here, else the one of the process, which is made if there is none.
    static var current: MockPhone { here ?? ProcessPhone.mock }

    /// The same, as long as the process has not made its phone: for what only looks.
    static var existing: MockPhone? { here ?? ProcessPhone.existing }

    /// The phone that runs here.
    private static var here: MockPhone? {
        guard let provider = PortEnvironment.nearest as? any SimulatedPhoneProvider,
            !(provider is ProcessPhone),
            let world = provider.simulatedWorld
        else { return nil }
        if let phone = provider.simulatedPhone { return of(phone) }
        guard let first = world.firstPhone else { return added(to: world) }
        let mock = of(first)
        mock.reportAmbiguity(world.phoneCount)
        return mock
    }

    /// The world of a test's own that runs here; none where the process's is spoken of.
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
        // A callback of the process's phone may still run when that has been torn down.
        return mock.isOfProcess ? ProcessPhone.mock : mock
    }

    /// A test's world without a phone gets one.
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
            The world has \(count) phones and this code runs on none of them, so the first is taken, \
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
