#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The system's files, clocks and variables, without Foundation.
enum System {
    /// A new file, open for writing; the error number if there is none.
    static func create(_ path: String, overwrites: Bool) -> Result<Int32, Failure> {
        let flags = O_WRONLY | O_CREAT | (overwrites ? O_TRUNC : O_EXCL)
        let descriptor = open(path, flags, 0o644)
        return descriptor >= 0 ? .success(descriptor) : .failure(Failure(number: errno))
    }

    /// Writes all bytes; an interrupted call goes on.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Failure? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { unsafeWrite(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return Failure(number: errno) }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    private static func unsafeWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        #if canImport(Darwin)
        return Darwin.write(descriptor, start, bytes.count)
        #elseif canImport(Glibc)
        return Glibc.write(descriptor, start, bytes.count)
        #elseif canImport(Musl)
        return Musl.write(descriptor, start, bytes.count)
        #else
        return Android.write(descriptor, start, bytes.count)
        #endif
    }

    static func end(_ descriptor: Int32) { _ = close(descriptor) }

    static func complain(_ line: String) { _ = write(Array((line + "\n").utf8), to: 2) }

    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Nanoseconds since 1970 when the process has asked first, and the monotonic clock at that moment: later times are
    /// counted by the latter, which nobody sets.
    private static let start = (nanoseconds(CLOCK_REALTIME), nanoseconds(CLOCK_MONOTONIC))

    /// Nanoseconds since 1970.
    static var now: Int64 { start.0 + nanoseconds(CLOCK_MONOTONIC) - start.1 }

    struct Failure: Error, CustomStringConvertible {
        let number: Int32
        var isExisting: Bool { number == EEXIST }
        var description: String { String(cString: strerror(number)) }
    }
}
