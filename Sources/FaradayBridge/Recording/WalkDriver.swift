import BluetoothPort
import BluetoothTypes

/// Takes a `RecordingWalk` through a phone: its commands go to a central manager's port, whose events come back.
package final class WalkDriver: Sendable {
    private let state: Lock<State>
    private let after: @Sendable (Nanoseconds, @escaping @Sendable () -> Void) -> Void
    private let onLine: @Sendable (String) -> Void
    private let onEnd: @Sendable (RecordingWalk.Ending) -> Void

    private struct State {
        var walk: RecordingWalk
        var port: (any CentralPort)?
        /// Events from before the port was there.
        var early: [Central.Event] = []
        var hasEnded = false
    }

    /// - Parameters:
    ///   - walk: What is done.
    ///   - after: Calls a closure after a time, as the phone counts it.
    ///   - onLine: Called with each line about what happens.
    ///   - onEnd: Called once, from any thread.
    package init(
        _ walk: RecordingWalk,
        after: @escaping @Sendable (Nanoseconds, @escaping @Sendable () -> Void) -> Void,
        onLine: @escaping @Sendable (String) -> Void,
        onEnd: @escaping @Sendable (RecordingWalk.Ending) -> Void
    ) {
        state = Lock(State(walk: walk))
        (self.after, self.onLine, self.onEnd) = (after, onLine, onEnd)
    }

    /// Begins.
    package func start(on phone: any PortProvider) {
        let port = phone.openCentral(ManagerOptions(), sink: self)
        let early = state.withLock { state in
            state.port = port
            defer { state.early = [] }
            return state.early
        }
        for event in early { perform { $0.handle(event) } }
    }

    /// Ends the recording soon: the connection is ended first. `onEnd` is called.
    package func stop() { perform { $0.stop() } }

    /// Releases the manager.
    package func close() { state.withLock { $0.port }?.close() }

    /// Ends the recording now, if it has not ended; `onEnd` is called.
    package func end(_ ending: RecordingWalk.Ending) {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        if isFirst { onEnd(ending) }
    }

    private func perform(_ body: (inout RecordingWalk) -> [RecordingWalk.Output]) {
        let (outputs, port) = state.withLock { state in (body(&state.walk), state.port) }
        for output in outputs {
            switch output {
            case .send(let command): _ = port?.send(command)
            case .tell(let line): onLine(line)
            case .wait(let time): after(time) { [weak self] in self?.perform { $0.timePassed() } }
            case .finish(let ending): end(ending)
            }
        }
    }
}

extension WalkDriver: CentralSink {
    package func receive(_ event: Central.Event, _ delivery: Delivery) {
        let isEarly = state.withLock { state in
            guard state.port == nil else { return false }
            state.early.append(event)
            return true
        }
        if !isEarly { perform { $0.handle(event) } }
    }
}
