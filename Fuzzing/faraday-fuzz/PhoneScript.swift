import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// Plays bytes as what apps, a user, peers and a controller do to a phone.
struct PhoneScript {
    var stack: PhoneStack
    var now = Instant.zero
    var centrals: [SessionID] = []
    var peripherals: [SessionID] = []

    // What the phone has told, so that commands and hostile events name things that are there.
    var peers: [PeerIdentifier] = [PeerIdentifier(high: 1, low: 2)]
    var attributes: [AttributeIdentifier] = [AttributeIdentifier(rawValue: 0)]
    var requests: [RequestIdentifier] = [RequestIdentifier(rawValue: 0)]
    var channels: [ChannelIdentifier] = [ChannelIdentifier(rawValue: 0)]
    var links: [Host.LinkID] = [Host.LinkID(0)]
    var hostChannels: [Host.ChannelID] = [Host.ChannelID(0)]
    var tokens: [Host.Token] = [Host.Token(0)]
    var serverRequests: [GATT.RequestID] = [GATT.RequestID(0)]
    var alerts: [UInt32] = [0]
    var services = 0

    static let addresses = [
        DeviceAddress(0xC605_0403_0201, .random), DeviceAddress(0x0605_0403_0201, .public),
        DeviceAddress(0x4605_0403_0201, .random),
    ]

    init(profile: OSProfile) {
        stack = PhoneStack(
            profile: profile, identifierSeed: 7, name: "fuzz",
            address: DeviceAddress(0xC0FF_EE00_0001, .random))
        stack.tracesHost = true
        stack.start(at: now)
        settle()
        stack.configure(AppID(2), AppManifest(backgroundModes: [.central, .peripheral]), at: now)
        centrals = [
            stack.openCentral(ManagerOptions(), app: AppID(1), at: now),
            stack.openCentral(ManagerOptions(restoreIdentifier: "c"), app: AppID(2), at: now),
        ]
        peripherals = [
            stack.openPeripheral(ManagerOptions(), app: AppID(1), at: now),
            stack.openPeripheral(ManagerOptions(restoreIdentifier: "p"), app: AppID(2), at: now),
        ]
        pass(.milliseconds(100))
    }

    mutating func play(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count >= 2 {
            let (kind, length) = (rest.removeFirst(), Int(rest.removeFirst()))
            var payload = PhoneBytes(rest.prefix(length))
            rest = rest.dropFirst(payload.count)
            perform(kind, &payload, length)
            settle()
        }
    }

    private mutating func perform(_ kind: UInt8, _ bytes: inout PhoneBytes, _ number: Int) {
        switch kind % 11 {
        case 0: sendCentral(&bytes)
        case 1: sendPeripheral(&bytes)
        case 2: advertise(&bytes)
        case 3: connect(role: bytes.next() & 1, peer: bytes.pick(Self.addresses))
        case 4: act(&bytes)
        case 5: answer(&bytes)
        case 6: pass(number > 60 ? .minutes(number) : .seconds(number))
        case 7: lie(&bytes)
        case 8: receive(frame: bytes.rest, channel: 4)
        case 9: receive(frame: bytes.rest, channel: bytes.next() & 1 == 0 ? 5 : 6)
        default:
            if let packet = try? HCI.Packet(h4: bytes.rest), case .event = packet {
                stack.receive(packet, at: now)
            }
        }
    }

    /// Lets time pass, deadline by deadline.
    mutating func pass(_ time: Nanoseconds) {
        let end = now + time
        var steps = 0
        while let deadline = stack.nextDeadline, deadline <= end {
            steps += 1
            precondition(steps < 100_000, "the phone has deadlines without end")
            now = max(now, deadline)
            stack.deadlineReached(at: now)
            settle()
        }
        now = end
    }

    // MARK: The air

    private mutating func advertise(_ bytes: inout PhoneBytes) {
        let address = bytes.pick(Self.addresses)
        let kind: UInt8 = [0, 2, 3, 4][Int(bytes.next() & 3)]
        let data = Array(bytes.rest.prefix(31))
        let report: [UInt8] = [2, 1, kind, address.kind == .public ? 0 : 1] + Self.bytes(address)
        let parameters = report + [UInt8(data.count)] + data + [0xC4]
        receive(event: 0x3E, parameters)
    }

    mutating func connect(role: UInt8, peer: DeviceAddress) {
        let handle = UInt8(0x40 + links.count % 4)
        receive(
            event: 0x3E,
            [1, 0, handle, 0, role, peer.kind == .public ? 0 : 1] + Self.bytes(peer)
                + [0x18, 0, 0, 0, 0x48, 0, 0])
    }

    private static func bytes(_ address: DeviceAddress) -> [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: address.value >> UInt64(8 * $0)) }
    }

    private mutating func receive(event code: UInt8, _ parameters: [UInt8]) {
        if let packet = try? HCI.Packet(h4: [4, code, UInt8(parameters.count)] + parameters) {
            stack.receive(packet, at: now)
        }
    }

    private mutating func receive(frame payload: [UInt8], channel: UInt8) {
        let frame = [UInt8(payload.count & 0xFF), 0, channel, 0] + payload
        let handle = UInt8(0x40 + (links.count + 3) % 4)
        guard frame.count < 256 else { return }
        if let packet = try? HCI.Packet(h4: [2, handle, 0x20, UInt8(frame.count), 0] + frame) {
            stack.receive(packet, at: now)
        }
    }

    // MARK: Outputs

    /// Takes outputs until there are none; commands are answered like a plain controller does.
    mutating func settle() {
        var steps = 0
        while let output = stack.nextOutput() {
            steps += 1
            precondition(steps < 100_000, "the phone does not come to rest")
            switch output {
            case .controller(.command(let command)):
                for event in PlainController.answers(to: command) { stack.receive(.event(event), at: now) }
            case .controller(.acl(let data)):
                let done = HCI.CompletedPackets(
                    connectionHandle: data.connectionHandle, numCompletedPackets: 1)
                stack.receive(.event(.numberOfCompletedPackets(.init(completed: [done]))), at: now)
            case .model(.central(_, let event)): note(event)
            case .model(.peripheral(_, let event)): note(event)
            case .model(.pairingAlert(let alert)): alerts.append(alert.number)
            case .model(.systemAlert(let alert)): alerts.append(alert.number)
            case .model(.host(let command)): note(command)
            case .hostEvent(let event): note(event)
            case .controller(.event), .model(.misuse), .model(.pairingAlertEnded), .model(.launch),
                .model(.appEnded), .model(.appStateChanged), .model(.accessory), .model(.accessoryPicker),
                .model(.accessoryPickerEnded), .model(.nearby):
                break
            }
        }
    }
}

/// What is left of a record; 0 when nothing is.
struct PhoneBytes {
    private(set) var rest: [UInt8]
    let count: Int

    init(_ bytes: ArraySlice<UInt8>) {
        rest = Array(bytes)
        count = bytes.count
    }

    mutating func next() -> UInt8 { rest.isEmpty ? 0 : rest.removeFirst() }
    mutating func flag() -> Bool { next() & 1 == 1 }
    /// One of these, counted from the last: the newest is the likeliest.
    mutating func pick<T>(_ list: [T]) -> T { list[list.count - 1 - Int(next()) % list.count] }
}
