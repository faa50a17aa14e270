import BluetoothPort
import CInterposition
import CoreBluetoothModel
import FaradayAppTime

/// The code of a world's apps and of its test: the clock that it reads, and the contexts by which it is known.
package final class AppCode: Sendable {
    private struct Key: Hashable {
        let node: NodeID
        let app: AppID
    }

    private struct State {
        var contexts: [Key: AppContext] = [:]
        /// The phone of managers that code of the test creates.
        weak var scope: (any PortProvider)?
        /// The code of the main thread, while the world moves by itself for it.
        var ofMain: ThreadCode?
    }

    let clock: AppClock
    /// Code of the test, and of apps whose phone is not known.
    let context: AppContext
    private let state: Lock<State>
    /// In nanoseconds since 1970.
    private let startDate: Int64
    /// When the world was made, by the machine's clock, in nanoseconds since 1970.
    private let madeAt = realNanoseconds()

    init(startDate: Int64) {
        Self.answersForRunningCode
        self.startDate = startDate
        let clock = AppClock(start: startDate)
        let state = Lock(State())
        (self.clock, self.state) = (clock, state)
        context = AppContext(clock) { state.withLock { $0.scope } }
    }

    deinit {
        LiveHosts.remove(clock)
        clock.mode = .real
    }

    /// Managers that code of a world creates find its phone, also in blocks and timers, of which no task knows.
    private static let answersForRunningCode: Void = PortEnvironment.setContext {
        AppContext.current?.provider
    }

    /// From now on this closure makes what `OperationQueue.main` is in code of one world.
    package static func setMainOperations(_ make: @escaping @Sendable () -> AnyObject) {
        KeptMainOperations.setMaker(make)
    }

    /// From now on managers that code of the test creates find their phone by this provider, which the caller keeps.
    package func setScope(_ provider: (any PortProvider)?) { state.withLock { $0.scope = provider } }

    /// Runs `body` as code of the world: what it hands on runs in the world, and it reads the world's clock.
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try context.run { try CodeBelow.ofTest(body) }
    }

    /// The world whose code runs.
    package static var runningWorld: World? { (AppContext.current?.host as? AppWorkHost)?.world }

    /// The context of an app's code: its managers find the app's phone.
    func context(of node: NodeID, _ app: AppID, in world: World) -> AppContext {
        let key = Key(node: node, app: app)
        if let known = state.withLock({ $0.contexts[key] }) { return known }
        let made = AppContext(clock) { [weak world] in world?.phone(node).app(app.rawValue) }
        made.attach { [weak world] in world.map(AppWorkHost.init) }
        return state.withLock { state in
            if let known = state.contexts[key] { return known }
            state.contexts[key] = made
            return made
        }
    }

    /// The main thread's code is the world's from now on, if this is the main thread, and no world's code yet.
    func beginOnMainThread(of world: World) {
        guard world.holdsAppWork, faraday_is_bound_main_thread(), AppContext.current == nil else { return }
        let begun = ThreadCode(of: world, nil)
        state.withLock { $0.ofMain = begun }
    }

    func endOnMainThread() {
        let ended = state.withLock { state in
            defer { state.ofMain = nil }
            return state.ofMain
        }
        ended?.end()
    }

    /// Begins or ends to hold the apps' work; under the world's lock.
    func update(_ state: inout WorldState, of world: World) {
        let mode: AppClock.Mode =
            world.configuration.appTime == .real || !Interposition.isInForce || state.isOver
            ? .real : state.driver.motion.isPaced ? .paced : .held
        guard clock.mode != mode else { return }
        if clock.mode == .real { LiveHosts.add(clock) { [weak world] in world.map(AppWorkHost.init) } }
        if mode == .real { LiveHosts.remove(clock) }
        clock.mode = mode
        state.holdsWork = mode == .held
        state.noteArrivals()
    }

    /// The deadlock that no run has told the test of; it is told once.
    package func takeDeadlock(of world: World) -> World.RunError? {
        world.lock.withLock { state in
            guard case .deadlock? = state.failure else { return nil }
            defer { state.failure = nil }
            return state.failure
        }
    }

    /// The test has done nothing for long: lets a thread of it go on that waits for what only others can give it, and makes
    /// the world fail with a deadlock. Returns whether there was one.
    package func breakDeadlock(of world: World) -> Bool { world.redirect { $0.breakDeadlock() } }

    /// The test has ended: what its apps have handed on and what has not run is dropped, and threads that are blocked in
    /// their code end. A task that sleeps sleeps for ever, as at the end of a process.
    package func end(of world: World) {
        let left = world.lock.withLock { state in
            state.isOver = true
            update(&state, of: world)
            return state.work.takeAll()
        }
        for strand in left.strands { strand.goOn() }
        left.drop()
        WorkerThreads.reap()
    }

    /// What `CFAbsoluteTimeGetCurrent()` shows in code of the world when the world begins: timestamps of callbacks agree
    /// with it.
    var appleStartTime: Double {
        Double(clock.mode == .real ? madeAt : startDate) / 1e9 - AppClock.secondsToReferenceDate
    }
}
