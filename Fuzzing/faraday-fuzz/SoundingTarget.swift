import BluetoothTypes
import BluetoothWire
import FaradayProtocol
import FaradaySimulation

/// Two hosts gone wild at either end of an encrypted link, whose controllers have Channel Sounding.
extension FuzzTarget {
    static let sounding = FuzzTarget(
        name: "sounding", summary: "two controllers that measure distances, against hosts gone wild",
        weight: 5,
        samples: soundingScripts,
        run: { bytes in
            var script = SoundingScript()
            script.play(bytes)
        })

    /// Records of (kind, length, payload), as `SoundingScript` reads them: whole set-ups, what disturbs them, and ends.
    private static let soundingScripts: [[UInt8]] = [
        setUp + [2, 20], setUp + [2, 9, 0, 13, 2, 9, 0, 14], setUp + [2, 6, 1, 13, 2, 9, 3, 0],
        setUp + [2, 9, 4, 0, 2, 30, 4, 1, 2, 9], setUp + [0, 10, 2, 9, 0, 11, 2, 9],
        // The peripheral's host starts it; a configuration with packets; one in which the central is reflector.
        [0, 0, 1, 0, 0, 1, 2, 2, 0, 3, 2, 2, 1, 5, 2, 2, 1, 8, 1, 12, 2, 20],
        [0, 0, 1, 0, 0, 1, 2, 2, 0, 3, 2, 2, 0, 6, 2, 2, 0, 8, 0, 12, 2, 20],
        [0, 0, 1, 0, 1, 1, 2, 2, 0, 3, 2, 2, 0, 7, 2, 2, 0, 9, 0, 15, 2, 20],
    ]
    private static let setUp: [UInt8] = [0, 0, 1, 0, 0, 1, 2, 2, 0, 3, 2, 2, 0, 4, 2, 2, 0, 8, 0, 12]
}

/// Plays bytes as what both hosts ask of their controllers.
private struct SoundingScript {
    private let world = World(seed: 1)
    private let central: AttachedController
    private let peripheral: AttachedController
    /// The link's handle at either end.
    private var handles: [UInt16] = [0, 0]

    init() {
        let radio = ChannelSoundingRadio()
        central = world.addController(name: "central", at: .origin, channelSounding: radio)
        peripheral = world.addController(name: "peripheral", at: .meters(3), channelSounding: radio)
        for controller in [central, peripheral] {
            controller.send(.command(.setEventMask(.init(eventMask: HCI.EventMask(rawValue: .max)))))
            controller.send(.command(.leSetEventMask(.init(leEventMask: HCI.LEEventMask(rawValue: .max)))))
            controller.send(.command(.leSetHostFeature(.init(bitNumber: 47, bitValue: true))))
        }
        connect()
    }

    /// Makes an encrypted link.
    private mutating func connect() {
        peripheral.send(
            .command(
                .leSetAdvertisingParameters(
                    .init(
                        advertisingIntervalMin: 32, advertisingIntervalMax: 32, advertisingType: .advInd,
                        ownAddressType: .public, peerAddress: .zero))))
        peripheral.send(.command(.leSetAdvertisingEnable(.init(advertisingEnable: true))))
        let address = (0..<6).map { UInt8(truncatingIfNeeded: peripheral.address.value >> UInt64(8 * $0)) }
        send(
            [0x01, 0x0D, 0x20, 0x19, 0x60, 0, 0x60, 0, 0, 0] + address
                + [0, 0x18, 0, 0x18, 0, 0, 0, 0x48, 0, 0, 0, 0, 0], from: central)
        pass(20)
        let key = [UInt8](repeating: 7, count: 16)
        send(
            [0x01, 0x19, 0x20, 28] + Self.bytes(handles[0]) + [UInt8](repeating: 0, count: 10) + key,
            from: central)
        pass(15)
        send([0x01, 0x1A, 0x20, 18] + Self.bytes(handles[1]) + key, from: peripheral)
        pass(20)
    }

    mutating func play(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while rest.count >= 2 {
            let (kind, number) = (rest.removeFirst(), rest.removeFirst())
            switch kind % 8 {
            case 0: command(number, with: [], from: 0)
            case 1: command(number, with: [], from: 1)
            case 2: pass(Int(number))
            case 3: peripheral.move(to: number & 1 == 0 ? .outOfRange : .meters(Double(number)))
            case 4:
                send([0x01, 0x06, 0x04, 0x03] + Self.bytes(handles[Int(number & 1)]) + [0x13], from: central)
            case 5: connect()
            default:
                // The next octets replace those of the command from the second on.
                let payload = Array(rest.prefix(Int(number) % 8 + 1))
                rest = rest.dropFirst(payload.count)
                command(number >> 3, with: payload, from: Int(kind & 1))
            }
        }
        finish()
    }

    /// However it went, both controllers answer.
    private mutating func finish() {
        for controller in [central, peripheral] {
            _ = controller.takePackets()
            controller.send(.command(.reset))
            _ = try? world.run(for: .milliseconds(10))
            precondition(!controller.takePackets().isEmpty, "a controller has fallen silent")
        }
    }

    /// One of the commands; `changes` are (place, value).
    private mutating func command(_ number: UInt8, with changes: [UInt8], from end: Int) {
        var body = Self.commands[Int(number) % Self.commands.count]
        if body.count >= 5, body[0] != 0x92 { body.replaceSubrange(3..<5, with: Self.bytes(handles[end])) }
        for index in stride(from: 0, to: changes.count - 1, by: 2) where body.count > 5 {
            body[5 + Int(changes[index]) % (body.count - 5)] = changes[index + 1]
        }
        send([0x01] + body, from: end == 0 ? central : peripheral)
    }

    private func send(_ bytes: [UInt8], from controller: AttachedController) {
        if let packet = try? HCI.Packet(h4: bytes) { controller.send(packet) }
    }

    /// Lets `number` times 10 ms pass, and learns the handles of new links.
    private mutating func pass(_ number: Int) {
        _ = try? world.run(for: .milliseconds(10 * number))
        for (end, controller) in [central, peripheral].enumerated() {
            for case .event(let event) in controller.takePackets() {
                switch event {
                case .leConnectionComplete(let link): handles[end] = link.connectionHandle
                case .leEnhancedConnectionComplete(let link): handles[end] = link.connectionHandle
                default: break
                }
            }
        }
    }

    private static func bytes(_ handle: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: handle), UInt8(truncatingIfNeeded: handle >> 8)]
    }

    private static let allChannels: [UInt8] = [0xFC, 0xFF, 0x7F, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F]

    /// A configuration: its identifier, main mode, role and enhancements.
    private static func create(_ id: UInt8, _ mode: UInt8, _ role: UInt8, _ enhancements: UInt8) -> [UInt8] {
        [0x90, 0x20, 28, 0, 0, id, 1, mode, 0xFF, 0, 0, 0, 3, role, 0, 1] + allChannels
            + [1, 0, 0, 2, enhancements]
    }

    /// Parameters of procedures without end.
    private static func parameters(_ id: UInt8) -> [UInt8] {
        [
            0x93, 0x20, 23, 0, 0, id, 0xE8, 3, 1, 0, 20, 0, 0, 0, 0xE2, 4, 0, 0x40, 0x9C, 0, 0, 1, 0x80, 0,
            0xFF, 0xFF,
        ]
    }

    /// Op code, length, the handle's place, and the rest.
    private static let commands: [[UInt8]] = [
        [0x8D, 0x20, 5, 0, 0, 3, 0xFF, 20], [0x8A, 0x20, 2, 0, 0], [0x8E, 0x20, 2, 0, 0],
        [0x8C, 0x20, 2, 0, 0],
        create(0, 2, 0, 1), create(0, 2, 0, 0), create(0, 3, 1, 0), create(1, 1, 0, 0),
        parameters(0), parameters(1),
        [0x91, 0x20, 3, 0, 0, 0], [0x92, 0x20, 10] + allChannels,
        [0x94, 0x20, 4, 0, 0, 0, 1], [0x94, 0x20, 4, 0, 0, 0, 0], [0x91, 0x20, 3, 0, 0, 1],
        [0x94, 0x20, 4, 0, 0, 1, 1], [0x8B, 0x20, 30, 0, 0] + [UInt8](repeating: 1, count: 28),
        [0x8F, 0x20, 74, 0, 0] + [UInt8](repeating: 0, count: 72), [0x89, 0x20, 0], [0xA5, 0x20, 0],
        [0xA6, 0x20, 36, 0, 0] + [UInt8](repeating: 1, count: 34),
    ]
}
