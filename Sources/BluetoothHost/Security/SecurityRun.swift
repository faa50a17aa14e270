import BluetoothTypes
import BluetoothWire

extension Host {
    /// The security state of one link: its encryption, and what is running for it. A link that was never
    /// secured has none.
    struct LinkSecurityState: Sendable {
        /// The security of the link's encryption now.
        var security = Security()
        var run: SecurityRun?
        /// What the upper layer has asked for meanwhile and the run does not give.
        var next: SecurityWish?
        /// The pairing of the run, whichever end began it.
        var pairing: Pairing?
        /// The key with which the peripheral answers the next request for a key with EDIV and Rand 0.
        var providedKey: [UInt8]?
        /// The key with which the link is being encrypted; the controller reports the end.
        var encrypting: KeyInUse?
        /// When the encryption with the key of a bond must have ended.
        var encryptionDeadline: Instant?
        /// An answer to the controller's request for a key is being sent.
        var isReplying = false
        /// A pairing that is still running has replaced a key that gave the link security.
        var hasReplacedKey = false
        /// How many pairings have succeeded on this link.
        var pairingCount = 0
        /// The user sees a prompt.
        var isPrompting = false
        /// The peripheral's Security Request waits for the upper layer.
        var isPeerAsking = false
        /// A pairing ended by timeout: no SMP PDU may be sent any more (Core 6.0, Vol 3, Part H, 3.4).
        var isSilenced = false
        /// The blocks that the controller encrypts for the pairing, in order.
        var blocks: [Block] = []
        /// The host's own key pair, used if the controller could make none.
        var ownKeyPair: Pairing.KeyPair?

        init() {}

        /// The next deadline; may change with every other call.
        var nextDeadline: Instant? {
            var earliest = pairing?.nextDeadline
            if let mine = encryptionDeadline { earliest = earliest.map { min($0, mine) } ?? mine }
            if case .awaitingCentral(_, let mine) = run { earliest = earliest.map { min($0, mine) } ?? mine }
            return earliest
        }
    }

    /// What a link does for its security. There is one run at a time, and it ends with one `.securityEnded`.
    enum SecurityRun: Hashable, Sendable {
        /// The state machine of a pairing runs. The run ends with it.
        case pairing(SecurityLevel)
        /// Central: the link is being encrypted with the bond's key, which gives this level. The run ends
        /// when the controller reports the result, or does not answer in time.
        case encrypting(SecurityLevel)
        /// Peripheral: a Security Request was sent. Goes to `pairing` with a Pairing Request. The run ends
        /// when the link is encrypted well enough, the central refuses, or at the deadline.
        case awaitingCentral(SecurityWish, deadline: Instant)

        /// How long a central may take to do what a Security Request asks.
        static let patience: Nanoseconds = .seconds(30)
        /// How long the link layer may take to encrypt (Core 6.0, Vol 6, Part B, 5.2).
        static let encryptionPatience: Nanoseconds = .seconds(40)

        /// Whether the result of this run is also the result of a wish.
        func covers(_ wish: SecurityWish) -> Bool {
            switch self {
            case .pairing(let level): level >= wish.level
            case .encrypting(let level): level >= wish.level && !wish.pairsAnew
            case .awaitingCentral(let own, _): own.level >= wish.level && (own.pairsAnew || !wish.pairsAnew)
            }
        }
    }

    /// What the upper layer asked for.
    struct SecurityWish: Hashable, Sendable {
        var level: SecurityLevel
        /// Even if there is a bond.
        var pairsAnew: Bool

        /// Both wishes in one.
        func joined(with other: SecurityWish?) -> SecurityWish {
            guard let other else { return self }
            return SecurityWish(
                level: max(level, other.level), pairsAnew: pairsAnew || other.pairsAnew)
        }
    }

    /// Where the key that encrypts a link comes from.
    enum KeyInUse: Hashable, Sendable {
        case pairing
        /// The security of the link with the key of a bond.
        case bond(Security)
    }

    /// A block that the controller was asked to encrypt, as on the wire.
    struct Block: Hashable, Sendable {
        var key: [UInt8]
        var plaintext: [UInt8]
    }
}
