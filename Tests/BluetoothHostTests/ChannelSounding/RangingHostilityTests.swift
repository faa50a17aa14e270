import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// Whatever a controller and a peer report, at any time.
@Suite struct RangingHostilityTests {
    private struct Chaos {
        var numbers: SeededNumbers

        mutating func status() -> HCI.ErrorCode {
            numbers.below(4) > 0
                ? .success : HCI.ErrorCode(rawValue: [0x02, 0x0C, 0x11, 0x1A][numbers.below(4)])
        }
        mutating func progress() -> ChannelSounding.Progress {
            let all = ChannelSounding.DoneStatus.allCases
            return .init(
                procedure: all[numbers.below(3)], subevent: all[numbers.below(3)],
                procedureAbort: .init(rawValue: UInt8(numbers.below(5))),
                subeventAbort: .init(rawValue: UInt8(numbers.below(5))))
        }
        mutating func steps() -> [ChannelSounding.Step] {
            (0..<numbers.below(20)).map { _ in
                let tone = ChannelSounding.Tone(
                    .init(i: Int16(numbers.below(4096) - 2048), q: Int16(numbers.below(4096) - 2048)),
                    .init(.high))
                let data: ChannelSounding.StepData
                switch numbers.below(4) {
                case 0: data = .mode0(.init(rssi: -40))
                case 1: data = .mode1(.init(rssi: nil, time: Int16(truncatingIfNeeded: numbers.next())))
                case 2: data = .missing(mode: 2)
                default: data = .mode2(.init(paths: [tone], extensionSlot: tone))
                }
                return .init(channel: UInt8(numbers.below(79)), data)
            }
        }

        mutating func event() -> HCI.Event {
            let (handle, id) = (UInt16(numbers.below(8) == 0 ? 3 : 1), UInt8(numbers.below(5)))
            switch numbers.below(10) {
            case 0:
                return .leCSReadRemoteSupportedCapabilitiesComplete(
                    .init(status: status(), connectionHandle: handle, capabilities: RangingRig.full))
            case 1: return .leCSSecurityEnableComplete(.init(status: status(), connectionHandle: handle))
            case 2: return .leCSConfigComplete(.init(connectionHandle: handle, removed: id))
            case 3:
                let role = ChannelSounding.Role.allCases[numbers.below(2)]
                return .leCSConfigComplete(
                    .init(connectionHandle: handle, configID: id, created: .init(.init(role: role))))
            case 4, 5:
                return .leCSProcedureEnableComplete(
                    .init(
                        status: status(), connectionHandle: handle, configID: id,
                        isEnabled: numbers.below(2) == 0, procedureInterval: UInt16(numbers.below(9)),
                        procedureCount: UInt16(numbers.below(3))))
            case 6, 7:
                return .leCSSubeventResult(
                    .init(
                        connectionHandle: handle, configID: id, startACLConnectionEvent: 0,
                        procedureCounter: UInt16(numbers.below(4)), progress: progress(),
                        numAntennaPaths: 1, steps: steps()))
            default:
                return .leCSSubeventResultContinue(
                    .init(
                        connectionHandle: handle, configID: id, progress: progress(), numAntennaPaths: 1,
                        steps: steps()))
            }
        }
    }

    @Test(
        "Nothing traps, nothing is kept for ever, and each start that was accepted has one end",
        arguments: 0..<6)
    func chaos(seed: Int) {
        var chaos = Chaos(numbers: SeededNumbers(seed: UInt64(seed)))
        var rig = RangingRig(Host.RangingConfiguration(allowedRoles: .reflector, reportsReflections: true))
        var (starts, ends, most) = (0, 0, 0)
        for _ in 0..<randomCases(1_500) {
            rig.silent = chaos.numbers.below(3) == 0 ? [.leCSSecurityEnable, .leCSProcedureEnable] : []
            switch chaos.numbers.below(12) {
            case 0:
                starts += 1
                var parameters = Host.RangingParameters()
                if chaos.numbers.below(3) == 0 { parameters.correction = .rangingService }
                rig.start(parameters)
            case 1: rig.perform(.stop(rig.link))
            case 2: rig.perform(.allow(.init(rawValue: UInt8(chaos.numbers.below(4))), on: nil))
            case 3: rig.rig.advance(by: .seconds(chaos.numbers.below(30)))
            default: rig.receive(chaos.event())
            }
            let events = rig.takeRanging()
            most = max(most, events.count)
            ends += events.ends.count
            _ = rig.takeCommands()
        }
        #expect(most < 50)
        rig.receive(HostRig.disconnection(1))
        ends += rig.takeRanging().ends.count
        // A session that the peer began has an end without a start.
        #expect(starts > 20 && ends >= starts)
        #expect(rig.rig.host.nextDeadline == nil)
    }

    @Test("Random bytes that decode as events of Channel Sounding do not trap")
    func bytes() {
        var numbers = SeededNumbers(seed: 5)
        var rig = RangingRig(Host.RangingConfiguration(allowedRoles: .reflector, reportsReflections: true))
        rig.start()
        // What follows the code: a status, the handle and so on; results begin with the handle.
        let lengths: [(code: UInt8, length: Int)] = [
            (0x2C, 31), (0x2D, 75), (0x2E, 3), (0x2F, 33), (0x30, 21), (0x31, 10), (0x32, 3), (0x38, 37),
        ]
        let rounds = randomCases(8_000)
        var decoded = 0
        for _ in 0..<rounds {
            let (code, length) = lengths[numbers.below(lengths.count)]
            let isResult = code == 0x31 || code == 0x32
            let head: [UInt8] = isResult ? [1, 0, 0] : [0, 1, 0]
            var body = [code] + head + numbers.bytes(length - head.count)
            // Both are done, one antenna path, no step.
            if isResult { body += [0, 0, 0, 1, 0] }
            guard let event = try? HCI.Event(bytes: [0x3E, UInt8(body.count)] + body) else { continue }
            decoded += 1
            rig.receive(event)
            rig.rig.forget()
        }
        #expect(decoded > rounds / 4)
    }
}
