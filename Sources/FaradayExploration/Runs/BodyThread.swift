import BluetoothPort
import Dispatch
import Foundation

/// A thread for synchronous bodies: they block while their world runs, and the threads of Swift's tasks must not block.
final class BodyThread: Sendable {
    /// What the thread runs.
    struct Work: Sendable {
        let run: @Sendable () -> Void
        /// Whether it is a part of a task, after which the next part may come at once.
        let isJob: Bool

        static func body(_ run: @escaping @Sendable () -> Void) -> Work { Work(run: run, isJob: false) }
        static func job(_ run: @escaping @Sendable () -> Void) -> Work { Work(run: run, isJob: true) }
    }

    private struct State {
        var work: [Work] = []
        var isOver = false
    }

    private let state = Lock(State())
    private let wake = DispatchSemaphore(value: 0)
    /// The main thread, if it is this one.
    private let main: MainLane?

    /// A thread that is the main one.
    init(main: MainLane) { self.main = main }

    /// A thread of its own.
    init() {
        main = nil
        let thread = Thread { [state, wake] in
            while true {
                wake.wait()
                let (work, isOver) = state.withLock { state in
                    (state.work.isEmpty ? nil : state.work.removeFirst(), state.isOver)
                }
                if let work { work.run() } else if isOver { return }
            }
        }
        // The size of a main thread's stack: app code runs here.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Runs `body` on the thread.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withUnsafeContinuation { continuation in
            post { continuation.resume(returning: body()) }
        }
    }

    /// Runs `body` on the thread, some time.
    func post(_ body: @escaping @Sendable () -> Void) { go(on: .body(body)) }

    /// The thread goes on with this, when it has done what it has.
    func go(on work: Work) {
        if let main { return main.add(work) }
        state.withLock { $0.work.append(work) }
        wake.signal()
    }

    /// Ends the thread when its work is done.
    func end() {
        state.withLock { $0.isOver = true }
        wake.signal()
    }
}
