import BluetoothTypes
import BluetoothWire

extension Host {
    /// How a host pairs and encrypts, fixed for its life.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.3 and Part C, 10.
    package struct SecurityConfiguration: Hashable, Sendable {
        /// The input and output that the user has: display, keys.
        package var ioCapability: SMP.IOCapability
        /// Whether the host pairs at all. If not, peers that ask get *Pairing Not Supported*.
        package var acceptsPairing = true
        /// Whether keys are kept.
        package var isBondable: Bool
        /// Whether every pairing should have protection against a man in the middle, if both ends can do it.
        package var wantsAuthentication: Bool
        /// Whether LE Secure Connections are offered.
        package var offersSecureConnections: Bool
        /// Whether LE legacy pairing is accepted. If not, the host is in Secure Connections Only mode.
        package var acceptsLegacyPairing: Bool
        /// The shortest key that the host accepts, 7…16 bytes.
        package var minimumKeySize: UInt8
        /// The longest key that the host offers, 7…16 bytes.
        package var maximumKeySize: UInt8
        /// The keys to request and to distribute.
        package var keys: SMP.KeyDistribution
        /// Whether the user has to consent to pairings that ask for nothing else, with `.pairingPrompted(_,
        /// .consent)`.
        package var asksForConsent: Bool
        /// Whether the controller's AES and P-256 are used where it offers them.
        package var usesControllerCryptography: Bool
        /// The passkey to show, 0…999,999; `nil` draws a new one each time. A fixed one gives no protection.
        package var fixedPasskey: UInt32?
        /// 16 bytes from which random numbers are drawn; a host that meets real devices needs real random
        /// bytes.
        package var entropy: [UInt8] {
            get { entropyWords.bytes }
            set { entropyWords = EntropyWords(newValue) }
        }
        private var entropyWords: EntropyWords
        /// The entropy of a host that is not told any.
        package static let noEntropy = [UInt8](repeating: 0, count: 16)
        /// The host's own identity resolving key, 16 bytes as on the wire; `nil` derives one from `entropy`.
        package var identityResolvingKey: [UInt8]?
        /// Whether the host uses resolvable private addresses, and how long it keeps one. A host that does
        /// not also distributes no identity key.
        package var privacy: Privacy

        package init(
            ioCapability: SMP.IOCapability = .noInputNoOutput, isBondable: Bool = true,
            wantsAuthentication: Bool = false, offersSecureConnections: Bool = true,
            acceptsLegacyPairing: Bool = true, minimumKeySize: UInt8 = 7, maximumKeySize: UInt8 = 16,
            keys: SMP.KeyDistribution = [.encryptionKey, .identityKey], asksForConsent: Bool = false,
            usesControllerCryptography: Bool = true, fixedPasskey: UInt32? = nil,
            entropy: [UInt8] = Self.noEntropy,
            identityResolvingKey: [UInt8]? = nil, privacy: Privacy = .off
        ) {
            self.ioCapability = ioCapability
            self.isBondable = isBondable
            self.wantsAuthentication = wantsAuthentication
            self.offersSecureConnections = offersSecureConnections
            self.acceptsLegacyPairing = acceptsLegacyPairing
            self.minimumKeySize = min(max(minimumKeySize, 7), 16)
            self.maximumKeySize = min(max(maximumKeySize, self.minimumKeySize), 16)
            self.keys = keys
            self.asksForConsent = asksForConsent
            self.usesControllerCryptography = usesControllerCryptography
            self.fixedPasskey = fixedPasskey
            self.entropyWords = EntropyWords(entropy)
            self.identityResolvingKey = identityResolvingKey
            self.privacy = privacy
        }
    }

    /// Sixteen bytes without storage of their own: a world may have thousands of hosts.
    private struct EntropyWords: Hashable, Sendable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        init(_ bytes: [UInt8]) {
            precondition(bytes.count == 16, "entropy of \(bytes.count) bytes")
            for index in 0..<8 {
                low |= UInt64(bytes[index]) << UInt64(8 * index)
                high |= UInt64(bytes[8 + index]) << UInt64(8 * index)
            }
        }

        var bytes: [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(16)
            bytes.append(littleEndian: low)
            bytes.append(littleEndian: high)
            return bytes
        }
    }

    /// Whether a host hides its identity address (Core 6.0, Vol 3, Part C, 10.7).
    public enum Privacy: Hashable, Sendable {
        /// The identity address itself is on air.
        case off
        /// Resolvable private addresses, each used for this time: 1 s to 1 h; 15 minutes is usual.
        ///
        /// The host makes them itself, with its own key, and gives them to the controller as random
        /// addresses. That works with every controller and with every peer. One address is used for
        /// everything on air, except for advertising sets with an `ownAddress`. Advertising, scanning and
        /// connecting pause while it changes.
        case resolvable(every: Nanoseconds)
    }

    /// The security that a link should have, or has.
    public enum SecurityLevel: UInt8, Hashable, Sendable, Comparable {
        /// Not encrypted.
        case none = 0
        /// Encrypted, with any kind of key.
        case encrypted = 1
        /// Encrypted with a key from a pairing with protection against a man in the middle.
        case authenticated = 2
        /// Orders levels from none to authenticated.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The security of a link's encryption.
    public struct Security: Hashable, Sendable {
        /// How well the link is protected.
        public var level: SecurityLevel
        /// 7…16 bytes, or 0 if the link is not encrypted.
        public var keySize: UInt8
        /// Whether the key comes from LE Secure Connections; otherwise it comes from LE legacy pairing.
        public var usesSecureConnections: Bool
        /// Whether the key is kept, and will encrypt the next link.
        public var isBonded: Bool
        /// Creates a value; without arguments, for a link that is not encrypted.
        public init(
            level: SecurityLevel = .none, keySize: UInt8 = 0, usesSecureConnections: Bool = false,
            isBonded: Bool = false
        ) {
            self.level = level
            self.keySize = keySize
            self.usesSecureConnections = usesSecureConnections
            self.isBonded = isBonded
        }
    }

    /// Why a link could not be secured.
    public enum SecurityFailure: Error, Hashable, Sendable {
        /// This end refused or gave up, and sent the peer the reason.
        case refused(SMP.FailureReason)
        /// The peer refused or gave up.
        case refusedByPeer(SMP.FailureReason)
        /// The peer sent nothing for 30 s (Core 6.0, Vol 3, Part H, 3.4); this link allows no more pairing.
        case timeout
        /// The peer has no key for a bond that this end has: it forgot the bond.
        case keyMissing
        /// The controller could not encrypt.
        case encryption(HCI.ErrorCode)
        /// There is no bond, and the command may not pair.
        case notBonded
        /// The link ended meanwhile.
        case linkLost
    }

    /// What a pairing asks the user, or shows.
    public enum PairingPrompt: Hashable, Sendable {
        /// Pair at all? Answer with `.accept` or `.reject`.
        case consent
        /// Do both devices show this number, 0…999,999? Answer with `.accept` or `.reject`.
        case compare(UInt32)
        /// Show this passkey, 0…999,999. `.reject` ends the pairing; no other answer is expected.
        case display(UInt32)
        /// Type the passkey that the peer shows. Answer with `.passkey` or `.reject`.
        case enterPasskey
    }

    /// The user's answer to a prompt.
    public enum PairingAnswer: Hashable, Sendable {
        /// Yes, or done.
        case accept
        /// No; the pairing ends.
        case reject
        /// The number that the user typed, 0…999,999.
        case passkey(UInt32)
    }

    /// What two devices exchange over another channel than Bluetooth.
    public struct OutOfBandData: Hashable, Sendable {
        /// For LE Secure Connections: the confirm value and the random number, 16 bytes each as on the wire.
        public var confirm: [UInt8]
        /// The random number that goes with `confirm`, 16 bytes as on the wire.
        public var random: [UInt8]
        /// For LE legacy pairing: the temporary key, 16 bytes as on the wire; the same at both ends.
        public var temporaryKey: [UInt8]?
        /// Creates the data for the other channel.
        public init(confirm: [UInt8], random: [UInt8], temporaryKey: [UInt8]? = nil) {
            self.confirm = confirm
            self.random = random
            self.temporaryKey = temporaryKey
        }
    }

    /// What two devices keep after a pairing. Store the value, and give it back with `setBonds`.
    public struct Bond: Hashable, Sendable {
        /// A long-term key and its EDIV and Rand.
        public struct Key: Hashable, Sendable {
            /// 16 bytes as on the wire; shortened keys are filled with zeros.
            public var value: [UInt8]
            /// 0 with LE Secure Connections.
            public var encryptedDiversifier: UInt16
            /// 0 with LE Secure Connections.
            public var random: UInt64
            /// Creates a key; the defaults are those of LE Secure Connections.
            public init(value: [UInt8], encryptedDiversifier: UInt16 = 0, random: UInt64 = 0) {
                self.value = value
                self.encryptedDiversifier = encryptedDiversifier
                self.random = random
            }
        }

        /// What a bonded client wrote to a Client Characteristic Configuration.
        public struct Subscription: Hashable, Sendable {
            /// The handle of the configuration, in the database of this host.
            public var handle: ATT.Handle
            /// What the client asked for.
            public var value: GATT.Subscription
            public init(handle: ATT.Handle, value: GATT.Subscription) {
                self.handle = handle
                self.value = value
            }
        }

        /// The peer's identity address, or if it sent none, the address under which it was bonded.
        public var peer: DeviceAddress
        /// The key that resolves the peer's private addresses, 16 bytes as on the wire.
        public var peerResolvingKey: [UInt8]?
        /// The key to use when this end is central.
        public var keyAsCentral: Key?
        /// The key to use when this end is peripheral.
        public var keyAsPeripheral: Key?
        /// Whether the pairing was protected against a man in the middle.
        public var isAuthenticated: Bool
        /// Whether the keys come from LE Secure Connections; otherwise they come from LE legacy pairing.
        public var usesSecureConnections: Bool
        /// 7…16 bytes.
        public var keySize: UInt8
        /// The key with which the peer signs writes, 16 bytes as on the wire; `nil` if it distributed none.
        public var peerSignatureKey: [UInt8]?
        /// The key with which this end signs writes, 16 bytes as on the wire; `nil` if it distributed none.
        public var localSignatureKey: [UInt8]?
        /// What the peer is subscribed to in this host's database (Core 6.0, Vol 3, Part G, 3.3.3.3).
        public var subscriptions: [Subscription]
        /// The first byte of the peer's Client Supported Features.
        public var clientFeatures: UInt8
        /// The hash of this host's database as the peer knows it, 16 bytes as on the wire; `nil` if it is not
        /// known what the peer knows.
        public var databaseHash: [UInt8]?

        /// Creates a bond, for example for a device that is bonded before a test begins.
        public init(
            peer: DeviceAddress, peerResolvingKey: [UInt8]? = nil, keyAsCentral: Key? = nil,
            keyAsPeripheral: Key? = nil, isAuthenticated: Bool = false, usesSecureConnections: Bool = false,
            keySize: UInt8 = 16, peerSignatureKey: [UInt8]? = nil, localSignatureKey: [UInt8]? = nil,
            subscriptions: [Subscription] = [], clientFeatures: UInt8 = 0, databaseHash: [UInt8]? = nil
        ) {
            self.peer = peer
            self.peerResolvingKey = peerResolvingKey
            self.keyAsCentral = keyAsCentral
            self.keyAsPeripheral = keyAsPeripheral
            self.isAuthenticated = isAuthenticated
            self.usesSecureConnections = usesSecureConnections
            self.keySize = keySize
            self.peerSignatureKey = peerSignatureKey
            self.localSignatureKey = localSignatureKey
            self.subscriptions = subscriptions
            self.clientFeatures = clientFeatures
            self.databaseHash = databaseHash
        }
    }
}
