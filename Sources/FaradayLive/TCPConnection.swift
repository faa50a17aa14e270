#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A TCP connection to a controller: a non-blocking socket and a pipe that wakes who waits for it.
///
/// `wait` and `read` belong to the driver's thread; `wake` may be called from any.
struct TCPConnection: Sendable {
    private let socket: Int32
    private let wakeRead: Int32
    private let wakeWrite: Int32
    private let endpoint: HCIEndpoint

    /// Connects; blocks until the connection stands or is refused.
    init(_ endpoint: HCIEndpoint) throws(LiveError) {
        self.endpoint = endpoint
        let (host, port) =
            switch endpoint {
            case .tcp(let host, let port): (host, port)
            }
        socket = try Self.connect(host: host, port: port, endpoint: endpoint)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            let reason = Self.lastError
            _ = Self.closeDescriptor(socket)
            throw LiveError.failed(endpoint, reason)
        }
        (wakeRead, wakeWrite) = (ends[0], ends[1])
        for descriptor in [socket, wakeRead, wakeWrite] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
        #if canImport(Darwin)
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &one, size)
        #endif
    }

    private static func connect(host: String, port: UInt16, endpoint: HCIEndpoint) throws(LiveError) -> Int32
    {
        var hints = addrinfo()
        #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
        #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else {
            throw LiveError.unknownHost(host)
        }
        defer { freeaddrinfo(first) }
        var reason = "no address"
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let address = next?.pointee {
            next = address.ai_next
            #if canImport(Darwin)
            let socket = Darwin.socket(address.ai_family, address.ai_socktype, address.ai_protocol)
            guard socket >= 0 else { continue }
            if Darwin.connect(socket, address.ai_addr, address.ai_addrlen) == 0 { return socket }
            #else
            let socket = Glibc.socket(address.ai_family, address.ai_socktype, address.ai_protocol)
            guard socket >= 0 else { continue }
            if Glibc.connect(socket, address.ai_addr, address.ai_addrlen) == 0 { return socket }
            #endif
            reason = lastError
            _ = closeDescriptor(socket)
        }
        throw LiveError.unreachable(endpoint, reason)
    }

    /// Waits until bytes have come, `wake` was called, there is room to write (when `wantsToWrite`), or
    /// `milliseconds` are over; a negative number waits for ever. Without `forSocket`, only for `wake`.
    func wait(forSocket: Bool, wantsToWrite: Bool, milliseconds: Int32) {
        var waiting = [
            pollfd(
                fd: forSocket ? socket : -1, events: Int16(POLLIN) | (wantsToWrite ? Int16(POLLOUT) : 0),
                revents: 0),
            pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&waiting, nfds_t(waiting.count), milliseconds)
        var sink = [UInt8](repeating: 0, count: 64)
        while read(wakeRead, &sink, sink.count) > 0 {}
    }

    /// Makes `wait` return; callable from any thread.
    func wake() {
        var byte: UInt8 = 1
        _ = write(wakeWrite, &byte, 1)
    }

    /// What has come so far; empty when nothing has.
    func readAvailable() throws(LiveError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count > 0 { return Array(buffer[..<count]) }
        if count == 0 { throw LiveError.closed(endpoint) }
        try check()
        return []
    }

    /// Writes as much as there is room for and returns how many bytes that was.
    func writeAvailable(_ bytes: [UInt8]) throws(LiveError) -> Int {
        guard !bytes.isEmpty else { return 0 }
        #if canImport(Darwin)
        let count = send(socket, bytes, bytes.count, 0)
        #else
        let count = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
        if count >= 0 { return count }
        try check()
        return 0
    }

    /// What the system said of the last read or write: nothing to do now, or the end of the connection.
    private func check() throws(LiveError) {
        switch errno {
        case EAGAIN, EWOULDBLOCK, EINTR: return
        case ECONNRESET, EPIPE: throw LiveError.closed(endpoint)
        default: throw LiveError.failed(endpoint, Self.lastError)
        }
    }

    /// Closes everything; no call may follow.
    func close() {
        for descriptor in [socket, wakeRead, wakeWrite] { _ = Self.closeDescriptor(descriptor) }
    }

    private static func closeDescriptor(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
        Darwin.close(descriptor)
        #else
        Glibc.close(descriptor)
        #endif
    }

    private static var lastError: String { String(cString: strerror(errno)) }
}
