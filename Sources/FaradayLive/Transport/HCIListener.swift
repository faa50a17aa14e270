import BluetoothPort

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A place where others connect: a TCP port, a Unix socket or the other end of a pseudo-terminal.
///
/// All calls belong to one thread at a time.
///
/// ```swift
/// let listener = try HCIListener(.tcpServer(host: "127.0.0.1", port: 0))
/// print("connect to \(listener.peerEndpoint)")
/// while let connection = try listener.accept() { … }
/// ```
public final class HCIListener: Sendable {
    /// Where it listens, with the real port.
    public let endpoint: HCIEndpoint
    /// What the other end opens to come here.
    public let peerEndpoint: HCIEndpoint
    /// For a poll set: readable when `accept` has something.
    ///
    /// That of a pseudo-terminal says only that it hung up, and at once; ask `accept` now and then.
    public let descriptor: Int32
    private let life: DescriptorLife
    /// What stands in the file system for it: whose it is, so that no one else's is removed.
    private let file: FileIdentity?

    /// Listens; fails when `endpoint` is none that does, or is taken.
    public init(_ endpoint: HCIEndpoint) throws(LiveError) {
        switch endpoint {
        case .tcpServer(let host, _):
            (descriptor, self.endpoint) = try ServerSocket.open(endpoint)
            guard case .tcpServer(_, let port) = self.endpoint else {
                preconditionFailure("\(endpoint) became \(self.endpoint)")
            }
            let anyone = ["0.0.0.0": "127.0.0.1", "::": "::1"]
            peerEndpoint = .tcp(host: anyone[host] ?? host, port: port)
            file = nil
        case .unixServer(let path):
            (descriptor, self.endpoint) = try ServerSocket.open(endpoint)
            peerEndpoint = .unix(path: path)
            file = FileIdentity(path)
        case .pty(let link):
            let name: String
            (descriptor, name) = try PseudoTerminal.open(endpoint)
            self.endpoint = endpoint
            peerEndpoint = .serial(path: name, HCIEndpoint.SerialSettings())
            file = link.flatMap { FileIdentity($0) }
        case .tcp, .unix, .serial, .hciSocket:
            throw LiveError.unreachable(endpoint, "nobody can connect to that")
        }
        Descriptor.prepare(descriptor)
        life = DescriptorLife(descriptor)
    }

    deinit { close() }

    /// Whoever has come next, or nil when nobody has.
    ///
    /// A pseudo-terminal serves one connection: it is the listener's only one. Fails with `.failed` when the
    /// system can't make a connection, for want of descriptors for one; the next call may succeed.
    ///
    /// - Parameter isWakeable: Whether the connection's `wait` and `wake` are wanted, which cost a pipe.
    public func accept(isWakeable: Bool = false) throws(LiveError) -> HCIConnection? {
        guard let peer = try takePeer() else { return nil }
        return try HCIConnection(peer, endpoint, isWakeable: isWakeable)
    }

    /// Waits for whoever comes next.
    func nextPeer() throws(LiveError) -> Peer {
        while true {
            if let peer = try takePeer() { return peer }
            if case .pty = endpoint {
                // Nothing tells of an opened end: it has to be looked for.
                _ = Descriptor.poll(-1, for: 0, milliseconds: 20)
            } else {
                _ = Descriptor.poll(descriptor, for: Int32(POLLIN), milliseconds: -1)
            }
        }
    }

    private func takePeer() throws(LiveError) -> Peer? {
        if case .pty = endpoint {
            guard PseudoTerminal.isOpen(descriptor), let descriptor = life.release() else { return nil }
            return Peer(descriptor: descriptor, medium: .terminal, file: file)
        }
        while true {
            let client = rawAccept(descriptor)
            if client >= 0 { return Peer(descriptor: client, medium: .socket) }
            switch errno {
            case EINTR, ECONNABORTED, EPROTO: continue
            case EAGAIN, EWOULDBLOCK: return nil
            default: throw LiveError.failed(endpoint, Descriptor.lastError)
            }
        }
    }

    /// Listens no more, and removes what it made in the file system; connections that it accepted go on.
    public func close() {
        // A pseudo-terminal that someone came to has taken its link with it.
        if life.close() { file?.remove() }
    }

    /// Someone who has come.
    struct Peer {
        var descriptor: Int32
        var medium: HCIConnection.Medium
        var file: FileIdentity?
    }
}

private func rawAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

/// A name in the file system, and what stood there when it was made.
final class FileIdentity: Sendable {
    private let path: String
    private let device: dev_t
    private let number: ino_t
    private let isRemoved = Lock(false)

    /// Nil when nothing stands there.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// Removes it, once, unless something else stands there now.
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
