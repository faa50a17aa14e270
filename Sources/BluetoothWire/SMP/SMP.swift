/// The Security Manager Protocol as values: what passes on L2CAP channel 6. Source: Core 6.0, Vol 3, Part H, 3.
///
/// ```swift
/// let refusal = SMP.PDU.pairingFailed(.pairingNotSupported)
/// assert(refusal.bytes == [0x05, 0x05])
/// ```
public enum SMP {
    /// A device's display and keys for its user (Core 6.0, Vol 3, Part H, 3.5.1).
    public enum IOCapability: UInt8, Hashable, Sendable, CaseIterable {
        /// A display, and no way to answer.
        case displayOnly = 0
        /// A display and two buttons, yes and no.
        case displayYesNo = 1
        /// A keyboard with digits, and no display.
        case keyboardOnly = 2
        /// Neither; pairing is then Just Works.
        case noInputNoOutput = 3
        /// A keyboard with digits and a display, as a phone has.
        case keyboardDisplay = 4
    }

    /// A device's requirements for a pairing (Core 6.0, Vol 3, Part H, 3.5.1).
    public struct AuthenticationRequirements: OptionSet, Hashable, Sendable {
        /// The requirements as they stand in the PDU.
        public let rawValue: UInt8
        /// Creates requirements from bits; bits without a name are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The keys should be stored. The field has two bits; the other one is reserved.
        public static let bonding = AuthenticationRequirements(rawValue: 0x01)
        /// Protection against a man in the middle: passkey, comparison or out of band.
        public static let authenticated = AuthenticationRequirements(rawValue: 0x04)
        /// LE Secure Connections are supported.
        public static let secureConnections = AuthenticationRequirements(rawValue: 0x08)
        /// Key presses during passkey entry are sent to the peer.
        public static let keypress = AuthenticationRequirements(rawValue: 0x10)
        /// The function h7 is supported.
        public static let ct2 = AuthenticationRequirements(rawValue: 0x20)
    }

    /// The keys that a device distributes (Core 6.0, Vol 3, Part H, 3.6.1).
    public struct KeyDistribution: OptionSet, Hashable, Sendable {
        /// The keys as they stand in the PDU.
        public let rawValue: UInt8
        /// Creates a set from bits; bits without a name are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The long-term key with EDIV and Rand; nothing with LE Secure Connections.
        public static let encryptionKey = KeyDistribution(rawValue: 0x01)
        /// The identity resolving key and the identity address.
        public static let identityKey = KeyDistribution(rawValue: 0x02)
        /// The connection signature resolving key.
        public static let signingKey = KeyDistribution(rawValue: 0x04)
        /// A BR/EDR link key should be derived.
        public static let linkKey = KeyDistribution(rawValue: 0x08)
    }

    /// The fields of Pairing Request and Pairing Response (Core 6.0, Vol 3, Part H, 3.5.1 and 3.5.2).
    public struct PairingFeatures: Hashable, Sendable {
        /// The device's display and keys for its user.
        public var ioCapability: IOCapability
        /// Whether the device has got the *peer's* out-of-band data.
        public var hasOutOfBandData: Bool
        /// The device's requirements for this pairing.
        public var authentication: AuthenticationRequirements
        /// 7…16 bytes.
        public var maximumKeySize: UInt8
        /// The keys that the initiator, which is the central, is to distribute.
        public var initiatorKeys: KeyDistribution
        /// The keys that the responder, which is the peripheral, is to distribute.
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
        /// The reason as encoded in the PDU.
        public let rawValue: UInt8
        /// Creates a reason, also one that the specification does not have.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The user gave up, or the passkey could not be entered.
        public static let passkeyEntryFailed = FailureReason(rawValue: 0x01)
        /// The pairing needs out-of-band data that this device has not got.
        public static let outOfBandNotAvailable = FailureReason(rawValue: 0x02)
        /// The display or keys of one end do not suffice for what the other end requires.
        public static let authenticationRequirements = FailureReason(rawValue: 0x03)
        /// The confirm values do not match: a wrong passkey, most often.
        public static let confirmValueFailed = FailureReason(rawValue: 0x04)
        /// The device does not pair, or not now.
        public static let pairingNotSupported = FailureReason(rawValue: 0x05)
        /// The longest common key is too short for one end.
        public static let encryptionKeySize = FailureReason(rawValue: 0x06)
        /// The peer does not know the PDU.
        public static let commandNotSupported = FailureReason(rawValue: 0x07)
        /// The pairing failed for a reason that has no code.
        public static let unspecifiedReason = FailureReason(rawValue: 0x08)
        /// Too little time has passed since the last attempt that failed.
        public static let repeatedAttempts = FailureReason(rawValue: 0x09)
        /// A PDU has the wrong length, or a field is out of range.
        public static let invalidParameters = FailureReason(rawValue: 0x0A)
        /// The values that prove the shared secret do not match.
        public static let dhKeyCheckFailed = FailureReason(rawValue: 0x0B)
        /// The user answered that the two numbers differ.
        public static let numericComparisonFailed = FailureReason(rawValue: 0x0C)
        /// The devices are pairing over Bluetooth Classic.
        public static let brEDRPairingInProgress = FailureReason(rawValue: 0x0D)
        /// No key for Classic may be derived.
        public static let crossTransportKeyNotAllowed = FailureReason(rawValue: 0x0E)
        /// The device does not take a key that it was given.
        public static let keyRejected = FailureReason(rawValue: 0x0F)
        /// The device can't pair at this moment.
        public static let busy = FailureReason(rawValue: 0x10)
    }

    /// What a user does while typing a passkey (Core 6.0, Vol 3, Part H, 3.5.8).
    public enum Keypress: UInt8, Hashable, Sendable, CaseIterable {
        /// The user has begun.
        case entryStarted = 0
        /// The user typed one more digit.
        case digitEntered = 1
        /// One digit was taken back.
        case digitErased = 2
        /// All digits were taken back.
        case cleared = 3
        /// The user is done.
        case entryCompleted = 4
    }

    /// The code that identifies the kind of PDU.
    public enum Opcode: UInt8, Hashable, Sendable, CaseIterable {
        /// The central begins a pairing.
        case pairingRequest = 0x01
        /// The peripheral agrees to it.
        case pairingResponse = 0x02
        /// A commitment to a random number.
        case pairingConfirm = 0x03
        /// The random number.
        case pairingRandom = 0x04
        /// The pairing ends without keys.
        case pairingFailed = 0x05
        /// A long-term key.
        case encryptionInformation = 0x06
        /// EDIV and Rand, which identify that key on the peripheral.
        case centralIdentification = 0x07
        /// An identity resolving key.
        case identityInformation = 0x08
        /// An identity address.
        case identityAddressInformation = 0x09
        /// A signature key.
        case signingInformation = 0x0A
        /// The peripheral asks the central to encrypt or to pair.
        case securityRequest = 0x0B
        /// A P-256 public key.
        case pairingPublicKey = 0x0C
        /// Proof of the shared secret.
        case pairingDHKeyCheck = 0x0D
        /// What the user does while typing a passkey.
        case keypressNotification = 0x0E
    }

    /// One PDU. Values of 16 and 32 bytes are as on the wire: least significant byte first.
    public enum PDU: Hashable, Sendable {
        /// The central begins a pairing (3.5.1).
        case pairingRequest(PairingFeatures)
        /// The peripheral agrees to it (3.5.2).
        case pairingResponse(PairingFeatures)
        /// A commitment to a random number, 16 bytes (3.5.3).
        case pairingConfirm([UInt8])
        /// The random number, 16 bytes (3.5.4).
        case pairingRandom([UInt8])
        /// The pairing ends without keys (3.5.5).
        case pairingFailed(FailureReason)
        /// A long-term key, 16 bytes (3.6.2).
        case encryptionInformation(longTermKey: [UInt8])
        /// EDIV and Rand, which name that key on the peripheral (3.6.3).
        case centralIdentification(encryptedDiversifier: UInt16, random: UInt64)
        /// An identity resolving key, 16 bytes (3.6.4).
        case identityInformation(resolvingKey: [UInt8])
        /// The address to which the resolving key belongs (3.6.5).
        case identityAddressInformation(DeviceAddress)
        /// The key that signed writes are checked with, 16 bytes (3.6.6).
        case signingInformation(signatureKey: [UInt8])
        /// The peripheral asks the central to encrypt or to pair (3.6.7).
        case securityRequest(AuthenticationRequirements)
        /// The two coordinates of a P-256 public key, 32 bytes each (3.5.6).
        case pairingPublicKey(x: [UInt8], y: [UInt8])
        /// Proof of the shared secret, 16 bytes (3.5.7).
        case pairingDHKeyCheck([UInt8])
        /// What the user does while typing a passkey (3.5.8).
        case keypressNotification(Keypress)

        /// The code that identifies the kind of this PDU.
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
