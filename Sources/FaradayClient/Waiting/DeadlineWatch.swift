import BluetoothPort
import BluetoothTypes

/// Ends what one reader of a sequence waits for when the nearest deadline of its task is over.
///
/// One alarm serves all waits of a deadline, however many elements there are.
final class DeadlineWatch: Sendable {
    private struct State {
        /// When the wait that is under way ends.
        var end: Instant?
        /// The next alarm that is set.
        var alarm: Instant?
    }

    private let state = Lock(State())
    private let time: Timekeeper
    private let finish: @Sendable () -> Void

    /// Creates a watch; `finish` ends the sequence, and with it the wait.
    init(_ time: Timekeeper, finish: @escaping @Sendable () -> Void) {
        self.time = time
        self.finish = finish
    }

    /// A wait begins. If the time is over already, this ends the sequence and returns false.
    func begin() -> Bool {
        guard let left = Deadline.timeLeft(nil, time) else { return true }
        guard left > .zero else {
            finish()
            return false
        }
        let end = time.now + left
        let needsAlarm = state.withLock { state in
            state.end = end
            if let alarm = state.alarm, alarm <= end { return false }
            state.alarm = end
            return true
        }
        if needsAlarm { setAlarm(end) }
        return true
    }

    /// The wait is over.
    func end() { state.withLock { $0.end = nil } }

    private func setAlarm(_ instant: Instant) {
        time.wake(after: max(.zero, instant - time.now)) { [weak self] in self?.ring(instant) }
    }

    private func ring(_ instant: Instant) {
        let now = time.now
        let (isOver, next) = state.withLock { state -> (Bool, Instant?) in
            if state.alarm == instant { state.alarm = nil }
            guard let end = state.end else { return (false, nil) }
            if end <= now {
                state.end = nil
                return (true, nil)
            }
            guard state.alarm == nil else { return (false, nil) }
            state.alarm = end
            return (false, end)
        }
        if isOver { finish() }
        if let next { setAlarm(next) }
    }
}

extension AsyncStream where Element: Sendable {
    /// The same stream, which ends when the nearest deadline of the task that reads it is over.
    func limited(by time: Timekeeper, finish: @escaping @Sendable () -> Void) -> AsyncStream<Element> {
        let watch = DeadlineWatch(time, finish: finish)
        return AsyncStream {
            guard watch.begin() else { return nil }
            defer { watch.end() }
            for await element in self { return element }
            return nil
        }
    }
}
