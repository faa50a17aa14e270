extension L2CAP {
    /// A command on the LE signalling channel; each C-frame carries one (Core 6.0, Vol 3, Part A, 4).
    ///
    /// ```swift
    /// let answer = L2CAP.Signal(identifier: 1, command: .connectionParameterUpdateResponse(.accepted))
    /// assert(answer.bytes == [0x13, 0x01, 0x02, 0x00, 0x00, 0x00])
    /// ```
    public struct Signal: Hashable, Sendable {
        /// Pairs a response with its request; never 0 in a request.
        public var identifier: UInt8
        /// The request or response.
        public var command: Command

        public init(identifier: UInt8, command: Command) {
            self.identifier = identifier
            self.command = command
        }

        /// The content of a signal.
        public enum Command: Hashable, Sendable {
            /// The data depend on the reason: the MTU, or two channels.
            case commandReject(reason: RejectReason, data: [UInt8])
            /// `sourceChannel` is on the side of the device that requested the channel.
            case disconnectionRequest(destinationChannel: ChannelID, sourceChannel: ChannelID)
            /// The channel is closed (4.7).
            case disconnectionResponse(destinationChannel: ChannelID, sourceChannel: ChannelID)
            /// Intervals in units of 1.25 ms, timeout in units of 10 ms.
            case connectionParameterUpdateRequest(
                intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16)
            /// The central's answer to a request for other parameters (4.21).
            case connectionParameterUpdateResponse(ParameterUpdateResult)
            /// Asks for a channel (4.22).
            case leCreditBasedConnectionRequest(LECreditBasedConnectionRequest)
            /// Opens the channel or refuses it (4.23).
            case leCreditBasedConnectionResponse(LECreditBasedConnectionResponse)
            /// The sender of this takes so many more K-frames on the channel (4.24).
            case flowControlCreditIndication(channel: ChannelID, credits: UInt16)
            /// Asks for one to five enhanced channels (4.25).
            case creditBasedConnectionRequest(CreditBasedConnectionRequest)
            /// Opens enhanced channels or refuses them (4.26).
            case creditBasedConnectionResponse(CreditBasedConnectionResponse)
            /// One to five channels.
            case creditBasedReconfigureRequest(mtu: UInt16, mps: UInt16, destinationChannels: [ChannelID])
            /// Accepts or refuses other sizes (4.28).
            case creditBasedReconfigureResponse(ReconfigureResult)
            /// A code that LE does not use; the answer is a reject.
            case unknown(code: UInt8, data: [UInt8])
        }
    }

    /// Why a signal was rejected (Core 6.0, Vol 3, Part A, 4.1).
    public struct RejectReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The command is unknown.
        public static let commandNotUnderstood = RejectReason(rawValue: 0)
        /// The command is too long.
        public static let signalingMTUExceeded = RejectReason(rawValue: 1)
        /// There is no such channel.
        public static let invalidCID = RejectReason(rawValue: 2)
    }

    /// Whether the central accepts the parameters (Core 6.0, Vol 3, Part A, 4.21).
    public struct ParameterUpdateResult: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The central will use the parameters.
        public static let accepted = ParameterUpdateResult(rawValue: 0)
        /// The parameters stay as they are.
        public static let rejected = ParameterUpdateResult(rawValue: 1)
    }

    /// How a request for credit-based channels ended (Core 6.0, Vol 3, Part A, 4.23 and 4.26).
    public struct ConnectionResult: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The channel is open.
        public static let success = ConnectionResult(rawValue: 0x0000)
        /// Nobody serves this SPSM.
        public static let spsmNotSupported = ConnectionResult(rawValue: 0x0002)
        /// There is no room for another channel.
        public static let noResources = ConnectionResult(rawValue: 0x0004)
        /// The link is not authenticated well enough.
        public static let insufficientAuthentication = ConnectionResult(rawValue: 0x0005)
        /// The peer may not open this channel.
        public static let insufficientAuthorization = ConnectionResult(rawValue: 0x0006)
        /// The key of the link is too short.
        public static let encryptionKeySizeTooShort = ConnectionResult(rawValue: 0x0007)
        /// The link is not encrypted well enough.
        public static let insufficientEncryption = ConnectionResult(rawValue: 0x0008)
        /// The source channel is outside the range.
        public static let invalidSourceCID = ConnectionResult(rawValue: 0x0009)
        /// The source channel is in use.
        public static let sourceCIDAlreadyAllocated = ConnectionResult(rawValue: 0x000A)
        /// The server does not accept these sizes.
        public static let unacceptableParameters = ConnectionResult(rawValue: 0x000B)
        /// The parameters break the specification.
        public static let invalidParameters = ConnectionResult(rawValue: 0x000C)
        /// A decision follows.
        public static let pending = ConnectionResult(rawValue: 0x000D)
        /// A decision follows after authentication.
        public static let authenticationPending = ConnectionResult(rawValue: 0x000E)
        /// A decision follows after authorization.
        public static let authorizationPending = ConnectionResult(rawValue: 0x000F)
    }

    /// How a reconfiguration ended (Core 6.0, Vol 3, Part A, 4.28).
    public struct ReconfigureResult: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The new sizes are in use.
        public static let success = ReconfigureResult(rawValue: 0)
        /// Refused: an MTU may not become smaller.
        public static let mtuReduced = ReconfigureResult(rawValue: 1)
        /// Refused: an MPS of several channels may not become smaller.
        public static let mpsReduced = ReconfigureResult(rawValue: 2)
        /// Refused: there is no such channel.
        public static let invalidDestinationCID = ReconfigureResult(rawValue: 3)
        /// Refused: other sizes are needed.
        public static let unacceptableParameters = ReconfigureResult(rawValue: 4)
    }

    /// Asks for one LE credit-based channel (Core 6.0, Vol 3, Part A, 4.22).
    public struct LECreditBasedConnectionRequest: Hashable, Sendable {
        /// The service for the channel.
        public var spsm: UInt16
        /// The channel on the sender's side.
        public var sourceChannel: ChannelID
        /// The longest SDU that the sender accepts, 23 bytes or more.
        public var mtu: UInt16
        /// The longest K-frame payload that the sender accepts, 23…65,533 bytes.
        public var mps: UInt16
        /// How many K-frames the receiver may send at once.
        public var initialCredits: UInt16

        public init(spsm: UInt16, sourceChannel: ChannelID, mtu: UInt16, mps: UInt16, initialCredits: UInt16)
        {
            self.spsm = spsm
            self.sourceChannel = sourceChannel
            self.mtu = mtu
            self.mps = mps
            self.initialCredits = initialCredits
        }
    }

    /// Answers a request for one LE credit-based channel (Core 6.0, Vol 3, Part A, 4.23).
    public struct LECreditBasedConnectionResponse: Hashable, Sendable {
        /// The channel on the sender's side; 0 on a refusal.
        public var destinationChannel: ChannelID
        /// The longest SDU that the sender accepts.
        public var mtu: UInt16
        /// The longest K-frame payload that the sender accepts.
        public var mps: UInt16
        /// How many K-frames the receiver may send at once.
        public var initialCredits: UInt16
        /// How the request ended.
        public var result: ConnectionResult

        public init(
            destinationChannel: ChannelID, mtu: UInt16, mps: UInt16, initialCredits: UInt16,
            result: ConnectionResult
        ) {
            self.destinationChannel = destinationChannel
            self.mtu = mtu
            self.mps = mps
            self.initialCredits = initialCredits
            self.result = result
        }
    }

    /// Asks for one to five enhanced credit-based channels (Core 6.0, Vol 3, Part A, 4.25).
    public struct CreditBasedConnectionRequest: Hashable, Sendable {
        /// The service for the channels.
        public var spsm: UInt16
        /// The longest SDU that the sender accepts on each, 64 bytes or more.
        public var mtu: UInt16
        /// The longest K-frame payload that the sender accepts, 64 bytes or more.
        public var mps: UInt16
        /// How many K-frames the receiver may send at once on each.
        public var initialCredits: UInt16
        /// The channels on the sender's side.
        public var sourceChannels: [ChannelID]

        public init(
            spsm: UInt16, mtu: UInt16, mps: UInt16, initialCredits: UInt16, sourceChannels: [ChannelID]
        ) {
            self.spsm = spsm
            self.mtu = mtu
            self.mps = mps
            self.initialCredits = initialCredits
            self.sourceChannels = sourceChannels
        }
    }

    /// Answers a request for enhanced credit-based channels (Core 6.0, Vol 3, Part A, 4.26).
    public struct CreditBasedConnectionResponse: Hashable, Sendable {
        /// The longest SDU that the sender accepts on each.
        public var mtu: UInt16
        /// The longest K-frame payload that the sender accepts.
        public var mps: UInt16
        /// How many K-frames the receiver may send at once on each.
        public var initialCredits: UInt16
        /// How the request ended.
        public var result: ConnectionResult
        /// At most five, in the order of the request; 0 for each that was refused.
        public var destinationChannels: [ChannelID]

        public init(
            mtu: UInt16, mps: UInt16, initialCredits: UInt16, result: ConnectionResult,
            destinationChannels: [ChannelID]
        ) {
            self.mtu = mtu
            self.mps = mps
            self.initialCredits = initialCredits
            self.result = result
            self.destinationChannels = destinationChannels
        }
    }
}
