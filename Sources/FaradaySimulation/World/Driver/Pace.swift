import BluetoothTypes
import CInterposition

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How virtual time follows the wall clock.
struct Pace: Hashable {
    /// Virtual seconds per second of the wall clock; 0 holds the virtual clock.
    var speed = 1.0
    /// A time on the wall clock, in nanoseconds, and the virtual time that belongs to it.
    var wallOrigin: Int64 = 0
    var virtualOrigin: Int64 = 0

    /// The virtual time that corresponds to `wall` on the wall clock.
    func virtualTime(at wall: Int64) -> Instant {
        let elapsed = Double(wall &- wallOrigin) * speed
        return Instant(nanoseconds: virtualOrigin &+ Int64(min(elapsed, 0x1p62)))
    }

    /// Nanoseconds on the wall clock from `wall` to the virtual time `instant`.
    func wait(until instant: Instant, from wall: Int64) -> Int {
        let virtual = Double((instant - virtualTime(at: wall)).count)
        guard virtual > 0 else { return 0 }
        return Int(max(0, min(virtual / speed, 0x1p60)))
    }
}

// The only clocks of the machine that the simulation reads, also when code of a world asks.

/// Nanoseconds of a clock that only moves forward.
package func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    let caller = faraday_enter(nil)
    defer { _ = faraday_enter(caller) }
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// The machine's date, in nanoseconds since 1970.
func realNanoseconds() -> Int64 {
    var time = timespec()
    let caller = faraday_enter(nil)
    defer { _ = faraday_enter(caller) }
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// The processor time of the process so far, in nanoseconds, on all processors.
package func processorNanoseconds() -> Int64 {
    var time = timespec()
    let caller = faraday_enter(nil)
    defer { _ = faraday_enter(caller) }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
