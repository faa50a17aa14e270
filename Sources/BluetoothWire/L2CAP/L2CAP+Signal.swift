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

        /// Creates a signal.
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
            case disconnectionResponse(destinationChannel: ChannelID, sourceChannel: ChannelID)
            /// Intervals in units of 1.25 ms, timeout in units of 10 ms.
            case connectionParameterUpdateRequest(
                intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16)
            case connectionParameterUpdateResponse(ParameterUpdateResult)
            case leCreditBasedConnectionRequest(LECreditBasedConnectionRequest)
            case leCreditBasedConnectionResponse(LECreditBasedConnectionResponse)
            case flowControlCreditIndication(channel: ChannelID, credits: UInt16)
            case creditBasedConnectionRequest(CreditBasedConnectionRequest)
            case creditBasedConnectionResponse(CreditBasedConnectionResponse)
            /// One to five channels.
            case creditBasedReconfigureRequest(mtu: UInt16, mps: UInt16, destinationChannels: [ChannelID])
            case creditBasedReconfigureResponse(ReconfigureResult)
            /// A code that LE does not use; the answer is a reject.
            case unknown(code: UInt8, data: [UInt8])
        }
    }

    /// Why a signal was rejected (Core 6.0, Vol 3, Part A, 4.1).
    public struct RejectReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let commandNotUnderstood = RejectReason(rawValue: 0)
        public static let signalingMTUExceeded = RejectReason(rawValue: 1)
        public static let invalidCID = RejectReason(rawValue: 2)
    }

    /// Whether the central accepts the parameters (Core 6.0, Vol 3, Part A, 4.21).
    public struct ParameterUpdateResult: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let accepted = ParameterUpdateResult(rawValue: 0)
        public static let rejected = ParameterUpdateResult(rawValue: 1)
    }

    /// How a request for credit-based channels ended (Core 6.0, Vol 3, Part A, 4.23 and 4.26).
    public struct ConnectionResult: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let success = ConnectionResult(rawValue: 0x0000)
        public static let spsmNotSupported = ConnectionResult(rawValue: 0x0002)
        public static let noResources = ConnectionResult(rawValue: 0x0004)
        public static let insufficientAuthentication = ConnectionResult(rawValue: 0x0005)
        public static let insufficientAuthorization = ConnectionResult(rawValue: 0x0006)
        public static let encryptionKeySizeTooShort = ConnectionResult(rawValue: 0x0007)
        public static let insufficientEncryption = ConnectionResult(rawValue: 0x0008)
        public static let invalidSourceCID = ConnectionResult(rawValue: 0x0009)
        public static let sourceCIDAlreadyAllocated = ConnectionResult(rawValue: 0x000A)
        public static let unacceptableParameters = ConnectionResult(rawValue: 0x000B)
        public static let invalidParameters = ConnectionResult(rawValue: 0x000C)
        public static let pending = ConnectionResult(rawValue: 0x000D)
        public static let authenticationPending = ConnectionResult(rawValue: 0x000E)
        public static let authorizationPending = ConnectionResult(rawValue: 0x000F)
    }

    /// How a reconfiguration ended (Core 6.0, Vol 3, Part A, 4.28).
    public struct ReconfigureResult: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let success = ReconfigureResult(rawValue: 0)
        public static let mtuReduced = ReconfigureResult(rawValue: 1)
        public static let mpsReduced = ReconfigureResult(rawValue: 2)
        public static let invalidDestinationCID = ReconfigureResult(rawValue: 3)
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

        /// Creates a request.
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

        /// Creates a response.
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

        /// Creates a request.
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

        /// Creates a response.
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
