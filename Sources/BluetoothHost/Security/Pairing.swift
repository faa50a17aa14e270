import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

/// One pairing on one link, from Pairing Request to the last key. It is a state machine of its own, so two of
/// them can be run against each other without a host.
///
/// The host decodes PDUs, keeps the link's encryption and the bonds, and executes the actions. If the
/// controller's cryptography is used, the machine asks for it with `computePublicKey`, `computeSharedSecret`
/// and `encryptBlock`; otherwise it computes by itself.
///
/// Source: Core 6.0, Vol 3, Part H, 2 and 3.
struct Pairing: Sendable {
    /// What is fixed when a pairing begins.
    struct Context: Sendable {
        var role: Host.Link.Role
        /// The addresses of this link as they were on air; the confirm values cover them.
        var localAddress: DeviceAddress
        var peerAddress: DeviceAddress
        /// The address that Identity Address Information contains for this end.
        var identityAddress: DeviceAddress
        /// 16 bytes as on the wire; `nil` for an end that uses no private addresses.
        var identityResolvingKey: [UInt8]?
        var configuration: Host.SecurityConfiguration
        /// The lowest level that the pairing must give. A pairing that cannot give it fails.
        var requiredLevel: Host.SecurityLevel
        /// The peers with an authenticated bond: an unauthenticated pairing cannot replace one of them.
        var authenticatedPeers: [DeviceAddress] = []
        /// The peer's data that came out of band.
        var peerOutOfBandData: Host.OutOfBandData?
        /// The data that this end sent out of band; its confirm value covers `localKeyPair`.
        var localOutOfBandData: Host.OutOfBandData?
        /// Whether the controller makes P-256 keys, and secrets of them.
        var usesControllerP256: Bool
        /// Whether the controller encrypts blocks.
        var usesControllerAES: Bool
        /// The key pair behind `localOutOfBandData`; without it the pairing makes one of its own.
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

    /// The inputs of the state machine.
    enum Input: Sendable {
        /// The central begins and sends Pairing Request. A peripheral waits for that request.
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

    /// The actions that the state machine wants executed, in order.
    enum Action: Hashable, Sendable {
        case send(SMP.PDU)
        case prompt(Host.PairingPrompt)
        /// The prompt has ended, answered or not.
        case endPrompt
        case computePublicKey
        case computeSharedSecret(peerX: [UInt8], peerY: [UInt8])
        /// AES-128, all as on the wire.
        case encryptBlock(key: [UInt8], plaintext: [UInt8])
        /// Central: encrypt the link with this key, EDIV and Rand 0. 16 bytes as on the wire.
        case startEncryption(key: [UInt8])
        /// Peripheral: the next request for a key with EDIV and Rand 0 gets this one.
        case provideKey([UInt8])
        /// The pairing has ended. If needed the peer got the failure. After `timeout` no more SMP PDUs may be
        /// sent on this link.
        case end(Result<Outcome, Host.SecurityFailure>)
    }

    /// The result of a pairing.
    struct Outcome: Hashable, Sendable {
        /// Its `peer` is the identity address that the peer sent, or its address on air.
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
    /// The prompt that the user sees now.
    var openPrompt: Host.PairingPrompt?
    /// PDUs that were received while the machine waits for the controller, in order.
    var inbox: [SMP.PDU] = []
    var cipher: PairingCipher

    /// Creates a pairing that has not begun; its deadline counts from `now`.
    init(_ context: Context, at now: Instant) {
        self.context = context
        lastActivity = now
        cipher = PairingCipher(usesController: context.usesControllerAES)
    }
}
