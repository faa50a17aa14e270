import BluetoothWire

/// The sending half of a credit-based channel: cuts SDUs into K-frames as the peer takes them.
///
/// At most one K-frame is on its way to the controller: `frameLeft` comes before the next `nextFrame`.
///
/// Source: Core 6.0, Vol 3, Part A, 3.4 and 10.1.
struct ChannelSender: Hashable, Sendable {
    /// The bytes in front of an SDU that tell its length; they count as part of the first K-frame's payload.
    static let lengthFieldSize = 2
    /// The most credits a peer may give.
    static let mostCredits = 0xFFFF

    private struct SDU: Hashable, Sendable {
        var token: Host.Token
        var bytes: [UInt8]
        /// With the length in front.
        var count: Int { ChannelSender.lengthFieldSize + bytes.count }
    }

    /// The longest SDU that the peer takes.
    let mtu: Int
    /// The longest K-frame payload that the peer takes.
    let mps: Int
    /// How many K-frames the peer takes now.
    private(set) var credits: Int
    private var queue: [SDU] = []
    private var head = 0
    /// How much of the first SDU and its length is in K-frames.
    private var framed = 0

    init(mtu: UInt16, mps: UInt16, credits: UInt16) {
        (self.mtu, self.mps, self.credits) = (Int(mtu), Int(mps), Int(credits))
    }

    /// Whether there is something to send, and a credit for it.
    var isReady: Bool { credits > 0 && head < queue.count && framed < queue[head].count }

    /// The tokens of the SDUs that have not left as a whole, in order.
    var tokens: [Host.Token] { queue[head...].map(\.token) }

    /// Takes an SDU of at most `mtu` bytes.
    mutating func append(_ bytes: [UInt8], _ token: Host.Token) {
        precondition(bytes.count <= mtu, "an SDU of \(bytes.count) bytes for a peer that takes \(mtu)")
        queue.append(SDU(token: token, bytes: bytes))
    }

    /// Takes credits of the peer; `false` when that makes too many, and the channel must be disconnected.
    mutating func add(_ credits: UInt16) -> Bool {
        guard self.credits + Int(credits) <= Self.mostCredits else { return false }
        self.credits += Int(credits)
        return true
    }

    /// Cuts the next K-frame, for the peer's end `channel`; there must be one.
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

    /// The K-frame is with the controller; the token when it was an SDU's last.
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
            // What is sent must not pile up while the queue never runs dry.
            queue.removeSubrange(..<head)
            head = 0
        }
        return token
    }

    /// Nothing more will be sent; the tokens of what did not leave.
    mutating func drop() -> [Host.Token] {
        defer { (queue, head, framed) = ([], 0, 0) }
        return tokens
    }
}

extension L2CAP {
    /// The least MTU and MPS of an LE credit-based channel, 23 bytes (Core 6.0, Vol 3, Part A, 4.22).
    static let leastChannelMTU = 23
}
