import BluetoothTypes
import BluetoothWire

extension Host {
    /// Where the machines of a host write what leaves it: events for the upper layer, commands and data for the
    /// controller.
    ///
    /// Events and data leave in the order in which they were written. Commands wait for the controller, and leave
    /// with `sendCommands`.
    ///
    /// ```swift
    /// channels.received(frame, on: number, into: &sink)
    /// while let output = sink.next() { ... }
    /// ```
    struct Sink: Sendable {
        private var outputs = OutputQueue()
        var commands = CommandQueue()
        var data = ACLDataPath()

        init() {}

        /// The next output, in order.
        @inline(__always) mutating func next() -> Output? { outputs.next() }

        /// Gives back the storage of queues in which nothing waits, unless something is expected soon: a device that only
        /// advertises keeps none.
        mutating func releaseStorage(ofOutputs: Bool) {
            // The answer to a command brings the next output.
            guard commands.isEmpty else { return }
            commands.releaseStorage()
            if ofOutputs { outputs.releaseStorage() }
        }

        @inline(__always) mutating func emit(_ event: consuming Event) { outputs.append(.event(event)) }

        /// Queues a command; `purpose` says which machine gets the answer.
        mutating func command(_ command: HCI.Command, for purpose: CommandQueue.Purpose) {
            commands.append(command, for: purpose)
        }

        /// Gives the controller the commands that it has room for.
        @inline(__always) mutating func sendCommands(at now: Instant) {
            while let command = commands.next(at: now) { outputs.append(.controller(.command(command))) }
        }

        /// Sends HCI Reset at once, whatever room the controller has.
        mutating func reset() { outputs.append(.controller(.command(.reset))) }

        // MARK: Data

        /// Sends one PDU on a link: at once and in one piece, if there is room for it and nothing waits before it.
        /// Returns whether all of it is with the controller; otherwise `sendNext` returns `tag` when it is.
        @inline(__always) mutating func send(
            _ payload: consuming [UInt8], on channel: L2CAP.ChannelID, tag: ACLDataPath.Outbox.Tag? = nil,
            from index: Int
        ) -> Bool {
            data.send(ACLDataPath.frame(payload, on: channel), tag: tag, from: index, into: &outputs)
        }

        /// The same with a PDU that has the header of its frame.
        @inline(__always) mutating func send(
            frame: consuming [UInt8], tag: ACLDataPath.Outbox.Tag? = nil, from index: Int
        ) -> Bool {
            data.send(frame, tag: tag, from: index, into: &outputs)
        }

        /// Sends one PDU that nobody waits for, on the link with this handle.
        mutating func send(_ payload: [UInt8], on channel: L2CAP.ChannelID, to handle: UInt16) {
            guard let index = data.index(ofHandle: handle) else { return }
            _ = send(payload, on: channel, from: index)
        }

        /// Sends a signal on the link with this handle.
        mutating func signal(_ identifier: UInt8, _ command: L2CAP.Signal.Command, to handle: UInt16) {
            send(L2CAP.Signal(identifier: identifier, command: command).bytes, on: .leSignaling, to: handle)
        }

        /// Queues a frame that is no answer, whatever caused it; `sendNext` sends it.
        mutating func queue(_ frame: [UInt8], tag: ACLDataPath.Outbox.Tag, to handle: UInt16) {
            guard let index = data.index(ofHandle: handle) else { return }
            data.queue(frame, tag: tag, from: index)
        }

        /// Sends the next fragment of a link, if one waits and there is room for it.
        mutating func sendNext(of index: Int) -> ACLDataPath.Sent? {
            data.sendNext(of: index, into: &outputs)
        }
    }
}
