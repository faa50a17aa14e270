/// The Security Manager Protocol as values: what passes on L2CAP channel 6. Source: Core 6.0, Vol 3, Part H, 3.
///
/// ```swift
/// let refusal = SMP.PDU.pairingFailed(.pairingNotSupported)
/// assert(refusal.bytes == [0x05, 0x05])
/// ```
public enum SMP {
    /// What a device has for the user to see and to press (Core 6.0, Vol 3, Part H, 3.5.1).
    public enum IOCapability: UInt8, Hashable, Sendable, CaseIterable {
        case displayOnly = 0
        case displayYesNo = 1
        case keyboardOnly = 2
        case noInputNoOutput = 3
        case keyboardDisplay = 4
    }

    /// What a device asks of a pairing (Core 6.0, Vol 3, Part H, 3.5.1).
    public struct AuthenticationRequirements: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The keys are to be kept. The field has two bits; the other one is reserved.
        public static let bonding = AuthenticationRequirements(rawValue: 0x01)
        /// Nobody in the middle: passkey, comparison or out of band.
        public static let authenticated = AuthenticationRequirements(rawValue: 0x04)
        public static let secureConnections = AuthenticationRequirements(rawValue: 0x08)
        /// Keys pressed on passkey entry are told.
        public static let keypress = AuthenticationRequirements(rawValue: 0x10)
        /// The function h7 is supported.
        public static let ct2 = AuthenticationRequirements(rawValue: 0x20)
    }

    /// The keys that a device distributes (Core 6.0, Vol 3, Part H, 3.6.1).
    public struct KeyDistribution: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The long-term key with EDIV and Rand; nothing with LE Secure Connections.
        public static let encryptionKey = KeyDistribution(rawValue: 0x01)
        /// The identity resolving key and the identity address.
        public static let identityKey = KeyDistribution(rawValue: 0x02)
        /// The connection signature resolving key.
        public static let signingKey = KeyDistribution(rawValue: 0x04)
        /// A BR/EDR link key is to be derived.
        public static let linkKey = KeyDistribution(rawValue: 0x08)
    }

    /// The fields of Pairing Request and Pairing Response (Core 6.0, Vol 3, Part H, 3.5.1 and 3.5.2).
    public struct PairingFeatures: Hashable, Sendable {
        public var ioCapability: IOCapability
        /// Whether the device has got the *peer's* out-of-band data.
        public var hasOutOfBandData: Bool
        public var authentication: AuthenticationRequirements
        /// 7…16 bytes.
        public var maximumKeySize: UInt8
        public var initiatorKeys: KeyDistribution
        public var responderKeys: KeyDistribution
        public init(
            ioCapability: IOCapability, hasOutOfBandData: Bool = false,
            authentication: AuthenticationRequirements, maximumKeySize: UInt8 = 16,
            initiatorKeys: KeyDistribution = [.encryptionKey, .identityKey],
            responderKeys: KeyDistribution = [.encryptionKey, .identityKey]
        ) {
            self.ioCapability = ioCapability
            self.hasOutOfBandData = hasOutOfBandData
            self.authentication = authentication
            self.maximumKeySize = maximumKeySize
            self.initiatorKeys = initiatorKeys
            self.responderKeys = responderKeys
        }
    }

    /// Why a pairing failed (Core 6.0, Vol 3, Part H, 3.5.5).
    public struct FailureReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let passkeyEntryFailed = FailureReason(rawValue: 0x01)
        public static let outOfBandNotAvailable = FailureReason(rawValue: 0x02)
        public static let authenticationRequirements = FailureReason(rawValue: 0x03)
        public static let confirmValueFailed = FailureReason(rawValue: 0x04)
        public static let pairingNotSupported = FailureReason(rawValue: 0x05)
        public static let encryptionKeySize = FailureReason(rawValue: 0x06)
        public static let commandNotSupported = FailureReason(rawValue: 0x07)
        public static let unspecifiedReason = FailureReason(rawValue: 0x08)
        public static let repeatedAttempts = FailureReason(rawValue: 0x09)
        public static let invalidParameters = FailureReason(rawValue: 0x0A)
        public static let dhKeyCheckFailed = FailureReason(rawValue: 0x0B)
        public static let numericComparisonFailed = FailureReason(rawValue: 0x0C)
        public static let brEDRPairingInProgress = FailureReason(rawValue: 0x0D)
        public static let crossTransportKeyNotAllowed = FailureReason(rawValue: 0x0E)
        public static let keyRejected = FailureReason(rawValue: 0x0F)
        public static let busy = FailureReason(rawValue: 0x10)
    }

    /// What a user does while typing a passkey (Core 6.0, Vol 3, Part H, 3.5.8).
    public enum Keypress: UInt8, Hashable, Sendable, CaseIterable {
        case entryStarted = 0
        case digitEntered = 1
        case digitErased = 2
        case cleared = 3
        case entryCompleted = 4
    }

    /// What tells the PDUs apart.
    public enum Opcode: UInt8, Hashable, Sendable, CaseIterable {
        case pairingRequest = 0x01
        case pairingResponse = 0x02
        case pairingConfirm = 0x03
        case pairingRandom = 0x04
        case pairingFailed = 0x05
        case encryptionInformation = 0x06
        case centralIdentification = 0x07
        case identityInformation = 0x08
        case identityAddressInformation = 0x09
        case signingInformation = 0x0A
        case securityRequest = 0x0B
        case pairingPublicKey = 0x0C
        case pairingDHKeyCheck = 0x0D
        case keypressNotification = 0x0E
    }

    /// One PDU. Values of 16 and 32 bytes are as on the wire: least significant byte first.
    public enum PDU: Hashable, Sendable {
        case pairingRequest(PairingFeatures)
        case pairingResponse(PairingFeatures)
        case pairingConfirm([UInt8])
        case pairingRandom([UInt8])
        case pairingFailed(FailureReason)
        case encryptionInformation(longTermKey: [UInt8])
        case centralIdentification(encryptedDiversifier: UInt16, random: UInt64)
        case identityInformation(resolvingKey: [UInt8])
        case identityAddressInformation(DeviceAddress)
        case signingInformation(signatureKey: [UInt8])
        case securityRequest(AuthenticationRequirements)
        case pairingPublicKey(x: [UInt8], y: [UInt8])
        case pairingDHKeyCheck([UInt8])
        case keypressNotification(Keypress)

        /// What tells this PDU from others.
        public var opcode: Opcode {
            switch self {
            case .pairingRequest: .pairingRequest
            case .pairingResponse: .pairingResponse
            case .pairingConfirm: .pairingConfirm
            case .pairingRandom: .pairingRandom
            case .pairingFailed: .pairingFailed
            case .encryptionInformation: .encryptionInformation
            case .centralIdentification: .centralIdentification
            case .identityInformation: .identityInformation
            case .identityAddressInformation: .identityAddressInformation
            case .signingInformation: .signingInformation
            case .securityRequest: .securityRequest
            case .pairingPublicKey: .pairingPublicKey
            case .pairingDHKeyCheck: .pairingDHKeyCheck
            case .keypressNotification: .keypressNotification
            }
        }
    }
}
