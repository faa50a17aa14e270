#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif
import BluetoothTypes

/// Access to the process's environment, which state machines must not use: variables, the clock, standard
/// error.
package enum Environment {
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func log(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(2, bytes, bytes.count)
    }

    /// Nanoseconds of the monotonic clock.
    package static var monotonic: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Seconds of the wall clock since the beginning of 2001, as Apple's dates count them.
    static var absoluteTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec - 978_307_200) + Double(time.tv_nsec) * 1e-9
    }

    /// Cryptographically random bytes.
    static func randomBytes(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() as UInt64) }
    }
}
