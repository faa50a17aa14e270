import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

@testable import BluetoothHost

/// Two pairings back to back, with what surrounds them: a wire that codes every PDU, controllers that compute
/// and encrypt, and a user at each end. PDUs go first, then controllers, then users, who therefore are slow.
struct PairingBench {
    typealias Role = Host.Link.Role

    /// One end.
    struct End {
        var pairing: Pairing
        var random: RandomSource
        var sent: [SMP.PDU] = []
        var prompts: [Host.PairingPrompt] = []
        var isPrompted = false
        var results: [Result<Pairing.Outcome, Host.SecurityFailure>] = []
        /// The key of `startEncryption` or `provideKey`.
        var key: [UInt8]?
        var blocks = 0
        /// How the user answers a prompt; `nil` is no answer.
        var user: Host.PairingAnswer? = .accept

        var outcome: Pairing.Outcome? {
            if case .success(let outcome) = results.first { return outcome }
            return nil
        }
        var failure: Host.SecurityFailure? {
            if case .failure(let failure) = results.first { return failure }
            return nil
        }
    }

    enum Work {
        case pdu([UInt8])
        case input(Pairing.Input)
        case question(Host.PairingPrompt)

        var rank: Int {
            switch self {
            case .pdu: 0
            case .input: 1
            case .question: 2
            }
        }
    }

    var central: End
    var peripheral: End
    var now = Instant(nanoseconds: 1_000_000_000)
    var work: [(to: Role, Work)] = []
    /// What the controllers do.
    var encryptionFailure: HCI.ErrorCode?
    var controllerFails = false
    /// Bytes on air: for the hostile and the curious.
    var air: [(from: Role, bytes: [UInt8])] = []

    static let centralAddress = DeviceAddress(0x4A11_2233_4455, .random)
    static let peripheralAddress = DeviceAddress(0x00A0_B0C0_D0E0, .public)

    init(central: Pairing.Context, peripheral: Pairing.Context) {
        precondition(central.role == .central && peripheral.role == .peripheral)
        self.central = End(
            pairing: Pairing(central, at: now), random: RandomSource(entropy: central.configuration.entropy))
        self.peripheral = End(
            pairing: Pairing(peripheral, at: now),
            random: RandomSource(entropy: peripheral.configuration.entropy))
    }

    /// A context with an identity of its own for each role.
    static func context(
        _ role: Role, _ configuration: Host.SecurityConfiguration = .init(),
        requiring level: Host.SecurityLevel = .encrypted, controller: Bool = false
    ) -> Pairing.Context {
        var configuration = configuration
        configuration.entropy = [UInt8](repeating: role == .central ? 0xC0 : 0x0F, count: 16)
        let isCentral = role == .central
        return Pairing.Context(
            role: role, localAddress: isCentral ? centralAddress : peripheralAddress,
            peerAddress: isCentral ? peripheralAddress : centralAddress,
            identityAddress: isCentral ? DeviceAddress(0xC0FF_EE00_0001, .random) : peripheralAddress,
            identityResolvingKey: [UInt8](repeating: isCentral ? 0x11 : 0x22, count: 16),
            configuration: configuration, requiredLevel: level, peerOutOfBandData: nil,
            localOutOfBandData: nil, usesControllerP256: controller, usesControllerAES: controller,
            localKeyPair: nil)
    }

    subscript(role: Role) -> End {
        get { role == .central ? central : peripheral }
        _modify { if role == .central { yield &central } else { yield &peripheral } }
    }

    /// Hands an input to an end, and does what it wants done.
    mutating func give(_ input: Pairing.Input, to role: Role) {
        var actions: [Pairing.Action] = []
        var end = self[role]
        end.pairing.handle(input, drawing: &end.random, at: now, into: &actions)
        self[role] = end
        for action in actions { perform(action, of: role) }
    }

    private mutating func perform(_ action: Pairing.Action, of role: Role) {
        precondition(self[role].results.isEmpty, "\(action) after the end")
        switch action {
        case .send(let pdu):
            self[role].sent.append(pdu)
            air.append((role, pdu.bytes))
            work.append((role.opposite, .pdu(pdu.bytes)))
        case .prompt(let prompt):
            precondition(!self[role].isPrompted, "\(prompt) on top of another")
            self[role].isPrompted = true
            self[role].prompts.append(prompt)
            work.append((role, .question(prompt)))
        case .endPrompt:
            precondition(self[role].isPrompted, "nothing is shown that could end")
            self[role].isPrompted = false
        case .computePublicKey:
            let pair = TestKeys.pair(role)
            answer(.publicKey(x: pair.x, y: pair.y), role)
        case .computeSharedSecret(let x, let y):
            answer(.sharedSecret(TestKeys.secret(role, x: x, y: y)), role)
        case .encryptBlock(let key, let plaintext):
            self[role].blocks += 1
            let result = AES128(key: key.reversed()).encrypt(plaintext.reversed())
            answer(.block(key: key, plaintext: plaintext, ciphertext: result.reversed()), role)
        case .startEncryption(let key):
            self[role].key = key
            startEncryption(key)
        case .provideKey(let key): self[role].key = key
        case .end(let result):
            precondition(!self[role].isPrompted, "a prompt stays after the end")
            self[role].results.append(result)
        }
    }

    private mutating func answer(_ input: Pairing.Input, _ role: Role) {
        work.append((role, .input(controllerFails ? .controllerFailed : input)))
    }

    private mutating func startEncryption(_ key: [UInt8]) {
        if let encryptionFailure {
            for role in [Role.peripheral, .central] {
                work.append((role, .input(.encryptionFailed(encryptionFailure))))
            }
        } else if peripheral.key != key {
            for role in [Role.peripheral, .central] {
                work.append((role, .input(.encryptionFailed(.connectionTerminatedDueToMICFailure))))
            }
        } else {
            // The event of the central comes late: the peripheral's keys overtake it.
            work.append((.peripheral, .input(.encrypted)))
            work.append((.central, .input(.encrypted)))
        }
    }

    /// Does the next piece of work; false when there is none.
    mutating func step() -> Bool {
        guard let index = work.indices.min(by: { work[$0].1.rank < work[$1].1.rank }) else { return false }
        let (role, piece) = work.remove(at: index)
        switch piece {
        case .pdu(let bytes): give(Self.decoded(bytes), to: role)
        case .input(let input): give(input, to: role)
        case .question(let prompt):
            if let answer = answer(to: prompt, at: role) { give(.answered(answer), to: role) }
        }
        return true
    }

    static func decoded(_ bytes: [UInt8]) -> Pairing.Input {
        do throws(DecodeError) {
            return .received(try SMP.PDU(bytes: bytes))
        } catch {
            return .malformed(opcode: bytes.first ?? 0, error)
        }
    }

    /// Someone who types types what the other end shows, or what both have agreed on.
    private func answer(to prompt: Host.PairingPrompt, at role: Role) -> Host.PairingAnswer? {
        switch (prompt, self[role].user) {
        case (.display, .accept), (_, nil): nil
        case (.enterPasskey, .accept):
            .passkey(
                self[role.opposite].prompts.lazy.compactMap {
                    if case .display(let passkey) = $0 { passkey } else { nil }
                }.first ?? 271_828)
        case (_, let answer): answer
        }
    }

    /// From the request to the end.
    mutating func run() {
        give(.begin, to: .central)
        while step() {}
    }
}

/// Key pairs of controllers, made once: they take longer than everything else here.
enum TestKeys {
    static let central: Pairing.KeyPair = made(0x31)
    static let peripheral: Pairing.KeyPair = made(0x32)

    private static func made(_ seed: UInt8) -> Pairing.KeyPair {
        var random = RandomSource(entropy: [UInt8](repeating: seed, count: 16))
        return Pairing.KeyPair(drawing: &random)
    }

    static func pair(_ role: Host.Link.Role) -> Pairing.KeyPair { role == .central ? central : peripheral }

    private static let common = PairingCipher.sharedSecret(
        central.privateKey!, Pairing.PublicKey(x: peripheral.x, y: peripheral.y))

    static func secret(_ role: Host.Link.Role, x: [UInt8], y: [UInt8]) -> [UInt8]? {
        let other = pair(role.opposite)
        if other.x == x, other.y == y { return common }
        return PairingCipher.sharedSecret(pair(role).privateKey!, Pairing.PublicKey(x: x, y: y))
    }
}
