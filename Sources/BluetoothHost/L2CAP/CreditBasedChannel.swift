import BluetoothTypes
import BluetoothWire

/// One end of an LE credit-based channel.
struct CreditBasedChannel: Sendable {
    /// How long a request to open or to disconnect a channel may go unanswered (the RTX timer: Core 6.0, Vol
    /// 3, Part A, 6.2.1: 1 s to 60 s). On LE there is no reason to repeat the request.
    static let patience = Nanoseconds.seconds(30)

    enum State: Hashable, Sendable {
        /// The request was sent to the peer. Goes to `open` with its answer, or to `closing` if the answer is
        /// invalid. With a refusal or at the deadline the channel is removed.
        case opening(identifier: UInt8, deadline: Instant)
        /// Goes to `closing` when this end disconnects; when the peer does, the channel is removed.
        case open
        /// The disconnection request was sent to the peer; nothing is sent or accepted any more. With the
        /// answer, with the peer's own request or at the deadline the channel is removed.
        case closing(identifier: UInt8, deadline: Instant)
    }

    let id: Host.ChannelID
    let psm: UInt16
    /// The token of the command that opened it.
    let token: Host.Token?
    /// This end's number.
    let local: L2CAP.ChannelID
    /// The peer's number for its end; 0 while `opening`.
    var peer: L2CAP.ChannelID
    var state: State
    /// The upper layer knows the channel, and so gets its end.
    var isTold = false
    var receiver: ChannelReceiver
    /// Not used while `opening`.
    var sender: ChannelSender

    /// A channel that this end requests.
    init(
        id: Host.ChannelID, psm: UInt16, token: Host.Token, local: L2CAP.ChannelID, mtu: UInt16,
        identifier: UInt8, at now: Instant
    ) {
        (self.id, self.psm, self.token, self.local) = (id, psm, token, local)
        peer = .null
        state = .opening(identifier: identifier, deadline: now + Self.patience)
        receiver = ChannelReceiver(mtu: mtu)
        sender = ChannelSender(mtu: 0, mps: 0, credits: 0)
    }

    /// A channel that the peer requests.
    init(
        id: Host.ChannelID, local: L2CAP.ChannelID, mtu: UInt16,
        request: L2CAP.LECreditBasedConnectionRequest
    ) {
        (self.id, psm, token, self.local) = (id, request.spsm, nil, local)
        peer = request.sourceChannel
        state = .open
        receiver = ChannelReceiver(mtu: mtu)
        sender = ChannelSender(mtu: request.mtu, mps: request.mps, credits: request.initialCredits)
    }

    var isOpen: Bool { state == .open }

    var deadline: Instant? {
        switch state {
        case .opening(_, let deadline), .closing(_, let deadline): deadline
        case .open: nil
        }
    }

    /// The identifier of the request whose answer is open.
    var identifier: UInt8? {
        switch state {
        case .opening(let identifier, _), .closing(let identifier, _): identifier
        case .open: nil
        }
    }
}

extension L2CAP.ChannelID {
    /// No channel (Core 6.0, Vol 3, Part A, 2.1).
    static let null = L2CAP.ChannelID(rawValue: 0)
}
