import BluetoothPort
import Foundation

/// One open channel between its streams and the port.
///
/// The channel object and its streams retain it; managers refer to it weakly.
final class ChannelLine: Sendable {
    private struct State {
        var isReceiving = true
        var isSending = true
        /// Whether the port still considers the channel open.
        var isOpen = true
    }

    /// A line without a peer.
    static var broken: ChannelLine {
        let line = ChannelLine(StreamErrands(), phone: nil) { _ in }
        line.lost()
        return line
    }

    let receiving: ReceivingEnd
    let sending: SendingEnd
    private let send: @Sendable (ChannelCommand) -> Void
    private let state = Lock(State())

    init(
        _ errands: StreamErrands, phone: (any PortProvider)?,
        send: @escaping @Sendable (ChannelCommand) -> Void
    ) {
        receiving = ReceivingEnd(StreamEvents(errands, phone: phone))
        sending = SendingEnd(StreamEvents(errands, phone: phone))
        self.send = send
    }

    // MARK: The app

    func read(_ room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let count = receiving.read(into: room)
        if count > 0 { send(.consume(count)) }
        return count
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let count = sending.reserve(bytes.count)
        if count > 0 { send(.send([UInt8](bytes.prefix(count)))) }
        return count
    }

    func closeReceiving() {
        receiving.close()
        closePort { $0.isReceiving = false }
    }

    func closeSending() {
        sending.close()
        closePort { $0.isSending = false }
    }

    /// The channel object was released: the system closes the channel, even if the app still holds a stream
    /// (regression 120).
    func release() {
        closePort { ($0.isReceiving, $0.isSending) = (false, false) }
        lost()
    }

    /// Closes the channel at the port once neither stream is in use.
    private func closePort(_ change: (inout State) -> Void) {
        let closes = state.withLock { state in
            change(&state)
            guard state.isOpen, !state.isReceiving, !state.isSending else { return false }
            state.isOpen = false
            return true
        }
        if closes { send(.close) }
    }

    // MARK: The port

    func handle(_ event: ChannelEvent) {
        switch event {
        case .received(let bytes): receiving.receive(bytes)
        case .sent(let count): sending.sent(count)
        case .closed: lost()
        }
    }

    /// The peer closed the channel, the link ended, or the manager was released: both streams end.
    func lost() {
        state.withLock { $0.isOpen = false }
        receiving.end()
        sending.end()
    }
}

/// The channels of one manager by identifier, as weak references.
final class ChannelBoard: Sendable {
    private final class Entry {
        weak var line: ChannelLine?
        init(_ line: ChannelLine) { self.line = line }
    }

    private let entries = Lock<[ChannelIdentifier: Entry]>([:])

    func insert(_ line: ChannelLine, as identifier: ChannelIdentifier) {
        entries.withLock { entries in
            // No event reports that the app has released a channel, so the entry is removed here.
            entries = entries.filter { $0.value.line != nil }
            entries[identifier] = Entry(line)
        }
    }

    func handle(_ event: ChannelEvent, of identifier: ChannelIdentifier) {
        let line = entries.withLock { entries -> ChannelLine? in
            let line = entries[identifier]?.line
            var isOver = line == nil
            if case .closed = event { isOver = true }
            if isOver { entries[identifier] = nil }
            return line
        }
        line?.handle(event)
    }

    /// The manager was released, and no event follows.
    func close() {
        let lines = entries.withLock { entries in
            defer { entries = [:] }
            return entries.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap(\.value.line)
        }
        for line in lines { line.lost() }
    }
}
