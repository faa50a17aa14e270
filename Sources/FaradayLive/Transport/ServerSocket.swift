#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Sockets to which others connect.
enum ServerSocket {
    /// How many connections may wait to be accepted.
    private static let backlog: Int32 = 64

    /// Listens on a TCP port; returns the real one.
    static func open(host: String, port: UInt16) throws(LiveError) -> (socket: Int32, port: UInt16) {
        let addresses = try AddressList(host: host, port: port, isPassive: true)
        let socket = addresses.firstSocket { socket, address, size in
            SocketOptions.set(socket, SOL_SOCKET, SO_REUSEADDR)
            return bind(socket, address, size) == 0 && listen(socket, backlog) == 0
        }
        guard let socket else {
            throw LiveError.unreachable(.tcpServer(host: host, port: port), Descriptor.lastError)
        }
        return (socket, self.port(of: socket))
    }

    /// The port that the system has assigned to a socket.
    private static func port(of socket: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        return withUnsafeMutablePointer(to: &storage) { pointer in
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &size) }
            let raw = UnsafeRawPointer(pointer)
            guard Int32(pointer.pointee.ss_family) == AF_INET6 else {
                return UInt16(bigEndian: raw.load(as: sockaddr_in.self).sin_port)
            }
            return UInt16(bigEndian: raw.load(as: sockaddr_in6.self).sin6_port)
        }
    }

    /// Listens on a Unix socket.
    static func open(path: String) throws(LiveError) -> Int32 {
        let endpoint = HCIEndpoint.unixServer(path: path)
        let address = try UnixAddress(path, endpoint)
        let socket = socket(AF_UNIX, SocketOptions.stream, 0)
        guard socket >= 0 else { throw LiveError.unreachable(endpoint, Descriptor.lastError) }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var isBound = address.with { bind(socket, $0, $1) == 0 }
        if !isBound, errno == EADDRINUSE, removeLeftover(path, address) {
            isBound = address.with { bind(socket, $0, $1) == 0 }
            if !isBound { errno = EADDRINUSE }
        }
        guard isBound, listen(socket, backlog) == 0 else {
            let reason = Descriptor.lastError
            Descriptor.close(socket)
            throw LiveError.unreachable(endpoint, reason)
        }
        return socket
    }

    /// Removes a socket on which no program listens any more; returns whether it was one. Sets `errno`
    /// to `EADDRINUSE` in any case.
    private static func removeLeftover(_ path: String, _ address: UnixAddress) -> Bool {
        defer { errno = EADDRINUSE }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
        let probe = socket(AF_UNIX, SocketOptions.stream, 0)
        guard probe >= 0 else { return false }
        defer { Descriptor.close(probe) }
        let isDead = address.with { connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
        return isDead && unlink(path) == 0
    }
}
