#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Transfers bytes of H4 to and from another program or a chip; only `wait` blocks.
///
/// Call all methods except `wake` from one thread at a time; `wake` may be called from any thread, also after
/// `close`.
///
/// ```swift
/// let connection = try HCIConnection(HCIEndpoint("unix:/tmp/controller"))
/// connection.wait(reading: true, writing: false, milliseconds: -1)
/// let bytes = try connection.readAvailable()
/// ```
public final class HCIConnection: Sendable {
    /// What the descriptor is.
    enum Kind: Sendable {
        case socket
        /// A serial port, or either end of a pseudo-terminal.
        case terminal
        /// A socket that preserves packet boundaries.
        case packets
    }

    /// The descriptor, for a poll set of the caller.
    public let descriptor: Int32
    /// The endpoint that was opened, or that listened for it.
    public let endpoint: HCIEndpoint
    private let kind: Kind
    private let waker: Waker?
    private let life: DescriptorLife
    /// The file that exists as long as the connection.
    private let file: FileIdentity?

    /// Connects or opens; with an endpoint that listens, waits until the other end has connected.
    ///
    /// Blocks until then. Before the wait, `onListening` is called with the endpoint at which the other end
    /// is expected.
    public convenience init(
        _ endpoint: HCIEndpoint, onListening: (HCIEndpoint) -> Void = { _ in }
    ) throws(LiveError) {
        switch endpoint {
        case .tcp(let host, let port):
            try self.init(
                owning: ClientSocket.open(host: host, port: port), .socket, endpoint, isWakeable: true)
        case .unix(let path):
            try self.init(owning: ClientSocket.open(path: path), .socket, endpoint, isWakeable: true)
        case .serial(let path, let settings):
            try self.init(
                owning: SerialPort.open(path, settings, endpoint), .terminal, endpoint, isWakeable: true)
        case .hciSocket(let number):
            try self.init(
                owning: HCISocket.open(number, endpoint), .packets, endpoint, isWakeable: true)
        case .tcpServer, .unixServer, .pty:
            let listener = try HCIListener(endpoint)
            defer { listener.close() }
            onListening(listener.peerEndpoint)
            try self.init(listener.nextPeer(), listener.endpoint, isWakeable: true)
        }
    }

    /// Takes over a connection that a listener has accepted.
    convenience init(
        _ peer: HCIListener.Peer, _ endpoint: HCIEndpoint, isWakeable: Bool
    ) throws(LiveError) {
        try self.init(
            owning: peer.descriptor, peer.kind, endpoint, file: peer.file, peerAddress: peer.address,
            isWakeable: isWakeable)
    }

    /// Takes ownership of a descriptor, also when this initialiser fails.
    init(
        owning descriptor: Int32, _ kind: Kind, _ endpoint: HCIEndpoint, file: FileIdentity? = nil,
        peerAddress: UInt32? = nil, isWakeable: Bool
    ) throws(LiveError) {
        Descriptor.prepare(descriptor)
        if kind == .socket { SocketOptions.apply(to: descriptor) }
        var waker: Waker?
        if isWakeable {
            waker = Waker()
            guard waker != nil else {
                let reason = Descriptor.lastError
                Descriptor.close(descriptor)
                throw LiveError.failed(endpoint, reason)
            }
        }
        self.waker = waker
        self.descriptor = descriptor
        self.kind = kind
        self.endpoint = endpoint
        self.file = file
        self.peerAddress = peerAddress
        life = DescriptorLife(descriptor)
    }

    /// The IPv4 address of the other end in network order; nil if there is none.
    package let peerAddress: UInt32?

    /// Whether a byte may be lost here, as on a wire, so that the loss is noticed only later.
    package var canLoseBytes: Bool { kind == .terminal }

    /// Waits until one of these happens: bytes have arrived (if `reading`), there is room to write (if
    /// `writing`), the other end has closed, `wake` was called, or `milliseconds` have passed. A negative
    /// number waits without limit. With neither flag it waits only for `wake`.
    public func wait(reading: Bool, writing: Bool, milliseconds: Int32) {
        guard let waker else { preconditionFailure("wait needs a connection accepted with isWakeable: true") }
        let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
        let isIdle = !reading && !writing
        _ = Descriptor.poll(
            isIdle ? -1 : descriptor, for: Int32(events), or: waker.descriptor, milliseconds: milliseconds)
        waker.clear()
    }

    /// Makes `wait` return; callable from any thread, and harmless after `close`.
    public func wake() { waker?.signal() }

    /// The bytes that have arrived, at most about 4096; empty when there are none.
    ///
    /// Fails with `.closed` when the other end has closed and all its bytes are read, otherwise with
    /// `.failed`.
    public func readAvailable() throws(LiveError) -> [UInt8] {
        let limit = kind == .packets ? PacketCutter.longestPacket : 4096
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initializedCount in
            count = read(descriptor, buffer.baseAddress, limit)
            initializedCount = max(count, 0)
        }
        if count > 0 { return bytes }
        if count == 0 {
            if kind == .packets { return [] }
            throw LiveError.closed(endpoint)
        }
        try check()
        return []
    }

    /// Writes as many bytes as there is room for, and returns their number.
    ///
    /// An `hci-socket` accepts only complete packets, so there `bytes` must begin with a packet indicator; it fails with
    /// `.failed` if they do not.
    public func writeAvailable(_ bytes: [UInt8]) throws(LiveError) -> Int {
        guard !bytes.isEmpty else { return 0 }
        switch kind {
        case .socket, .terminal: return try write(bytes[...])
        case .packets:
            return try writePackets(bytes)
        }
    }

    private func writePackets(_ bytes: [UInt8]) throws(LiveError) -> Int {
        var cutter = PacketCutter(bytes)
        while let packet = try nextPacket(&cutter) {
            guard try write(packet) == packet.count else { return packet.startIndex }
        }
        return cutter.offset
    }

    private func nextPacket(_ cutter: inout PacketCutter) throws(LiveError) -> ArraySlice<UInt8>? {
        do {
            return try cutter.next()
        } catch {
            throw .failed(endpoint, "a host sends no packet with the indicator \(error.indicator)")
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws(LiveError) -> Int {
        let count = bytes.withUnsafeBytes { buffer in
            guard kind == .socket else { return rawWrite(descriptor, buffer.baseAddress, buffer.count) }
            return send(descriptor, buffer.baseAddress, buffer.count, SocketOptions.sendFlags)
        }
        if count >= 0 { return count }
        try check()
        return 0
    }

    /// Handles the system's error of the last read or write: nothing to do now, or the end of the connection.
    private func check() throws(LiveError) {
        switch errno {
        case EAGAIN, EWOULDBLOCK, EINTR, ENOBUFS: return
        case ECONNRESET, EPIPE: throw LiveError.closed(endpoint)
        // The error of a terminal whose other end is closed or unplugged.
        case EIO where kind == .terminal, ENXIO where kind == .terminal: throw LiveError.closed(endpoint)
        default: throw LiveError.failed(endpoint, Descriptor.lastError)
        }
    }

    /// Tells the other end of a socket that nothing more comes; bytes can still be read.
    package func endWriting() {
        if kind == .socket { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    /// Closes everything; a second call does nothing. Only `wake` may follow.
    public func close() {
        file?.remove()
        life.close()
        waker?.close()
    }
}

/// `write`, whose name means something else in here.
private func rawWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
