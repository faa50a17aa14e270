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
        private var head: Int32 = 0
        /// How many bytes of the first frame are with the controller.
        private var sentBytes: Int32 = 0
        /// How many answers wait.
        private(set) var answers: Int32 = 0

        init() {}

        @inline(__always)
        var isEmpty: Bool { frames.isEmpty }
        var count: Int { frames.count - first }
        /// The place of the first frame that is not sent; there is one unless the outbox is empty.
        private var first: Int { Int(head) }

        mutating func append(_ frame: Frame) {
            if frame.isAnswer { answers += 1 }
            frames.append(frame)
        }

        /// Takes the next fragment; there must be one.
        mutating func nextFragment(limit: Int) -> Fragment {
            precondition(first < frames.count, "an empty outbox has no fragment")
            let total = frames[first].bytes.count
            if sentBytes == 0, total <= limit {
                let frame = pop()
                return Fragment(bytes: frame.bytes, isFirst: true, isLast: true, tag: frame.tag)
            }
            let start = Int(sentBytes)
            let end = min(start + limit, total)
            let bytes = Array(frames[first].bytes[start..<end])
            guard end == total else {
                sentBytes = Int32(end)
                return Fragment(bytes: bytes, isFirst: start == 0, isLast: false, tag: nil)
            }
            return Fragment(bytes: bytes, isFirst: start == 0, isLast: true, tag: pop().tag)
        }

        /// Takes the first frame out. Its place is emptied at once: its bytes then have one owner.
        private mutating func pop() -> Frame {
            var frame = Frame(bytes: [], tag: nil, isAnswer: false)
            swap(&frame, &frames[first])
            if frame.isAnswer { answers -= 1 }
            sentBytes = 0
            head += 1
            if first == frames.count {
                frames.removeAll(keepingCapacity: frames.count <= Self.placesKept)
                head = 0
            } else if first >= 64, first * 2 >= frames.count {
                // Sent frames must not pile up while the queue is never empty.
                frames.removeSubrange(..<first)
                head = 0
            }
            return frame
        }

        /// An idle link must not keep the storage of a burst.
        private static let placesKept = 8
    }
}
