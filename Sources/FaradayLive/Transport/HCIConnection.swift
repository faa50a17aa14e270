#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Bytes of H4 to and from another program or a chip; nothing in here waits but `wait`.
///
/// All calls but `wake` belong to one thread at a time; `wake` may come from any, also after `close`.
///
/// ```swift
/// let connection = try HCIConnection(HCIEndpoint("unix:/tmp/controller"))
/// connection.wait(reading: true, writing: false, milliseconds: -1)
/// let bytes = try connection.readAvailable()
/// ```
public final class HCIConnection: Sendable {
    /// What the bytes go through.
    enum Medium: Sendable {
        case socket
        /// A serial port, or either end of a pseudo-terminal.
        case terminal
        /// A socket that keeps packets apart.
        case packets
    }

    /// For a poll set of one's own.
    public let descriptor: Int32
    /// What it was opened as, or what listened for it.
    public let endpoint: HCIEndpoint
    private let medium: Medium
    private let waker: Waker?
    private let life: DescriptorLife
    /// What stands in the file system as long as the connection does.
    private let file: FileIdentity?

    /// Connects or opens; for the endpoints that listen, waits until the other end has come.
    ///
    /// Blocks until then. `onListening` is told where the other end is expected, before the wait.
    public convenience init(
        _ endpoint: HCIEndpoint, onListening: (HCIEndpoint) -> Void = { _ in }
    ) throws(LiveError) {
        switch endpoint {
        case .tcp, .unix:
            try self.init(owning: ClientSocket.open(endpoint), .socket, endpoint, isWakeable: true)
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

    /// Takes over what a listener has got.
    convenience init(
        _ peer: HCIListener.Peer, _ endpoint: HCIEndpoint, isWakeable: Bool
    ) throws(LiveError) {
        try self.init(
            owning: peer.descriptor, peer.medium, endpoint, file: peer.file, isWakeable: isWakeable)
    }

    /// Takes a descriptor over, also when this fails.
    init(
        owning descriptor: Int32, _ medium: Medium, _ endpoint: HCIEndpoint, file: FileIdentity? = nil,
        isWakeable: Bool
    ) throws(LiveError) {
        Descriptor.prepare(descriptor)
        if medium == .socket { SocketOptions.apply(to: descriptor) }
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
        self.medium = medium
        self.endpoint = endpoint
        self.file = file
        life = DescriptorLife(descriptor)
    }

    /// Whether a byte may go astray here, as on a wire, and its absence be noticed only later.
    package var canLoseBytes: Bool { medium == .terminal }

    /// Waits until bytes have come (when `reading`), there is room to write (when `writing`), the other end
    /// is gone, `wake` was called, or `milliseconds` are over; a negative number waits for ever. With neither
    /// flag only for `wake`.
    public func wait(reading: Bool, writing: Bool, milliseconds: Int32) {
        guard let waker else { preconditionFailure("a connection that was accepted without a waker waits") }
        let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
        let isIdle = !reading && !writing
        _ = Descriptor.poll(
            isIdle ? -1 : descriptor, for: Int32(events), or: waker.descriptor, milliseconds: milliseconds)
        waker.clear()
    }

    /// Makes `wait` return; callable from any thread, and harmless after `close`.
    public func wake() { waker?.signal() }

    /// What has come so far, some 4096 bytes at most; empty when nothing has.
    ///
    /// Fails with `.closed` when the other end is gone and all it sent is read, otherwise with `.failed`.
    public func readAvailable() throws(LiveError) -> [UInt8] {
        let limit = medium == .packets ? PacketCutter.longestPacket : 4096
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initializedCount in
            count = read(descriptor, buffer.baseAddress, limit)
            initializedCount = max(count, 0)
        }
        if count > 0 { return bytes }
        if count == 0 {
            if medium == .packets { return [] }
            throw LiveError.closed(endpoint)
        }
        try check()
        return []
    }

    /// Writes as much as there is room for and returns how many bytes that was.
    ///
    /// An `hci-socket` takes whole packets only, so `bytes` must begin with an indicator there.
    public func writeAvailable(_ bytes: [UInt8]) throws(LiveError) -> Int {
        guard !bytes.isEmpty else { return 0 }
        switch medium {
        case .socket, .terminal: return try write(bytes[...])
        case .packets:
            var cutter = PacketCutter(bytes)
            while let packet = cutter.next() {
                guard try write(packet) == packet.count else { return packet.startIndex }
            }
            return cutter.offset
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws(LiveError) -> Int {
        let count = bytes.withUnsafeBytes { buffer in
            guard medium == .socket else { return rawWrite(descriptor, buffer.baseAddress, buffer.count) }
            return send(descriptor, buffer.baseAddress, buffer.count, SocketOptions.sendFlags)
        }
        if count >= 0 { return count }
        try check()
        return 0
    }

    /// What the system said of the last read or write: nothing to do now, or the end of the connection.
    private func check() throws(LiveError) {
        switch errno {
        case EAGAIN, EWOULDBLOCK, EINTR, ENOBUFS: return
        case ECONNRESET, EPIPE: throw LiveError.closed(endpoint)
        // What a terminal says whose other end is closed, or whose plug is pulled.
        case EIO where medium == .terminal, ENXIO where medium == .terminal: throw LiveError.closed(endpoint)
        default: throw LiveError.failed(endpoint, Descriptor.lastError)
        }
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
