import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

@testable import BluetoothHost

/// Two hosts on one link, whose controllers encrypt as controllers do: the central's with the key it is given,
/// the peripheral's with the one it asks for. Keys that differ end the link as a MIC failure.
struct EncryptingPair {
    enum End: Int, CaseIterable {
        case central = 0
        case peripheral = 1
        var other: End { self == .central ? .peripheral : .central }
    }

    /// What the two users do when they are prompted.
    enum Users {
        /// They compare and type as they should.
        case careful
        /// They take anything, and type the wrong passkey.
        case careless
        case unwilling
        case absent
    }

    /// What one controller has of the link and of cryptography.
    private struct Controller {
        var scripted = ScriptedController()
        var privateKey: [UInt8]?
        var computed: [HCI.Opcode] = []
    }

    private(set) var hosts: [Host]
    private var controllers = [Controller(), Controller()]
    var now = Instant.zero
    var users = Users.careful
    /// Error codes with which a controller answers commands instead of executing them.
    var refusals: [HCI.Opcode: HCI.ErrorCode] = [:]
    /// Commands that are taken and then forgotten.
    var swallowed: Set<HCI.Opcode> = []
    /// PDUs of the security manager that are lost on air.
    var lost: Set<SMP.Opcode> = []
    private(set) var events: [[Host.Event]] = [[], []]
    private var toHosts: [(End, HCI.Packet)] = []
    private var displayed: [UInt32?] = [nil, nil]
    private(set) var isEncrypted = false
    /// The key the central's controller waits to compare.
    private var offeredKey: [UInt8]?
    private var isLinked = false

    static let handle: UInt16 = 1
    static let addresses = [
        DeviceAddress(0xC0FF_EE00_0001, .random), DeviceAddress(0xC0FF_EE00_0002, .random),
    ]

    init(
        central: Host.SecurityConfiguration = Self.security(1),
        peripheral: Host.SecurityConfiguration = Self.security(2),
        supported: HCI.SupportedCommands = ScriptedController.everything
    ) {
        hosts = [central, peripheral].enumerated().map { number, security in
            Host(
                Host.Configuration(
                    deviceName: "Pair", address: Self.addresses[number], prefersExtendedCommands: false,
                    connection: Host.ConnectionDefaults(readsRemoteFeatures: false), security: security))
        }
        for end in End.allCases {
            controllers[end.rawValue].scripted.supported = supported
            perform(.powerOn, at: end)
        }
    }

    static func security(
        _ number: UInt8, _ capability: SMP.IOCapability = .noInputNoOutput
    ) -> Host.SecurityConfiguration {
        Host.SecurityConfiguration(
            ioCapability: capability, usesControllerCryptography: false,
            entropy: [UInt8](repeating: number, count: 16))
    }

    // MARK: The link

    mutating func connect() {
        precondition(!isLinked, "one link is enough")
        isLinked = true
        // As they show themselves: ends with privacy have other addresses on air.
        let onAir = hosts.map(\.profile.ownAddress)
        perform(.gap(.connect(onAir[1])), at: .central)
        give(HostRig.connectionComplete(Self.handle, .central, onAir[1]), to: .central)
        give(HostRig.connectionComplete(Self.handle, .peripheral, onAir[0]), to: .peripheral)
        run()
    }

    mutating func lose(_ reason: HCI.ErrorCode = .connectionTimeout) {
        guard isLinked else { return }
        isLinked = false
        isEncrypted = false
        offeredKey = nil
        toHosts.removeAll { if case .acl = $0.1 { true } else { false } }
        for end in End.allCases { give(HostRig.disconnection(Self.handle, reason), to: end) }
        run()
    }

    func link(_ end: End) -> Host.LinkID { hosts[end.rawValue].linkIDs.first ?? Host.LinkID(0) }

    func security(_ end: End) -> Host.Security? { hosts[end.rawValue].security(of: link(end)) }

    func host(_ end: End) -> Host { hosts[end.rawValue] }

    // MARK: Doing

    mutating func perform(_ command: Host.Command, at end: End) {
        hosts[end.rawValue].handle(command, at: now)
        run()
    }

    /// Replaces the host of an end by a new one, which has the bonds of the old: a restart.
    mutating func restart(_ end: End, keepingBonds: Bool = true) {
        lose()
        let bonds = hosts[end.rawValue].bonds
        hosts[end.rawValue] = Host(hosts[end.rawValue].configuration)
        perform(.powerOn, at: end)
        if keepingBonds { perform(.security(.setBonds(bonds)), at: end) }
        events[end.rawValue] = []
    }

    mutating func give(_ event: HCI.Event, to end: End) { toHosts.append((end, .event(event))) }

    /// Puts an L2CAP frame into an end as if the other had sent it.
    mutating func inject(_ payload: [UInt8], on channel: L2CAP.ChannelID, into end: End) {
        let frame = L2CAP.BasicFrame(channel: channel, payload: payload).bytes
        toHosts.append(
            (end, .acl(.init(connectionHandle: Self.handle, packetBoundary: .firstFlushable, data: frame))))
        run()
    }

    mutating func advance(by time: Nanoseconds) {
        now += time
        for end in End.allCases { hosts[end.rawValue].deadlineReached(at: now) }
        run()
    }

    mutating func takeEvents(_ end: End) -> [Host.Event] {
        defer { events[end.rawValue] = [] }
        return events[end.rawValue]
    }

    mutating func forgetEvents() { events = [[], []] }

    /// The commands for cryptography that an end's controller got.
    func computed(_ end: End) -> [HCI.Opcode] { controllers[end.rawValue].computed }

    // MARK: Running

    mutating func run() {
        var isBusy = true
        while isBusy {
            isBusy = false
            for end in End.allCases {
                while let output = hosts[end.rawValue].nextOutput() {
                    isBusy = true
                    take(output, from: end)
                }
            }
            if !toHosts.isEmpty {
                isBusy = true
                let (end, packet) = toHosts.removeFirst()
                hosts[end.rawValue].handle(packet, at: now)
            }
        }
    }

    private mutating func take(_ output: Host.Output, from end: End) {
        switch output {
        case .controller(.acl(let data)):
            give(
                .numberOfCompletedPackets(
                    .init(completed: [.init(connectionHandle: Self.handle, numCompletedPackets: 1)])), to: end
            )
            guard isLinked, !isLost(data.data) else { return }
            var packet = data
            if packet.packetBoundary == .firstNonFlushable { packet.packetBoundary = .firstFlushable }
            toHosts.append((end.other, .acl(packet)))
        case .controller(.command(let command)): answer(command, from: end)
        case .controller(.event): preconditionFailure("a host sent an event to its controller")
        case .event(let event):
            events[end.rawValue].append(event)
            if case .pairingPrompted(_, let prompt) = event { react(to: prompt, at: end) }
        }
    }

    private func isLost(_ frame: [UInt8]) -> Bool {
        frame.count > 4 && frame[2] == 6 && lost.contains { $0.rawValue == frame[4] }
    }

    private mutating func answer(_ command: HCI.Command, from end: End) {
        let opcode = command.opcode
        if let status = refusals[opcode] {
            return give(
                .commandStatus(.init(status: status, numHCICommandPackets: 1, opcode: opcode)), to: end)
        }
        switch command {
        case .leEnableEncryption, .leReadLocalP256PublicKey, .leGenerateDHKey, .disconnect:
            give(.commandStatus(.init(status: .success, numHCICommandPackets: 1, opcode: opcode)), to: end)
        case .leEncrypt: break
        default:
            if let event = controllers[end.rawValue].scripted.answer(command) { give(event, to: end) }
        }
        if !swallowed.contains(opcode) { carryOut(command, for: end) }
    }

    private mutating func carryOut(_ command: HCI.Command, for end: End) {
        switch command {
        case .disconnect(let disconnect): lose(disconnect.reason)
        case .leEnableEncryption(let enable):
            offeredKey = enable.longTermKey
            give(
                .leLongTermKeyRequest(
                    .init(
                        connectionHandle: Self.handle, randomNumber: enable.randomNumber,
                        encryptedDiversifier: enable.encryptedDiversifier)), to: .peripheral)
        case .leLongTermKeyRequestReply(let reply): encrypt(with: reply.longTermKey)
        case .leLongTermKeyRequestNegativeReply:
            guard offeredKey != nil else { return }
            offeredKey = nil
            give(Self.encryptionChange(.pinOrKeyMissing, .off), to: .central)
        case .leEncrypt, .leReadLocalP256PublicKey, .leGenerateDHKey: compute(command, for: end)
        default: break
        }
    }

    private mutating func encrypt(with key: [UInt8]) {
        guard let offered = offeredKey else { return }
        offeredKey = nil
        guard offered == key else { return lose(.connectionTerminatedDueToMICFailure) }
        for end in End.allCases {
            give(
                isEncrypted
                    ? .encryptionKeyRefreshComplete(.init(status: .success, connectionHandle: Self.handle))
                    : Self.encryptionChange(.success, .on), to: end)
        }
        isEncrypted = true
    }

    static func encryptionChange(_ status: HCI.ErrorCode, _ enabled: HCI.EncryptionEnabled) -> HCI.Event {
        .encryptionChange(.init(status: status, connectionHandle: handle, encryptionEnabled: enabled))
    }

    private mutating func compute(_ command: HCI.Command, for end: End) {
        controllers[end.rawValue].computed.append(command.opcode)
        switch command {
        case .leEncrypt(let block):
            let result = AES128(key: block.key.reversed()).encrypt(block.plaintextData.reversed())
            let values = HCI.LEEncrypt.ReturnParameters(status: .success, encryptedData: result.reversed())
            give(
                .commandComplete(
                    .init(
                        numHCICommandPackets: 1, opcode: command.opcode, returnParameters: values.bytes)),
                to: end)
        case .leReadLocalP256PublicKey:
            let key = [UInt8](repeating: UInt8(0x31 + end.rawValue), count: 32)
            controllers[end.rawValue].privateKey = key
            guard let point = P256.publicKey(of: key) else { return }
            give(
                .leReadLocalP256PublicKeyComplete(
                    .init(
                        status: .success, keyXCoordinate: point.x.reversed(),
                        keyYCoordinate: point.y.reversed())), to: end)
        case .leGenerateDHKey(let peer):
            let key = controllers[end.rawValue].privateKey ?? [UInt8](repeating: 1, count: 32)
            let secret = P256.sharedSecret(
                key,
                P256.PublicKey(x: peer.keyXCoordinate.reversed(), y: peer.keyYCoordinate.reversed()))
            give(
                .leGenerateDHKeyComplete(
                    .init(
                        status: secret == nil ? .invalidHCICommandParameters : .success,
                        dhKey: secret?.reversed() ?? [UInt8](repeating: 0, count: 32))), to: end)
        default: break
        }
    }

    // MARK: Users

    private mutating func react(to prompt: Host.PairingPrompt, at end: End) {
        if case .display(let passkey) = prompt { displayed[end.rawValue] = passkey }
        let answer: Host.PairingAnswer
        switch (users, prompt) {
        case (.absent, _): return
        case (.unwilling, _): answer = .reject
        case (_, .consent), (_, .compare): answer = .accept
        case (_, .display): return typePasskey(at: end.other)
        case (_, .enterPasskey): return typePasskey(at: end)
        }
        hosts[end.rawValue].handle(.security(.answerPairing(link(end), answer)), at: now)
    }

    /// Types at `end` what the other end displays, as soon as one asks and the other displays.
    private mutating func typePasskey(at end: End) {
        let isAsked = events[end.rawValue].contains {
            if case .pairingPrompted(_, .enterPasskey) = $0 { true } else { false }
        }
        guard isAsked, let passkey = displayed[end.other.rawValue] else { return }
        displayed[end.other.rawValue] = nil
        let typed = users == .careful ? passkey : (passkey + 1) % 1_000_000
        hosts[end.rawValue].handle(.security(.answerPairing(link(end), .passkey(typed))), at: now)
    }
}

extension [Host.Event] {
    /// How the runs ended, in order.
    var ends: [Result<Host.Security, Host.SecurityFailure>] {
        compactMap { if case .securityEnded(_, let result) = $0 { result } else { nil } }
    }
    var bonds: [Host.Bond] { compactMap { if case .bondChanged(let bond) = $0 { bond } else { nil } } }
    var prompts: [Host.PairingPrompt] {
        compactMap { if case .pairingPrompted(_, let prompt) = $0 { prompt } else { nil } }
    }
    var subscriptions: [ATT.Handle] {
        compactMap { if case .subscriptionChanged(_, let handle, _) = $0 { handle } else { nil } }
    }
}
