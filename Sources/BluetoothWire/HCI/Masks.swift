extension HCI {
    /// The events that the host wants (Core 6.0, Vol 4, Part E, 7.3.1).
    public struct EventMask: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The event Disconnection Complete.
        public static let disconnectionComplete = EventMask(rawValue: 1 << 4)
        /// The event Encryption Change.
        public static let encryptionChange = EventMask(rawValue: 1 << 7)
        /// The event Read Remote Version Information Complete.
        public static let readRemoteVersionInformationComplete = EventMask(rawValue: 1 << 11)
        /// The event Hardware Error.
        public static let hardwareError = EventMask(rawValue: 1 << 15)
        /// The event Data Buffer Overflow.
        public static let dataBufferOverflow = EventMask(rawValue: 1 << 25)
        /// The event Encryption Key Refresh Complete.
        public static let encryptionKeyRefreshComplete = EventMask(rawValue: 1 << 47)
        /// The event LE Meta: without it the host gets no LE event.
        public static let leMeta = EventMask(rawValue: 1 << 61)

        /// The mask after a reset, which has no LE events.
        public static let `default` = EventMask(rawValue: 0x0000_1FFF_FFFF_FFFF)
    }

    /// More events that the host wants (Core 6.0, Vol 4, Part E, 7.3.69).
    public struct EventMaskPage2: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The event Authenticated Payload Timeout Expired.
        public static let authenticatedPayloadTimeoutExpired = EventMaskPage2(rawValue: 1 << 23)

        /// The mask after a reset.
        public static let `default`: EventMaskPage2 = []
    }

    /// The LE events that the host wants (Core 6.0, Vol 4, Part E, 7.8.1).
    public struct LEEventMask: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The event LE Connection Complete.
        public static let leConnectionComplete = LEEventMask(rawValue: 1 << 0)
        /// The event LE Advertising Report.
        public static let leAdvertisingReport = LEEventMask(rawValue: 1 << 1)
        /// The event LE Connection Update Complete.
        public static let leConnectionUpdateComplete = LEEventMask(rawValue: 1 << 2)
        /// The event LE Read Remote Features Complete.
        public static let leReadRemoteFeaturesComplete = LEEventMask(rawValue: 1 << 3)
        /// The event LE Long Term Key Request.
        public static let leLongTermKeyRequest = LEEventMask(rawValue: 1 << 4)
        /// The event LE Remote Connection Parameter Request.
        public static let leRemoteConnectionParameterRequest = LEEventMask(rawValue: 1 << 5)
        /// The event LE Data Length Change.
        public static let leDataLengthChange = LEEventMask(rawValue: 1 << 6)
        /// The event LE Read Local P256Public Key Complete.
        public static let leReadLocalP256PublicKeyComplete = LEEventMask(rawValue: 1 << 7)
        /// The event LE Generate DHKEY Complete.
        public static let leGenerateDHKeyComplete = LEEventMask(rawValue: 1 << 8)
        /// The event LE Enhanced Connection Complete.
        public static let leEnhancedConnectionComplete = LEEventMask(rawValue: 1 << 9)
        /// The event LE Directed Advertising Report.
        public static let leDirectedAdvertisingReport = LEEventMask(rawValue: 1 << 10)
        /// The event LE PHY Update Complete.
        public static let lePHYUpdateComplete = LEEventMask(rawValue: 1 << 11)
        /// The event LE Extended Advertising Report.
        public static let leExtendedAdvertisingReport = LEEventMask(rawValue: 1 << 12)
        /// The event LE Scan Timeout.
        public static let leScanTimeout = LEEventMask(rawValue: 1 << 16)
        /// The event LE Advertising Set Terminated.
        public static let leAdvertisingSetTerminated = LEEventMask(rawValue: 1 << 17)
        /// The event LE Scan Request Received.
        public static let leScanRequestReceived = LEEventMask(rawValue: 1 << 18)
        /// The event LE Channel Selection Algorithm.
        public static let leChannelSelectionAlgorithm = LEEventMask(rawValue: 1 << 19)
        /// The event LE CS Read Remote Supported Capabilities Complete.
        public static let leCSReadRemoteSupportedCapabilitiesComplete = LEEventMask(rawValue: 1 << 43)
        /// The event LE CS Read Remote FAE Table Complete.
        public static let leCSReadRemoteFAETableComplete = LEEventMask(rawValue: 1 << 44)
        /// The event LE CS Security Enable Complete.
        public static let leCSSecurityEnableComplete = LEEventMask(rawValue: 1 << 45)
        /// The event LE CS Config Complete.
        public static let leCSConfigComplete = LEEventMask(rawValue: 1 << 46)
        /// The event LE CS Procedure Enable Complete.
        public static let leCSProcedureEnableComplete = LEEventMask(rawValue: 1 << 47)
        /// The event LE CS Subevent Result.
        public static let leCSSubeventResult = LEEventMask(rawValue: 1 << 48)
        /// The event LE CS Subevent Result Continue.
        public static let leCSSubeventResultContinue = LEEventMask(rawValue: 1 << 49)
        /// The event LE CS Test End Complete.
        public static let leCSTestEndComplete = LEEventMask(rawValue: 1 << 50)
        /// The event LE CS Read Remote Supported Capabilities Complete [v2].
        public static let leCSReadRemoteSupportedCapabilitiesCompleteV2 = LEEventMask(rawValue: 1 << 55)

        /// The mask after a reset.
        public static let `default` = LEEventMask(rawValue: 0x1F)

        /// The mask of one subevent code, 1 to 64; empty for others.
        public static func subevent(_ code: UInt8) -> LEEventMask {
            code >= 1 && code <= 64 ? LEEventMask(rawValue: 1 << UInt64(code - 1)) : []
        }
    }
}

extension HCI.Event {
    /// Whether the masks let this event through to the host; some events cannot be masked.
    public func isEnabled(
        by mask: HCI.EventMask, page2: HCI.EventMaskPage2 = .default, le leMask: HCI.LEEventMask
    ) -> Bool {
        if let subevent {
            return mask.contains(.leMeta) && !leMask.isDisjoint(with: .subevent(subevent))
        }
        return switch self {
        case .disconnectionComplete: mask.contains(.disconnectionComplete)
        case .encryptionChange: mask.contains(.encryptionChange)
        case .readRemoteVersionInformationComplete: mask.contains(.readRemoteVersionInformationComplete)
        case .hardwareError: mask.contains(.hardwareError)
        case .dataBufferOverflow: mask.contains(.dataBufferOverflow)
        case .encryptionKeyRefreshComplete: mask.contains(.encryptionKeyRefreshComplete)
        case .authenticatedPayloadTimeoutExpired: page2.contains(.authenticatedPayloadTimeoutExpired)
        default: true
        }
    }
}
