import BluetoothPort
import BluetoothTypes
import Testing

/// A test's body that may be left behind: when a limit of real time has passed, or when the test hangs.
struct TimeLimit: Sendable {
    /// `nil` for none.
    let limit: Nanoseconds?
    private let race = Race()

    init(_ limit: Nanoseconds?) { self.limit = limit }

    /// The test hangs: its task is cancelled and abandoned, if it has not ended.
    func giveUp(_ reason: TestEnd.Reason) { race.end(.givenUp(reason)) }

    /// Runs `body` in a task of its own; when the limit has passed, the task is cancelled and abandoned. `body` calls
    /// `started` when the time begins.
    func run(
        _ body: @escaping @Sendable (_ started: @Sendable () -> Void) async throws -> Void
    ) async -> TestEnd {
        let (race, limit) = (race, limit)
        let task = Task {
            do {
                try await body { race.start(limit) }
                race.end(.returned)
            } catch {
                race.end(.threw(error))
            }
        }
        race.setTask(task)
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { race.wait($0) }
        } onCancel: {
            task.cancel()
        }
    }

    /// Which comes first: the end of the body or the limit.
    private final class Race: Sendable {
        private struct State {
            var task: Task<Void, Never>?
            var isStarted = false
            var end: TestEnd?
            var continuation: UnsafeContinuation<TestEnd, Never>?
        }

        private let state = Lock(State())

        func setTask(_ task: Task<Void, Never>) { state.withLock { $0.task = task } }

        func start(_ limit: Nanoseconds?) {
            guard let limit else { return }
            let isFirst = state.withLock { state in
                defer { state.isStarted = true }
                return !state.isStarted
            }
            guard isFirst else { return }
            RealClock.after(limit.seconds) { self.end(.givenUp(.limit(limit))) }
        }

        func wait(_ continuation: UnsafeContinuation<TestEnd, Never>) {
            let end: TestEnd? = state.withLock { state in
                if state.end == nil { state.continuation = continuation }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }

        /// The first end counts.
        func end(_ end: TestEnd) {
            let (continuation, task) = state.withLock {
                state -> (UnsafeContinuation<TestEnd, Never>?, Task<Void, Never>?) in
                guard state.end == nil else { return (nil, nil) }
                state.end = end
                defer { state.continuation = nil }
                return (state.continuation, state.task)
            }
            if case .givenUp = end { task?.cancel() }
            continuation?.resume(returning: end)
        }
    }
}

/// Distinguishes a trait from other traits of a test.
final class BodyMark: Sendable {}

/// A trait that runs the body of a test by itself.
protocol BodyMarking: Trait {
    var mark: BodyMark { get }
}

/// The body of a test case as a closure that may outlive its test.
///
/// The closure that Swift Testing passes to a trait must not escape: a body that never ends would block the whole test
/// run. So the body is read from the case by reflection, and runs inside the scopes of the traits that come after ours,
/// as Swift Testing does it.
enum EscapingBody {
    /// `nil` if a version of Swift Testing stores the body elsewhere.
    static func of(
        _ test: Test, _ testCase: Test.Case?, behind mark: BodyMark
    ) -> (@Sendable () async throws -> Void)? {
        guard let testCase,
            let child = Mirror(reflecting: testCase).children.first(where: { $0.label == "body" }),
            var body = child.value as? @Sendable () async throws -> Void,
            let place = test.traits.firstIndex(where: { ($0 as? any BodyMarking)?.mark === mark })
        else { return nil }
        for trait in test.traits[(place + 1)...].reversed() {
            guard let provider = provider(of: trait, test, testCase) else { continue }
            let next = body
            body = { try await provider.provideScope(for: test, testCase: testCase, performing: next) }
        }
        return body
    }

    private static func provider(
        of trait: some Trait, _ test: Test, _ testCase: Test.Case
    ) -> (any TestScoping)? {
        trait.scopeProvider(for: test, testCase: testCase)
    }
}
