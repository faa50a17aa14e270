import BluetoothPort
import Foundation

/// A thread of an app that only runs its run loop.
final class LoopThread: Sendable {
    private struct State {
        var loop: RunLoop?
        var isOver = false
    }

    private let state = Lock(State())

    init() {
        let ready = DispatchSemaphore(value: 0)
        let thread = Thread { [state] in
            let loop = RunLoop.current
            loop.add(Timer(timeInterval: 1e6, repeats: true) { _ in }, forMode: .default)
            state.withLock { $0.loop = loop }
            ready.signal()
            while !state.withLock({ $0.isOver }) {
                _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
            }
        }
        thread.start()
        ready.wait()
    }

    deinit { state.withLock { $0.isOver = true } }

    var loop: RunLoop { state.withLock { $0.loop! } }
}
