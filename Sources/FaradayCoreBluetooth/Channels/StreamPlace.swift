import Dispatch
import Foundation

/// Where a stream's events are told: in a run loop that the app has scheduled it in.
enum StreamPlace {
    /// The main run loop, by way of the main queue: that runs whether the main thread turns its run loop or has
    /// gone into `dispatchMain()`, as in an asynchronous test.
    case main
    /// The run loop of a thread of the app's own.
    case loop(RunLoop, RunLoop.Mode)

    /// After `dispatchMain()`, work of the main queue runs on other threads, where `RunLoop.current` is one that
    /// nobody turns; the app means the main one.
    init(_ loop: RunLoop, _ mode: RunLoop.Mode) {
        let isMain = loop === RunLoop.main || (CallbackQueue.isOnMain && loop === RunLoop.current)
        self = isMain ? .main : .loop(loop, mode)
    }

    /// Runs `body` there later. `errands` counts it, so that a world in virtual time can wait.
    func perform(_ errands: StreamErrands, _ body: @escaping @Sendable () -> Void) {
        switch self {
        case .main:
            errands.main.began()
            DispatchQueue.main.async {
                body()
                errands.main.ended()
            }
        case .loop(let loop, let mode):
            errands.threads.began()
            // A timer that is due wakes a run loop that sleeps in another thread; on Linux nothing else does.
            let timer = Timer(timeInterval: 0, repeats: false) { _ in
                body()
                errands.threads.ended()
            }
            loop.add(timer, forMode: mode)
        }
    }

    /// Gives the run loop something to wait for, as a stream of the system does: without it `RunLoop.run()` of a
    /// thread with nothing else returns at once.
    func anchor() -> Timer? {
        guard case .loop(let loop, let mode) = self else { return nil }
        let timer = Timer(timeInterval: 1e9, repeats: true) { _ in }
        loop.add(timer, forMode: mode)
        return timer
    }

    static func == (left: StreamPlace, right: StreamPlace) -> Bool {
        switch (left, right) {
        case (.main, .main): true
        case (.loop(let one, let mode), .loop(let other, let otherMode)):
            one === other && mode == otherMode
        case (.main, .loop), (.loop, .main): false
        }
    }
}
