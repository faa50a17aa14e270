import BluetoothTypes
import BluetoothWire

extension Host {
    /// What the security of one link takes: its encryption, and what goes on about it. A link that was never
    /// to be more than open has none.
    struct LinkSecurityState: Sendable {
        /// What the link's encryption is worth now.
        var security = Security()
        var run: SecurityRun?
        /// What the upper layer asked for meanwhile that the run does not bring.
        var next: SecurityWish?
        /// The pairing of the run, whoever began it.
        var pairing: Pairing?
        /// What the peripheral's pairing answers the next request for a key without a name with.
        var providedKey: [UInt8]?
        /// The key whose encryption is under way; the controller tells the end of it.
        var encrypting: KeyInUse?
        /// When the encryption with the key of a bond must have ended.
        var encryptionDeadline: Instant?
        /// An answer to the controller's request for a key is under way.
        var isReplying = false
        /// A pairing that still goes on has put its key in place of one that was worth something.
        var hasReplacedKey = false
        /// The user sees a prompt.
        var isPrompting = false
        /// The peripheral's Security Request waits for the upper layer.
        var isPeerAsking = false
        /// A pairing was given up for silence: no SMP PDU may pass any more (Core 6.0, Vol 3, Part H, 3.4).
        var isSilenced = false
        /// What the controller encrypts for the pairing, in order.
        var blocks: [Block] = []
        /// The pair that stands in for the controller's, which could make none.
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

    /// What a link does about its security; there is one at a time, and it ends with one `.securityEnded`.
    enum SecurityRun: Hashable, Sendable {
        /// The machine of a pairing runs. Goes to nothing when it ends.
        case pairing(SecurityLevel)
        /// Central: the bond's key is being used, which gives this level. Goes to nothing when the controller
        /// tells how that ended, or says nothing for too long.
        case encrypting(SecurityLevel)
        /// Peripheral: a Security Request is out. Goes to `pairing` with a Pairing Request, and to nothing when
        /// the link is encrypted well enough, the central refuses, or at the deadline.
        case awaitingCentral(SecurityWish, deadline: Instant)

        /// How long a central may take for what a Security Request asks.
        static let patience: Nanoseconds = .seconds(30)
        /// How long the link layer may take to encrypt (Core 6.0, Vol 6, Part B, 5.2).
        static let encryptionPatience: Nanoseconds = .seconds(40)

        /// Whether the end of this run answers a wish too.
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

        /// One wish for both.
        func joined(with other: SecurityWish?) -> SecurityWish {
            guard let other else { return self }
            return SecurityWish(
                level: max(level, other.level), pairsAnew: pairsAnew || other.pairsAnew)
        }
    }

    /// Where the key that encrypts a link comes from.
    enum KeyInUse: Hashable, Sendable {
        case pairing
        /// What the link is worth with the key of a bond.
        case bond(Security)
    }

    /// What the controller was asked to encrypt, as on the wire.
    struct Block: Hashable, Sendable {
        var key: [UInt8]
        var plaintext: [UInt8]
    }
}
