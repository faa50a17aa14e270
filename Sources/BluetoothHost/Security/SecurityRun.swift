import BluetoothTypes
import BluetoothWire

extension Host {
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

        init(level: SecurityLevel, pairsAnew: Bool) {
            (self.level, self.pairsAnew) = (level, pairsAnew)
        }

        /// What a command wishes; `nil` for commands that begin nothing.
        init?(_ command: SecurityCommand) {
            switch command {
            case .secure(_, let level): self.init(level: level, pairsAnew: false)
            case .pair(_, let level): self.init(level: max(level, .encrypted), pairsAnew: true)
            default: return nil
            }
        }

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
