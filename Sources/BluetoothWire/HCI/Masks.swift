extension HCI {
    /// The events that the host wants (Core 6.0, Vol 4, Part E, 7.3.1).
    public struct EventMask: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        public static let disconnectionComplete = EventMask(rawValue: 1 << 4)
        public static let encryptionChange = EventMask(rawValue: 1 << 7)
        public static let readRemoteVersionInformationComplete = EventMask(rawValue: 1 << 11)
        public static let hardwareError = EventMask(rawValue: 1 << 15)
        public static let dataBufferOverflow = EventMask(rawValue: 1 << 25)
        public static let encryptionKeyRefreshComplete = EventMask(rawValue: 1 << 47)
        public static let leMeta = EventMask(rawValue: 1 << 61)

        /// The mask after a reset, which has no LE events.
        public static let `default` = EventMask(rawValue: 0x0000_1FFF_FFFF_FFFF)
    }

    /// More events that the host wants (Core 6.0, Vol 4, Part E, 7.3.69).
    public struct EventMaskPage2: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        public static let authenticatedPayloadTimeoutExpired = EventMaskPage2(rawValue: 1 << 23)

        /// The mask after a reset.
        public static let `default`: EventMaskPage2 = []
    }

    /// The LE events that the host wants (Core 6.0, Vol 4, Part E, 7.8.1).
    public struct LEEventMask: OptionSet, Hashable, Sendable, HCIField {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        public static let leConnectionComplete = LEEventMask(rawValue: 1 << 0)
        public static let leAdvertisingReport = LEEventMask(rawValue: 1 << 1)
        public static let leConnectionUpdateComplete = LEEventMask(rawValue: 1 << 2)
        public static let leReadRemoteFeaturesComplete = LEEventMask(rawValue: 1 << 3)
        public static let leLongTermKeyRequest = LEEventMask(rawValue: 1 << 4)
        public static let leRemoteConnectionParameterRequest = LEEventMask(rawValue: 1 << 5)
        public static let leDataLengthChange = LEEventMask(rawValue: 1 << 6)
        public static let leReadLocalP256PublicKeyComplete = LEEventMask(rawValue: 1 << 7)
        public static let leGenerateDHKeyComplete = LEEventMask(rawValue: 1 << 8)
        public static let leEnhancedConnectionComplete = LEEventMask(rawValue: 1 << 9)
        public static let leDirectedAdvertisingReport = LEEventMask(rawValue: 1 << 10)
        public static let lePHYUpdateComplete = LEEventMask(rawValue: 1 << 11)
        public static let leExtendedAdvertisingReport = LEEventMask(rawValue: 1 << 12)
        public static let leScanTimeout = LEEventMask(rawValue: 1 << 16)
        public static let leAdvertisingSetTerminated = LEEventMask(rawValue: 1 << 17)
        public static let leScanRequestReceived = LEEventMask(rawValue: 1 << 18)
        public static let leChannelSelectionAlgorithm = LEEventMask(rawValue: 1 << 19)

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
