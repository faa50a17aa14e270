import BluetoothPort
import FaradayTesting

/// What a port told, in order, and how far a test has read.
final class EventLog<Event: Hashable & Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var read = 0
    }

    private let state = Lock(State())
    private let world: World

    init(_ world: World) { self.world = world }

    func append(_ event: Event) { state.withLock { $0.events.append(event) } }

    /// Everything that was told.
    var all: [Event] { state.withLock { $0.events } }

    /// What was told and not read yet.
    var unread: [Event] { state.withLock { Array($0.events[$0.read...]) } }

    /// Waits for the next event that `pick` has a value for; what came before it counts as read.
    func next<Value>(
        within timeout: Nanoseconds = .seconds(60), fileID: StaticString = #fileID, line: UInt = #line,
        _ pick: (Event) -> Value?
    ) async throws -> Value {
        var found: Value?
        try await world.run(
            until: {
                found = take(pick)
                return found != nil
            }, timeout: timeout, fileID: fileID, line: line)
        return found!
    }

    /// Waits for an event.
    func wait(
        for event: Event, within timeout: Nanoseconds = .seconds(60), fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await next(within: timeout, fileID: fileID, line: line) { $0 == event ? () : nil }
    }

    /// Counts everything so far as read.
    func skip() { state.withLock { $0.read = $0.events.count } }

    private func take<Value>(_ pick: (Event) -> Value?) -> Value? {
        state.withLock { state in
            for index in state.read..<state.events.count {
                guard let value = pick(state.events[index]) else { continue }
                state.read = index + 1
                return value
            }
            return nil
        }
    }
}
