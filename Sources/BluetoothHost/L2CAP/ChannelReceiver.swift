import BluetoothWire

/// The receiving half of a credit-based channel: puts K-frames together to SDUs, and says when the peer may
/// send more.
///
/// A credit is one K-frame, but what an app takes in are SDUs, so the window is counted in SDUs: at first the
/// peer gets credits for `sdusInFlight` SDUs of full length. Each SDU keeps the credits of its K-frames, at most
/// those of a full one, until the app has consumed it; then they go back to the peer. So a peer whose app does
/// not consume runs dry, and one that cuts its SDUs finer than it must can still finish each.
///
/// Whatever happens, `credits`, those kept by SDUs and `freed` add up to `window`.
///
/// Source: Core 6.0, Vol 3, Part A, 3.4 and 10.1.
struct ChannelReceiver: Hashable, Sendable {
    /// What a K-frame was.
    enum Outcome: Hashable, Sendable {
        /// Part of an SDU.
        case taken
        /// The end of an SDU.
        case sdu([UInt8])
        /// Against the rules; the channel must be disconnected.
        case violation
    }

    /// The longest K-frame payload to ask for: with its header it fits one link-layer packet of 251 bytes.
    static let longestMPS = 247
    /// How many full SDUs the peer may send ahead of the app.
    static let sdusInFlight = 4
    /// The least window: short SDUs need as many credits on their way as long ones.
    static let leastWindow = 16

    /// The longest SDU.
    let mtu: Int
    /// The longest K-frame payload.
    let mps: Int
    /// How many K-frames the peer may still send.
    private(set) var credits: Int
    /// Credits to give back when it is worth a signal.
    private(set) var freed = 0
    /// A credit indication waits for room in the controller; while it does, `freed` grows.
    private(set) var isIndicating = false

    /// The SDU that is incomplete, how much of it is missing, and the credits it keeps.
    private var sdu: [UInt8] = []
    private var missing: Int?
    private var kept = 0
    /// The credits that whole SDUs keep, oldest first.
    private var waiting: [Int] = []

    init(mtu: UInt16) {
        self.mtu = max(Int(mtu), L2CAP.leastChannelMTU)
        mps = min(self.mtu, Self.longestMPS)
        credits = 0
        credits = window
    }

    /// How many K-frames of full length make an SDU of full length.
    private var framesOfSDU: Int { (mtu + ChannelSender.lengthFieldSize + mps - 1) / mps }

    /// All the credits there are, 16…65,535.
    var window: Int { max(framesOfSDU * Self.sdusInFlight, Self.leastWindow) }

    /// How many SDUs the app has not consumed.
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
        // One credit of a full SDU's is left for its end, however many K-frames come before that.
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

    /// The app has consumed its oldest SDUs; more than there are count for nothing.
    mutating func consume(_ sdus: Int) {
        let count = min(max(sdus, 0), waiting.count)
        for credits in waiting.prefix(count) { freed += credits }
        waiting.removeFirst(count)
    }

    /// How many credits to give the peer now, if any: half a window at once, or sooner when the peer has not
    /// enough for another SDU.
    mutating func grant() -> UInt16? {
        guard freed > 0, !isIndicating, freed >= window / 2 || credits < framesOfSDU else { return nil }
        defer { freed = 0 }
        credits += freed
        isIndicating = true
        return UInt16(freed)
    }

    /// The credit indication left for the peer.
    mutating func indicationLeft() { isIndicating = false }
}
