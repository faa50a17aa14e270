import BluetoothPort
import FaradaySimulation

/// Runs cases where an exploration wants it: in this process, or in children.
struct CasePlayer: Sendable {
    let runner: CaseRunner
    #if os(Linux)
    private let children: ChildRuns?
    #endif
    /// Whether the exploration says itself how many runs it wants at once.
    private let hasOwnWidth: Bool

    /// - Parameter wantsChildren: Whether the runs are in children, where the system has them.
    init(_ runner: CaseRunner, _ exploration: Exploration, wantsChildren: Bool) {
        self.runner = runner
        hasOwnWidth = exploration.parallelRuns != nil
        #if os(Linux)
        children = wantsChildren ? Self.children(of: exploration) : nil
        #endif
    }

    /// What each run needs before it begins. A synchronous body in this process needs nothing: it is outside of tasks, so nobody
    /// would know that what it explores is a part of its run. And who waits for it blocks a thread, so there are few of them.
    private var permits: RunPermits? {
        hasOwnWidth || runner.stage.isSynchronous && !blocks ? nil : .shared
    }

    #if os(Linux)
    private static func children(of exploration: Exploration) -> ChildRuns? {
        guard let launch = exploration.launch else { return nil }
        return ChildRuns(launch, of: exploration.environment.takeTurn(of: exploration.name))
    }

    /// Whether a run blocks a thread until it has ended.
    var blocks: Bool { children != nil }

    /// Why cases can't be run.
    var problem: String? { children?.problem }

    /// No case will be run any more.
    func end() { children?.end() }
    #else
    var blocks: Bool { false }
    var problem: String? { nil }
    func end() {}
    #endif

    /// Runs a case.
    ///
    /// - Parameters:
    ///   - running: What it is called while it runs.
    ///   - signature: How it failed before, if it did.
    func run(
        _ explored: ExploredCase, _ wishes: CaseRunner.Wishes = [], as running: RunningCase,
        like signature: FailureSignature? = nil, on thread: BodyThread?
    ) async -> RunOutcome {
        guard let permits else { return await begin(explored, wishes, running, signature, thread) }
        return await permits.run { await begin(explored, wishes, running, signature, thread) }
    }

    private func begin(
        _ explored: ExploredCase, _ wishes: CaseRunner.Wishes, _ running: RunningCase,
        _ signature: FailureSignature?, _ thread: BodyThread?
    ) async -> RunOutcome {
        #if os(Linux)
        if let children, let thread {
            return await thread.run { children.run(explored, wishes, as: running, like: signature) }
        }
        #endif
        return await runner.run(explored, wishes, as: running, on: thread)
    }
}
