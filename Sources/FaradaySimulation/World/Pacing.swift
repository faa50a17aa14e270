import BluetoothPort
import BluetoothTypes
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// The only place of the simulation that reads clocks of the machine.

/// How virtual time follows the wall clock, if it does.
struct PaceState {
    /// Whether pacing is on.
    var isOn = false
    /// Virtual seconds per second of the wall clock.
    var speed = 1.0
    var wallOrigin: Int64 = 0
    var virtualOrigin: Int64 = 0
    /// Distinguishes the running pacer from earlier ones.
    var generation = 0
    var semaphore = DispatchSemaphore(value: 0)
    /// Whether a pacer is posting work to its queue now. An earlier pacer may do so after it has been replaced.
    var isPosting = false

    /// The virtual time that corresponds to the wall clock.
    var virtualNow: Instant {
        let elapsed = Double(monotonicNanoseconds() &- wallOrigin) * speed
        return Instant(nanoseconds: virtualOrigin &+ Int64(min(elapsed, 0x1p62)))
    }

    /// Nanoseconds on the wall clock until `instant`.
    func wait(until instant: Instant) -> Int {
        let virtual = Double((instant - virtualNow).count)
        return Int(max(0, min(virtual / speed, 0x1p60)))
    }
}

/// Nanoseconds of a clock that only moves forward.
package func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// The processor time of the process so far, in nanoseconds, on all processors.
package func processorNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

extension WorldState {
    /// In a paced world, moves the clock to the time of the wall clock, but not beyond the next event.
    mutating func catchUp() {
        guard pace.isOn else { return }
        let target = min(pace.virtualNow, scheduler.nextTime ?? Instant(nanoseconds: .max))
        if target > now { scheduler.advance(to: target) }
    }
}

extension World {
    /// From now on virtual time follows the wall clock, `speed` virtual seconds per second.
    ///
    /// For previews, demos, UI tests and live bridges. Events run by themselves when they are due, on a thread of the
    /// world, and callbacks are posted to their queues. Runs then wait in real time.
    ///
    /// - Parameters:
    ///   - speed: Above 0; any other value is a `Mistake`, and so is a call inside a callback.
    ///   - fileID: The caller's file, for reports.
    ///   - filePath: The path of that file.
    ///   - line: The caller's line.
    public func pace(
        speed: Double = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        let site = CallSite(fileID, filePath, line)
        guard speed > 0 && speed.isFinite else {
            report("a world can't be paced \(speed) times as fast as the clock", at: site.place)
            return
        }
        if let problem = claim() {
            report(problem, at: site.place)
            return
        }
        // A new semaphore: an earlier pacer that still runs must not take a signal for this one.
        let semaphore = DispatchSemaphore(value: 0)
        let (generation, earlier) = lock.withLock { state in
            let earlier = state.pace.semaphore
            state.catchUp()
            state.driver.mover = nil
            state.pace.semaphore = semaphore
            state.pace.isOn = true
            state.pace.speed = speed
            state.pace.wallOrigin = monotonicNanoseconds()
            state.pace.virtualOrigin = state.now.nanoseconds
            state.pace.generation += 1
            return (state.pace.generation, earlier)
        }
        release()
        earlier.signal()
        DispatchQueue(label: "faraday.world.pace").async { [weak self] in
            while let wait = self?.runDueEvents(generation) {
                _ = semaphore.wait(timeout: .now() + .nanoseconds(wait))
            }
        }
    }

    /// Ends pacing: from now on virtual time moves only when the world is driven.
    public func stopPacing() {
        lock.withLock { state in
            state.catchUp()
            state.pace.isOn = false
            state.pace.generation += 1
        }
        wakePacer()
    }

    /// Whether virtual time follows the wall clock.
    public var isPaced: Bool { lock.withLock { $0.pace.isOn } }

    func wakePacer() {
        let semaphore = lock.withLock { $0.pace.semaphore }
        semaphore.signal()
    }

    private enum PaceStep {
        case stop
        case work(WorldState.Work)
        case again
        case wait(Int)
    }

    /// Runs events that are due. Returns the nanoseconds until the next one, or `nil` when pacing has stopped.
    private func runDueEvents(_ generation: Int) -> Int? {
        var hasPosted = false
        while true {
            let step: PaceStep = lock.withLock { state in
                if hasPosted { (state.pace.isPosting, hasPosted) = (false, false) }
                guard state.pace.isOn, state.pace.generation == generation else { return .stop }
                // Work that an earlier pacer took comes first.
                if state.pace.isPosting { return .wait(100_000) }
                if let work = state.takeWork() {
                    (state.pace.isPosting, hasPosted) = (true, true)
                    return .work(work)
                }
                switch state.step(until: state.pace.virtualNow) {
                case .stepped, .bound: return .again
                case .limit, .dry: break
                }
                state.catchUp()
                return .wait(state.scheduler.nextTime.map(state.pace.wait(until:)) ?? 3_600_000_000_000)
            }
            switch step {
            case .stop: return nil
            case .work(let work): run(work, .posting)
            case .again: break
            case .wait(let nanoseconds): return nanoseconds
            }
        }
    }

    /// Waits in real time until `condition` holds or `timeout` of virtual time has passed.
    func attemptPaced(until condition: () -> Bool, timeout: Nanoseconds) -> RunResult {
        let limit = now + timeout
        if let refusal = lock.withLock({ $0.refusal }) { return .failed(.mistake(refusal)) }
        while true {
            if condition() { return .met }
            if let end = pacedEnd(limit) { return end }
            // If this is the main thread, callbacks for the main queue run only when this thread lets them.
            configuration.settling?()
            usleep(500)
        }
    }

    /// Waits in real time until `condition` holds or `timeout` of virtual time has passed.
    func attemptPaced(
        until condition: () -> Bool, timeout: Nanoseconds,
        isolation: isolated (any Actor)? = #isolation
    ) async -> RunResult {
        let limit = now + timeout
        if let refusal = lock.withLock({ $0.refusal }) { return .failed(.mistake(refusal)) }
        while true {
            if condition() { return .met }
            if let end = pacedEnd(limit) { return end }
            await withUnsafeContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(500)) {
                    continuation.resume()
                }
            }
        }
    }

    private func pacedEnd(_ limit: Instant) -> RunResult? {
        lock.withLock { state in
            state.catchUp()
            if let failure = state.failure {
                state.failure = nil
                return .failed(failure)
            }
            guard state.now >= limit else { return nil }
            return .timedOut(pending: state.pendingDescriptions())
        }
    }
}
