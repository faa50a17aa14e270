#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Functions for all kinds of file descriptors.
enum Descriptor {
    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    /// Makes calls non-blocking, and closes the descriptor in child processes.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Waits until `descriptor` or `other` is ready; a negative time waits without limit.
    static func poll(_ descriptor: Int32, for events: Int32, or other: Int32 = -1, milliseconds: Int32)
        -> Bool
    {
        var set = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        #if canImport(Darwin)
        return Darwin.poll(&set, 2, milliseconds) > 0
        #else
        return Glibc.poll(&set, 2, milliseconds) > 0
        #endif
    }

    /// The system's text for the failure of the last call.
    static var lastError: String { String(cString: strerror(errno)) }
}
