import Dispatch
import Foundation

/// Turns the first SIGINT or SIGTERM into an end in good order; the second ends the process at once.
final class Interruption {
    private var sources: [any DispatchSourceSignal] = []
    private let semaphore = DispatchSemaphore(value: 0)

    /// From now on signals are waited for; before, they end the process.
    func arm() {
        let queue = DispatchQueue(label: "faraday.signals")
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        // A reader of standard output that has gone is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        for (source, number) in zip(sources, [SIGINT, SIGTERM]) {
            source.setEventHandler { [semaphore] in
                signal(number, SIG_DFL)
                semaphore.signal()
            }
            source.resume()
        }
    }

    /// Waits for a signal, or for `end`.
    func wait() { semaphore.wait() }

    /// Ends the wait; callable from any thread through what this returns.
    var end: @Sendable () -> Void { { [semaphore] in _ = semaphore.signal() } }
}
