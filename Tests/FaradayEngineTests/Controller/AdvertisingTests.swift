import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

@Suite struct AdvertisingTests {
    @Test func aLegacyEventIsOnThreeChannelsAndAnActiveScannerAsks() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.scan(phone)
        let sniffer = air.sniff()
        air.advertise(device, response: [3, 9, 72, 105])
        air.run(.milliseconds(60))
        #expect(
            sniffer.lines == [
                "6.283 n1 ch37 ADV_IND", "6.585 n0 ch37 SCAN_REQ", "6.911 n1 ch37 SCAN_RSP",
                "7.221 n1 ch38 ADV_IND", "8.159 n1 ch39 ADV_IND",
            ])
        #expect(
            air.timeline.suffix(2) == [
                "7.071 n0 advInd 00:00:00:00:00:02/P [2, 1, 6] -40 dBm",
                "7.071 n0 scanRsp 00:00:00:00:00:02/P [3, 9, 72, 105] -40 dBm",
            ])
    }

    @Test func advertisingEventsKeepTheirIntervalAndARandomDelayOfZeroToTenMilliseconds() {
        let air = Air()
        let device = air.add()
        let sniffer = air.sniff { $0.channel == 37 }
        air.advertise(device, interval: 160)
        air.run(.seconds(200))
        let starts = sniffer.frames.map(\.time.nanoseconds)
        let delays = zip(starts.dropFirst(), starts).map { $0 - $1 - 100_000_000 }
        #expect(delays.count > 1800)
        #expect(delays.allSatisfy { 0...10_000_000 ~= $0 })
        // Uniform: each tenth of the range has its share.
        for tenth in 0..<10 {
            let share = delays.filter { $0 / 1_000_001 == Int64(tenth) }.count
            #expect(Double(share) / Double(delays.count) > 0.06)
        }
    }

    @Test func delaysOfNodesAreIndependentOfEachOther() {
        let starts = { (count: Int) -> [Int64] in
            let air = Air()
            let first = air.add()
            for _ in 1..<count { air.advertise(air.add()) }
            let sniffer = air.sniff { $0.channel == 37 && $0.node == first }
            air.advertise(first)
            air.run(.seconds(3))
            return sniffer.frames.map(\.time.nanoseconds)
        }
        #expect(starts(1).count > 25)
        #expect(starts(1) == starts(20))
    }

    @Test(
        arguments: [
            (.advInd, "ADV_IND", true), (.advScanInd, "ADV_SCAN_IND", true),
            (.advNonconnInd, "ADV_NONCONN_IND", false),
        ] as [(HCI.AdvertisingType, String, Bool)])
    func onlyScannableTypesAnswerScanRequests(type: HCI.AdvertisingType, name: String, answers: Bool) {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.scan(phone)
        let sniffer = air.sniff()
        air.advertise(device, type: type, response: [1, 2])
        air.run(.milliseconds(500))
        #expect(sniffer.lines.contains { $0.hasSuffix(name) })
        #expect(sniffer.lines.contains { $0.hasSuffix("SCAN_RSP") } == answers)
        #expect(air.reports(of: phone).contains { $0.eventType == .scanRsp && $0.data == [1, 2] } == answers)
    }

    @Test func advertisingStopsWhenDisabledAndOnReset() {
        for stop in [HCI.Command.leSetAdvertisingEnable(.init(advertisingEnable: false)), .reset] {
            let air = Air()
            let device = air.add()
            let sniffer = air.sniff()
            air.advertise(device)
            air.run(.seconds(1))
            air.send(stop, to: device)
            let count = sniffer.frames.count
            #expect(count > 20)
            air.run(.seconds(2))
            #expect(sniffer.frames.count == count)
            #expect(air.pendingCount == 0)
        }
    }

    @Test func aHighDutyCycleEndsAfter1280Milliseconds() {
        let air = Air()
        let device = air.add()
        let sniffer = air.sniff { $0.channel == 38 }
        air.advertise(device, type: .advDirectIndHighDutyCycle, peer: DeviceAddress(9, .public))
        air.forget()
        air.run(.seconds(3))
        #expect(air.timeline == ["1280.000 n0 connected 0x3C peripheral to 00:00:00:00:00:00/P 0 0 0"])
        #expect(sniffer.frames.count == 342)
        let gaps = zip(sniffer.frames.dropFirst(), sniffer.frames).map { $0.time - $1.time }
        #expect(gaps.allSatisfy { $0 == .microseconds(3750) })
    }

    @Test func directedAdvertisingIsReportedToItsTargetAlone() {
        let air = Air()
        let target = air.add()
        let other = air.add()
        let device = air.add(at: .meters(1))
        air.scan(target)
        air.scan(other)
        air.advertise(device, type: .advDirectIndLowDutyCycle, peer: air.address(of: target))
        air.run(.seconds(1))
        #expect(air.reports(of: target).first?.eventType == .advDirectInd)
        #expect(air.reports(of: other).isEmpty)
    }

    @Test func parametersCannotChangeWhileOnAndMustBeInRange() {
        let air = Air()
        let node = air.add()
        let parameters = { (least: UInt16, most: UInt16, channels: HCI.AdvertisingChannelMap) in
            HCI.Command.leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: least, advertisingIntervalMax: most, advertisingType: .advInd,
                    ownAddressType: .public, advertisingChannelMap: channels))
        }
        #expect(air.ask(parameters(0x1F, 0x100, .all), of: node) == .invalidHCICommandParameters)
        #expect(air.ask(parameters(0x100, 0x20, .all), of: node) == .invalidHCICommandParameters)
        #expect(air.ask(parameters(0x20, 0x4001, .all), of: node) == .invalidHCICommandParameters)
        #expect(air.ask(parameters(0x20, 0x20, []), of: node) == .invalidHCICommandParameters)
        #expect(air.ask(parameters(0x20, 0x4000, .all), of: node) == .success)
        let long = HCI.Command.leSetAdvertisingData(.init(advertisingData: Array(repeating: 0, count: 32)))
        #expect(air.ask(long, of: node) == .invalidHCICommandParameters)
        #expect(air.ask(.leSetAdvertisingEnable(.init(advertisingEnable: true)), of: node) == .success)
        #expect(air.ask(parameters(0x20, 0x4000, .all), of: node) == .commandDisallowed)
    }

    @Test func aRandomAddressMustBeSetBeforeItIsUsed() {
        let air = Air()
        let node = air.add()
        air.send(
            .leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: 32, advertisingIntervalMax: 32, advertisingType: .advInd,
                    ownAddressType: .random)), to: node)
        let enable = HCI.Command.leSetAdvertisingEnable(.init(advertisingEnable: true))
        #expect(air.ask(enable, of: node) == .invalidHCICommandParameters)
        let address = DeviceAddress(0xC000_0000_0001, .random)
        #expect(air.ask(.leSetRandomAddress(.init(randomAddress: address)), of: node) == .success)
        #expect(air.ask(enable, of: node) == .success)
        #expect(air.ask(.leSetRandomAddress(.init(randomAddress: address)), of: node) == .commandDisallowed)
        let phone = air.add()
        air.scan(phone)
        air.run(.milliseconds(300))
        #expect(air.reports(of: phone).first?.address == address)
    }

    @Test func legacyAndExtendedCommandsDoNotMix() {
        let air = Air()
        let (legacy, extended) = (air.add(), air.add())
        air.advertise(legacy)
        #expect(air.ask(.leClearAdvertisingSets, of: legacy) == .commandDisallowed)
        #expect(air.ask(.leClearAdvertisingSets, of: extended) == .success)
        let scan = HCI.Command.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false))
        #expect(air.ask(scan, of: extended) == .commandDisallowed)
        air.send(.reset, to: extended)
        air.send(.setEventMask(.init(eventMask: HCI.EventMask(rawValue: .max))), to: extended)
        #expect(air.ask(scan, of: extended) == .success)
    }

    @Test func overlappingPacketsAreLostWhenCollisionsAreOn() {
        let count = { (collides: Bool) -> Int in
            let air = Air()
            air.medium.configuration.collides = collides
            let phone = air.add()
            air.scan(phone, type: .passive)
            for index in 0..<60 { air.advertise(air.add(at: .meters(Double(index))), interval: 32) }
            air.run(.seconds(5))
            return air.reports(of: phone).count
        }
        let (clear, crowded) = (count(false), count(true))
        // 60 packets of 0.15 ms in 25 ms: about half of them collide.
        #expect(clear > 11_000)
        #expect(crowded > clear / 4 && crowded < clear * 3 / 4)
    }
}
