import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradayEngine

@Suite struct LinkDataTests {
    @Test func dataGoesBothWaysAtTheNextAnchorsAndIsCompletedWhenAcknowledged() {
        let (air, central, peripheral) = Air.linked()
        let sniffer = air.sniff()
        air.send([1, 2, 3], from: central)
        air.send([4, 5], from: peripheral)
        air.run(.milliseconds(100))
        #expect(
            air.timeline == [
                "518.537 n0 data [4, 5]", "518.537 n0 completed [1]", "518.537 n1 data [1, 2, 3]",
                "548.497 n1 completed [1]",
            ])
        // SN, NESN and what they carry; the peripheral's data is acknowledged in the next event.
        #expect(
            sniffer.lines == [
                "518.187 n0 ch22 11 3 bytes", "518.441 n1 ch22 10 2 bytes", "548.187 n0 ch30 00 –",
                "548.417 n1 ch30 01 –",
            ])
    }

    @Test func noHostHearsOfAPacketThatIsStillOnAir() {
        let (air, central, peripheral) = Air.linked()
        let sniffer = air.sniff()
        for index in 0..<9 as Range<UInt8> {
            air.send(Array(repeating: index, count: 60), from: index % 3 == 0 ? peripheral : central)
            air.run(.milliseconds(11))
        }
        air.run(.milliseconds(100))
        for node in [central, peripheral] {
            let ends = sniffer.frames.compactMap { frame -> Instant? in
                guard frame.receiver == node, case .data(let pdu) = frame.kind, !pdu.isEmpty else {
                    return nil
                }
                return frame.time + LL.airTime(payloadBytes: pdu.payload.count, phy: frame.phy)
            }
            let told = air.received[node.index].compactMap {
                if case .acl = $0.packet { $0.time } else { nil }
            }
            #expect(told.count == ends.count)
            #expect(zip(told, ends).allSatisfy { $0 >= $1 })
        }
    }

    @Test func whatWasOnAirBeforeAResetIsNotToldBehindIt() {
        let (air, central, peripheral) = Air.linked()
        air.send([1], from: central)
        // Into the middle of the packet.
        air.run(.milliseconds(18.3))
        air.send(.reset, to: peripheral)
        air.run(.milliseconds(5))
        #expect(air.timeline == ["518.300 n1 Reset: 0x00", "518.505 n0 completed [1]"])
    }

    @Test func anAnswerIsOnAirOneIntervalAfterItsRequest() {
        let (air, central, peripheral) = Air.linked(interval: 24)
        air.react = { [unowned medium = air.medium] node, packet in
            if node == peripheral, case .acl(let data) = packet {
                medium.receive(
                    .acl(.init(connectionHandle: 1, packetBoundary: .firstNonFlushable, data: data.data)),
                    from: node)
            }
        }
        air.send([9], from: central)
        air.run(.milliseconds(200))
        let asked = air.received[peripheral.index].first { if case .acl = $0.packet { true } else { false } }!
        let answered = air.received[central.index].first { if case .acl = $0.packet { true } else { false } }!
        #expect(answered.time - asked.time == .milliseconds(30))
    }

    @Test func longPacketsAreSentInFragmentsOf27Bytes() {
        let (air, central, peripheral) = Air.linked()
        let data = (0..<200).map { UInt8($0) }
        let sniffer = air.sniff { $0.node == central }
        air.send(data, from: central)
        air.run(.milliseconds(100))
        #expect(air.data(of: peripheral) == data)
        let packets = air.received[peripheral.index].compactMap {
            if case .acl(let data) = $0.packet { data } else { nil }
        }
        #expect(packets.map(\.data.count) == [27, 27, 27, 27, 27, 27, 27, 11])
        #expect(packets.map(\.packetBoundary) == [.firstFlushable] + Array(repeating: .continuing, count: 7))
        // All in one connection event, with the MD bit set on all but the last.
        #expect(Set(sniffer.frames.map(\.channel)).count == 1)
        #expect(air.timeline.filter { $0.contains("completed [1]") }.count == 1)
    }

    @Test(arguments: [(1, 8), (3, 3), (0, 1)] as [(Int, Int)])
    func thePacketsOfOneEventAreLimited(most: Int, events: Int) {
        let (air, central, peripheral) = Air.linked { $0.maximumPacketsPerEvent = most }
        air.send((0..<200).map { UInt8($0) }, from: central)
        air.run(.seconds(1))
        let times = air.received[peripheral.index].map(\.time)
        #expect(Set(times).count == events)
    }

    /// 27 bytes with their answer and the spaces behind both take 676 us, 37 bytes more than that only fit later.
    @Test(arguments: [(676, 8), (2_000, 4), (2_028, 3), (10_000, 1), (1, 8)] as [(Int, Int)])
    func theTimeOfOneEventIsLimited(microseconds: Int, events: Int) {
        let (air, central, peripheral) = Air.linked { $0.maximumEventTime = .microseconds(microseconds) }
        air.send((0..<200).map { UInt8($0) }, from: central)
        air.run(.seconds(1))
        let times = air.received[peripheral.index].map(\.time)
        #expect(Set(times).count == events)
    }

    @Test func theSmallerBudgetOfBothEndsCounts() {
        var isFirst = true
        let (air, central, peripheral) = Air.linked { configuration in
            configuration.maximumPacketsPerEvent = isFirst ? 2 : 5
            configuration.maximumEventTime = isFirst ? .zero : .microseconds(700)
            isFirst = false
        }
        for (sender, receiver) in [(central, peripheral), (peripheral, central)] {
            air.forget()
            air.send((0..<54).map { UInt8($0) }, from: sender)
            air.run(.seconds(1))
            let times = air.received[receiver.index].compactMap { entry -> Instant? in
                if case .acl = entry.packet { entry.time } else { nil }
            }
            #expect(Set(times).count == 2)
        }
    }

    @Test func anEventEndsBeforeTheNextAnchor() {
        let (air, central, peripheral) = Air.linked(interval: 6)
        for _ in 0..<12 { air.send(Array(repeating: 7, count: 251), from: central) }
        let sniffer = air.sniff { $0.node == central }
        air.run(.milliseconds(7.5))
        // 27 bytes take 328 µs with their answer and spaces: 0.676 ms each in 7.5 ms.
        #expect(sniffer.frames.count >= 10 && sniffer.frames.count <= 11)
        air.run(.seconds(1))
        #expect(air.data(of: peripheral).count == 12 * 251)
    }

    @Test func moreDataThanThereAreBuffersOverflowsWithoutHarm() {
        let (air, central, peripheral) = Air.linked { $0.aclDataPackets = 3 }
        for index in 0..<5 as Range<UInt8> { air.send([index], from: central) }
        #expect(
            air.events(of: central).filter { if case .dataBufferOverflow = $0 { true } else { false } }.count
                == 2)
        air.send(Array(repeating: 0, count: 252), from: peripheral)
        #expect(air.timeline.last?.hasSuffix("n1 Data Buffer Overflow") == true)
        air.run(.milliseconds(100))
        #expect(air.data(of: peripheral) == [0, 1, 2])
        air.send([9], from: central)
        air.run(.milliseconds(100))
        #expect(air.data(of: peripheral) == [0, 1, 2, 9])
    }

    @Test func dataForUnknownLinksIsDroppedAndEmptyDataIsCompletedAtOnce() {
        let (air, central, _) = Air.linked()
        air.send([1], handle: 7, from: central)
        air.send([1], handle: 0, from: central)
        air.send([1], handle: 0xEFF, from: central)
        #expect(air.timeline.isEmpty)
        air.send([], from: central)
        #expect(air.timeline.map { $0.suffix(13) } == ["completed [1]"])
        #expect(air.pendingCount == 0)
    }

    @Test func aHostWithFullBuffersIsNotFlooded() {
        let (air, central, peripheral) = Air.linked()
        air.send(
            .disconnect(.init(connectionHandle: 1, reason: .remoteUserTerminatedConnection)), to: central)
        air.run(.seconds(1))
        air.send(.setControllerToHostFlowControl(.init(flowControlEnable: .acl)), to: peripheral)
        air.send(
            .hostBufferSize(
                .init(
                    hostACLDataPacketLength: 251, hostSynchronousDataPacketLength: 0,
                    hostTotalNumACLDataPackets: 2, hostTotalNumSynchronousDataPackets: 0)), to: peripheral)
        air.advertise(peripheral)
        air.connect(central, to: air.address(of: peripheral))
        air.run(.milliseconds(300))
        for index in 0..<6 as Range<UInt8> { air.send([index], from: central) }
        air.run(.seconds(2))
        #expect(air.data(of: peripheral) == [0, 1])
        air.send(
            .hostNumberOfCompletedPackets(
                .init(completed: [.init(connectionHandle: 1, numCompletedPackets: 1)])),
            to: peripheral)
        air.run(.seconds(2))
        #expect(air.data(of: peripheral) == [0, 1, 2])
        air.send(
            .hostNumberOfCompletedPackets(
                .init(completed: [.init(connectionHandle: 1, numCompletedPackets: 9)])),
            to: peripheral)
        air.run(.seconds(2))
        #expect(air.data(of: peripheral) == [0, 1, 2, 3, 4])
    }

    @Test(arguments: 1...24 as ClosedRange<UInt64>)
    func allDataArrivesInOrderHoweverMuchIsLost(seed: UInt64) {
        let loss = 0.1 + 0.4 * Double(seed % 5) / 4
        let (air, central, peripheral) = Air.linked(
            seed: seed, interval: 12, latency: UInt16(seed % 3), timeout: 3200
        ) { $0.maximumPacketsPerEvent = Int(seed % 4) }
        air.medium.configuration.perPacketLoss = loss
        var draws = EntropyStream(state: seed)
        var (sent, back): ([UInt8], [UInt8]) = ([], [])
        var credits = [12, 12]
        air.react = { node, packet in
            if case .event(.numberOfCompletedPackets(let completed)) = packet {
                credits[node.index] += completed.completed.reduce(0) { $0 + Int($1.numCompletedPackets) }
            }
        }
        for number in 0..<120 {
            let data = (0...draws.below(90)).map { UInt8(truncatingIfNeeded: $0) &+ UInt8(number) }
            let node = draws.below(2) == 0 ? central : peripheral
            while credits[node.index] == 0 { air.run(.milliseconds(15)) }
            credits[node.index] -= 1
            if node == central { sent += data } else { back += data }
            air.send(data, from: node)
            air.run(.milliseconds(Int(draws.below(30))))
        }
        air.run(.seconds(60))
        #expect(air.data(of: peripheral) == sent)
        #expect(air.data(of: central) == back)
        #expect(credits == [12, 12])
        #expect(!air.timeline.contains { $0.contains("disconnected") })
    }

    @Test func aRepeatedPacketIsDeliveredOnce() {
        // Every acknowledgement of the peripheral is lost for a while.
        struct LostAnswers: MediumFault {
            let sender: NodeID
            var rest = 5
            var watchesIdleLinks: Bool { true }
            mutating func verdict(on frame: MediumFrame, _ entropy: inout EntropyStream) -> MediumVerdict {
                guard frame.sender == sender, rest > 0 else { return .deliver }
                rest -= 1
                return .lose
            }
        }
        let (air, central, peripheral) = Air.linked()
        air.medium.setFaults([LostAnswers(sender: peripheral)])
        air.send([42], from: central)
        air.run(.seconds(1))
        #expect(air.data(of: peripheral) == [42])
        #expect(air.timeline.filter { $0.contains("n0 completed [1]") }.count == 1)
    }
}
