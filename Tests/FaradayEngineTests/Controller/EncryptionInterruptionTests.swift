import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayEngine

/// Encryption that is interrupted: by hosts that disconnect, by power loss, by packet loss, by other procedures.
@Suite struct EncryptionInterruptionTests {
    typealias Sample = EncryptionTests

    private static let goodbye = HCI.Command.disconnect(
        .init(connectionHandle: 1, reason: .remoteUserTerminatedConnection))

    /// Milliseconds from the request: before, at and between all PDUs of start and refresh, at 15 ms steps.
    private static let moments = Array(stride(from: 0, through: 210, by: 15))

    private func ends(_ air: Air) -> [String] {
        air.timeline.filter { $0.contains("disconnected") }
            .map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    }

    @Test(arguments: moments, [0, 1, 2, 3])
    func aGoodbyeAtAnyMomentEndsTheLinkInOrder(moment: Int, variant: Int) {
        let isRefresh = variant & 1 == 1
        let (air, central, peripheral) = isRefresh ? Sample.encrypted() : Air.linked()
        Sample.answering(air, Sample.reply())
        let (leaver, other) = variant & 2 == 0 ? (central, peripheral) : (peripheral, central)
        air.send(Sample.enable(), to: central)
        for node in [central, peripheral] { air.send([1, 2, 3], from: node) }
        air.run(.milliseconds(moment))
        air.send(Self.goodbye, to: leaver)
        air.run(.seconds(2))
        #expect(
            Set(ends(air)) == [
                "n\(leaver.rawValue) disconnected 0x16", "n\(other.rawValue) disconnected 0x13",
            ])
        #expect(air.controllersHoldNothing)
        #expect(air.pendingCount == 0 && air.medium.links.allSatisfy { $0 == nil })
    }

    @Test(arguments: moments, [false, true])
    func powerLostAtAnyMomentEndsTheLinkByItsTimeout(moment: Int, isCentral: Bool) {
        let (air, central, peripheral) = Air.linked()
        Sample.answering(air, Sample.reply())
        let (lost, other) = isCentral ? (central, peripheral) : (peripheral, central)
        air.send(Sample.enable(), to: central)
        air.run(.milliseconds(moment))
        air.medium.setPowered(lost, false)
        air.run(.seconds(50))
        #expect(ends(air) == ["n\(other.rawValue) disconnected 0x08"])
        #expect(air.pendingCount == 0 && air.medium.links.allSatisfy { $0 == nil })
        // What is left of it does not reach the next link.
        air.medium.setPowered(lost, true)
        for node in [central, peripheral] {
            air.send(.setEventMask(.init(eventMask: HCI.EventMask(rawValue: .max))), to: node)
            air.send(.leSetEventMask(.init(leEventMask: HCI.LEEventMask(rawValue: .max))), to: node)
        }
        air.advertise(peripheral)
        air.connect(central, to: air.address(of: peripheral))
        air.run(.milliseconds(500))
        #expect(!air.link.central.seals)
        air.send(Sample.enable(), to: central)
        air.run(.seconds(1))
        #expect(air.timeline.last?.hasSuffix("n0 encryption 0x00 on") == true)
    }

    @Test(arguments: moments)
    func outOfRangeAtAnyMomentEndsBothSidesByTheTimeout(moment: Int) {
        let (air, central, peripheral) = Air.linked()
        Sample.answering(air, Sample.reply())
        air.send(Sample.enable(), to: central)
        air.run(.milliseconds(moment))
        air.medium.move(peripheral, to: .outOfRange)
        air.run(.seconds(50))
        #expect(Set(ends(air)) == ["n0 disconnected 0x08", "n1 disconnected 0x08"])
        #expect(air.pendingCount == 0)
    }

    /// Whatever packet is lost, the procedure succeeds and data arrives in order. From the first request on, no PDU of
    /// the hosts is sent unencrypted.
    @Test(arguments: 1...24 as ClosedRange<UInt64>)
    func lossOnlyDelaysIt(seed: UInt64) {
        let (air, central, peripheral) = Air.linked(
            seed: seed, interval: 12, latency: UInt16(seed % 3), timeout: 3200
        ) { $0.maximumPacketsPerEvent = Int(seed % 4) }
        air.medium.configuration.perPacketLoss = 0.1 + 0.4 * Double(seed % 5) / 4
        Sample.answering(air, Sample.reply())
        let sniffer = air.sniff {
            if case .data(let pdu) = $0.kind { pdu.llid == .start && !pdu.isEmpty } else { false }
        }
        var draws = EntropyStream(state: seed)
        var (sent, back): ([UInt8], [UInt8]) = ([], [])
        for round in 0..<4 as Range<UInt8> {
            #expect(air.ask(Sample.enable(), of: central) == .success)
            for number in 0..<6 as Range<UInt8> {
                let data = [round, number]
                if draws.below(2) == 0 {
                    air.send(data, from: central)
                    sent += data
                } else {
                    air.send(data, from: peripheral)
                    back += data
                }
                air.run(.milliseconds(Int(draws.below(40))))
            }
            air.run(.seconds(20))
        }
        #expect(air.data(of: peripheral) == sent && air.data(of: central) == back)
        let told = [central, peripheral].map { node in
            air.events(of: node).filter {
                switch $0 {
                case .encryptionChange(let e): e.status == .success && e.encryptionEnabled.isOn
                case .encryptionKeyRefreshComplete(let e): e.status == .success
                default: false
                }
            }
            .count
        }
        #expect(told == [4, 4])
        #expect(!sniffer.frames.isEmpty && sniffer.frames.allSatisfy(\.isEncrypted))
        #expect(ends(air) == [])
        #expect(air.controllersHoldNothing)
    }

    /// Procedures of either side that start during the encryption procedure end after it, with success.
    @Test(arguments: Array(stride(from: 0, through: 150, by: 15)), [false, true])
    func otherProceduresWaitTheirTurn(moment: Int, isCentral: Bool) {
        let (air, central, peripheral) = Air.linked()
        Sample.answering(air, Sample.reply())
        let starter = isCentral ? central : peripheral
        let sniffer = air.sniff { if case .data(let pdu) = $0.kind { !pdu.isEmpty } else { false } }
        air.send(Sample.enable(), to: central)
        air.run(.milliseconds(moment))
        air.send(
            .leSetPHY(.init(connectionHandle: 1, txPHYs: .le2M, rxPHYs: .le2M, phyOptions: .noPreference)),
            to: starter)
        air.send(.leSetDataLength(.init(connectionHandle: 1, txOctets: 251, txTime: 2120)), to: starter)
        air.send(.readRemoteVersionInformation(.init(connectionHandle: 1)), to: starter)
        air.run(.seconds(3))
        let lines = air.timeline.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        for wanted in [
            "n0 encryption 0x00 on", "n1 encryption 0x00 on", "n0 PHYs 0x00 tx le2M rx le2M",
            "n1 PHYs 0x00 tx le2M rx le2M", "n\(starter.rawValue) version 0x00 14",
        ] {
            #expect(lines.contains(wanted))
        }
        #expect(
            lines.contains { $0.hasPrefix("n0 lengths") } && lines.contains { $0.hasPrefix("n1 lengths") })
        #expect(!lines.contains { $0.contains("disconnected") })
        // Between the request's answer and the end, no other PDU is sent.
        let names = sniffer.frames.map {
            Air.text($0.kind).split(separator: " ").suffix(2).joined(separator: " ")
        }
        let first = names.firstIndex(of: "LL 4"), last = names.lastIndex(of: "LL 6")
        #expect(
            first.flatMap { first in last.map { names[first...$0] } } == ["LL 4", "LL 5", "LL 6", "LL 6"])
        #expect(air.pendingCount == 0)
    }

    /// A request that is under way at the same time as LL_ENC_REQ is answered when encryption is on.
    @Test func aRequestOnItsWayIsAnsweredAfterwards() {
        let (air, central, peripheral) = Air.linked()
        Sample.answering(air, Sample.reply())
        air.send(.leReadRemoteFeatures(.init(connectionHandle: 1)), to: peripheral)
        let sniffer = air.sniff { if case .data(let pdu) = $0.kind { pdu.llid == .control } else { false } }
        air.send(Sample.enable(), to: central)
        air.run(.seconds(1))
        let names = sniffer.frames.map {
            Air.text($0.kind).split(separator: " ").suffix(2).joined(separator: " ")
        }
        #expect(names == ["LL 3", "LL 14", "LL 4", "LL 5", "LL 6", "LL 6", "LL 9"])
        #expect(air.timeline.contains { $0.contains("n1 features 0x00") })
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func theSameSeedGivesTheSameFramesAndEvents(seed: UInt64) {
        let run = { (seed: UInt64) -> [String] in
            let (air, central, peripheral) = Air.linked(seed: seed)
            air.medium.configuration.perPacketLoss = 0.1
            Sample.answering(air, Sample.reply())
            let sniffer = air.sniff()
            for round in 0..<3 as Range<UInt8> {
                air.send(Sample.enable(), to: central)
                air.send([round], from: central)
                air.send([round], from: peripheral)
                air.run(.seconds(2))
            }
            return sniffer.lines + air.timeline + sniffer.frames.map { "\($0.kind)" }
        }
        let first = run(seed)
        #expect(first.count > 100)
        #expect(first == run(seed))
        #expect(first != run(seed + 100))
    }
}
