#if os(Linux) && compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import BluetoothPort
import BluetoothTypes
import Glibc

/// Moves jobs for the global executor into worlds, where they run before the clock moves. These are the jobs of a test
/// that requests it. While the world of the process is in virtual time, they are also all jobs that belong to no other
/// world.
///
/// Swift's runtime calls `swift_task_enqueueGlobal_hook` for every such job of the process.
package enum TaskCapture {
    // Concrete types: a generic helper would reabstract the thin functions, and the hook would misbehave without an
    // error.
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private struct Captured {
        var world: World
        var executor: CapturingExecutor
        /// The world that the running code belongs to, if it is the world of a test.
        var scope: @Sendable () -> World?
    }

    private struct State {
        var test: Captured?
        var process: Captured?
        /// Counts jobs that nobody captures.
        var watch: WatchedJobs?
        var isInstalled = false
    }

    private static let state = Lock(State())

    // MARK: Of a test

    /// Captures jobs of a test from now on; one test at a time.
    ///
    /// - Parameter scope: Returns the test world that the running code belongs to. Jobs that belong to no test world
    ///   are captured where the world itself runs them.
    package static func start(
        capturing world: World, scope: @escaping @Sendable () -> World?
    ) -> CapturingExecutor {
        let captured = Captured(world: world, executor: CapturingExecutor(world), scope: scope)
        change { $0.test = captured }
        return captured.executor
    }

    /// The test in this world has ended, or is left behind.
    ///
    /// - Returns: Whether the test's jobs were captured until now.
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

    /// Whether Swift Testing runs. Its tests run in parallel, and a test without a connection to the world must keep
    /// its own time and its own threads.
    private static let runsTestsSideBySide = CommandLine.arguments.contains("swift-testing")

    /// Captures all jobs from now on that no test's world has begun. If other tests run, captures only the jobs that
    /// the world itself begins.
    package static func startForProcess(_ world: World) {
        let captured = Captured(world: world, executor: CapturingExecutor(world)) {
            (PortEnvironment.current as? any SimulatedWorldProvider)?.simulatedWorld
        }
        let old = change { state in
            defer { state.process = captured }
            return state.process
        }
        old?.executor.handBack()
    }

    /// The world is no longer the world of the process, or its time is real.
    package static func stopForProcess(_ world: World) {
        let old = change { state -> Captured? in
            guard state.process?.world === world else { return nil }
            defer { state.process = nil }
            return state.process
        }
        old?.executor.handBack()
    }

    // MARK: Of an XCTest

    /// Counts the jobs that nobody captures from now on; `nil` ends it.
    package static func watch(with jobs: WatchedJobs?) { change { $0.watch = jobs } }

    private static var watch: WatchedJobs? { state.withLock { $0.watch } }

    // MARK: The hook

    /// The executor that captures a job enqueued here. Jobs of other tests' worlds, and of threads outside a captured
    /// test, are not captured.
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
        state.withLock { state in
            let result = body(&state)
            let captures = state.test != nil || state.process != nil
            if captures { DefaultExecutor.install() }
            let isNeeded = captures || state.watch != nil
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
                } else if let watch = TaskCapture.watch {
                    watch.take(job)
                } else {
                    original(job)
                }
            } : nil
        symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
    }
}
#endif
