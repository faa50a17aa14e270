import BluetoothPort
import Foundation

/// A thread that only runs its run loop.
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
            // Something to wait for, or the run loop returns at once.
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

/// The events of a stream, in order, and their threads.
final class StreamLog: NSObject, StreamDelegate, Sendable {
    private struct State {
        var events: [String] = []
        var threads: [ObjectIdentifier] = []
        var reaction: (Stream, Stream.Event) -> Void = { _, _ in }
    }

    private let state = Lock(State())

    func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
        let words: [(Stream.Event, String)] = [
            (.openCompleted, "open"), (.hasBytesAvailable, "bytes"), (.hasSpaceAvailable, "space"),
            (.errorOccurred, "error"), (.endEncountered, "end"),
        ]
        let word = words.first { $0.0 == eventCode }?.1 ?? "\(eventCode.rawValue)"
        let reaction = state.withLock { state in
            state.events.append(word)
            state.threads.append(ObjectIdentifier(Thread.current))
            return state.reaction
        }
        reaction(aStream, eventCode)
    }

    /// Takes what was told so far.
    func take() -> [String] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    func onEvent(_ reaction: @escaping (Stream, Stream.Event) -> Void) {
        state.withLock { $0.reaction = reaction }
    }

    var threadCount: Int { Set(state.withLock { $0.threads }).count }
}
