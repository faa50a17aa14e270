import Dispatch
import Foundation

/// Lets the command clean up at the first SIGINT or SIGTERM; the second ends the process at once.
final class Interruption {
    private var sources: [any DispatchSourceSignal] = []
    private let semaphore = DispatchSemaphore(value: 0)

    /// Catches signals from now on; before, they end the process.
    func arm() {
        let queue = DispatchQueue(label: "faraday.signals")
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        // The command goes on when the reader of standard output has closed its end.
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
