import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

@Suite struct HostileControllerTests {
    /// Events, data and commands drawn from a seed: mostly of the right form, with wrong contents, at the
    /// wrong time.
    private struct Chaos {
        var numbers: SeededNumbers
        var sent: [HCI.Command] = []

        mutating func handle() -> UInt16 {
            numbers.below(20) == 0 ? UInt16(truncatingIfNeeded: numbers.next()) : UInt16(numbers.below(5))
        }
        mutating func word() -> UInt16 {
            numbers.below(3) == 0 ? UInt16(truncatingIfNeeded: numbers.next()) : UInt16(numbers.below(600))
        }
        mutating func status() -> HCI.ErrorCode {
            numbers.below(3) > 0
                ? .success : HCI.ErrorCode(rawValue: [0x02, 0x0C, 0x1A, 0x3C, 0x3E, 0xEE][numbers.below(6)])
        }
        mutating func peer() -> DeviceAddress { HostRig.peer(UInt64(numbers.below(6))) }
        mutating func link() -> Host.LinkID { Host.LinkID(UInt32(numbers.below(40))) }
        mutating func role() -> HCI.Role { numbers.below(2) == 0 ? .central : .peripheral }

        mutating func opcode() -> HCI.Opcode {
            if let command = sent.randomElement(using: &numbers), numbers.below(8) > 0 {
                return command.opcode
            }
            return HCI.Opcode(rawValue: UInt16(truncatingIfNeeded: numbers.next()))
        }

        mutating func event(_ controller: ScriptedController) -> HCI.Event {
            switch numbers.below(18) {
            case 0, 1, 2:
                if let command = sent.randomElement(using: &numbers), let event = controller.answer(command) {
                    return event
                }
                return .leScanTimeout
            case 3:
                let bytes = [status().rawValue] + numbers.bytes(numbers.below(12))
                return .commandComplete(
                    HCI.CommandComplete(
                        numHCICommandPackets: UInt8(numbers.below(4)), opcode: opcode(),
                        returnParameters: numbers.below(9) == 0 ? [] : bytes))
            case 4:
                return .commandStatus(
                    HCI.CommandStatus(
                        status: status(), numHCICommandPackets: UInt8(numbers.below(4)), opcode: opcode()))
            case 5: return HostRig.connectionComplete(handle(), role(), peer(), status: status())
            case 6:
                return .leEnhancedConnectionComplete(
                    HCI.LEEnhancedConnectionComplete(
                        status: status(), connectionHandle: handle(), role: role(), peerAddress: peer(),
                        connectionInterval: word(), peripheralLatency: word(), supervisionTimeout: word()))
            case 7:
                return .disconnectionComplete(
                    HCI.DisconnectionComplete(
                        status: status(), connectionHandle: handle(), reason: status()))
            case 8, 9:
                let completed = (0..<numbers.below(4)).map { _ in
                    HCI.CompletedPackets(connectionHandle: handle(), numCompletedPackets: word())
                }
                return .numberOfCompletedPackets(HCI.NumberOfCompletedPackets(completed: completed))
            case 10:
                return .leConnectionUpdateComplete(
                    HCI.LEConnectionUpdateComplete(
                        status: status(), connectionHandle: handle(), connectionInterval: word(),
                        peripheralLatency: word(), supervisionTimeout: word()))
            case 11:
                return .leRemoteConnectionParameterRequest(
                    HCI.LERemoteConnectionParameterRequest(
                        connectionHandle: handle(), intervalMin: word(), intervalMax: word(),
                        maxLatency: word(), timeout: word()))
            case 12:
                return .leAdvertisingSetTerminated(
                    HCI.LEAdvertisingSetTerminated(
                        status: status(), advertisingHandle: UInt8(numbers.below(4)),
                        connectionHandle: handle()))
            case 13:
                let report = HCI.LEExtendedAdvertisingReport.Report(
                    eventType: HCI.ExtendedAdvertisingEventType(rawValue: word()), address: peer(),
                    advertisingSID: UInt8(numbers.below(3)), rssi: 0, data: numbers.bytes(numbers.below(230)))
                return .leExtendedAdvertisingReport(.init(reports: [report]))
            case 14:
                return .leLongTermKeyRequest(
                    HCI.LELongTermKeyRequest(
                        connectionHandle: handle(), randomNumber: 0, encryptedDiversifier: 0))
            case 15:
                return .leDataLengthChange(
                    HCI.LEDataLengthChange(
                        connectionHandle: handle(), maxTxOctets: word(), maxTxTime: word(),
                        maxRxOctets: word(), maxRxTime: word()))
            case 16:
                return .unknown(code: 0xFF, parameters: numbers.bytes(numbers.below(20)))
            default:
                return numbers.below(200) == 0
                    ? .hardwareError(HCI.HardwareError(hardwareCode: 1))
                    : .leReadRemoteFeaturesComplete(
                        HCI.LEReadRemoteFeaturesComplete(
                            status: status(), connectionHandle: handle(), leFeatures: []))
            }
        }

        mutating func data() -> HCI.ACLData {
            let boundary: HCI.ACLData.PacketBoundary =
                [.firstFlushable, .firstFlushable, .firstNonFlushable, .continuing, .complete][
                    numbers.below(5)]
            var payload = numbers.bytes(numbers.below(24))
            if !payload.isEmpty, numbers.below(4) > 0 { payload[0] = UInt8(numbers.below(0x24)) }
            let channel = L2CAP.ChannelID(rawValue: UInt16(numbers.below(8)))
            var bytes = L2CAP.BasicFrame(channel: channel, payload: payload).bytes
            switch numbers.below(8) {
            case 0: bytes = Array(bytes.prefix(numbers.below(bytes.count + 1)))
            case 1: bytes[0] = bytes[0] &+ UInt8(numbers.below(9))
            case 2: bytes = numbers.bytes(numbers.below(40))
            default: break
            }
            return HCI.ACLData(connectionHandle: handle(), packetBoundary: boundary, data: bytes)
        }

        mutating func command() -> Host.Command {
            let (link, token) = (link(), Host.Token(numbers.next()))
            let parameters = Host.ConnectionParameters(
                interval: .milliseconds(numbers.below(9000)), latency: word(),
                supervisionTimeout: .milliseconds(numbers.below(40_000)))
            let set = Host.AdvertisingSetID(UInt8(numbers.below(4)))
            switch numbers.below(20) {
            case 0, 1, 2: return .powerOn
            case 3: return numbers.below(30) == 0 ? .powerOff : .powerOn
            case 4: return .gap(.startScanning(Host.ScanParameters(isActive: numbers.below(2) == 0)))
            case 5: return .gap(.stopScanning)
            case 6, 7:
                let kinds: [Host.AdvertisingParameters.Kind] = [
                    .connectable, .scannable, .nonConnectable, .directed(peer(), highDutyCycle: true),
                ]
                return .gap(
                    .startAdvertising(
                        set,
                        Host.AdvertisingParameters(
                            kind: kinds[numbers.below(4)], data: numbers.bytes(numbers.below(40)),
                            usesExtendedPDUs: numbers.below(3) == 0)))
            case 8:
                return .gap(
                    .updateAdvertisingData(
                        set, data: numbers.bytes(numbers.below(300)), scanResponse: numbers.bytes(3)))
            case 9: return .gap(.stopAdvertising(set))
            case 10: return .gap(.connect(peer()))
            case 11: return .gap(.cancelConnect(peer()))
            case 12:
                return numbers.below(4) == 0 ? .link(.disconnect(link, status())) : .gap(.connect(peer()))
            case 13: return .link(.updateParameters(link, parameters))
            case 14: return .link(.answerParameterRequest(link, accept: numbers.below(2) == 0))
            case 15: return .link(.setPHY(link, .le2M))
            case 16: return .link(.readRSSI(link, token))
            case 17: return .gatt(.procedure(link, token, .read(word())))
            case 18:
                return .gatt(.writeWithoutResponse(link, token, word(), numbers.bytes(numbers.below(30))))
            default: return .gatt(.procedure(link, token, .discoverPrimaryServices([])))
            }
        }
    }

    /// Nothing traps, nothing grows without bound.
    @Test(arguments: 0..<10) func nothingTrapsAndNothingGrows(_ seed: Int) {
        let policies: [Host.ParameterRequestPolicy] = [.accept, .ask, .reject]
        let controller = ScriptedController()
        let configuration = HostRig.configuration(
            extended: seed % 2 == 0, requests: policies[seed % 3], features: seed % 4 == 0)
        var host = Host(configuration)
        var chaos = Chaos(numbers: SeededNumbers(seed: UInt64(seed)))
        var now = Instant.zero
        var (most, ready, connected) = (0, 0, 0)
        for step in 0..<randomCases(2_500) {
            // A power-on without faults, so that most of the chaos happens to a host that is on.
            if !host.isOn, chaos.numbers.below(4) == 0 { Self.start(&host, controller, at: now) }
            switch chaos.numbers.below(10) {
            case 0...3: host.handle(.event(chaos.event(controller)), at: now)
            case 4...6: host.handle(.acl(chaos.data()), at: now)
            case 7, 8: host.handle(chaos.command(), at: now)
            default:
                now += .milliseconds(chaos.numbers.below(900))
                host.deadlineReached(at: now)
            }
            var outputs = 0
            while let output = host.nextOutput() {
                outputs += 1
                switch output {
                case .controller(.command(let command)):
                    chaos.sent.append(command)
                    if chaos.sent.count > 12 { chaos.sent.removeFirst() }
                case .event(.ready): ready += 1
                case .event(.connected): connected += 1
                case .controller, .event: break
                }
            }
            most = max(most, outputs)
            if let deadline = host.nextDeadline { #expect(deadline > now - .seconds(1), "step \(step)") }
            if let broken = host.brokenInvariant { Issue.record("step \(step): \(broken)") }
        }
        #expect(most < 500)
        #expect(host.links.count < 64)
        #expect(ready > 1 && connected > 20, "the chaos must reach links")
    }

    private static func start(_ host: inout Host, _ controller: ScriptedController, at now: Instant) {
        host.handle(.powerOff, at: now)
        host.handle(.powerOn, at: now)
        while let output = host.nextOutput() {
            if case .controller(.command(let command)) = output, let event = controller.answer(command) {
                host.handle(.event(event), at: now)
            }
        }
    }

    /// Every event the wire can carry, from random bytes.
    @Test func randomBytesThatDecodeDoNotTrap() {
        var numbers = SeededNumbers(seed: 77)
        var rig = HostRig.connected(.central)
        var decoded = 0
        let rounds = randomCases(6_000)
        for round in 0..<rounds {
            let isLE = numbers.below(2) == 0
            let codes: [UInt8] = [0x05, 0x08, 0x0E, 0x0F, 0x13, 0x1A, 0x30, 0x57]
            let body = (isLE ? [UInt8(1 + numbers.below(0x15))] : []) + numbers.bytes(numbers.below(30))
            let bytes = [isLE ? 0x3E : codes[numbers.below(codes.count)], UInt8(body.count)] + body
            guard let event = try? HCI.Event(bytes: bytes) else { continue }
            decoded += 1
            rig.receive(event)
            if round % 500 == 0 {
                rig.forget()
                rig.advance(by: .milliseconds(10))
            }
        }
        #expect(decoded > rounds / 12)
    }
}
