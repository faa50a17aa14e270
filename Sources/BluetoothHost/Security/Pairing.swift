import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

/// One pairing on one link, from Pairing Request to the last key: a machine of its own, so that two of them
/// can be run against each other without a host.
///
/// Its host decodes PDUs, keeps the link's encryption and the bonds, and does what the actions say. Where the
/// host has the controller's cryptography, the machine asks for it with `computePublicKey`, `computeSharedSecret`
/// and `encryptBlock`; otherwise it computes by itself.
///
/// Source: Core 6.0, Vol 3, Part H, 2 and 3.
struct Pairing: Sendable {
    /// What is fixed when a pairing begins.
    struct Context: Sendable {
        var role: Host.Link.Role
        /// The addresses of this link as they were on air: the confirm values cover them.
        var localAddress: DeviceAddress
        var peerAddress: DeviceAddress
        /// What Identity Address Information tells of this end.
        var identityAddress: DeviceAddress
        /// 16 bytes as on the wire; `nil` for an end that shows no private addresses.
        var identityResolvingKey: [UInt8]?
        var configuration: Host.SecurityConfiguration
        /// The least that the pairing is to give; more is fine. A pairing that can't fails.
        var requiredLevel: Host.SecurityLevel
        /// Peers that are known by an authenticated pairing: who is not authenticated can't be one of them.
        var authenticatedPeers: [DeviceAddress] = []
        /// Data of the peer that came out of band.
        var peerOutOfBandData: Host.OutOfBandData?
        /// Data that this end gave away out of band; its confirm value covers `localKeyPair`.
        var localOutOfBandData: Host.OutOfBandData?
        /// Whether the controller makes P-256 keys, and secrets of them.
        var usesControllerP256: Bool
        /// Whether the controller encrypts blocks.
        var usesControllerAES: Bool
        /// The key pair behind `localOutOfBandData`; without, the pairing makes one of its own.
        var localKeyPair: KeyPair?
    }

    /// A P-256 key pair of this end, all as on the wire.
    struct KeyPair: Hashable, Sendable {
        /// 32 bytes each.
        var x: [UInt8]
        var y: [UInt8]
        /// 32 bytes; `nil` when the controller holds it.
        var privateKey: [UInt8]?
    }

    /// What the machine takes in.
    enum Input: Sendable {
        /// The central begins: Pairing Request goes out. On a peripheral nothing begins until the request comes.
        case begin
        case received(SMP.PDU)
        /// A PDU that could not be decoded.
        case malformed(opcode: UInt8, DecodeError)
        case answered(Host.PairingAnswer)
        /// The link is encrypted now, with the key of `startEncryption` or `provideKey`.
        case encrypted
        case encryptionFailed(HCI.ErrorCode)
        /// Answers to the actions of the same names; 32 bytes each, as on the wire. `nil`: the controller failed.
        case publicKey(x: [UInt8], y: [UInt8])
        case sharedSecret([UInt8]?)
        /// The answer to `encryptBlock`, 16 bytes as on the wire.
        case block(key: [UInt8], plaintext: [UInt8], ciphertext: [UInt8])
        case controllerFailed
        case deadlineReached
    }

    /// What the machine wants done, in order.
    enum Action: Hashable, Sendable {
        case send(SMP.PDU)
        case prompt(Host.PairingPrompt)
        /// The prompt is over, however it was or was not answered.
        case endPrompt
        case computePublicKey
        case computeSharedSecret(peerX: [UInt8], peerY: [UInt8])
        /// AES-128, all as on the wire.
        case encryptBlock(key: [UInt8], plaintext: [UInt8])
        /// Central: encrypt the link with this key, EDIV and Rand 0. 16 bytes as on the wire.
        case startEncryption(key: [UInt8])
        /// Peripheral: the next request for a key with EDIV and Rand 0 gets this one.
        case provideKey([UInt8])
        /// It is over. A failure has been told to the peer if there was reason to. After `timeout` no more SMP
        /// PDU may be sent on this link.
        case end(Result<Outcome, Host.SecurityFailure>)
    }

    /// What comes of a pairing.
    struct Outcome: Hashable, Sendable {
        /// Its `peer` is the identity address that the peer told, or its address on air.
        var bond: Host.Bond
        /// Both ends keep the keys.
        var isBonded: Bool
        /// The key that encrypts the link now, for `Host.Security`.
        var security: Host.Security
    }

    let context: Context
    var state = State.idle
    /// When the last PDU was sent or received.
    var lastActivity: Instant
    /// What the user sees now.
    var openPrompt: Host.PairingPrompt?
    /// PDUs that came while the machine waits for the controller, in order.
    var inbox: [SMP.PDU] = []
    var cipher: PairingCipher

    /// Creates a pairing that has not begun; the time to its deadline runs from `now`.
    init(_ context: Context, at now: Instant) {
        self.context = context
        lastActivity = now
        cipher = PairingCipher(usesController: context.usesControllerAES)
    }
}
