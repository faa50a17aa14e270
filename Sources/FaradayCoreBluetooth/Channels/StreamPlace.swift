import Dispatch
import Foundation

/// Where a stream's events are delivered: in a run loop in which the app has scheduled it.
enum StreamPlace {
    /// The main run loop, through the main queue. The main queue runs if the main thread runs its run loop, and also
    /// after `dispatchMain()`, as in an asynchronous test.
    case main
    /// The run loop of a thread that the app has created.
    case loop(RunLoop, RunLoop.Mode)

    /// After `dispatchMain()`, work of the main queue runs on other threads. There `RunLoop.current` is a run loop that
    /// never runs, so it is replaced by the main one, which the app means.
    init(_ loop: RunLoop, _ mode: RunLoop.Mode) {
        let isMain = loop === RunLoop.main || (MainQueue.isHere && loop === RunLoop.current)
        self = isMain ? .main : .loop(loop, mode)
    }

    /// Runs `body` there later. `errands` counts it, so that a world in virtual time can wait for it.
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
            // On Linux only a due timer wakes a run loop that sleeps in another thread.
            let timer = Timer(timeInterval: 0, repeats: false) { _ in
                body()
                errands.threads.ended()
            }
            loop.add(timer, forMode: mode)
        }
    }

    /// Gives the run loop an input source, as a system stream does. Without it, `RunLoop.run()` returns at once on a
    /// thread that has no other source.
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
