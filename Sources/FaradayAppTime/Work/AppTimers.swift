import BluetoothPort
import CInterposition

/// The run loops' timers that worlds have, of the whole process: calls name a timer, and no world.
enum AppTimers {
    private static let timers = Lock<[UInt: AppTimer]>([:])

    static func add(_ timer: AppTimer) {
        // The earlier one at this address is gone. Released outside the lock.
        let earlier = timers.withLock { $0.updateValue(timer, forKey: UInt(bitPattern: timer.timer)) }
        withExtendedLifetime(earlier) {}
    }

    static func timer(_ pointer: UnsafeRawPointer?) -> AppTimer? {
        guard let pointer else { return nil }
        return timers.withLock { $0[UInt(bitPattern: pointer)] }
    }

    /// The timer is no longer valid, or its time is over.
    static func invalidate(_ pointer: UnsafeRawPointer?) {
        guard let pointer, let timer = timer(pointer) else { return }
        let isReleased = timer.context.host?.change { work, _ in timer.remove(mode: nil, in: work) } ?? false
        let removed = timers.withLock { $0.removeValue(forKey: UInt(bitPattern: pointer)) }
        if isReleased { timer.context.run { faraday_timer_release(pointer) } }
        withExtendedLifetime(removed) {}
    }

    /// Takes all timers of a world out; it has ended.
    static func takeAll(of clock: UnsafeMutablePointer<faraday_clock>) -> [AppTimer] {
        timers.withLock { timers in
            let ended = timers.filter { $0.value.context.raw.pointee.clock == clock }
            for key in ended.keys { timers[key] = nil }
            return Array(ended.values)
        }
    }

    // MARK: Dates

    /// The virtual time of a date. Dates are too coarse for nanoseconds: what is asked for is a length of time, in
    /// microseconds.
    static func time(of date: Double, _ context: AppContext, now: Int64) -> Int64 {
        let length = ((date - self.date(of: now, context)) * 1e6).rounded()
        guard length > 0 else { return now }
        return length < 9e12 ? now + Int64(length) * 1000 : .max
    }

    static func date(of time: Int64, _ context: AppContext) -> Double {
        let wall = time + AppClock.firstUptime + context.raw.pointee.clock.pointee.wall_offset
        return Double(wall / 1_000_000_000) - AppClock.secondsToReferenceDate + Double(wall % 1_000_000_000)
            / 1e9
    }
}
