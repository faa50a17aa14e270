import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradayEngine

@Suite struct HostileHostTests {
    @Test func theSupportedCommandsAreThoseThatAreImplemented() {
        for features in [ControllerConfiguration.allFeatures, [], .leExtendedAdvertising, .leCodedPHY] {
            let air = Air()
            let node = air.add {
                $0.features = features
                if features.isEmpty { $0.channelSounding = .init() }
            }
            let supported = air.medium.controller(of: node)!.information.supportedCommands
            for ogf in [1, 3, 4, 5, 8] as [UInt16] {
                for ocf in 0..<0x100 as Range<UInt16> {
                    let opcode = HCI.Opcode(ogf: ogf, ocf: ocf)
                    let isKnown = supported.contains(opcode) || opcode == .readLocalSupportedCommands
                    let answer = air.ask(.unknown(opcode: opcode, parameters: []), of: node)
                    #expect(answer == (isKnown ? .invalidHCICommandParameters : .unknownHCICommand))
                    air.forget()
                }
            }
        }
    }

    @Test func encryptionThatIsNotThereSaysSo() {
        let (air, central, _) = Air.linked { $0.features.remove(.leEncryption) }
        let encrypt = HCI.Command.leEnableEncryption(
            .init(
                connectionHandle: 1, randomNumber: 0, encryptedDiversifier: 0,
                longTermKey: Array(repeating: 0, count: 16)))
        #expect(air.ask(encrypt, of: central) == .unknownHCICommand)
    }

    /// Bytes of a command that is likely, though not certain, to be well-formed.
    static func command(
        _ draws: inout EntropyStream, _ opcodes: [HCI.Opcode], _ lengths: inout [HCI.Opcode: Int]
    ) -> HCI.Command? {
        let opcode = opcodes[Int(draws.below(UInt64(opcodes.count)))]
        var parameters: [UInt8] = []
        // Small values are more often allowed, and more often name something that exists.
        for _ in 0..<64 {
            parameters.append(
                UInt8(truncatingIfNeeded: draws.below(3) == 0 ? draws.below(256) : draws.below(3)))
        }
        // A length that was accepted is used again, and sometimes all lengths are tried.
        let candidates = lengths[opcode].map { draws.below(9) > 0 ? $0...$0 : 0...64 } ?? 0...64
        for length in candidates {
            let bytes: [UInt8] =
                [UInt8(truncatingIfNeeded: opcode.rawValue), UInt8(opcode.rawValue >> 8), UInt8(length)]
                + parameters.prefix(length)
            if let command = try? HCI.Command(bytes: bytes) {
                lengths[opcode] = length
                return command
            }
        }
        return nil
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func noSequenceOfCommandsAndDataTraps(seed: UInt64) {
        var draws = EntropyStream(state: seed)
        let air = Air(seed: seed)
        if seed % 2 == 1 {
            air.medium.configuration = .init(perPacketLoss: 0.2, fadingDeviation: 4, collides: seed % 4 == 3)
        }
        let nodes = (0..<3).map { number in
            air.add(at: .meters(Double(number))) { if seed > 3 { $0.channelSounding = .init() } }
        }
        let opcodes = (0..<0x0100).flatMap { ocf in
            [1, 3, 4, 5, 8].map { HCI.Opcode(ogf: $0, ocf: UInt16(ocf)) }
        }
        .filter { air.medium.controller(of: nodes[0])!.information.implements($0) && $0 != .reset }
        var (sent, links) = (0, 0)
        var lengths: [HCI.Opcode: Int] = [:]
        // Makes a link probable.
        func meet(_ node: NodeID, _ peer: NodeID) {
            air.advertise(peer, interval: 32)
            air.connect(node, to: air.address(of: peer))
            air.run(.milliseconds(80))
            links = max(links, air.medium.links.count)
        }
        meet(nodes[0], nodes[1])
        while sent < randomCases(2_500) {
            let node = nodes[Int(draws.below(3))]
            switch draws.below(100) {
            case 0..<80:
                guard let command = Self.command(&draws, opcodes, &lengths) else { continue }
                air.send(command, to: node)
                sent += 1
            case 80..<90:
                let data = Array(repeating: UInt8(1), count: Int(draws.below(300)))
                air.send(data, handle: UInt16(draws.below(4)), from: node, continuing: draws.below(2) == 0)
            case 90..<96: air.run(.milliseconds(Int(draws.below(60))))
            case 96:
                meet(node, nodes[Int(draws.below(3))])
            case 97:
                air.medium.move(node, to: draws.below(4) == 0 ? .outOfRange : .meters(Double(draws.below(9))))
            case 98 where draws.below(20) == 0:
                air.medium.setPowered(node, false)
                air.medium.setPowered(node, true)
            default: if draws.below(40) == 0 { air.send(.reset, to: node) }
            }
            links = max(links, air.medium.links.count)
            for node in air.received.indices { air.received[node].removeAll(keepingCapacity: true) }
        }
        #expect(links > 0)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func theSameSeedGivesTheSameFramesAndEvents(seed: UInt64) {
        let run = { () -> [String] in
            let air = Air(seed: seed)
            air.medium.configuration = .init(perPacketLoss: 0.1, fadingDeviation: 2)
            let phone = air.add()
            let sniffer = air.sniff()
            for index in 1...8 { air.advertise(air.add(at: .meters(Double(index))), interval: 64) }
            air.scan(phone)
            air.connect(phone, to: DeviceAddress(5, .public))
            for index in 0..<20 as Range<UInt8> {
                air.send([index], from: phone)
                air.run(.milliseconds(77))
            }
            return sniffer.lines + air.timeline
        }
        let first = run()
        #expect(first.count > 500)
        #expect(first == run())
    }

    @Test func aControllerOfAnAdvertiserAndAnIdleLinkAreSmall() {
        // The rest of both is a few short arrays; see the limits in the design.
        #expect(MemoryLayout<AdvertisingBeat>.stride <= 32)
        #expect(instanceSize(Controller.self) + instanceSize(Advertiser.self) < 1_024)
        #expect(instanceSize(RadioLink.self) + 2 * instanceSize(LinkEnd.self) < 2_048)
    }

    private func instanceSize(_ type: AnyClass) -> Int {
        // The instance size is stored after the metadata's pointers to superclass, caches and flags.
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        return Int(metadata.load(fromByteOffset: Self.instanceSizeOffset, as: UInt32.self))
    }

    #if canImport(Darwin)
    private static let instanceSizeOffset = 48
    #else
    private static let instanceSizeOffset = 24
    #endif
}
