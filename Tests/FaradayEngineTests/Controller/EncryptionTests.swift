import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayEngine

/// Starting, refreshing and refusing encryption, as two hosts see it.
@Suite struct EncryptionTests {
    static let key = (0..<16).map { UInt8($0) }
    static let other = (0..<16).map { UInt8($0 + 1) }

    static func enable(
        _ key: [UInt8] = key, random: UInt64 = 7, diversifier: UInt16 = 9, handle: UInt16 = 1
    ) -> HCI.Command {
        .leEnableEncryption(
            .init(
                connectionHandle: handle, randomNumber: random, encryptedDiversifier: diversifier,
                longTermKey: key))
    }

    static func reply(_ key: [UInt8] = key) -> HCI.Command {
        .leLongTermKeyRequestReply(.init(connectionHandle: 1, longTermKey: key))
    }

    static let negativeReply = HCI.Command.leLongTermKeyRequestNegativeReply(.init(connectionHandle: 1))

    /// The answer of every host to a key request; `nil` is no answer at all.
    static func answering(_ air: Air, _ answer: HCI.Command?) {
        air.react = { [unowned medium = air.medium] node, packet in
            guard let answer, case .event(.leLongTermKeyRequest) = packet else { return }
            medium.receive(.command(answer), from: node)
        }
    }

    /// An encrypted link, with its earlier log removed.
    static func encrypted(
        seed: UInt64 = 1, interval: UInt16 = 24,
        _ change: (inout ControllerConfiguration) -> Void = { _ in }
    ) -> (air: Air, central: NodeID, peripheral: NodeID) {
        let (air, central, peripheral) = Air.linked(seed: seed, interval: interval, change)
        answering(air, reply())
        air.send(enable(), to: central)
        air.run(.milliseconds(500))
        #expect(air.link.central.seals && air.link.peripheral.seals)
        air.forget()
        return (air, central, peripheral)
    }

    @Test func bothHostsHearOfEncryptionAndTheirDataIsSealed() {
        let (air, central, peripheral) = Air.linked()
        let sniffer = air.sniff { if case .data(let pdu) = $0.kind { !pdu.isEmpty } else { false } }
        Self.answering(air, Self.reply())
        air.send(Self.enable(), to: central)
        air.run(.milliseconds(200))
        air.send([1, 2], from: central)
        air.send([3], from: peripheral)
        air.run(.milliseconds(100))
        #expect(sniffer.frames.map(\.isEncrypted) == [false, false, false, true, true, true, true])
        #expect(
            air.timeline == [
                "500.000 n0 LE Enable Encryption: 0x00", "518.681 n1 asked for key 7 9",
                "518.681 n1 LE Long Term Key Request Reply: 0x00", "578.537 n1 encryption 0x00 on",
                "608.537 n0 encryption 0x00 on", "728.585 n0 data [3]", "728.585 n0 completed [1]",
                "728.585 n1 data [1, 2]", "758.497 n1 completed [1]",
            ])
        #expect(
            sniffer.lines == [
                "518.187 n0 ch22 11 LL 3", "548.417 n1 ch30 01+ LL 4", "548.981 n1 ch30 10 LL 5",
                "578.187 n0 ch6 00 LL 6 encrypted", "608.417 n1 ch6 10 LL 6 encrypted",
                "728.187 n0 ch29 11 2 bytes encrypted", "728.465 n1 ch29 10 1 bytes encrypted",
            ])
        #expect(air.pendingCount == 0)
    }

    @Test func dataOfBothHostsWaitsForTheEndOfTheProcedure() {
        let (air, central, peripheral) = Air.linked { $0.maximumPacketsPerEvent = 1 }
        let sniffer = air.sniff { if case .data(let pdu) = $0.kind { !pdu.isEmpty } else { false } }
        // A packet that has been started is completed later.
        air.send(Array(repeating: 1, count: 60), from: central)
        air.run(.milliseconds(30))
        air.send(Self.enable(), to: central)
        air.send([2], from: peripheral)
        air.run(.milliseconds(100))
        air.send([3], from: central)
        air.send([4], from: peripheral)
        air.run(.seconds(1))
        #expect(air.data(of: peripheral) == Array(repeating: 1, count: 27))
        #expect(air.data(of: central).isEmpty)
        #expect(air.pendingCount == 1)  // The timeout of the procedure; empty events cost nothing.
        air.send(Self.reply(), to: peripheral)
        air.run(.seconds(1))
        #expect(air.data(of: peripheral) == Array(repeating: 1, count: 60) + [3])
        #expect(air.data(of: central) == [2, 4])
        let sealed = sniffer.frames.filter(\.isEncrypted).map { Air.text($0.kind) }
        #expect(sealed.filter { $0.contains("LL 6") }.count == 2)
        #expect(sealed.filter { $0.contains("bytes") }.count == 5)
        #expect(air.controllersHoldNothing)
    }

    @Test(arguments: [other, Array(repeating: 0, count: 16), Array(0..<15) + [14]] as [[UInt8]])
    func anotherKeyEndsTheLinkAtThePeripheralWhichSaysNothing(wrong: [UInt8]) {
        let (air, central, peripheral) = Air.linked()
        Self.answering(air, Self.reply(wrong))
        let sniffer = air.sniff { $0.node == peripheral && $0.isEncrypted }
        air.send(Self.enable(), to: central)
        air.run(.seconds(3))
        let ends = air.timeline.filter { $0.contains("disconnected") }
        #expect(ends.count == 2)
        #expect(ends.first?.hasSuffix("n1 disconnected 0x3D") == true)
        #expect(ends.last?.hasSuffix("n0 disconnected 0x08") == true)
        #expect(!air.timeline.contains { $0.contains("encryption") })
        #expect(sniffer.frames.isEmpty)
        #expect(air.pendingCount == 0 && air.medium.links.allSatisfy { $0 == nil })
    }

    @Test func aPeripheralWithoutTheKeyLeavesTheLinkPlain() {
        let (air, central, peripheral) = Air.linked()
        Self.answering(air, Self.negativeReply)
        air.send(Self.enable(), to: central)
        air.send([1], from: peripheral)
        air.run(.seconds(1))
        #expect(
            air.timeline.filter { !$0.contains("data") && !$0.contains("completed") } == [
                "500.000 n0 LE Enable Encryption: 0x00", "518.681 n1 asked for key 7 9",
                "518.681 n1 LE Long Term Key Request Negative Reply: 0x00", "549.553 n0 encryption 0x06 off",
            ])
        air.send([2], from: central)
        air.run(.milliseconds(100))
        #expect(air.data(of: peripheral) == [2] && air.data(of: central) == [1])
        // And the next attempt may succeed.
        Self.answering(air, Self.reply())
        air.send(Self.enable(), to: central)
        air.run(.seconds(1))
        #expect(air.timeline.last?.hasSuffix("n0 encryption 0x00 on") == true)
        #expect(air.pendingCount == 0)
    }

    @Test func aHostThatMasksTheQuestionHasNoKey() {
        let (air, central, peripheral) = Air.linked()
        let mask = HCI.LEEventMask(rawValue: .max).subtracting(.leLongTermKeyRequest)
        air.send(.leSetEventMask(.init(leEventMask: mask)), to: peripheral)
        air.send(Self.enable(), to: central)
        air.run(.seconds(1))
        #expect(air.timeline.last?.hasSuffix("n0 encryption 0x06 off") == true)
        #expect(!air.timeline.contains { $0.contains("n1 encryption") })
        #expect(air.ask(Self.reply(), of: peripheral) == .commandDisallowed)
    }

    @Test func masksKeepTheEventsFromHosts() {
        let (air, central, peripheral) = Air.linked()
        let mask = HCI.EventMask(rawValue: .max).subtracting([
            .encryptionChange, .encryptionKeyRefreshComplete,
        ])
        for node in [central, peripheral] { air.send(.setEventMask(.init(eventMask: mask)), to: node) }
        Self.answering(air, Self.reply())
        for _ in 0..<2 {
            air.send(Self.enable(), to: central)
            air.run(.seconds(1))
        }
        #expect(air.link.peripheral.encryption?.isRefresh == true)
        #expect(!air.timeline.contains { $0.contains("encryption ") || $0.contains("refreshed") })
    }

    @Test func aNewKeyTakesAPauseInWhichNothingCrosses() {
        let (air, central, peripheral) = Self.encrypted()
        let before = air.link.central.encryption?.session
        let sniffer = air.sniff { if case .data(let pdu) = $0.kind { !pdu.isEmpty } else { false } }
        Self.answering(air, Self.reply(Self.other))
        air.send(Self.enable(Self.other, random: 0, diversifier: 0), to: central)
        air.send([5], from: central)
        air.run(.milliseconds(400))
        #expect(
            air.timeline == [
                "1000.000 n0 LE Enable Encryption: 0x00", "1089.149 n1 asked for key 0 0",
                "1089.149 n1 LE Long Term Key Request Reply: 0x00", "1148.537 n1 key refreshed 0x00",
                "1179.037 n0 key refreshed 0x00", "1179.037 n0 completed [1]", "1179.037 n1 data [5]",
            ])
        #expect(
            sniffer.lines == [
                "1028.187 n0 ch10 11 LL 10 encrypted", "1058.417 n1 ch20 01 LL 11 encrypted",
                "1088.187 n0 ch21 11+ LL 11", "1088.655 n0 ch21 00 LL 3", "1118.417 n1 ch12 10+ LL 4",
                "1118.981 n1 ch12 01 LL 5", "1148.187 n0 ch0 11 LL 6 encrypted",
                "1178.417 n1 ch23 01 LL 6 encrypted", "1178.687 n0 ch23 11 1 bytes encrypted",
            ])
        #expect(air.link.central.encryption?.session != before)
        #expect(air.data(of: peripheral) == [5])
        #expect(air.pendingCount == 0)
    }

    @Test func aRefreshWithAnotherKeyEndsTheLink() {
        let (air, central, _) = Self.encrypted()
        Self.answering(air, Self.reply(Self.other))
        air.send(Self.enable(), to: central)
        air.run(.seconds(3))
        let ends = air.timeline.filter { $0.contains("disconnected") }.map {
            $0.split(separator: " ").dropFirst()
        }
        #expect(ends.map { $0.joined(separator: " ") } == ["n1 disconnected 0x3D", "n0 disconnected 0x08"])
    }

    @Test func aRefreshWithoutTheKeyEndsTheLinkWithAGoodbye() {
        let (air, central, _) = Self.encrypted()
        Self.answering(air, Self.negativeReply)
        air.send(Self.enable(), to: central)
        air.send([1], from: central)
        air.run(.seconds(3))
        let ends = air.timeline.filter { $0.contains("disconnected") }.map {
            $0.split(separator: " ").dropFirst()
        }
        #expect(
            Set(ends.map { $0.joined(separator: " ") }) == ["n0 disconnected 0x06", "n1 disconnected 0x16"])
        #expect(!air.timeline.contains { $0.contains("refreshed") || $0.contains("data") })
        #expect(air.controllersHoldNothing)
    }

    @Test func aHostThatIsSilentCostsTheLinkAfter40Seconds() {
        let (air, central, peripheral) = Air.linked()
        air.send(Self.enable(), to: central)
        air.run(.seconds(60))
        #expect(
            air.timeline.filter { $0.contains("disconnected") } == [
                "40548.187 n0 disconnected 0x22", "41258.187 n1 disconnected 0x08",
            ])
        #expect(air.ask(Self.reply(), of: peripheral) == .unknownConnectionIdentifier)
        #expect(air.pendingCount == 0)
    }

    @Test func anAnswerAfter39SecondsIsEarlyEnough() {
        let (air, central, peripheral) = Air.linked()
        air.send(Self.enable(), to: central)
        air.run(.seconds(39))
        air.send(Self.reply(), to: peripheral)
        air.run(.seconds(60))
        #expect(air.timeline.last?.hasSuffix("n0 encryption 0x00 on") == true)
    }

    @Test func aPeripheralThatCannotSaysSo() {
        let air = Air()
        let central = air.add()
        let peripheral = air.add(at: .meters(2)) { $0.features.remove(.leEncryption) }
        air.advertise(peripheral)
        air.connect(central, to: air.address(of: peripheral))
        air.run(.milliseconds(500))
        air.forget()
        air.send(Self.enable(), to: central)
        air.run(.seconds(1))
        #expect(air.timeline.last?.hasSuffix("n0 encryption 0x1A off") == true)
        // Once its features are known, the command is refused at once.
        air.send(.leReadRemoteFeatures(.init(connectionHandle: 1)), to: central)
        air.run(.seconds(1))
        #expect(air.ask(Self.enable(), of: central) == .unsupportedRemoteFeature)
        #expect(air.ask(Self.enable(), of: peripheral) == .unknownHCICommand)
    }

    @Test func commandsOutOfPlaceAreRefused() {
        let (air, central, peripheral) = Air.linked()
        #expect(air.ask(Self.enable(handle: 2), of: central) == .unknownConnectionIdentifier)
        #expect(air.ask(Self.enable(), of: peripheral) == .commandDisallowed)
        #expect(air.ask(Self.reply(), of: peripheral) == .commandDisallowed)
        #expect(air.ask(Self.negativeReply, of: peripheral) == .commandDisallowed)
        #expect(air.ask(Self.enable([1, 2]), of: central) == .invalidHCICommandParameters)
        #expect(air.ask(Self.enable(), of: central) == .success)
        #expect(air.ask(Self.enable(), of: central) == .commandDisallowed)
        air.run(.milliseconds(100))
        #expect(air.ask(Self.enable(), of: central) == .commandDisallowed)
        #expect(air.ask(Self.reply(), of: central) == .commandDisallowed)
        #expect(air.ask(Self.reply([]), of: peripheral) == .invalidHCICommandParameters)
        #expect(air.ask(Self.reply(), of: peripheral) == .success)
        #expect(air.ask(Self.reply(), of: peripheral) == .commandDisallowed)
        air.run(.seconds(1))
        #expect(air.ask(Self.enable(), of: central) == .success)
        air.run(.milliseconds(15))
        let goodbye = HCI.Command.disconnect(
            .init(connectionHandle: 1, reason: .remoteUserTerminatedConnection))
        #expect(air.ask(goodbye, of: central) == .success)
        #expect(air.ask(Self.enable(), of: central) == .commandDisallowed)
    }
}

extension Air {
    /// Whether no packet of a host waits in a controller.
    var controllersHoldNothing: Bool { medium.controllers.allSatisfy { $0?.heldPackets ?? 0 == 0 } }
}
