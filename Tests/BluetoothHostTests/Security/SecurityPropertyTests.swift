import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// In whatever order things happen, nothing traps, and the reported events are consistent.
@Suite struct SecurityPropertyTests {
    private struct Chaos {
        var numbers: SeededNumbers
        var link = Host.LinkID(1)

        mutating func status() -> HCI.ErrorCode {
            numbers.below(3) > 0
                ? .success : [.pinOrKeyMissing, .llResponseTimeout, .unspecifiedError][numbers.below(3)]
        }

        mutating func event() -> HCI.Event {
            switch numbers.below(8) {
            case 0, 1:
                return .encryptionChange(
                    .init(
                        status: status(), connectionHandle: 1,
                        encryptionEnabled: numbers.below(4) == 0 ? .off : .on))
            case 2: return .encryptionKeyRefreshComplete(.init(status: status(), connectionHandle: 1))
            case 3, 4:
                let isNamed = numbers.below(3) == 0
                return .leLongTermKeyRequest(
                    .init(
                        connectionHandle: 1, randomNumber: isNamed ? 1 : 0,
                        encryptedDiversifier: isNamed ? 1 : 0))
            case 5:
                return .leReadLocalP256PublicKeyComplete(
                    .init(
                        status: status(), keyXCoordinate: numbers.bytes(32), keyYCoordinate: numbers.bytes(32)
                    ))
            case 6: return .leGenerateDHKeyComplete(.init(status: status(), dhKey: numbers.bytes(32)))
            default:
                return numbers.below(4) == 0
                    ? HostRig.disconnection(1) : EncryptingPair.encryptionChange(status(), .on)
            }
        }

        mutating func pdu() -> [UInt8] {
            let lengths = [0, 7, 7, 17, 17, 2, 17, 11, 17, 8, 17, 2, 65, 17, 2, 5]
            let opcode = numbers.below(lengths.count)
            if opcode == 1 || opcode == 2 {
                return [UInt8(opcode), UInt8(numbers.below(5)), 0, UInt8(numbers.below(16)), 16, 3, 3]
            }
            return [UInt8(opcode)] + numbers.bytes(max(0, lengths[opcode] - 1))
        }

        mutating func command() -> Host.Command {
            let level: Host.SecurityLevel = numbers.below(3) == 0 ? .authenticated : .encrypted
            switch numbers.below(9) {
            case 0, 1: return .security(.secure(link, level))
            case 2: return .security(.pair(link, level))
            case 3: return .security(.answerPairing(link, .accept))
            case 4:
                return .security(
                    .answerPairing(
                        link, numbers.below(2) == 0 ? .reject : .passkey(UInt32(numbers.below(9)))))
            case 5: return .security(.authorize(link, numbers.below(2) == 0))
            case 6:
                let key = Host.Bond.Key(value: numbers.bytes(16), encryptedDiversifier: 1, random: 1)
                return .security(
                    .setBonds([
                        Host.Bond(
                            peer: HostRig.peer(1), keyAsCentral: key, keyAsPeripheral: key,
                            subscriptions: [
                                .init(handle: 8, value: .indications),
                                .init(handle: 77, value: .notifications),
                            ])
                    ]))
            case 7: return .security(.removeBond(HostRig.peer(1)))
            default: return .security(.setPeerOutOfBandData(HostRig.peer(1), nil))
            }
        }
    }

    @Test("a controller and a peer that do anything in any order", arguments: 0..<8)
    func anyOrder(seed: Int) {
        var configuration = HostRig.configuration()
        configuration.security.ioCapability = [.noInputNoOutput, .keyboardDisplay, .displayYesNo][seed % 3]
        configuration.security.usesControllerCryptography = seed % 2 == 0
        configuration.security.asksForConsent = seed % 4 == 0
        let role: Host.Link.Role = seed / 4 == 0 ? .central : .peripheral
        var rig = HostRig.ready(configuration)
        var chaos = Chaos(numbers: SeededNumbers(seed: UInt64(seed) &+ 4711))
        var (ends, wishes, prompts) = (0, 0, 0)
        for step in 0..<4_000 {
            if rig.host.linkIDs.isEmpty {
                rig.open(1, role, peer: HostRig.peer(1))
                chaos.link = rig.link
            }
            switch chaos.numbers.below(10) {
            case 0...2: rig.receive(chaos.event())
            case 3...5: rig.receive(frame: chaos.pdu(), on: .smp)
            case 6, 7:
                let command = chaos.command()
                if case .security(.secure) = command { wishes += 1 }
                rig.perform(command)
            case 8: rig.completePackets(1, 8)
            default: rig.advance(by: .milliseconds(chaos.numbers.below(9000)))
            }
            for event in rig.takeEvents() {
                switch event {
                case .securityEnded: ends += 1
                case .pairingPrompted:
                    prompts += 1
                    #expect(prompts == 1, "step \(step): a second prompt")
                case .pairingPromptEnded:
                    prompts -= 1
                    #expect(prompts == 0, "step \(step): the end of no prompt")
                case .disconnected: #expect(prompts == 0, "step \(step): a prompt outlives its link")
                default: break
                }
            }
            let state = rig.host.links.first?.security.value
            #expect((state?.pairing == nil) || state?.run != nil, "step \(step): a pairing without a run")
            #expect(state?.next == nil || state?.run != nil, "step \(step): a wish waits for nothing")
            #expect((state?.blocks.count ?? 0) < 4)
            if let deadline = rig.host.nextDeadline { #expect(deadline > rig.now - .seconds(1)) }
            _ = rig.takeData()
            _ = rig.takeCommands()
        }
        #expect(ends > 50 && wishes > 50)
    }

    @Test("two hosts that pair repeatedly always agree", arguments: 0..<3)
    func agreement(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed) &+ 99)
        let capabilities: [SMP.IOCapability] = [.noInputNoOutput, .displayYesNo, .keyboardOnly, .displayOnly]
        for _ in 0..<6 {
            let isSecure = numbers.below(2) == 0
            var pair = HostPairingTests.pair(
                capabilities[numbers.below(4)], capabilities[numbers.below(4)]
            ) { own, end in
                own.offersSecureConnections = isSecure || end == .central
                own.wantsAuthentication = numbers.below(2) == 0
                own.maximumKeySize = UInt8(7 + numbers.below(10))
            }
            for _ in 0..<3 {
                switch numbers.below(4) {
                case 0: pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
                case 1: pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
                case 2: pair.perform(.security(.secure(pair.link(.peripheral), .encrypted)), at: .peripheral)
                default:
                    pair.lose()
                    pair.connect()
                }
                #expect(pair.security(.central) == pair.security(.peripheral))
                let keys = EncryptingPair.End.allCases.map { pair.host($0).bonds.first }
                #expect(keys[0]?.keyAsCentral == keys[1]?.keyAsPeripheral)
                pair.forgetEvents()
            }
        }
    }
}
