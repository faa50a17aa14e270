#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif
import BluetoothTypes

/// What the process knows that no machine may: variables, the clock, standard error.
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

    /// Bytes that nobody can guess.
    static func randomBytes(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() as UInt64) }
    }
}
