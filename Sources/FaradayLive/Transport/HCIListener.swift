import BluetoothPort

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// An endpoint to which others connect: a TCP port, a Unix socket or the other end of a pseudo-terminal.
///
/// Call all methods from one thread at a time.
///
/// ```swift
/// let listener = try HCIListener(.tcpServer(host: "127.0.0.1", port: 0))
/// print("connect to \(listener.peerEndpoint)")
/// while let connection = try listener.accept() { … }
/// ```
public final class HCIListener: Sendable {
    /// The endpoint on which it listens, with the real port.
    public let endpoint: HCIEndpoint
    /// The endpoint that the other end has to open.
    public let peerEndpoint: HCIEndpoint
    /// The descriptor, for a poll set: readable when `accept` returns a connection.
    ///
    /// The descriptor of a pseudo-terminal only reports a hang-up, and does so at once; call `accept`
    /// regularly instead.
    public let descriptor: Int32
    private let life: DescriptorLife
    /// Its file, with its identity, so that no file of another program is removed.
    private let file: FileIdentity?

    /// Listens; fails when `endpoint` does not listen, or is already used.
    public init(_ endpoint: HCIEndpoint) throws(LiveError) {
        switch endpoint {
        case .tcpServer(let host, let wanted):
            let port: UInt16
            (descriptor, port) = try ServerSocket.open(host: host, port: wanted)
            self.endpoint = .tcpServer(host: host, port: port)
            let anyone = ["0.0.0.0": "127.0.0.1", "::": "::1"]
            peerEndpoint = .tcp(host: anyone[host] ?? host, port: port)
            file = nil
        case .unixServer(let path):
            descriptor = try ServerSocket.open(path: path)
            self.endpoint = endpoint
            peerEndpoint = .unix(path: path)
            file = FileIdentity(path)
        case .pty(let link):
            let name: String
            (descriptor, name) = try PseudoTerminal.open(endpoint)
            self.endpoint = endpoint
            peerEndpoint = .serial(path: name, HCIEndpoint.SerialSettings())
            file = link.flatMap { FileIdentity($0) }
        case .tcp, .unix, .serial, .hciSocket:
            throw LiveError.unreachable(endpoint, "this endpoint does not listen")
        }
        Descriptor.prepare(descriptor)
        life = DescriptorLife(descriptor)
    }

    deinit { close() }

    /// The next connection, or `nil` when there is none.
    ///
    /// A pseudo-terminal serves only one connection. Fails with `.failed` when the system cannot create a
    /// connection, for example because there are no descriptors; the next call may succeed.
    ///
    /// - Parameter isWakeable: Whether the connection supports `wait` and `wake`, which need a pipe.
    public func accept(isWakeable: Bool = false) throws(LiveError) -> HCIConnection? {
        guard let peer = try takePeer() else { return nil }
        return try HCIConnection(peer, endpoint, isWakeable: isWakeable)
    }

    /// Waits for the next connection.
    func nextPeer() throws(LiveError) -> Peer {
        while true {
            if let peer = try takePeer() { return peer }
            if case .pty = endpoint {
                // No event reports that the other end was opened, so it is polled.
                _ = Descriptor.poll(-1, for: 0, milliseconds: 20)
            } else {
                _ = Descriptor.poll(descriptor, for: Int32(POLLIN), milliseconds: -1)
            }
        }
    }

    private func takePeer() throws(LiveError) -> Peer? {
        if case .pty = endpoint {
            guard PseudoTerminal.isOpen(descriptor), let descriptor = life.release() else { return nil }
            return Peer(descriptor: descriptor, kind: .terminal, file: file)
        }
        while true {
            let (client, address) = rawAccept(descriptor)
            if client >= 0 { return Peer(descriptor: client, kind: .socket, address: address) }
            switch errno {
            case EINTR, ECONNABORTED, EPROTO: continue
            case EAGAIN, EWOULDBLOCK: return nil
            default: throw LiveError.failed(endpoint, Descriptor.lastError)
            }
        }
    }

    /// Stops listening, and removes its file; accepted connections continue.
    public func close() {
        // A pseudo-terminal with a connection has passed its link to that connection.
        if life.close() { file?.remove() }
    }

    /// A new connection.
    struct Peer {
        var descriptor: Int32
        var kind: HCIConnection.Kind
        var file: FileIdentity?
        /// The IPv4 address of the other end in network order.
        var address: UInt32?
    }
}

/// Accepts a connection. Returns it, or -1, and the IPv4 address of the other end.
private func rawAccept(_ descriptor: Int32) -> (Int32, UInt32?) {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let client = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(descriptor, $0, &size) }
    }
    return (client, Int32(address.sin_family) == AF_INET ? address.sin_addr.s_addr : nil)
}

/// A path, and the identity of the file at it when this object was created.
final class FileIdentity: Sendable {
    private let path: String
    private let device: dev_t
    private let number: ino_t
    private let isRemoved = Lock(false)

    /// `nil` when there is no file.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// Removes the file, once, unless another file is there now.
    func remove() {
        isRemoved.withLock { isRemoved in
            guard !isRemoved else { return }
            isRemoved = true
            var status = stat()
            guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == number else { return }
            unlink(path)
        }
    }
}
