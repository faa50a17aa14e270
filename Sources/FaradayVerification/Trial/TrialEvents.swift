import BluetoothPort

/// What a manager is told in a trial, in order, and how far the trial has read.
final class TrialEvents: CentralSink {
    private struct State {
        var events: [Central.Event] = []
        var read = 0
    }

    private let state = Lock(State())
    private let clock: any TrialClock

    init(_ clock: any TrialClock) { self.clock = clock }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        state.withLock { $0.events.append(event) }
        clock.signal()
    }

    /// What has come and was not read yet.
    var unread: [Central.Event] { state.withLock { Array($0.events[$0.read...]) } }

    /// Takes the next event that `pick` has a value for; what came before it counts as read.
    func take<Value>(_ pick: (Central.Event) -> Value?) -> Value? {
        state.withLock { state in
            for place in state.read..<state.events.count {
                guard let value = pick(state.events[place]) else { continue }
                state.read = place + 1
                return value
            }
            return nil
        }
    }

    /// Counts all that has come as read.
    func skip() { state.withLock { $0.read = $0.events.count } }
}
