import BluetoothWire

extension Host.ACLDataPath {
    /// The L2CAP frames of one link that wait for room in the controller, split into its packets.
    struct Outbox: Sendable {
        /// What waits for a frame to be sent.
        enum Tag: Hashable, Sendable {
            case attribute(Host.SendTag)
            /// A K-frame of this channel.
            case channelFrame(Host.ChannelID)
            /// A credit indication of this channel.
            case credits(Host.ChannelID)
        }

        /// One frame: its header and payload.
        struct Frame: Sendable {
            var bytes: [UInt8]
            /// What to inform when the last byte is with the controller.
            var tag: Tag?
            /// Whether the peer's own request caused this frame.
            var isAnswer: Bool
        }

        /// The part of a frame that fits one packet.
        struct Fragment {
            var bytes: [UInt8]
            var isFirst: Bool
            var isLast: Bool
            /// The tag of the frame; only on its last fragment.
            var tag: Tag?
        }

        private var frames: [Frame] = []
        private var head = 0
        /// How many bytes of the first frame are with the controller.
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

        /// Takes the next fragment; there must be one.
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
                // Sent frames must not pile up while the queue is never empty.
                frames.removeSubrange(..<head)
                head = 0
            }
        }
    }
}
