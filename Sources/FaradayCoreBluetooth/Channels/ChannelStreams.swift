import Foundation

/// The bytes that the peer sends, in order.
///
/// Reads never block: if a socket's read would block, the result is −1 with the POSIX error `EAGAIN`.
final class ChannelInputStream: InputStream {
    private let line: ChannelLine

    init(_ line: ChannelLine) {
        self.line = line
        super.init(data: Data())
    }

    private var end: ReceivingEnd { line.receiving }

    override var delegate: (any StreamDelegate)? {
        get { end.events.delegate }
        set { end.events.delegate = newValue }
    }

    override var streamStatus: Stream.Status { end.status }
    override var streamError: (any Error)? { end.error }
    override var hasBytesAvailable: Bool { end.hasBytes }
    override func open() { end.open() }
    override func close() { line.closeReceiving() }

    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        end.events.schedule(in: aRunLoop, mode)
    }

    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        end.events.remove(from: aRunLoop, mode)
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        line.read(UnsafeMutableBufferPointer(start: buffer, count: max(len, 0)))
    }

    /// Not supported: the stream gives no access to its buffer.
    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length len: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    override func property(forKey key: Stream.PropertyKey) -> StreamProperty { nil }
    override func setProperty(_ property: StreamProperty, forKey key: Stream.PropertyKey) -> Bool { false }
}

/// The bytes that are sent to the peer, in order.
///
/// Writes never block: they accept as many bytes as `SendingEnd.bufferSize` has room for. If a socket's write would
/// block, the result is −1 with the POSIX error `EAGAIN`.
final class ChannelOutputStream: OutputStream {
    private let line: ChannelLine

    init(_ line: ChannelLine) {
        self.line = line
        super.init(toMemory: ())
    }

    /// Not used for channels: creates a stream without a channel, which cannot be written.
    #if canImport(Darwin)
    override init(toMemory: ()) {
        line = .broken
        super.init(toMemory: ())
    }
    #else
    required init(toMemory: ()) {
        line = .broken
        super.init(toMemory: ())
    }
    #endif

    private var end: SendingEnd { line.sending }

    override var delegate: (any StreamDelegate)? {
        get { end.events.delegate }
        set { end.events.delegate = newValue }
    }

    override var streamStatus: Stream.Status { end.status }
    override var streamError: (any Error)? { end.error }
    override var hasSpaceAvailable: Bool { end.hasSpace }
    override func open() { end.open() }
    override func close() { line.closeSending() }

    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        end.events.schedule(in: aRunLoop, mode)
    }

    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        end.events.remove(from: aRunLoop, mode)
    }

    override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
        line.write(UnsafeBufferPointer(start: buffer, count: max(len, 0)))
    }

    override func property(forKey key: Stream.PropertyKey) -> StreamProperty { nil }
    override func setProperty(_ property: StreamProperty, forKey key: Stream.PropertyKey) -> Bool { false }
}

#if canImport(Darwin)
typealias StreamProperty = Any?
#else
typealias StreamProperty = AnyObject?
#endif
