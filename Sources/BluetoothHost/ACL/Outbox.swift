import BluetoothWire

extension Host {
    /// The L2CAP frames of one link that wait for room in the controller, cut to its packets.
    struct Outbox: Sendable {
        /// Who waits for a frame's departure.
        enum Tag: Hashable, Sendable {
            case attribute(AttributeBearer.SendTag)
            /// A K-frame of this channel.
            case channelFrame(ChannelID)
            /// A credit indication of this channel.
            case credits(ChannelID)
        }

        /// One frame: its header and payload.
        struct Frame: Sendable {
            var bytes: [UInt8]
            /// Whom to tell when the last byte is with the controller.
            var tag: Tag?
            /// Whether the peer's own doing put it here.
            var isAnswer: Bool
        }

        /// One packet's worth of a frame.
        struct Fragment {
            var bytes: [UInt8]
            var isFirst: Bool
            var isLast: Bool
            /// That of the frame; only on its last fragment.
            var tag: Tag?
        }

        private var frames: [Frame] = []
        private var head = 0
        /// How much of the first frame is with the controller.
        private var offset = 0
        /// How many answers wait.
        private(set) var answers = 0

        init() {}

        var isEmpty: Bool { head == frames.count }
        var count: Int { frames.count - head }

        mutating func append(_ frame: Frame) {
            if frame.isAnswer { answers += 1 }
            frames.append(frame)
        }

        /// Takes the next packet's worth; there must be one.
        mutating func nextFragment(limit: Int) -> Fragment {
            precondition(head < frames.count, "an empty outbox has no fragment")
            let total = frames[head].bytes.count
            if offset == 0, total <= limit {
                let frame = frames[head]
                pop()
                return Fragment(bytes: frame.bytes, isFirst: true, isLast: true, tag: frame.tag)
            }
            let start = offset
            let end = min(start + limit, total)
            let bytes = Array(frames[head].bytes[start..<end])
            guard end == total else {
                offset = end
                return Fragment(bytes: bytes, isFirst: start == 0, isLast: false, tag: nil)
            }
            let tag = frames[head].tag
            pop()
            return Fragment(bytes: bytes, isFirst: start == 0, isLast: true, tag: tag)
        }

        private mutating func pop() {
            if frames[head].isAnswer { answers -= 1 }
            offset = 0
            head += 1
            if head == frames.count {
                frames.removeAll(keepingCapacity: frames.count <= 4)
                head = 0
            } else if head >= 64, head * 2 >= frames.count {
                // What is sent must not pile up while the queue never runs dry.
                frames.removeSubrange(..<head)
                head = 0
            }
        }
    }
}
