import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A peer that sends anything in any state, and a controller that reports anything.
extension FuzzTarget {
    static let host = FuzzTarget(
        name: "host", summary: "a linked host with a database, against a peer and a controller gone wild",
        weight: 20, samples: hostSamples,
        run: { bytes in
            var script = HostScript()
            script.play(bytes)
        })

    /// Records of (kind, length, payload), as `HostScript` reads them.
    private static let soundingEventSamples: [[UInt8]] = [
        [4, 0x3E, 0x22, 0x2D, 0, 0x40, 0] + [UInt8](repeating: 3, count: 30),
        [4, 0x3E, 4, 0x2E, 0, 0x40, 0], [4, 0x3E, 4, 4, 0, 0x40, 0],
        [4, 0x3E, 34, 0x2F, 0, 0x40, 0, 0, 1, 2, 0xFF, 2, 3, 0, 0, 2, 0, 0, 1]
            + [UInt8](repeating: 0xFF, count: 10) + [1, 0, 0, 3, 0, 20, 20, 20],
        [4, 0x3E, 22, 0x30, 0, 0x40, 0, 0, 1] + [UInt8](repeating: 1, count: 16),
        [4, 0x3E, 16, 0x31, 0x40, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0],
        [4, 0x3E, 9, 0x32, 0x40, 0, 0, 0, 0, 0, 1, 0],
        // A new key.
        [4, 0x30, 3, 0, 0x40, 0],
    ]

    private static let securityEventSamples: [[UInt8]] = [
        [4, 0x3E, 13, 5, 0x40] + [UInt8](repeating: 0, count: 11), [4, 8, 4, 0, 0x40, 0, 1],
        [4, 8, 4, 6, 0x40, 0, 0], [4, 0x30, 3, 0, 0x40, 0], [4, 0x57, 2, 0x40, 0],
        [4, 0x3E, 66, 8, 0] + [UInt8](repeating: 5, count: 64),
        [4, 0x3E, 34, 9, 0] + [UInt8](repeating: 6, count: 32),
    ]

    private static let hostSamples: [[UInt8]] =
        attSamples.map { [0, UInt8($0.count)] + $0 } + signalSamples.map { [1, UInt8($0.count)] + $0 }
        + smpSamples.map { [8, UInt8($0.count)] + $0 }
        + securityEventSamples.map { [4, UInt8($0.count)] + $0 }
        + soundingEventSamples.map { [4, UInt8($0.count)] + $0 }
        + (0..<22).map { [9, $0] }
        // Whole ways: to LE legacy pairing's key, to LE Secure Connections' keys, and to an open channel.
        + [
            [8, 7] + [1, 3, 0, 0, 16, 3, 3] + [9, 2, 8, 17, 3] + [UInt8](0..<16) + [8, 17, 4]
                + [UInt8](0..<16)
                + [4, 15] + [4, 0x3E, 13, 5, 0x40] + [UInt8](repeating: 0, count: 11)
                + [4, 7] + [4, 8, 4, 0, 0x40, 0, 1] + [8, 17, 8] + [UInt8](0..<16) + [6, 1],
            [9, 0, 8, 7] + [2, 3, 0, 9, 16, 3, 3] + [8, 65, 12] + [UInt8](0..<64) + [9, 2]
                + [8, 17, 4] + [UInt8](0..<16) + [8, 17, 13] + [UInt8](0..<16) + [4, 7] + [
                    4, 8, 4, 0, 0x40, 0, 1,
                ],
            [1, 14] + [0x14, 2, 10, 0, 0x80, 0, 0x40, 0, 0xF7, 0, 0xF7, 0, 1, 0]
                + [10, 6] + [4, 0, 1, 2, 3, 4] + [9, 13, 9, 14, 9, 15],
        ]
        + h4Samples.map { [4, UInt8($0.count)] + $0 }
        + [[5, 0], [5, 1], [5, 2, 5, 3], [6, 10], [2, 4, 0, 1, 2, 3], [3, 4, 9, 9, 9, 9], [7, 1]]
}

/// Plays bytes as what a peer, a controller and an impatient floor above do to a host.
private struct HostScript {
    private var host: Host
    private var now = Instant.zero
    private var lastRequest: GATT.RequestID?
    private var link: Host.LinkID?
    private var token: UInt64 = 0
    private var handles: [ATT.Handle] = []
    private var channel: Host.ChannelID?

    init() {
        var configuration = Host.Configuration(
            deviceName: "fuzz", address: DeviceAddress(0xC0FF_EE00_0001, .random))
        configuration.ranging = Host.RangingConfiguration(
            allowedRoles: .reflector, reportsReflections: true)
        host = Host(configuration)
        add(
            GATT.ServiceDefinition(
                uuid: BluetoothUUID(0x180D),
                characteristics: [
                    .init(
                        uuid: BluetoothUUID(0x2A37), properties: [.notify, .indicate], permissions: [],
                        value: .dynamic),
                    .init(
                        uuid: BluetoothUUID(0x2A38), properties: .read, permissions: .readable,
                        value: .stored([1])),
                    .init(
                        uuid: BluetoothUUID(0x2A39), properties: [.write, .read],
                        permissions: [.writable, .readable], value: .dynamic),
                    .init(
                        uuid: BluetoothUUID(0x2A19), properties: [.read, .write],
                        permissions: [.readEncrypted, .writeAuthenticated],
                        value: .stored([UInt8](repeating: 5, count: 300))),
                ]))
        host.handle(.channel(.addService(Host.ChannelService(psm: 0x80))), at: now)
        host.handle(
            .channel(.addService(Host.ChannelService(psm: 0x81, requiredLevel: .authenticated))), at: now)
        host.handle(.powerOn, at: now)
        settle()
        host.handle(.gap(.startAdvertising(Host.AdvertisingSetID(0), Host.AdvertisingParameters())), at: now)
        settle()
        connect(role: 1)
        precondition(link != nil, "the host that is to be fuzzed has no link")
    }

    private mutating func add(_ service: GATT.ServiceDefinition) {
        host.handle(.gatt(.addService(makeToken(), service)), at: now)
        settle()
    }

    private mutating func connect(role: UInt8) {
        let bytes: [UInt8] =
            [
                0x04, 0x3E, 0x13, 0x01, 0x00, 0x40, 0x00, role, 0x01, 1, 2, 3, 4, 5, 0xC6, 0x18, 0, 0, 0,
                0x48, 0, 0,
            ]
        if let packet = try? HCI.Packet(h4: bytes) { host.handle(packet, at: now) }
        settle()
    }

    private mutating func makeToken() -> Host.Token {
        token += 1
        return Host.Token(token)
    }

    mutating func play(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while rest.count >= 2 {
            let (kind, length) = (rest.removeFirst(), Int(rest.removeFirst()))
            let payload = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
            perform(kind, payload, length)
            settle()
        }
    }

    private mutating func perform(_ kind: UInt8, _ payload: [UInt8], _ number: Int) {
        switch kind % 11 {
        case 0: receive(frame: payload, channel: 4)
        case 1: receive(frame: payload, channel: 5)
        case 2: acl(payload, boundary: UInt8(number & 3))
        case 3: receive(frame: payload, channel: UInt16(number & 15))
        case 4:
            if let packet = try? HCI.Packet(h4: payload), case .event = packet {
                host.handle(packet, at: now)
            }
        case 5: ask(number)
        case 6:
            now += .seconds(number)
            host.deadlineReached(at: now)
        case 7: connect(role: UInt8(number & 1))
        case 8: receive(frame: payload, channel: 6)
        case 9: secure(number)
        default: receive(frame: payload, channel: 0x40)
        }
    }

    /// The floor above wants the link secured or forgotten, answers what it was asked, and uses channels.
    private mutating func secure(_ number: Int) {
        guard let link else { return }
        let peer = DeviceAddress(0xC605_0403_0201, .random)
        var commands: [Host.Command] = [
            .security(.secure(link, .encrypted)), .security(.secure(link, .authenticated)),
            .security(.answerPairing(link, .accept)),
            .security(.answerPairing(link, .reject)),
            .security(.answerPairing(link, .passkey(UInt32(number * 997)))),
            .security(.pair(link, .encrypted)), .security(.pair(link, .authenticated)),
            .security(.authorize(link, number % 2 == 0)),
            .security(.removeBond(peer)), .security(.makeOutOfBandData),
            .security(.setPeerOutOfBandData(peer, nil)),
            .security(
                .setPeerOutOfBandData(
                    peer,
                    Host.OutOfBandData(
                        confirm: [UInt8](0..<16), random: [UInt8](0..<16), temporaryKey: [UInt8](0..<16)))),
            .security(
                .setBonds([
                    Host.Bond(
                        peer: peer, keyAsCentral: .init(value: [UInt8](0..<16)),
                        keyAsPeripheral: .init(value: [UInt8](0..<16)), peerSignatureKey: [UInt8](0..<16))
                ])),
            .channel(.open(link, makeToken(), psm: 0x80, mtu: 512)), .channel(.removeService(psm: 0x81)),
        ]
        var onDemand = Host.RangingParameters(correction: .rangingService)
        onDemand.procedureCount = 3
        commands += [
            .ranging(.start(link, Host.RangingParameters())), .ranging(.start(link, onDemand)),
            .ranging(.stop(link)),
        ]
        if let channel {
            commands += [
                .channel(.send(channel, makeToken(), [UInt8](repeating: 7, count: number))),
                .channel(.consume(channel, sdus: 1)), .channel(.close(channel)),
            ]
        }
        host.handle(commands[number % commands.count], at: now)
    }

    private mutating func receive(frame payload: [UInt8], channel: UInt16) {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt16(payload.count))
        bytes.append(littleEndian: channel)
        acl(bytes + payload, boundary: 2)
    }

    private mutating func acl(_ data: [UInt8], boundary: UInt8) {
        var bytes: [UInt8] = [0x02, 0x40, boundary << 4]
        bytes.append(littleEndian: UInt16(data.count))
        if let packet = try? HCI.Packet(h4: bytes + data) { host.handle(packet, at: now) }
    }

    /// The floor above asks for something; every number means another thing.
    private mutating func ask(_ number: Int) {
        guard let link else { return }
        let handle = ATT.Handle(3 + number % 40)
        let range = ATT.HandleRange(first: 1, last: 0xFFFF)
        let value = [UInt8](repeating: 7, count: number * 7 % 600)
        let commands: [Host.Command] = [
            .gatt(.procedure(link, makeToken(), .exchangeMTU(247))),
            .gatt(.procedure(link, makeToken(), .discoverPrimaryServices([]))),
            .gatt(
                .procedure(
                    link, makeToken(),
                    .discoverPrimaryServices(["180D", "00001523-1212-EFDE-1523-785FEABCD123"]))),
            .gatt(.procedure(link, makeToken(), .discoverIncludedServices(range))),
            .gatt(.procedure(link, makeToken(), .discoverCharacteristics(range))),
            .gatt(.procedure(link, makeToken(), .discoverDescriptors(range))),
            .gatt(.procedure(link, makeToken(), .read(handle))),
            .gatt(.procedure(link, makeToken(), .readUsingUUID(range, "2A00"))),
            .gatt(.procedure(link, makeToken(), .readMultiple([3, 5]))),
            .gatt(.procedure(link, makeToken(), .readMultipleVariable([3, 5]))),
            .gatt(.procedure(link, makeToken(), .write(handle, value))),
            .gatt(
                .procedure(
                    link, makeToken(), .reliableWrite([.init(handle: handle, offset: 0, value: value)]))),
            .gatt(.procedure(link, makeToken(), .signedWrite(handle, value))),
            .gatt(.writeWithoutResponse(link, makeToken(), handle, value)),
            .gatt(.update(link, makeToken(), handle, value, .notification)),
            .gatt(.update(link, makeToken(), handle, value, .indication)),
            .link(.disconnect(link, .remoteUserTerminatedConnection)), .link(.readRSSI(link, makeToken())),
            .link(.setPHY(link, .le2M)), .link(.setDataLength(link, octets: 251)),
            .link(
                .updateParameters(
                    link, .init(interval: .milliseconds(30), latency: 0, supervisionTimeout: .seconds(2)))),
        ]
        host.handle(commands[number % commands.count], at: now)
        if number % 3 == 0, let lastRequest {
            host.handle(
                .gatt(.respond(lastRequest, number % 2 == 0 ? .success(value) : .failure(.timeout))), at: now)
        }
    }

    /// Takes outputs until there are none; commands are answered like a plain controller does.
    private mutating func settle() {
        var steps = 0
        while let output = host.nextOutput() {
            steps += 1
            precondition(steps < 100_000, "the host does not come to rest")
            switch output {
            case .controller(.command(let command)):
                for event in PlainController.answers(to: command) { host.handle(.event(event), at: now) }
            case .controller(.acl(let data)):
                let done = HCI.CompletedPackets(
                    connectionHandle: data.connectionHandle, numCompletedPackets: 1)
                host.handle(.event(.numberOfCompletedPackets(.init(completed: [done]))), at: now)
            case .controller(.event): break
            case .event(.attributeRead(let request)): lastRequest = request.id
            case .event(.attributeWritten(let request)): lastRequest = request.id ?? lastRequest
            case .event(.connected(let id, _)): link = id
            case .event(.channelOpened(let id, _, _)): channel = id
            case .event(.channelClosed): channel = nil
            case .event: break
            }
        }
    }
}
