import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// Controller-to-host flow control: hosts with small buffers, as small stacks have.
@Suite struct HostFlowTests {
    private static func completed(_ count: UInt16, handle: UInt16 = 1) -> HCI.Command {
        .hostNumberOfCompletedPackets(
            .init(completed: [.init(connectionHandle: handle, numCompletedPackets: count)]))
    }

    private static func buffers(_ count: UInt16, of length: UInt16) -> HCI.Command {
        .hostBufferSize(
            .init(
                hostACLDataPacketLength: length, hostSynchronousDataPacketLength: 0,
                hostTotalNumACLDataPackets: count, hostTotalNumSynchronousDataPackets: 0))
    }

    /// A link to a peripheral whose host has room for `count` packets of `length` bytes.
    private static func linked(
        _ count: UInt16, of length: UInt16, isOn: Bool = true
    ) -> (air: Air, central: NodeID, peripheral: NodeID) {
        let air = Air(seed: 1)
        let (central, peripheral) = (air.add(at: .origin), air.add(at: .meters(2)))
        #expect(air.ask(buffers(count, of: length), of: peripheral) == .success)
        if isOn {
            let on = HCI.Command.setControllerToHostFlowControl(.init(flowControlEnable: .acl))
            #expect(air.ask(on, of: peripheral) == .success)
        }
        connect(air, central, peripheral)
        return (air, central, peripheral)
    }

    private static func connect(_ air: Air, _ central: NodeID, _ peripheral: NodeID) {
        air.advertise(peripheral)
        air.connect(central, to: air.address(of: peripheral))
        air.run(.milliseconds(300))
    }

    private func packets(_ air: Air, _ node: NodeID) -> [HCI.ACLData] {
        air.received[node.index].compactMap { if case .acl(let data) = $0.packet { data } else { nil } }
    }

    @Test(arguments: [1, 2, 5] as [UInt16], [1, 20, 27, 69, 250] as [UInt16])
    func everythingArrivesInPartsTheHostCanTake(count: UInt16, length: UInt16) {
        let (air, central, peripheral) = Self.linked(count, of: length)
        air.send(
            .leSetDataLength(.init(connectionHandle: 1, txOctets: 251, txTime: 2120)), to: central)
        air.run(.seconds(1))
        let sent = (0..<4).map { round in (0..<251).map { UInt8(truncatingIfNeeded: $0 * 7 + round) } }
        for data in sent { air.send(data, from: central) }
        var seen = 0
        for _ in 0..<2_000 {
            air.run(.milliseconds(60))
            let fresh = packets(air, peripheral).count - seen
            #expect(fresh <= Int(count))
            if fresh > 0 { air.send(Self.completed(UInt16(fresh)), to: peripheral) }
            seen += fresh
        }
        #expect(air.data(of: peripheral) == sent.flatMap { $0 })
        #expect(packets(air, peripheral).allSatisfy { $0.data.count <= Int(length) })
        let starts = packets(air, peripheral).filter { $0.packetBoundary != .continuing }
        #expect(starts.count == sent.count)
        #expect(air.controllersHoldNothing)
    }

    @Test func lengthsCountWithoutFlowControlToo() {
        let (air, central, peripheral) = Self.linked(1, of: 10, isOn: false)
        air.send(Array(0..<25), from: central)
        air.run(.seconds(1))
        #expect(packets(air, peripheral).map(\.data.count) == [10, 10, 5])
        #expect(
            packets(air, peripheral).map(\.packetBoundary) == [.firstFlushable, .continuing, .continuing])
    }

    @Test func aLinkThatEndsGivesBackTheRoomItsPacketsTook() {
        let (air, central, peripheral) = Self.linked(2, of: 251)
        for round in 0..<5 as Range<UInt8> {
            for number in 0..<4 as Range<UInt8> { air.send([round, number], from: central) }
            air.run(.seconds(1))
            // The host holds two packets of each link, and never completes them.
            #expect(packets(air, peripheral).count == 2 * Int(round + 1))
            air.send(
                .disconnect(.init(connectionHandle: 1, reason: .remoteUserTerminatedConnection)),
                to: peripheral)
            air.run(.seconds(2))
            Self.connect(air, central, peripheral)
        }
    }

    // MARK: Transports

    /// A link to a peripheral whose transport holds `limit` bytes for a host that does not read.
    private static func unread(_ limit: Int) -> (air: Air, central: NodeID, peripheral: NodeID) {
        let linked = Air.linked()
        linked.air.medium.controller(of: linked.peripheral)?.limitUnreadData(to: limit)
        return linked
    }

    /// Core 6.0, Vol 6, Part B, 4.5.9: it does not acknowledge, so the peer keeps its packets and the link goes on.
    @Test func aFullTransportHoldsThePeer() {
        let (air, central, peripheral) = Self.unread(50)
        for number in 0..<10 as Range<UInt8> { air.send(Array(repeating: number, count: 20), from: central) }
        air.run(.seconds(60))
        // The third packet comes while there is room.
        #expect(packets(air, peripheral).map { $0.data[0] } == [0, 1, 2])
        #expect(air.events(of: peripheral).isEmpty)
        let completed = air.events(of: central).reduce(0) {
            guard case .numberOfCompletedPackets(let event) = $1 else { return $0 }
            return $0 + Int(event.completed[0].numCompletedPackets)
        }
        #expect(completed == 3)
        // The other direction does not wait.
        air.send([7], from: peripheral)
        air.run(.seconds(1))
        #expect(air.data(of: central) == [7])
        for _ in 0..<10 {
            air.medium.controller(of: peripheral)?.hostHasRead(20)
            air.run(.milliseconds(100))
        }
        #expect(packets(air, peripheral).map { $0.data[0] } == Array(0..<10))
        #expect(air.controllersHoldNothing)
    }

    @Test func aResetEmptiesNoTransportAndANewOneIsEmpty() {
        let (air, central, peripheral) = Self.unread(20)
        air.send(Array(repeating: 1, count: 20), from: central)
        air.run(.seconds(1))
        air.send(.reset, to: peripheral)
        air.run(.seconds(2))
        air.forget()
        Self.connect(air, central, peripheral)
        air.send([2], from: central)
        air.run(.seconds(1))
        #expect(air.data(of: peripheral) == [])
        air.medium.controller(of: peripheral)?.limitUnreadData(to: 20)
        air.run(.seconds(1))
        #expect(air.data(of: peripheral) == [2])
    }

    @Test func creditForALinkThatIsNotThereIsRefusedOnceAndChangesNothing() {
        let (air, central, peripheral) = Self.linked(1, of: 251)
        for number in 0..<3 as Range<UInt8> { air.send([number], from: central) }
        air.run(.seconds(1))
        let entries = [2, 3, 0, 0xEFF].map {
            HCI.CompletedPackets(connectionHandle: $0, numCompletedPackets: 5)
        }
        let before = air.events(of: peripheral).count
        air.send(.hostNumberOfCompletedPackets(.init(completed: entries)), to: peripheral)
        air.run(.seconds(1))
        #expect(air.status(of: peripheral) == .invalidHCICommandParameters)
        #expect(air.events(of: peripheral).count == before + 1)
        #expect(air.data(of: peripheral) == [0])
        air.send(Self.completed(1), to: peripheral)
        air.run(.seconds(1))
        #expect(air.data(of: peripheral) == [0, 1])
    }

    @Test(arguments: [(0, 251), (1, 0)] as [(UInt16, UInt16)])
    func aHostWithoutRoomIsRefused(count: UInt16, length: UInt16) {
        let (air, _, peripheral) = Air.linked()
        #expect(air.ask(Self.buffers(count, of: length), of: peripheral) == .invalidHCICommandParameters)
    }
}
