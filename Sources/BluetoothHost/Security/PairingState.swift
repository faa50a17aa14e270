import BluetoothTypes
import BluetoothWire

extension Pairing {
    /// The state of a pairing. States whose names begin with `making` or `checking` have something to
    /// compute; they last only while the controller computes it.
    enum State: Hashable, Sendable {
        /// No PDU was sent or received.
        case idle
        /// Central: Pairing Request was sent.
        case awaitingResponse(request: SMP.PairingFeatures)
        /// The features are known, and the user is asked whether to continue.
        case awaitingConsent(Agreement)
        case legacy(Legacy)
        case exchangingKeys(KeyExchange)
        /// Secure Connections: the user types the passkey. The initiator's first confirm value may arrive
        /// before.
        case awaitingPasskey(Exchange, peerConfirm: [UInt8]?)
        case passkeyRounds(PasskeyRounds)
        /// Just Works, numeric comparison or out of band of Secure Connections.
        case authenticating(Authentication)
        case checkingKeys(KeyCheck)
        /// The link is being encrypted with this key.
        case encrypting(Agreement, key: [UInt8])
        case distributing(Distribution)
        case over
    }

    /// The result of both ends' features.
    struct Agreement: Hashable, Sendable {
        let request: SMP.PairingFeatures
        let response: SMP.PairingFeatures
        let usesSecureConnections: Bool
        let method: PairingMethod
        /// 7…16 bytes if both ends sent valid values; `objection(to:)` checks it.
        let keySize: UInt8

        init(request: SMP.PairingFeatures, response: SMP.PairingFeatures) {
            self.request = request
            self.response = response
            usesSecureConnections = request.authentication.intersection(response.authentication)
                .contains(.secureConnections)
            method = PairingMethod(
                request: request, response: response, usesSecureConnections: usesSecureConnections)
            keySize = min(request.maximumKeySize, response.maximumKeySize)
        }

        /// The features that an end sent.
        func features(of role: Host.Link.Role) -> SMP.PairingFeatures {
            role == .central ? request : response
        }

        /// The keys that an end has to distribute. Secure Connections have made the encryption key already,
        /// and no key for another transport is derived.
        func keys(from role: Host.Link.Role) -> SMP.KeyDistribution {
            let keys = role == .central ? response.initiatorKeys : response.responderKeys
            return keys.subtracting(usesSecureConnections ? [.linkKey, .encryptionKey] : .linkKey)
        }

        /// Whether both ends store the keys, and there are any.
        var isBonding: Bool {
            request.authentication.intersection(response.authentication).contains(.bonding)
                && (usesSecureConnections || keys(from: .central).union(keys(from: .peripheral)).hasKeys)
        }

        /// A key shortened to the agreed size. As on the wire the upper bytes are the last ones.
        func shortened(_ key: [UInt8]) -> [UInt8] {
            let count = min(Int(keySize), key.count)
            return key.prefix(count) + [UInt8](repeating: 0, count: key.count - count)
        }
    }

    /// The data and the results of one call of `handle`.
    struct Turn {
        let now: Instant
        var random: RandomSource
        var actions: [Action] = []
    }
}

extension SMP.KeyDistribution {
    /// Whether any key that this stack distributes is among these.
    fileprivate var hasKeys: Bool { !isDisjoint(with: [.encryptionKey, .identityKey, .signingKey]) }
}

extension Host.Link.Role {
    /// The role of the other end.
    var opposite: Host.Link.Role { self == .central ? .peripheral : .central }
}
