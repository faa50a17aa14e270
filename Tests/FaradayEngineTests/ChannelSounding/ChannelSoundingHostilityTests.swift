import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradayEngine

/// Whatever the peer's controller and both hosts say about Channel Sounding, at any time.
@Suite struct ChannelSoundingHostilityTests {
    /// The control PDUs and the commands of a whole set-up and of its end, as bytes: what is mutated.
    private struct Samples {
        var pdus: [[UInt8]] = []
        let commands: [HCI.Command] = [
            .leCSReadRemoteSupportedCapabilities(.init(connectionHandle: 1)),
            .leCSWriteCachedRemoteSupportedCapabilitiesV2(
                .init(connectionHandle: 1, capabilities: ChannelSoundingRadio.everything)),
            .leCSSecurityEnable(.init(connectionHandle: 1)),
            .leCSSetDefaultSettings(.init(connectionHandle: 1, roleEnable: [.initiator, .reflector])),
            .leCSReadRemoteFAETable(.init(connectionHandle: 1)),
            ChannelSoundingSetupTests.create(), ChannelSoundingSetupTests.create(1, .reflector),
            ChannelSoundingSetupTests.create(2, both: false), ChannelSoundingSetupTests.remove(),
            ChannelSoundingSetupTests.remove(1),
            .leCSSetProcedureParameters(SoundingPair.parameters { $0.maxProcedureCount = 0 }),
            .leCSSetProcedureParameters(SoundingPair.parameters { $0.configID = 1 }),
            SoundingPair.enable(true), SoundingPair.enable(true, 1), SoundingPair.enable(false),
        ]

        init() {
            // A controller that has frequency errors also sends the PDUs about them.
            var radio = ChannelSoundingRadio()
            radio.capabilities.subfeatures.remove(.noFrequencyActuationError)
            let pair = SoundingPair(peripheral: radio)
            let sniffer = pair.air.sniff {
                if case .data(let pdu) = $0.kind { pdu.llid == .control && !pdu.isEmpty } else { false }
            }
            pair.start { $0.maxProcedureCount = 0 }
            pair.air.send(ChannelSoundingSetupTests.errors, to: pair.central)
            pair.air.send(
                .leCSSetChannelClassification(.init(channelClassification: .init(20..<79))), to: pair.central)
            pair.air.run(.seconds(1))
            pair.air.send(SoundingPair.enable(false), to: pair.central)
            pair.air.run(.seconds(1))
            pdus = sniffer.frames.compactMap { frame in
                if case .data(let pdu) = frame.kind { pdu.payload } else { nil }
            }
        }

        /// One of them with up to three octets changed, if that is still a PDU.
        func pdu(_ draws: inout EntropyStream) -> LL.ControlPDU? {
            var bytes = pdus[Int(draws.below(UInt64(pdus.count)))]
            Self.change(&bytes, from: 1, &draws)
            return try? LL.ControlPDU(bytes: bytes)
        }

        func command(_ draws: inout EntropyStream) -> HCI.Command? {
            let command = commands[Int(draws.below(UInt64(commands.count)))]
            guard draws.below(3) == 0 else { return command }
            // Not the op code, the length and the handle.
            var bytes = command.bytes
            Self.change(&bytes, from: 5, &draws)
            return try? HCI.Command(bytes: bytes)
        }

        private static func change(_ bytes: inout [UInt8], from first: Int, _ draws: inout EntropyStream) {
            guard bytes.count > first else { return }
            for _ in 0..<draws.below(4) {
                let place = first + Int(draws.below(UInt64(bytes.count - first)))
                let extremes: [UInt8] = [0, 1, 2, 0x7F, 0x80, 0xFF]
                bytes[place] =
                    draws.below(2) == 0
                    ? extremes[Int(draws.below(6))] : UInt8(truncatingIfNeeded: draws.next())
            }
        }
    }

    @Test func theSamplesHaveEveryPDUOfChannelSounding() {
        #expect(Set(Samples().pdus.compactMap(\.first)).isSuperset(of: 0x2D...0x3A))
    }

    @Test(
        "No PDU and no command traps in any state, the link's end ends it all, and a new link measures again",
        arguments: 0..<6 as Range<UInt64>)
    func chaos(seed: UInt64) {
        let samples = Samples()
        var draws = EntropyStream(state: seed)
        var (queued, subevents) = (0, 0)
        while queued < randomCases(1_200) {
            let pair = SoundingPair(seed: draws.next())
            let air = pair.air
            let nodes = [pair.central, pair.peripheral]
            if draws.below(4) > 0 { pair.start { $0.maxProcedureCount = 0 } }
            for _ in 0..<60 {
                let node = nodes[Int(draws.below(2))]
                switch draws.below(10) {
                case 0..<4:
                    // A peer gone wild: its PDU is sent and acknowledged as any other.
                    guard let pdu = samples.pdu(&draws),
                        case let link?? = air.medium.links.first(where: { $0 != nil })
                    else { continue }
                    (node == pair.central ? link.central : link.peripheral).queue(pdu)
                    queued += 1
                case 4..<6: if let command = samples.command(&draws) { air.send(command, to: node) }
                case 6: air.medium.move(node, to: draws.below(5) == 0 ? .outOfRange : .meters(3))
                default: air.run(.milliseconds(Int(draws.below(200))))
                }
            }
            subevents += pair.results(of: pair.central).count + pair.results(of: pair.peripheral).count
            for node in nodes { air.send(.reset, to: node) }
            air.run(.seconds(5))
            #expect(air.pendingCount == 0)
        }
        #expect(subevents > 100)
    }
}
