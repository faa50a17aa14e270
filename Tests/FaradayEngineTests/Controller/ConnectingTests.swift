import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayEngine

@Suite struct ConnectingTests {
    @Test func anInitiatorConnectsToAnAdvertiserAndBothHostsAreTold() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        let sniffer = air.sniff()
        air.advertise(device)
        air.connect(phone, to: air.address(of: device))
        air.forget()
        air.run(.milliseconds(200))
        #expect(
            air.timeline == [
                "6.937 n0 connected 0x00 central to 00:00:00:00:00:02/P 24 0 72", "6.937 n0 algorithm2",
                "6.937 n1 connected 0x00 peripheral to 00:00:00:00:00:01/P 24 0 72", "6.937 n1 algorithm2",
            ])
        // The first anchor is 1.25 ms after the request, and nothing follows the first event.
        #expect(
            sniffer.lines == [
                "6.283 n1 ch37 ADV_IND", "6.585 n0 ch37 CONNECT_IND", "8.187 n0 ch17 00 –",
                "8.417 n1 ch17 01 –",
            ])
        guard case .advertising(.connectInd(let request)) = sniffer.frames[1].kind else {
            Issue.record("no CONNECT_IND")
            return
        }
        #expect(request.llData.accessAddress == sniffer.frames[2].accessAddress)
        let algorithm = ChannelSelection.Algorithm.permuting(
            channelIdentifier: ChannelSelection.channelIdentifier(accessAddress: request.llData.accessAddress)
        )
        let selection = ChannelSelection(algorithm, map: .all)
        #expect(sniffer.frames[2].channel == selection.channel(at: 0))
    }

    @Test func aCancelledConnectionCompletesWithUnknownConnection() {
        let air = Air()
        let phone = air.add()
        #expect(air.ask(.leCreateConnectionCancel, of: phone) == .commandDisallowed)
        air.connect(phone, to: DeviceAddress(5, .public))
        #expect(air.status(of: phone) == .success)
        air.run(.seconds(1))
        air.forget()
        air.send(.leCreateConnectionCancel, to: phone)
        #expect(
            air.timeline == [
                "1000.000 n0 LE Create Connection Cancel: 0x00",
                "1000.000 n0 connected 0x02 central to 00:00:00:00:00:00/P 0 0 0",
            ])
        #expect(air.medium.initiators.isEmpty)
    }

    @Test func onlyOneSearchAtATime() {
        let air = Air()
        let phone = air.add()
        air.connect(phone, to: DeviceAddress(5, .public))
        air.connect(phone, to: DeviceAddress(6, .public))
        #expect(air.status(of: phone) == .commandDisallowed)
    }

    @Test func theFilterAcceptListNamesSeveralPeers() {
        let air = Air()
        let phone = air.add()
        let (first, second) = (air.add(at: .meters(1)), air.add(at: .meters(1)))
        for node in [first, second] {
            air.send(.leAddDeviceToFilterAcceptList(.init(address: air.address(of: node))), to: phone)
        }
        let create = HCI.Command.leCreateConnection(
            .init(
                leScanInterval: 96, leScanWindow: 96, initiatorFilterPolicy: .filterAcceptList,
                peerAddress: .zero,
                ownAddressType: .public, connectionIntervalMin: 24, connectionIntervalMax: 24, maxLatency: 0,
                supervisionTimeout: 72))
        air.advertise(second)
        air.send(create, to: phone)
        air.run(.milliseconds(300))
        #expect(air.timeline.contains { $0.contains("central to \(air.address(of: second))") })
        // The connected one does not count again.
        air.advertise(second)
        air.send(create, to: phone)
        air.run(.milliseconds(300))
        #expect(air.medium.initiators.count == 1)
        air.advertise(first)
        air.run(.milliseconds(300))
        #expect(air.timeline.contains { $0.contains("central to \(air.address(of: first))") })
    }

    @Test func directedAdvertisingConnectsItsTargetAlone() {
        for type in [HCI.AdvertisingType.advDirectIndHighDutyCycle, .advDirectIndLowDutyCycle] {
            let air = Air()
            let (target, other) = (air.add(), air.add())
            let device = air.add(at: .meters(1))
            air.connect(other, to: air.address(of: device))
            air.run(.milliseconds(1))
            air.connect(target, to: air.address(of: device))
            air.advertise(device, type: type, peer: air.address(of: target))
            air.forget()
            air.run(.milliseconds(300))
            #expect(air.timeline.contains { $0.contains("n0 connected 0x00 central") })
            #expect(!air.timeline.contains { $0.contains("n1 connected") })
        }
    }

    @Test func aLostRequestFailsToBeEstablishedAfterSixIntervals() {
        let air = Air()
        let phone = air.add()
        // The device receives nothing: its receiver is deaf.
        let device = air.add(at: .meters(1)) { $0.sensitivity = 20 }
        air.advertise(device)
        air.connect(phone, to: air.address(of: device), interval: 40)
        air.forget()
        let sniffer = air.sniff { if case .data = $0.kind { true } else { false } }
        air.run(.seconds(2))
        let times = air.received[phone.index].map(\.time)
        #expect(air.timeline.filter { $0.contains("n0") }.last?.hasSuffix("disconnected 0x3E") == true)
        // 1.25 ms and the packets before the first anchor, then six intervals of 50 ms.
        let wait = (times.last! - times.first!).milliseconds
        #expect(wait > 301 && wait < 303)
        #expect(sniffer.frames.isEmpty)
        #expect(!air.timeline.contains { $0.contains("n1") })
        // The device still advertises.
        #expect(air.pendingCount == 1)
        #expect(air.medium.links.allSatisfy { $0 == nil })
    }

    @Test func aConnectedPeerIsNotConnectedAgain() {
        let (air, central, peripheral) = Air.linked()
        air.connect(central, to: air.address(of: peripheral))
        #expect(air.status(of: central) == .connectionAlreadyExists)
    }

    @Test func linksAreLimited() {
        let air = Air()
        let phone = air.add { $0.maximumLinks = 2 }
        for index in 1...2 {
            let device = air.add(at: .meters(Double(index)))
            air.advertise(device)
            air.connect(phone, to: air.address(of: device))
            air.run(.milliseconds(300))
        }
        air.connect(phone, to: DeviceAddress(99, .public))
        #expect(air.status(of: phone) == .connectionLimitExceeded)
        air.advertise(phone)
        #expect(air.status(of: phone) == .connectionLimitExceeded)
    }

    @Test(
        arguments: [
            (5, 24, 0, 72), (24, 20, 0, 72), (24, 3201, 0, 3200), (24, 24, 500, 3200), (24, 24, 0, 9),
            (24, 24, 0, 3201), (24, 24, 11, 72), (80, 80, 0, 20),
        ] as [(UInt16, UInt16, UInt16, UInt16)])
    func forbiddenParametersAreRefused(least: UInt16, most: UInt16, latency: UInt16, timeout: UInt16) {
        let air = Air()
        let phone = air.add()
        air.send(
            .leCreateConnection(
                .init(
                    leScanInterval: 96, leScanWindow: 96, peerAddress: DeviceAddress(5, .public),
                    ownAddressType: .public, connectionIntervalMin: least, connectionIntervalMax: most,
                    maxLatency: latency, supervisionTimeout: timeout)), to: phone)
        #expect(air.status(of: phone) == .invalidHCICommandParameters)
    }

    static func createExtended(_ peer: DeviceAddress) -> HCI.Command {
        .leExtendedCreateConnection(
            .init(
                ownAddressType: .public, peerAddress: peer,
                le1M: .init(
                    scanInterval: 96, scanWindow: 96, connectionIntervalMin: 24, connectionIntervalMax: 24,
                    maxLatency: 0, supervisionTimeout: 72)))
    }

    @Test func anExtendedSetIsConnectedOnItsSecondaryPHY() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(ExtendedAdvertisingTests.parameters(2, .connectable), to: device)
        air.send(ExtendedAdvertisingTests.enable(2), to: device)
        air.send(Self.createExtended(air.address(of: device)), to: phone)
        air.forget()
        let sniffer = air.sniff()
        air.run(.milliseconds(100))
        #expect(
            air.timeline == [
                "9.011 n0 connected 0x00 central to 00:00:00:00:00:02/P 24 0 72", "9.011 n0 algorithm2",
                "9.011 n1 connected 0x00 peripheral to 00:00:00:00:00:01/P 24 0 72",
                "9.011 n1 set 2 ended 0x00 after 1", "9.011 n1 algorithm2",
            ])
        #expect(
            sniffer.lines == [
                "6.283 n1 ch37 EXT→ 0", "8.323 n1 ch17 AUX 0", "8.581 n0 ch17 CONNECT_IND",
                "8.911 n1 ch17 AUX_CONNECT_RSP", "11.261 n0 ch17 00 –", "11.455 n1 ch17 01 –",
            ])
        #expect(air.link.phy(from: air.link.central) == .le2M)
    }

    @Test func aLostResponseLeavesThePeripheralAlone() {
        struct Deaf: MediumFault {
            var watchesIdleLinks: Bool { false }
            func verdict(on frame: MediumFrame, _ entropy: inout EntropyStream) -> MediumVerdict {
                frame.kind == .connectResponse ? .lose : .deliver
            }
        }
        let air = Air()
        air.medium.setFaults([Deaf()])
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(ExtendedAdvertisingTests.parameters(2, .connectable), to: device)
        air.send(ExtendedAdvertisingTests.enable(2), to: device)
        air.send(Self.createExtended(air.address(of: device)), to: phone)
        air.forget()
        air.run(.seconds(1))
        #expect(!air.timeline.contains { $0.contains("n0 ") })
        #expect(air.timeline.last?.hasSuffix("n1 disconnected 0x3E") == true)
        #expect(air.medium.initiators.count == 1)
    }

    @Test func withoutTheFeatureOnOneSideTheLinkHopsByAlgorithm1() {
        let air = Air()
        let phone = air.add { $0.features.remove(.channelSelectionAlgorithm2) }
        let device = air.add(at: .meters(1))
        air.advertise(device)
        air.connect(phone, to: air.address(of: device))
        air.run(.milliseconds(300))
        #expect(air.timeline.contains { $0.hasSuffix("n0 algorithm1") })
        #expect(air.timeline.contains { $0.hasSuffix("n1 algorithm1") })
    }

    @Test func aHostThatWantsThePlainEventGetsIt() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(.leSetEventMask(.init(leEventMask: [.leConnectionComplete])), to: phone)
        air.advertise(device)
        air.connect(phone, to: air.address(of: device))
        air.forget()
        air.run(.milliseconds(300))
        let events = air.events(of: phone)
        #expect(events.count == 1)
        guard case .leConnectionComplete(let complete) = events.first else {
            Issue.record("not the older event: \(events)")
            return
        }
        #expect(complete.peerAddress == air.address(of: device))
    }
}
