import BluetoothPort
import Dispatch
import Foundation

/// A thread for synchronous bodies: they block while their world runs, and the threads of Swift's tasks must not block.
final class BodyThread: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
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
                if let work { work() } else if isOver { return }
            }
        }
        // The size of a main thread's stack: app code runs here.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Runs `body` on the thread.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withUnsafeContinuation { continuation in
            if let main { return main.add { continuation.resume(returning: body()) } }
            state.withLock { $0.work.append { continuation.resume(returning: body()) } }
            wake.signal()
        }
    }

    /// Ends the thread when its work is done.
    func end() {
        state.withLock { $0.isOver = true }
        wake.signal()
    }
}
