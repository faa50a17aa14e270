import BluetoothTypes
import BluetoothWire

extension Host {
    /// The data of all links: fragments in, whole frames out, and the other way around, as far as the controller's
    /// buffers allow it.
    ///
    /// After every input no link has frames that wait although there is room for them: who queues frames calls
    /// `sendNext` until it returns `nil`, and who frees room does so for each link of `nextTurn`.
    ///
    /// Source: Core 6.0, Vol 3, Part A, 7.2 and Vol 4, Part E, 4.1.1.
    struct ACLDataPath: Sendable {
        /// What the data path keeps for one link.
        struct LinkQueues: Sendable {
            var outbox = Outbox()
            // Small properties follow each other, so that they take no more room than they need.
            let handle: UInt16
            private var held: UInt16 = 0
            var reassembly = Reassembly()

            init(handle: UInt16) { self.handle = handle }

            /// How many packets the controller holds for this link.
            var outstanding: Int {
                @inline(__always) get { Int(held) }
                @inline(__always) set { held = UInt16(newValue) }
            }
        }

        /// A fragment went to the controller.
        struct Sent: Hashable, Sendable {
            /// What waits for the frame, if this was its last fragment.
            var tag: Outbox.Tag?
        }

        /// The longest L2CAP frame accepted from a peer, header included: more than the MTU of any fixed channel
        /// here, and than the K-frames of any other channel.
        static let frameLimit = 4 + 672

        /// How many answers of one link may wait. A peer that sends more requests without receiving answers is
        /// ignored.
        static let answerLimit = 64

        /// In the order in which the links were opened, like the host's own table.
        private(set) var links: [LinkQueues] = []
        private(set) var buffers = BufferPool.none
        /// The index of the link whose turn it is to send.
        private var turn = 0
        /// How many frames wait in all outboxes.
        private(set) var waitingFrames = 0
        /// Whether the peer caused what is sent now.
        var isAnswering = false

        init(buffers: BufferPool = .none) { self.buffers = buffers }

        func index(ofHandle handle: UInt16) -> Int? { links.firstIndex { $0.handle == handle } }

        // MARK: Links

        mutating func open(_ handle: UInt16) {
            links.reserveCapacity(links.count + 1)
            links.append(LinkQueues(handle: handle))
        }

        /// A link has ended: the controller has discarded its packets (Core 6.0, Vol 4, Part E, 4.3).
        mutating func close(_ index: Int) {
            let link = links.remove(at: index)
            buffers.give(link.outstanding)
            waitingFrames -= link.outbox.count
            if turn > index { turn -= 1 }
            if turn >= links.count { turn = 0 }
        }

        // MARK: In

        /// Takes a fragment of a link; returns the frame that it completes, if it is to be handled.
        mutating func received(_ packet: consuming HCI.ACLData, on index: Int) -> [UInt8]? {
            let frame: [UInt8]?
            switch packet.packetBoundary {
            case .firstFlushable, .firstNonFlushable:
                frame = links[index].reassembly.start(packet.data, limit: Self.frameLimit)
            case .continuing:
                frame = links[index].reassembly.continue(packet.data, limit: Self.frameLimit)
            case .complete:
                // Not used on LE (Core 6.0, Vol 4, Part E, 5.4.2).
                frame = nil
            }
            guard let frame,
                links[index].outbox.answers < Self.answerLimit || Self.channel(of: frame).isDynamic
            else { return nil }
            return frame
        }

        /// The channel of a frame that has a header. The frames of credit-based channels, which are dynamic, get no
        /// answer but cost credits, and none may be lost.
        static func channel(of frame: [UInt8]) -> L2CAP.ChannelID {
            L2CAP.ChannelID(rawValue: UInt16(frame[2]) | UInt16(frame[3]) << 8)
        }

        /// The payload of a frame that has a header.
        static func payload(of frame: [UInt8]) -> [UInt8] {
            bytes(of: frame, from: L2CAP.BasicFrame.headerLength)
        }

        /// The bytes of a frame from `start` on, which is not behind its end.
        static func bytes(of frame: [UInt8], from start: Int) -> [UInt8] {
            frame.withUnsafeBufferPointer { Array(UnsafeBufferPointer(rebasing: $0[start...])) }
        }

        // MARK: Out

        /// A frame around `payload`, which is at most an ATT_MTU long. It uses the payload's own storage if that
        /// has room for the header.
        static func frame(_ payload: consuming [UInt8], on channel: L2CAP.ChannelID) -> [UInt8] {
            let header = L2CAP.BasicFrame.headerLength
            let count = payload.count
            var frame = consume payload
            frame.reserveCapacity(header + count)
            for _ in 0..<header { frame.append(0) }
            frame.withUnsafeMutableBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                (start + header).copyMemory(from: start, byteCount: count)
                bytes[0] = UInt8(truncatingIfNeeded: count)
                bytes[1] = UInt8(truncatingIfNeeded: count >> 8)
                bytes[2] = UInt8(truncatingIfNeeded: channel.rawValue)
                bytes[3] = UInt8(truncatingIfNeeded: channel.rawValue >> 8)
            }
            return frame
        }

        /// Sends a frame, or queues what there is no room for. Returns whether all of it is with the controller.
        mutating func send(
            _ frame: consuming [UInt8], tag: Outbox.Tag?, from index: Int, into outputs: inout OutputQueue
        ) -> Bool {
            let isFirst = links[index].outbox.isEmpty
            if isFirst, frame.count <= buffers.packetLength, hasRoom(index) {
                hand(frame, isFirst: true, from: index, into: &outputs)
                return true
            }
            append(Outbox.Frame(bytes: frame, tag: tag, isAnswer: isAnswering), to: index)
            // What waits before it waits for room, too.
            guard isFirst else { return false }
            while sendNext(of: index, into: &outputs) != nil {}
            return links[index].outbox.isEmpty
        }

        /// Queues a frame that is no answer, whatever caused it.
        mutating func queue(_ frame: [UInt8], tag: Outbox.Tag, from index: Int) {
            append(Outbox.Frame(bytes: frame, tag: tag, isAnswer: false), to: index)
        }

        private mutating func append(_ frame: Outbox.Frame, to index: Int) {
            links[index].outbox.append(frame)
            waitingFrames += 1
        }

        /// Sends the next fragment of a link, if one waits and there is room for it.
        mutating func sendNext(of index: Int, into outputs: inout OutputQueue) -> Sent? {
            guard !links[index].outbox.isEmpty, hasRoom(index) else { return nil }
            let fragment = links[index].outbox.nextFragment(limit: buffers.packetLength)
            hand(fragment.bytes, isFirst: fragment.isFirst, from: index, into: &outputs)
            if fragment.isLast { waitingFrames -= 1 }
            return Sent(tag: fragment.tag)
        }

        /// The link that may send one fragment now, each link in turn; `nil` if nothing waits that there is room
        /// for.
        mutating func nextTurn() -> Int? {
            guard waitingFrames > 0, buffers.free > 0 else { return nil }
            for step in links.indices {
                let index = (turn + step) % links.count
                guard !links[index].outbox.isEmpty, hasRoom(index) else { continue }
                turn = (index + 1) % links.count
                return index
            }
            return nil
        }

        /// Whether the controller accepts a packet of this link. As a call it gets a copy of the data path.
        @inline(__always)
        private func hasRoom(_ index: Int) -> Bool {
            buffers.free > 0 && links[index].outstanding < buffers.share(among: links.count)
        }

        private mutating func hand(
            _ bytes: [UInt8], isFirst: Bool, from index: Int, into outputs: inout OutputQueue
        ) {
            buffers.take()
            links[index].outstanding += 1
            outputs.append(
                .controller(
                    .acl(
                        HCI.ACLData(
                            connectionHandle: links[index].handle,
                            packetBoundary: isFirst ? .firstNonFlushable : .continuing, data: bytes))))
        }

        /// The controller sent or flushed packets. It cannot report more than it was given.
        mutating func completed(_ completed: [HCI.CompletedPackets]) {
            for entry in completed {
                guard let index = index(ofHandle: entry.connectionHandle) else { continue }
                let count = min(Int(entry.numCompletedPackets), links[index].outstanding)
                links[index].outstanding -= count
                buffers.give(count)
            }
        }

        // MARK: Looking

        /// What is wrong with the data path between two inputs; `nil` if nothing is.
        var brokenInvariant: String? {
            let held = links.map(\.outstanding).reduce(0, +)
            if held + buffers.free != buffers.count {
                return "\(held) buffers held and \(buffers.free) free of \(buffers.count)"
            }
            let waiting = links.map(\.outbox.count).reduce(0, +)
            if waiting != waitingFrames { return "\(waiting) frames wait, counted as \(waitingFrames)" }
            if isAnswering { return "an answer is being sent" }
            if let index = links.indices.first(where: { !links[$0].outbox.isEmpty && hasRoom($0) }) {
                return "link \(links[index].handle) waits although there is room"
            }
            return nil
        }
    }
}
