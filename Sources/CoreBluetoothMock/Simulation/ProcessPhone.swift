import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// The phone of the process, for code that does not run in a test's own world; there is a new phone after each
/// tear-down.
///
/// Managers of the façade find it too: they use the phone that exists when they are created.
final class ProcessPhone: PortProvider, SimulatedPhoneProvider {
    private struct State {
        var mock: MockPhone?
        /// Owned here, because a mock phone does not retain its world.
        var world: World?
        var isInstalled = false
        /// The settings that apply to the process.
        var behaviour = MockBehaviour.atFirst
        var authorization: CBMManagerAuthorization?
        var stateRestoration: ((String) -> [String: Any]?)?
        var featuresSupport: ((CBMCentralManager.Feature) -> Bool)?
    }

    private static let state = Lock(State())
    private static let provider = ProcessPhone()
    static var shared: ProcessPhone { provider }

    /// The process's mock phone, if there is one.
    static var existing: MockPhone? { state.withLock { $0.mock } }

    /// The process's mock phone; created if there is none.
    static var mock: MockPhone { state.withLock { state in state.mock ?? make(&state) } }

    /// Sets the behaviour of the process's mock managers.
    static func setBehaviour(_ behaviour: MockBehaviour) {
        guard let mock = existing else { return state.withLock { $0.behaviour = behaviour } }
        mock.setBehaviour(behaviour)
    }

    private static func make(_ state: inout State) -> MockPhone {
        let world = World.madeForProcess()
        let phone = world.addPhone(.mock)
        phone.setBluetooth(false)
        var storage = MockPhone.Storage()
        storage.behaviour = state.behaviour
        storage.authorization = state.authorization
        storage.stateRestoration = state.stateRestoration
        storage.featuresSupport = state.featuresSupport
        // The phone owns these closures now, so that no other reference remains when tests replace them.
        (state.stateRestoration, state.featuresSupport) = (nil, nil)
        let mock = world.attachment(of: phone.id) { MockPhone(phone, isOfProcess: true, storage) }
        state.mock = mock
        state.world = world
        World.ofProcess.withLock { $0 = WeakWorld(world) }
        // Set here, because other threads find the phone at once.
        if let authorization = state.authorization { phone.setAuthorization(Authorization(authorization)) }
        world.pace()
        if !state.isInstalled { PortEnvironment.setStandIn { provider } }
        state.isInstalled = true
        return mock
    }

    /// Releases `mock`, unless it was released before; the settings of the process stay.
    static func forget(_ mock: MockPhone) {
        let said = mock.storage.withLock {
            ($0.behaviour, $0.authorization, $0.stateRestoration, $0.featuresSupport)
        }
        // The old state is returned, so that it is released outside the lock.
        let old: State? = state.withLock { state in
            guard state.mock === mock else { return nil }
            defer {
                state = State(
                    isInstalled: true, behaviour: said.0, authorization: said.1, stateRestoration: said.2,
                    featuresSupport: said.3)
            }
            World.ofProcess.withLock { $0 = nil }
            return state
        }
        guard let world = old?.world else { return }
        world.code.end(of: world)
        world.stopPacing()
        world.standStill()
        world.dropCalls()
    }

    // MARK: For managers

    var simulatedWorld: World? { Self.state.withLock { $0.world } }
    var simulatedPhone: Phone? { Self.state.withLock { $0.mock }?.phone }
    var portName: String { Self.mock.phone.portName }
    var authorization: Authorization { Self.mock.phone.authorization }
    var simulation: (any PortSimulation)? { Self.mock.phone.world }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        Self.mock.phone.openCentral(options, sink: sink)
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        Self.mock.phone.openPeripheral(options, sink: sink)
    }
}

extension World {
    /// A world for the process: misuse is printed on standard error and does not fail anything.
    fileprivate static func madeForProcess() -> World {
        let world = World(seed: 0, configuration: .settling(MainQueue.settleBeforeTurn))
        world.setMisusePolicy(.fail, for: Misuse.Kind.allCases)
        world.onMisuse { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
        return world
    }
}
