import CInterposition

/// A timer of a run loop that a world calls when its time has come.
///
/// Core Foundation's object keeps the date, the interval and whether the timer is valid; it is in no loop of the system.
/// Used under the world's lock, but for `call`.
package final class AppTimer {
    let timer: UnsafeRawPointer
    let context: AppContext
    let origin: Origin
    private let callout: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void
    private let info: UnsafeMutableRawPointer?
    /// The loop that has the timer, and the modes in which it runs there.
    private(set) var loop: UInt?
    private(set) var modes: Set<UInt64> = []
    private var deadline: Deadlines<AppWork.Due>.Token?
    /// When the timer fires next, as its loop counts.
    private var time: Int64 = 0
    private var isWaiting = false

    init(
        _ timer: UnsafeRawPointer, of context: AppContext, origin: Origin,
        _ callout: @escaping @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void,
        _ info: UnsafeMutableRawPointer?
    ) {
        (self.timer, self.context, self.origin, self.callout, self.info) = (
            timer, context, origin, callout, info
        )
    }

    var isScheduled: Bool { loop != nil }

    // MARK: In a loop

    /// Returns whether the timer is in the loop now; a loop retains its timers.
    func add(to loop: UInt, mode: UInt64, in work: AppWork, _ time: Int64, now: Int64) -> Bool {
        guard self.loop == nil || self.loop == loop else { return true }
        let isFirst = self.loop == nil
        self.loop = loop
        modes.insert(mode)
        if isFirst {
            faraday_timer_retain(timer)
            work.clock.add(.loops)
            arm(at: time, in: work)
            work.news.add(.set(.timer(self), delay: time - now))
        }
        return true
    }

    /// Returns whether the loop has let the timer go, which the caller then releases without the lock.
    func remove(mode: UInt64?, in work: AppWork) -> Bool {
        guard loop != nil else { return false }
        if let mode { modes.remove(mode) } else { modes = [] }
        guard modes.isEmpty else { return false }
        if deadline != nil { work.news.add(.cancelled(.timer(self))) }
        work.cancel(deadline)
        (deadline, loop) = (nil, nil)
        return true
    }

    /// The timer's date has changed.
    func move(to time: Int64, in work: AppWork) { if loop != nil { arm(at: time, in: work) } }

    private func arm(at time: Int64, in work: AppWork) {
        self.time = time
        work.cancel(deadline)
        deadline = work.add(.timer(self), at: time)
    }

    /// The time has come.
    func fire(in work: AppWork) {
        deadline = nil
        guard let loop, !isWaiting else { return }
        isWaiting = true
        work.submit(Piece(.timer(self), of: context, origin: origin), toLoop: loop)
    }

    // MARK: Calling

    /// Calls the app, without the lock, in the loop.
    func call() {
        guard let host = context.host else { return }
        let isDue: Bool = host.change { [self] _, _ in
            isWaiting = false
            return loop != nil && faraday_timer_is_valid(timer)
        }
        guard isDue else { return }
        let interval = faraday_timer_interval(timer)
        if interval <= 0 {
            // As Core Foundation has it: the timer is no longer valid when its loop is done with it.
            faraday_timer_retain(timer)
            callout(timer, info)
            AppTimers.invalidate(timer)
            faraday_timer_invalidate(timer)
            faraday_timer_release(timer)
            return
        }
        callout(timer, info)
        host.change { [self] work, now in rearm(Int64((interval * 1e9).rounded()), now, in: work) }
    }

    /// The next date is the next multiple of the interval that is still to come.
    private func rearm(_ interval: Int64, _ now: Int64, in work: AppWork) {
        // The app may have removed, invalidated or moved it.
        guard loop != nil, deadline == nil, interval > 0 else { return }
        // A main thread may have been blocked for years of virtual time.
        let missed = max(0, now - time) / interval
        let next = time + (missed + 1) * interval
        arm(at: next, in: work)
        faraday_timer_set_date(timer, AppTimers.date(of: next, context))
    }
}
