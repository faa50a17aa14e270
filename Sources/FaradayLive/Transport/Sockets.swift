#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Socket options with different names on different systems.
enum SocketOptions {
    #if canImport(Darwin)
    static let stream = SOCK_STREAM
    /// On this system the socket option `SO_NOSIGPIPE` is used instead.
    static let sendFlags: Int32 = 0
    #else
    static let stream = Int32(SOCK_STREAM.rawValue)
    static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// Sends small packets at once, detects that the other machine has vanished, and gives an error instead
    /// of a signal when the other end does not read.
    static func apply(to socket: Int32) {
        let tcp = Int32(IPPROTO_TCP)
        set(socket, tcp, TCP_NODELAY)
        set(socket, SOL_SOCKET, SO_KEEPALIVE)
        // The first probe is sent after half a minute of silence; after three probes without an answer the
        // connection has failed.
        #if canImport(Darwin)
        set(socket, tcp, TCP_KEEPALIVE, to: 30)
        #else
        set(socket, tcp, TCP_KEEPIDLE, to: 30)
        #endif
        set(socket, tcp, TCP_KEEPINTVL, to: 10)
        set(socket, tcp, TCP_KEEPCNT, to: 3)
        #if canImport(Darwin)
        set(socket, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    /// Switches an option on, or sets its value; an option that the socket does not have is ignored.
    static func set(_ socket: Int32, _ level: Int32, _ option: Int32, to value: Int32 = 1) {
        var value = value
        setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// The addresses of a host's name.
struct AddressList: ~Copyable {
    private let first: UnsafeMutablePointer<addrinfo>

    init(host: String, port: UInt16, isPassive: Bool) throws(LiveError) {
        var hints = addrinfo()
        hints.ai_socktype = SocketOptions.stream
        hints.ai_flags = isPassive ? AI_PASSIVE : 0
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else {
            throw LiveError.unknownHost(host)
        }
        first = list
    }

    deinit { freeaddrinfo(first) }

    /// The first socket for which `prepare` returns `true`, in the order of the system's preference. If there
    /// is none, it returns `nil`, with the system's reason in `errno`. `prepare` gets the socket and its
    /// address.
    borrowing func firstSocket(_ prepare: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Int32? {
        var reason: Int32 = EADDRNOTAVAIL
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let info = next?.pointee {
            next = info.ai_next
            let socket = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
            if socket >= 0 {
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                if let address = info.ai_addr, prepare(socket, address, info.ai_addrlen) { return socket }
            }
            reason = errno
            if socket >= 0 { Descriptor.close(socket) }
        }
        errno = reason
        return nil
    }
}

/// The address of a Unix socket.
struct UnixAddress {
    private var address = sockaddr_un()

    /// Fails when the path is longer than the system allows.
    init(_ path: String, _ endpoint: HCIEndpoint) throws(LiveError) {
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard bytes.count <= room else {
            throw LiveError.unreachable(endpoint, "a socket's path may have at most \(room) bytes")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Runs `body` with the address in the form that system calls need.
    func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Sockets that connect to others. Both functions block until the connection is established or refused.
enum ClientSocket {
    static func open(host: String, port: UInt16) throws(LiveError) -> Int32 {
        let addresses = try AddressList(host: host, port: port, isPassive: false)
        let socket = addresses.firstSocket { connect($0, $1, $2) == 0 }
        guard let socket else {
            throw LiveError.unreachable(.tcp(host: host, port: port), Descriptor.lastError)
        }
        return socket
    }

    static func open(path: String) throws(LiveError) -> Int32 {
        let endpoint = HCIEndpoint.unix(path: path)
        let address = try UnixAddress(path, endpoint)
        let socket = socket(AF_UNIX, SocketOptions.stream, 0)
        guard socket >= 0 else { throw LiveError.unreachable(endpoint, Descriptor.lastError) }
        guard address.with({ connect(socket, $0, $1) }) == 0 else {
            let reason = Descriptor.lastError
            Descriptor.close(socket)
            throw LiveError.unreachable(endpoint, reason)
        }
        return socket
    }
}
