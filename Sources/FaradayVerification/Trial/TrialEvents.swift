import BluetoothPort
import BluetoothTypes

/// What a manager is told in a trial, in order, and how far the trial has read.
final class TrialEvents<Event: Sendable>: ManagerSink {
    private struct State {
        var events: [Event] = []
        var read = 0
    }

    private let state = Lock(State())
    private let clock: any TrialClock

    init(_ clock: any TrialClock) { self.clock = clock }

    private func add(_ event: Event) {
        state.withLock { $0.events.append(event) }
        clock.signal()
    }

    /// What has come and was not read yet.
    var unread: [Event] { state.withLock { Array($0.events[$0.read...]) } }

    /// Takes the next event that `pick` has a value for; what came before it counts as read.
    private func take<Value>(_ pick: (Event) -> Value?) -> Value? {
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

    /// Waits for the next event of a kind.
    func next<Value>(_ what: String, within limit: Nanoseconds, _ pick: (Event) -> Value?) throws -> Value {
        var found: Value?
        let isThere = clock.wait(atMost: limit) {
            found = take(pick)
            return found != nil
        }
        guard isThere, let found else {
            throw TrialEnd.otherwise("\(what) did not come within \(limit.shortText); \(told)")
        }
        return found
    }

    /// Nothing of a kind comes for so long.
    func none(_ what: String, for time: Nanoseconds, _ pick: (Event) -> Bool) throws {
        var found = false
        _ = clock.wait(atMost: time) {
            found = unread.contains(where: pick)
            return found
        }
        if found { throw TrialEnd.otherwise("\(what) came; \(told)") }
    }

    private var told: String {
        let names = unread.suffix(3).map { "\($0)".prefix { $0 != "(" } }
        return names.isEmpty ? "nothing came" : "what came last: \(names.joined(separator: ", "))"
    }
}

extension TrialEvents: CentralSink where Event == Central.Event {
    func receive(_ event: Central.Event, _ delivery: Delivery) { add(event) }
}

extension TrialEvents: PeripheralSink where Event == Peripheral.Event {
    func receive(_ event: Peripheral.Event, _ delivery: Delivery) { add(event) }
}
