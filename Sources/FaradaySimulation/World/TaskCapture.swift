#if os(Linux) && compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import BluetoothPort
import Glibc

/// Takes jobs that are bound for the global executor into worlds, where they run before the clock moves: those of a test
/// that asks for it, and all that belong to no other world while the world of the process is in virtual time.
///
/// `swift_task_enqueueGlobal_hook` gets every such job of the process.
package enum TaskCapture {
    // Concrete types: a generic helper would reabstract the thin functions, and the hook misbehave silently.
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private struct Captured {
        var world: World
        var executor: CapturingExecutor
        /// The world that the running code belongs to, if it is a test's.
        var scope: @Sendable () -> World?
    }

    private struct State {
        var test: Captured?
        var process: Captured?
        var isInstalled = false
    }

    private static let state = Lock(State())

    // MARK: Of a test

    /// Takes jobs of a test from now on; one test at a time.
    ///
    /// - Parameter scope: Says which test's world the running code belongs to; jobs that belong to none are taken where
    ///   the world itself runs them.
    package static func start(
        capturing world: World, scope: @escaping @Sendable () -> World?
    ) -> CapturingExecutor {
        let captured = Captured(world: world, executor: CapturingExecutor(world), scope: scope)
        change { $0.test = captured }
        return captured.executor
    }

    /// The test in this world is over, or is left behind.
    ///
    /// - Returns: Whether its jobs were taken until now.
    package static func stop(capturing world: World) -> Bool {
        let old = change { state -> Captured? in
            guard state.test?.world === world else { return nil }
            defer { state.test = nil }
            return state.test
        }
        old?.executor.handBack()
        return old != nil
    }

    // MARK: Of the process

    /// Whether Swift Testing runs: its tests are side by side, and a test that has nothing to do with the world is to keep
    /// its own time and its own threads.
    private static let runsTestsSideBySide = CommandLine.arguments.contains("swift-testing")

    /// Takes all jobs from now on that no test's world has begun; beside other tests those alone that the world itself
    /// begins.
    package static func startForProcess(_ world: World) {
        let captured = Captured(world: world, executor: CapturingExecutor(world)) {
            (PortEnvironment.current as? any SimulatedPhoneProvider)?.simulatedWorld
        }
        let old = change { state in
            defer { state.process = captured }
            return state.process
        }
        old?.executor.handBack()
    }

    /// The world is not the process's any more, or its time is real.
    package static func stopForProcess(_ world: World) {
        let old = change { state -> Captured? in
            guard state.process?.world === world else { return nil }
            defer { state.process = nil }
            return state.process
        }
        old?.executor.handBack()
    }

    // MARK: The hook

    /// Who takes a job that is enqueued here: jobs of other tests' worlds, and of threads that have nothing to do with a
    /// captured test, are left alone.
    static func capturer() -> CapturingExecutor? {
        let (test, process) = state.withLock { ($0.test, $0.process) }
        if let test {
            if let scoped = test.scope() {
                if scoped === test.world { return test.executor }
            } else if test.world.isDrivenHere {
                return test.executor
            }
        }
        guard let process else { return nil }
        if let world = process.scope(), world !== process.world { return nil }
        return !runsTestsSideBySide || process.world.isDrivenHere ? process.executor : nil
    }

    private static func change<Result>(_ body: (inout State) -> Result) -> Result {
        DefaultExecutor.install()
        return state.withLock { state in
            let result = body(&state)
            let isNeeded = state.test != nil || state.process != nil
            if isNeeded != state.isInstalled { install(isNeeded) }
            state.isInstalled = isNeeded
            return result
        }
    }

    private static func install(_ isOn: Bool) {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else {
            preconditionFailure("this Swift runtime has no swift_task_enqueueGlobal_hook")
        }
        let hook: Hook? =
            isOn
            ? { job, original in
                if let executor = TaskCapture.capturer() {
                    executor.take(job)
                } else {
                    original(job)
                }
            } : nil
        symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
    }
}
#endif
