import BluetoothWire

/// The sending half of a credit-based channel: splits SDUs into K-frames as the peer accepts them.
///
/// At most one K-frame is waiting for the controller: call `frameLeft` before the next `nextFrame`.
///
/// Source: Core 6.0, Vol 3, Part A, 3.4 and 10.1.
struct ChannelSender: Hashable, Sendable {
    /// The length field in front of an SDU, in bytes; it counts as part of the first K-frame's payload.
    static let lengthFieldSize = 2
    /// The most credits a peer may give.
    static let mostCredits = 0xFFFF

    private struct SDU: Hashable, Sendable {
        var token: Host.Token
        var bytes: [UInt8]
        /// The number of bytes with the length field.
        var count: Int { ChannelSender.lengthFieldSize + bytes.count }
    }

    /// The longest SDU that the peer accepts.
    let mtu: Int
    /// The longest K-frame payload that the peer accepts.
    let mps: Int
    /// How many K-frames the peer accepts now.
    private(set) var credits: Int
    private var queue: [SDU] = []
    private var head = 0
    /// How many bytes of the first SDU and its length field are in K-frames.
    private var framed = 0

    init(mtu: UInt16, mps: UInt16, credits: UInt16) {
        (self.mtu, self.mps, self.credits) = (Int(mtu), Int(mps), Int(credits))
    }

    /// Whether there is something to send, and a credit for it.
    var isReady: Bool { credits > 0 && head < queue.count && framed < queue[head].count }

    /// The tokens of the SDUs that are not completely sent, in order.
    var tokens: [Host.Token] { queue[head...].map(\.token) }

    /// Queues an SDU of at most `mtu` bytes.
    mutating func append(_ bytes: [UInt8], _ token: Host.Token) {
        precondition(bytes.count <= mtu, "an SDU of \(bytes.count) bytes for a peer that takes \(mtu)")
        queue.append(SDU(token: token, bytes: bytes))
    }

    /// Adds credits of the peer. Returns `false` if that makes too many, and the channel must be
    /// disconnected.
    mutating func add(_ credits: UInt16) -> Bool {
        guard self.credits + Int(credits) <= Self.mostCredits else { return false }
        self.credits += Int(credits)
        return true
    }

    /// Makes the next K-frame, for the peer's channel `channel`; there must be one.
    mutating func nextFrame(to channel: L2CAP.ChannelID) -> [UInt8] {
        precondition(isReady, "no K-frame to send with \(credits) credits")
        credits -= 1
        let end = min(framed + mps, queue[head].count)
        var frame: [UInt8] = []
        frame.reserveCapacity(L2CAP.BasicFrame.headerLength + end - framed)
        frame.append(littleEndian: UInt16(end - framed))
        frame.append(littleEndian: channel.rawValue)
        if framed == 0 { frame.append(littleEndian: UInt16(queue[head].bytes.count)) }
        let start = max(framed - Self.lengthFieldSize, 0)
        frame.append(contentsOf: queue[head].bytes[start..<(end - Self.lengthFieldSize)])
        framed = end
        return frame
    }

    /// The K-frame is with the controller. Returns the token if it was an SDU's last one.
    mutating func frameLeft() -> Host.Token? {
        guard head < queue.count, framed == queue[head].count else { return nil }
        let token = queue[head].token
        framed = 0
        queue[head].bytes = []
        head += 1
        if head == queue.count {
            queue.removeAll(keepingCapacity: queue.count <= 4)
            head = 0
        } else if head >= 64, head * 2 >= queue.count {
            // Sent SDUs must not pile up while the queue is never empty.
            queue.removeSubrange(..<head)
            head = 0
        }
        return token
    }

    /// Nothing more will be sent. Returns the tokens of the SDUs that were not sent.
    mutating func drop() -> [Host.Token] {
        defer { (queue, head, framed) = ([], 0, 0) }
        return tokens
    }
}

extension L2CAP {
    /// The least MTU and MPS of an LE credit-based channel, 23 bytes (Core 6.0, Vol 3, Part A, 4.22).
    static let leastChannelMTU = 23
}
