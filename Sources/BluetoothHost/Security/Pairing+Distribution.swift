import BluetoothWire

/// Phase 3: the link is encrypted, then the keys are distributed, the responder's first.
///
/// Source: Core 6.0, Vol 3, Part H, 2.4 and 3.6.
extension Pairing {
    struct Distribution: Hashable, Sendable {
        let agreement: Agreement
        /// The PDUs that the peer still has to send, in their order.
        var due: [SMP.Opcode]
        /// A long-term key whose EDIV and Rand have not come yet.
        var unnamedKey: [UInt8] = []
        var bond: Host.Bond
    }

    /// Phase 2 has ended. The key has to be in place before the peer learns that it may start encryption.
    mutating func encrypt(
        _ agreement: Agreement, key: [UInt8], saying last: SMP.PDU?, _ turn: inout Turn
    ) {
        let key = agreement.shortened(key)
        state = .encrypting(agreement, key: key)
        turn.actions.append(context.role == .central ? .startEncryption(key: key) : .provideKey(key))
        if let last { send(last, &turn) }
    }

    mutating func encryptionFailed(_ code: HCI.ErrorCode, _ turn: inout Turn) {
        guard case .encrypting = state else { return }
        end(.failure(.encryption(code)), &turn)
    }

    mutating func encrypted(_ turn: inout Turn) {
        guard case .encrypting(let agreement, let key) = state else { return }
        var bond = Host.Bond(
            peer: context.peerAddress, isAuthenticated: agreement.method.isAuthenticated,
            usesSecureConnections: agreement.usesSecureConnections, keySize: agreement.keySize)
        if agreement.usesSecureConnections {
            bond.keyAsCentral = .init(value: key)
            bond.keyAsPeripheral = .init(value: key)
        }
        var phase = Distribution(
            agreement: agreement, due: agreement.keys(from: context.role.opposite).opcodes, bond: bond)
        if context.role == .peripheral { distribute(&phase, &turn) }
        proceed(phase, &turn)
    }

    /// When the peer has sent everything the initiator distributes its keys, and finishes.
    private mutating func proceed(_ phase: Distribution, _ turn: inout Turn) {
        guard phase.due.isEmpty else { return state = .distributing(phase) }
        var phase = phase
        if context.role == .central { distribute(&phase, &turn) }
        let bond = phase.bond
        let isBonded = phase.agreement.isBonding
        let ownKey = context.role == .central ? bond.keyAsCentral : bond.keyAsPeripheral
        let security = Host.Security(
            level: bond.isAuthenticated ? .authenticated : .encrypted, keySize: bond.keySize,
            usesSecureConnections: bond.usesSecureConnections, isBonded: isBonded && ownKey != nil)
        end(.success(Outcome(bond: bond, isBonded: isBonded, security: security)), &turn)
    }

    private mutating func distribute(_ phase: inout Distribution, _ turn: inout Turn) {
        let keys = phase.agreement.keys(from: context.role)
        if keys.contains(.encryptionKey) {
            let key = Host.Bond.Key(drawing: &turn.random, phase.agreement)
            // A key is used with its distributor as peripheral, so it is stored for that role.
            phase.bond.keyAsPeripheral = key
            send(.encryptionInformation(longTermKey: key.value), &turn)
            send(
                .centralIdentification(
                    encryptedDiversifier: key.encryptedDiversifier, random: key.random), &turn)
        }
        if keys.contains(.identityKey), let key = context.identityResolvingKey {
            send(.identityInformation(resolvingKey: key), &turn)
            send(.identityAddressInformation(context.identityAddress), &turn)
        }
        if keys.contains(.signingKey) {
            let key = turn.random.bytes(16)
            phase.bond.localSignatureKey = key
            send(.signingInformation(signatureKey: key), &turn)
        }
    }

    mutating func receiveKey(_ pdu: SMP.PDU, _ phase: Distribution, _ turn: inout Turn) {
        var phase = phase
        let due = phase.due.isEmpty ? nil : phase.due.removeFirst()
        switch (due, pdu) {
        case (.encryptionInformation, .encryptionInformation(let key)):
            phase.unnamedKey = phase.agreement.shortened(key)
        case (.centralIdentification, .centralIdentification(let diversifier, let random)):
            phase.bond.keyAsCentral = Host.Bond.Key(
                value: phase.unnamedKey, encryptedDiversifier: diversifier, random: random)
        case (.identityInformation, .identityInformation(let key)):
            // A key of zeros means that the peer has none.
            phase.bond.peerResolvingKey = key == .zeros ? nil : key
        case (.identityAddressInformation, .identityAddressInformation(let address)):
            guard address.kind == .public || address.isRandomStatic else {
                return fail(.invalidParameters, &turn)
            }
            // Any peer can claim any address: an unauthenticated pairing must not replace the keys of an
            // authenticated one.
            guard phase.bond.isAuthenticated || !context.authenticatedPeers.contains(address) else {
                return fail(.authenticationRequirements, &turn)
            }
            phase.bond.peer = address
        case (.signingInformation, .signingInformation(let key)): phase.bond.peerSignatureKey = key
        default: return fail(.unspecifiedReason, &turn)
        }
        proceed(phase, &turn)
    }
}

extension SMP.KeyDistribution {
    /// The PDUs for these keys, in order (Core 6.0, Vol 3, Part H, 3.6.1).
    fileprivate var opcodes: [SMP.Opcode] {
        var opcodes: [SMP.Opcode] = []
        if contains(.encryptionKey) { opcodes += [.encryptionInformation, .centralIdentification] }
        if contains(.identityKey) { opcodes += [.identityInformation, .identityAddressInformation] }
        if contains(.signingKey) { opcodes.append(.signingInformation) }
        return opcodes
    }
}

extension Host.Bond.Key {
    /// A new key of the agreed size, with its EDIV and Rand.
    fileprivate init(drawing random: inout RandomSource, _ agreement: Pairing.Agreement) {
        let value = agreement.shortened(random.bytes(16))
        let name = random.bytes(10)
        self.init(
            value: value,
            encryptedDiversifier: UInt16(name[0]) | UInt16(name[1]) << 8,
            random: name[2...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
}
