import BluetoothCryptography
import BluetoothWire

/// The functions of the security toolbox on values as they are on the wire, least significant byte first. The
/// byte order is reversed here and nowhere else. The blocks are encrypted here or by the controller.
///
/// Source: Core 6.0, Vol 3, Part H, 2.2.
struct PairingCipher: Sendable {
    private enum Source: Sendable {
        case own(OwnCipher)
        /// What the controller has answered for the present function.
        case controller(RememberedCipher)
    }

    private var source: Source
    /// The block that the controller is encrypting.
    private var awaited: BlockNeeded?

    init(usesController: Bool) {
        source = usesController ? .controller(RememberedCipher()) : .own(OwnCipher())
    }

    var isAwaitingController: Bool { awaited != nil }

    /// Notes the block that the controller is asked for.
    mutating func ask(for needed: BlockNeeded) -> Pairing.Action {
        awaited = needed
        return .encryptBlock(key: needed.key.reversed(), plaintext: needed.block.reversed())
    }

    /// Notes an answer of the controller, if it is the expected one.
    mutating func took(key: [UInt8], plaintext: [UInt8], ciphertext: [UInt8]) {
        guard let awaited, case .controller(var remembered) = source, awaited.key == key.reversed(),
            awaited.block == plaintext.reversed()
        else { return }
        // A controller that does not answer with a block is not used any more.
        guard ciphertext.count == 16 else { return useOwn() }
        remembered.remember(key: awaited.key, block: awaited.block, result: ciphertext.reversed())
        source = .controller(remembered)
        self.awaited = nil
    }

    /// The function has ended: its remembered blocks are not needed any more.
    mutating func forget() {
        if case .controller = source { source = .controller(RememberedCipher()) }
    }

    /// From now on the controller is not used.
    mutating func useOwn() {
        source = .own(OwnCipher())
        awaited = nil
    }
}

extension PairingCipher: BlockCipher {
    mutating func encrypt(key: [UInt8], block: [UInt8]) throws(BlockNeeded) -> [UInt8] {
        switch source {
        case .own(var own):
            // The source contains the expanded key, so it is stored again.
            defer { source = .own(own) }
            return own.encrypt(key: key, block: block)
        case .controller(var remembered): return try remembered.encrypt(key: key, block: block)
        }
    }
}

extension PairingCipher {
    /// The confirm value of legacy pairing.
    mutating func c1(
        _ temporaryKey: [UInt8], _ random: [UInt8], request: SMP.PairingFeatures,
        response: SMP.PairingFeatures, initiator: DeviceAddress, responder: DeviceAddress
    ) throws(BlockNeeded) -> [UInt8] {
        try SecurityToolbox.c1(
            k: temporaryKey.turned, r: random.turned, pres: SMP.PDU.pairingResponse(response).bytes.turned,
            preq: SMP.PDU.pairingRequest(request).bytes.turned, iat: initiator.typeOnAir,
            ia: initiator.littleEndianBytes.turned, rat: responder.typeOnAir,
            ra: responder.littleEndianBytes.turned, using: &self
        ).turned
    }

    /// The short-term key of legacy pairing.
    mutating func s1(
        _ temporaryKey: [UInt8], responder: [UInt8], initiator: [UInt8]
    ) throws(BlockNeeded) -> [UInt8] {
        try SecurityToolbox.s1(
            k: temporaryKey.turned, r1: responder.turned, r2: initiator.turned, using: &self
        ).turned
    }

    /// The confirm value of Secure Connections.
    mutating func f4(
        _ own: [UInt8], _ other: [UInt8], _ random: [UInt8], _ bit: UInt8
    ) throws(BlockNeeded) -> [UInt8] {
        try SecurityToolbox.f4(u: own.turned, v: other.turned, x: random.turned, z: bit, using: &self).turned
    }

    /// The keys of Secure Connections.
    mutating func f5(
        _ secret: [UInt8], _ initiatorRandom: [UInt8], _ responderRandom: [UInt8],
        _ initiator: DeviceAddress, _ responder: DeviceAddress
    ) throws(BlockNeeded) -> (macKey: [UInt8], longTermKey: [UInt8]) {
        let keys = try SecurityToolbox.f5(
            w: secret.turned, n1: initiatorRandom.turned, n2: responderRandom.turned, a1: initiator.checked,
            a2: responder.checked, using: &self)
        return (keys.macKey.turned, keys.longTermKey.turned)
    }

    /// The check value of Secure Connections.
    mutating func f6(
        _ macKey: [UInt8], _ own: [UInt8], _ other: [UInt8], _ value: [UInt8],
        _ features: SMP.PairingFeatures, _ ownAddress: DeviceAddress, _ otherAddress: DeviceAddress
    ) throws(BlockNeeded) -> [UInt8] {
        try SecurityToolbox.f6(
            w: macKey.turned, n1: own.turned, n2: other.turned, r: value.turned, ioCap: features.checked,
            a1: ownAddress.checked, a2: otherAddress.checked, using: &self
        ).turned
    }

    /// The number to compare, 0…999,999.
    mutating func g2(
        _ initiatorX: [UInt8], _ responderX: [UInt8], _ initiatorRandom: [UInt8], _ responderRandom: [UInt8]
    ) throws(BlockNeeded) -> UInt32 {
        try SecurityToolbox.g2(
            u: initiatorX.turned, v: responderX.turned, x: initiatorRandom.turned, y: responderRandom.turned,
            using: &self)
    }
}

extension [UInt8] {
    /// In the reverse byte order.
    fileprivate var turned: [UInt8] { reversed() }
}

extension DeviceAddress {
    fileprivate var typeOnAir: UInt8 { kind.onAir == .public ? 0 : 1 }

    /// The 56 bits that keys and check values cover, most significant byte first.
    fileprivate var checked: [UInt8] { [typeOnAir] + littleEndianBytes.turned }
}

extension SMP.PairingFeatures {
    /// The 24 bits that check values cover, most significant byte first.
    fileprivate var checked: [UInt8] {
        [authentication.rawValue, hasOutOfBandData ? 1 : 0, ioCapability.rawValue]
    }
}
