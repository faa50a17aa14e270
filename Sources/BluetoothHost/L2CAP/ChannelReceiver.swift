import BluetoothWire

/// The receiving half of a credit-based channel: assembles SDUs from K-frames, and decides when the peer may
/// send more.
///
/// A credit is one K-frame, but an app reads SDUs, so the window is counted in SDUs: at first the peer gets
/// credits for `sdusInFlight` SDUs of full length. Each SDU keeps the credits of its K-frames, at most those
/// of a full one, until the app has read it; then the peer gets them back. So a peer runs out of credits if
/// the app does not read, and a peer that splits its SDUs into more K-frames than needed can still finish
/// each SDU.
///
/// At any time `credits`, the credits kept by SDUs and `freed` add up to `window`.
///
/// Source: Core 6.0, Vol 3, Part A, 3.4 and 10.1.
struct ChannelReceiver: Hashable, Sendable {
    /// What a K-frame contained.
    enum Outcome: Hashable, Sendable {
        /// Part of an SDU.
        case taken
        /// The end of an SDU.
        case sdu([UInt8])
        /// Invalid; the channel must be disconnected.
        case violation
    }

    /// The longest K-frame payload to offer: with its header it fits one link-layer packet of 251 bytes.
    static let longestMPS = 247
    /// How many full SDUs the peer may send before the app reads one.
    static let sdusInFlight = 4
    /// The smallest window: short SDUs need as many credits in flight as long ones.
    static let leastWindow = 16

    /// The longest SDU.
    let mtu: Int
    /// The longest K-frame payload.
    let mps: Int
    /// How many K-frames the peer may still send.
    private(set) var credits: Int
    /// Credits that will be given back when there are enough for a signal.
    private(set) var freed = 0
    /// A credit indication waits for room in the controller; meanwhile `freed` grows.
    private(set) var isIndicating = false

    /// The incomplete SDU, how many bytes of it are missing, and the credits it keeps.
    private var sdu: [UInt8] = []
    private var missing: Int?
    private var kept = 0
    /// The credits that complete SDUs keep, oldest first.
    private var waiting: [Int] = []

    init(mtu: UInt16) {
        self.mtu = max(Int(mtu), L2CAP.leastChannelMTU)
        mps = min(self.mtu, Self.longestMPS)
        credits = 0
        credits = window
    }

    /// How many K-frames of full length make an SDU of full length.
    private var framesOfSDU: Int { (mtu + ChannelSender.lengthFieldSize + mps - 1) / mps }

    /// The total number of credits, 16…65,535.
    var window: Int { max(framesOfSDU * Self.sdusInFlight, Self.leastWindow) }

    /// How many SDUs the app has not read.
    var unconsumed: Int { waiting.count }

    /// Takes a K-frame, L2CAP header included.
    mutating func receive(_ frame: [UInt8]) -> Outcome {
        var start = L2CAP.BasicFrame.headerLength
        guard credits > 0, frame.count - start <= mps else { return .violation }
        credits -= 1
        if missing == nil {
            guard frame.count - start >= ChannelSender.lengthFieldSize else { return .violation }
            let length = Int(frame[start]) | Int(frame[start + 1]) << 8
            guard length <= mtu else { return .violation }
            start += ChannelSender.lengthFieldSize
            missing = length
            sdu.reserveCapacity(length)
        }
        guard let missing, frame.count - start <= missing else { return .violation }
        sdu.append(contentsOf: frame[start...])
        self.missing = missing - (frame.count - start)
        if self.missing == 0 { return .sdu(finish()) }
        // One credit of a full SDU is left for its last K-frame, however many K-frames come before.
        if kept < framesOfSDU - 1 { kept += 1 } else { freed += 1 }
        return .taken
    }

    private mutating func finish() -> [UInt8] {
        waiting.append(kept + 1)
        kept = 0
        missing = nil
        var whole: [UInt8] = []
        swap(&whole, &sdu)
        return whole
    }

    /// The app has read its oldest SDUs; a number larger than there are is limited.
    mutating func consume(_ sdus: Int) {
        let count = min(max(sdus, 0), waiting.count)
        for credits in waiting.prefix(count) { freed += credits }
        waiting.removeFirst(count)
    }

    /// How many credits to give the peer now, if any: when half a window is free, or earlier if the peer has
    /// too few for another SDU.
    mutating func grant() -> UInt16? {
        guard freed > 0, !isIndicating, freed >= window / 2 || credits < framesOfSDU else { return nil }
        defer { freed = 0 }
        credits += freed
        isIndicating = true
        return UInt16(freed)
    }

    /// The credit indication was given to the controller.
    mutating func indicationLeft() { isIndicating = false }
}
