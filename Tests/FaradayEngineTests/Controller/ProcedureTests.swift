import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayEngine

@Suite struct ProcedureTests {
    static func update(_ interval: UInt16, latency: UInt16 = 0, timeout: UInt16 = 100) -> HCI.Command {
        .leConnectionUpdate(
            .init(
                connectionHandle: 1, connectionIntervalMin: interval, connectionIntervalMax: interval,
                maxLatency: latency, supervisionTimeout: timeout))
    }

    @Test func theCentralChangesTheParametersAtAnInstant() {
        let (air, central, peripheral) = Air.linked()
        air.send(Self.update(40), to: central)
        air.run(.seconds(1))
        // Sent at 518.187 ms, in force six events later, reported when that event's packets have ended.
        #expect(
            air.timeline == [
                "500.000 n0 LE Connection Update: 0x00", "698.497 n0 parameters 0x00 40 0 100",
                "698.497 n1 parameters 0x00 40 0 100",
            ])
        #expect(air.pendingCount == 0)
        // Anchors are 50 ms apart from there on.
        air.forget()
        air.send([1], from: central)
        air.run(.milliseconds(100))
        #expect(air.timeline.contains("1548.505 n1 data [1]"))
        air.medium.move(peripheral, to: .outOfRange)
        air.run(.seconds(2))
        #expect(air.timeline.last == "2598.187 n1 disconnected 0x08")
    }

    @Test func aPeripheralsRequestIsAnsweredByTheCentralsHost() {
        let (air, central, peripheral) = Air.linked()
        air.react = { [unowned medium = air.medium] node, packet in
            guard node == central, case .event(.leRemoteConnectionParameterRequest(let request)) = packet
            else { return }
            medium.receive(
                .command(
                    .leRemoteConnectionParameterRequestReply(
                        .init(
                            connectionHandle: 1, intervalMin: request.intervalMin,
                            intervalMax: request.intervalMax,
                            maxLatency: request.maxLatency, timeout: request.timeout))), from: central)
        }
        air.send(Self.update(80, latency: 4, timeout: 600), to: peripheral)
        air.run(.seconds(1))
        #expect(
            air.timeline == [
                "500.000 n1 LE Connection Update: 0x00", "518.689 n0 asked for parameters 80 80 4 600",
                "518.689 n0 LE Remote Connection Parameter Request Reply: 0x00",
                "728.497 n0 parameters 0x00 80 4 600", "728.497 n1 parameters 0x00 80 4 600",
            ])
        #expect(air.pendingCount == 0)
    }

    @Test func aRefusedRequestEndsWithItsReason() {
        let (air, central, peripheral) = Air.linked()
        air.send(Self.update(80), to: peripheral)
        air.run(.milliseconds(100))
        air.send(
            .leRemoteConnectionParameterRequestNegativeReply(
                .init(connectionHandle: 1, reason: .unacceptableConnectionParameters)), to: central)
        air.run(.seconds(1))
        #expect(air.timeline.last == "608.521 n1 parameters 0x3B 24 0 72")
        #expect(air.pendingCount == 0)
    }

    @Test func aHostThatMasksTheRequestRefusesItAndOneThatIsSilentCostsTheLinkAfter40Seconds() {
        let (masked, central, peripheral) = Air.linked()
        masked.send(.leSetEventMask(.init(leEventMask: .default)), to: central)
        masked.send(Self.update(80), to: peripheral)
        masked.run(.seconds(1))
        #expect(masked.timeline.last?.hasSuffix("n1 parameters 0x1A 24 0 72") == true)
        let (silent, _, other) = Air.linked()
        silent.send(Self.update(80), to: other)
        silent.run(.seconds(60))
        #expect(silent.timeline.contains("40500.000 n1 disconnected 0x22"))
    }

    @Test func thePHYsChangeInBothDirectionsAtAnInstant() {
        let (air, central, peripheral) = Air.linked()
        air.send(
            .leSetPHY(.init(connectionHandle: 1, txPHYs: .le2M, rxPHYs: .le2M, phyOptions: .noPreference)),
            to: central)
        air.run(.seconds(1))
        #expect(
            air.timeline == [
                "500.000 n0 LE Set PHY: 0x00", "758.425 n0 PHYs 0x00 tx le2M rx le2M",
                "758.425 n1 PHYs 0x00 tx le2M rx le2M",
            ])
        let sniffer = air.sniff()
        air.send([1], from: peripheral)
        air.run(.milliseconds(100))
        #expect(sniffer.frames.allSatisfy { $0.phy == .le2M })
        // Repeating it changes nothing and is reported only to the side that asked.
        air.forget()
        air.send(
            .leSetPHY(.init(connectionHandle: 1, txPHYs: .le2M, rxPHYs: .le2M, phyOptions: .noPreference)),
            to: peripheral)
        air.run(.seconds(1))
        #expect(
            air.timeline.map { $0.drop { $0 != " " } } == [
                " n1 LE Set PHY: 0x00", " n1 PHYs 0x00 tx le2M rx le2M",
            ])
    }

    @Test func aPeerThatPrefersOnePHYKeepsIt() {
        let (air, central, peripheral) = Air.linked()
        air.send(.leSetDefaultPHY(.init(txPHYs: .le1M, rxPHYs: [.le1M, .le2M])), to: peripheral)
        air.send(
            .leSetPHY(.init(connectionHandle: 1, txPHYs: .le2M, rxPHYs: .le2M, phyOptions: .noPreference)),
            to: central)
        air.run(.seconds(1))
        #expect(air.timeline.contains { $0.hasSuffix("n0 PHYs 0x00 tx le2M rx le1M") })
        #expect(air.timeline.contains { $0.hasSuffix("n1 PHYs 0x00 tx le1M rx le2M") })
    }

    @Test func aPeerWithoutOtherPHYsSaysSo() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1)) { $0.features.subtract([.le2MPHY, .leCodedPHY]) }
        air.advertise(device)
        air.connect(phone, to: air.address(of: device))
        air.run(.milliseconds(300))
        air.send(
            .leSetPHY(.init(connectionHandle: 1, txPHYs: .le2M, rxPHYs: .le2M, phyOptions: .noPreference)),
            to: phone)
        air.run(.seconds(1))
        #expect(air.timeline.last?.hasSuffix("n0 PHYs 0x1A tx le1M rx le1M") == true)
        air.send(
            .leSetPHY(.init(connectionHandle: 1, txPHYs: .le2M, rxPHYs: .le2M, phyOptions: .noPreference)),
            to: device)
        #expect(air.status(of: device) == .unknownHCICommand)
    }

    @Test func longerPacketsAreNegotiatedAndUsed() {
        let (air, central, peripheral) = Air.linked()
        air.send(.leSetDataLength(.init(connectionHandle: 1, txOctets: 251, txTime: 2120)), to: central)
        air.run(.milliseconds(100))
        // Only the central requested longer packets.
        #expect(
            air.timeline.dropFirst() == [
                "518.569 n1 lengths tx 27 328 rx 251 2120", "548.569 n0 lengths tx 251 2120 rx 27 328",
            ])
        air.forget()
        air.send(Array(repeating: 1, count: 251), from: central)
        air.send(Array(repeating: 2, count: 100), from: peripheral)
        air.run(.milliseconds(200))
        let sizes = { (node: NodeID) in
            air.received[node.index].compactMap {
                if case .acl(let data) = $0.packet { data.data.count } else { nil }
            }
        }
        #expect(sizes(peripheral) == [251])
        #expect(sizes(central) == [27, 27, 27, 19])
    }

    @Test func aSuggestedDefaultLengthIsNegotiatedOnEachNewLink() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        for node in [phone, device] {
            air.send(
                .leWriteSuggestedDefaultDataLength(
                    .init(suggestedMaxTxOctets: 251, suggestedMaxTxTime: 2120)),
                to: node)
        }
        air.advertise(device)
        air.connect(phone, to: air.address(of: device))
        air.run(.milliseconds(300))
        #expect(air.timeline.filter { $0.contains("lengths tx 251 2120 rx 251 2120") }.count == 2)
    }

    /// Both the suggested default and the host of this link request longer packets: that gives one request.
    @Test(arguments: [true, false])
    func lengthsAreAskedForOnceOnANewLink(afterFeatures: Bool) {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(
            .leWriteSuggestedDefaultDataLength(
                .init(suggestedMaxTxOctets: 251, suggestedMaxTxTime: 17_040)), to: phone)
        air.react = { [unowned medium = air.medium] node, packet in
            guard node == phone, case .event(.leEnhancedConnectionComplete) = packet else { return }
            var commands: [HCI.Command] = [
                .leSetDataLength(.init(connectionHandle: 1, txOctets: 251, txTime: 2120)),
                .leSetPHY(
                    .init(connectionHandle: 1, txPHYs: .le2M, rxPHYs: .le2M, phyOptions: .noPreference)),
            ]
            if afterFeatures { commands.insert(.leReadRemoteFeatures(.init(connectionHandle: 1)), at: 0) }
            for command in commands { medium.receive(.command(command), from: phone) }
        }
        air.advertise(device)
        let requests = air.sniff { frame in
            guard case .data(let pdu) = frame.kind, pdu.llid == .control else { return false }
            return pdu.payload.first == 0x14
        }
        air.connect(phone, to: air.address(of: device))
        air.run(.seconds(1))
        #expect(requests.frames.count == 1)
        #expect(air.timeline.contains { $0.hasSuffix("n0 PHYs 0x00 tx le2M rx le2M") })
    }

    @Test func featuresAndVersionsAreExchangedOnceAndThenRemembered() {
        let (air, central, peripheral) = Air.linked()
        for node in [central, peripheral] {
            air.send(.leReadRemoteFeatures(.init(connectionHandle: 1)), to: node)
            air.send(.readRemoteVersionInformation(.init(connectionHandle: 1)), to: node)
        }
        air.run(.milliseconds(200))
        let features = ControllerConfiguration.allFeatures.rawValue
        for node in ["n0", "n1"] {
            #expect(air.timeline.filter { $0.hasSuffix("\(node) features 0x00 \(features)") }.count == 1)
            #expect(air.timeline.filter { $0.hasSuffix("\(node) version 0x00 14") }.count == 1)
        }
        air.forget()
        let sniffer = air.sniff()
        air.send(.leReadRemoteFeatures(.init(connectionHandle: 1)), to: central)
        air.send(.readRemoteVersionInformation(.init(connectionHandle: 1)), to: central)
        #expect(air.timeline.count == 4)
        #expect(sniffer.frames.isEmpty)
    }

    @Test func theCentralEndsTheLinkWhenItsGoodbyeIsAcknowledged() {
        let (air, central, _) = Air.linked()
        air.send(
            .disconnect(.init(connectionHandle: 1, reason: .remoteUserTerminatedConnection)), to: central)
        let sniffer = air.sniff()
        air.run(.seconds(1))
        #expect(
            air.timeline == [
                "500.000 n0 Disconnect: 0x00", "518.513 n0 disconnected 0x16", "518.513 n1 disconnected 0x13",
            ])
        #expect(sniffer.lines == ["518.187 n0 ch22 11 LL 2", "518.433 n1 ch22 10 –"])
        #expect(air.pendingCount == 0)
    }

    @Test func thePeripheralEndsTheLinkOneEventLater() {
        let (air, _, peripheral) = Air.linked()
        air.send(
            .disconnect(.init(connectionHandle: 1, reason: .remoteDeviceTerminatedConnectionDueToPowerOff)),
            to: peripheral)
        air.run(.seconds(1))
        #expect(
            air.timeline == [
                "500.000 n1 Disconnect: 0x00", "548.267 n0 disconnected 0x15", "548.267 n1 disconnected 0x16",
            ])
        #expect(air.medium.links[0] == nil)
        #expect(air.pendingCount == 0)
    }

    @Test func aDisconnectNeedsAReasonAndAKnownLink() {
        let (air, central, _) = Air.linked()
        let disconnect = { (handle: UInt16, reason: HCI.ErrorCode) in
            HCI.Command.disconnect(.init(connectionHandle: handle, reason: reason))
        }
        #expect(air.ask(disconnect(1, .connectionTimeout), of: central) == .invalidHCICommandParameters)
        #expect(
            air.ask(disconnect(2, .remoteUserTerminatedConnection), of: central)
                == .unknownConnectionIdentifier)
        #expect(air.ask(disconnect(1, .remoteUserTerminatedConnection), of: central) == .success)
        #expect(air.ask(disconnect(1, .remoteUserTerminatedConnection), of: central) == .commandDisallowed)
    }

    @Test func aSleepingPeripheralHearsTheCentralOnlyInItsOwnEventsButSpeaksInAny() {
        let (air, central, peripheral) = Air.linked(interval: 24, latency: 9, timeout: 600)
        // It listened at 8.187 ms and listens every tenth event: at 308.187 and 608.187 ms.
        air.send([1], from: central)
        air.run(.milliseconds(105))
        #expect(air.data(of: peripheral).isEmpty)
        air.run(.milliseconds(10))
        #expect(air.timeline.first == "608.505 n0 completed [1]")
        #expect(air.data(of: peripheral) == [1])
        air.forget()
        air.send([2], from: peripheral)
        air.run(.milliseconds(30))
        #expect(air.timeline.first == "638.505 n0 data [2]")
    }

    @Test func badChannelsAreLeftByTheLinkAndAvoidedByNewOnes() {
        let (air, central, peripheral) = Air.linked()
        let map = HCI.ChannelMap(rawValue: 0b11 << 20)
        #expect(air.ask(.leSetHostChannelClassification(.init(channelMap: map)), of: central) == .success)
        air.run(.seconds(1))
        let sniffer = air.sniff()
        for _ in 0..<20 {
            air.send([1], from: peripheral)
            air.run(.milliseconds(60))
        }
        #expect(Set(sniffer.frames.map(\.channel)) == [20, 21])
        let one = HCI.ChannelMap(rawValue: 1)
        #expect(
            air.ask(.leSetHostChannelClassification(.init(channelMap: one)), of: central)
                == .invalidHCICommandParameters)
    }

    @Test func unknownControlPDUsAreAnsweredAsSuch() {
        let (air, central, peripheral) = Air.linked()
        let sniffer = air.sniff { $0.node == peripheral }
        air.link.central.queue(.unknown(opcode: 0x77, data: [1, 2]))
        air.link.central.queue(.startEncReq)
        air.link.central.queue(.pingReq)
        air.run(.milliseconds(200))
        let payloads = sniffer.frames.compactMap { frame -> [UInt8]? in
            guard case .data(let pdu) = frame.kind, pdu.llid == .control else { return nil }
            return pdu.payload
        }
        #expect(payloads == [[0x07, 0x77], [0x07, 0x05], [0x13]])
        _ = central
    }

    @Test func anInstantThatPassedUnheardEndsTheLink() {
        let (air, central, peripheral) = Air.linked(timeout: 300)
        air.send(Self.update(40), to: central)
        air.medium.move(peripheral, to: .outOfRange)
        air.run(.milliseconds(400))
        air.medium.move(peripheral, to: .meters(1))
        air.run(.seconds(10))
        // Only the central changed to the new parameters: the ends do not meet again.
        #expect(air.timeline.filter { $0.contains("disconnected 0x08") }.count == 2)
    }

    @Test func proceduresCollideByTheRules() {
        let (air, central, peripheral) = Air.linked()
        air.send(Self.update(40), to: central)
        air.send(Self.update(80), to: peripheral)
        air.run(.seconds(2))
        // The peripheral's request is refused, the central's update takes place.
        #expect(air.timeline.contains { $0.contains("n1 parameters 0x23 24 0 72") })
        #expect(air.timeline.contains { $0.contains("n1 parameters 0x00 40 0 100") })
        #expect(air.timeline.filter { $0.contains("n0 parameters 0x00 40 0 100") }.count == 1)
    }

    @Test func theStrengthOfTheLinkIsRead() {
        let (air, central, peripheral) = Air.linked()
        air.medium.move(peripheral, to: .meters(10))
        air.send(.readRSSI(.init(connectionHandle: 1)), to: central)
        guard case .commandComplete(let complete) = air.events(of: central).last else {
            Issue.record("no answer")
            return
        }
        #expect(try! complete.returnParameters(as: HCI.ReadRSSI.ReturnParameters.self).rssi == -60)
    }
}
