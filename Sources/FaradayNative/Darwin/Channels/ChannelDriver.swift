import BluetoothPort
import CoreBluetooth
import Foundation

/// Transfers bytes between a channel's streams and the port; confined to its manager's queue.
final class ChannelDriver: NSObject {
    /// The limit of unread bytes of the port's user. Above it, nothing more is read here, and the framework
    /// gives the peer no more credits.
    private static let window = 65_536
    private static let portion = 4_096

    private let channel: CBL2CAPChannel
    private let input: InputStream
    private let output: OutputStream
    private let tell: (ChannelEvent) -> Void
    private var pump: StreamPump?
    private var unread = 0
    private var pending: ArraySlice<UInt8> = []
    private var isClosed = false

    init(_ channel: CBL2CAPChannel, tell: @escaping (ChannelEvent) -> Void) {
        self.channel = channel
        input = channel.inputStream
        output = channel.outputStream
        self.tell = tell
    }

    /// Opens the streams; their events come on `queue`.
    func open(on queue: DispatchQueue) {
        pump = StreamPump(input, output, on: queue) { [weak self] stream, event in
            self?.handle(event, of: stream)
        }
    }

    func send(_ bytes: [UInt8]) {
        pending += bytes
        write()
    }

    func consume(_ count: Int) {
        unread = max(0, unread - count)
        read()
    }

    /// Closes the channel without an event.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        pump?.stop()
        pump = nil
    }

    private func handle(_ event: Stream.Event, of stream: Stream) {
        guard !isClosed else { return }
        switch event {
        case .hasBytesAvailable: read()
        case .hasSpaceAvailable: write()
        case .endEncountered: end(nil)
        case .errorOccurred: end(stream.streamError)
        default: break
        }
    }

    private func end(_ error: (any Error)?) {
        guard !isClosed else { return }
        close()
        tell(.closed(error.portError))
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: Self.portion)
        while !isClosed, pump != nil, unread < Self.window, input.hasBytesAvailable {
            let count = input.read(&buffer, maxLength: min(buffer.count, Self.window - unread))
            guard count > 0 else { break }
            unread += count
            tell(.received(Array(buffer[..<count])))
        }
    }

    private func write() {
        while !isClosed, pump != nil, !pending.isEmpty, output.hasSpaceAvailable {
            let count = pending.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { output.write($0, maxLength: bytes.count) } ?? 0
            }
            guard count > 0 else { break }
            pending = pending.dropFirst(count)
            tell(.sent(count))
        }
        if pending.isEmpty { pending = [] }
    }
}
