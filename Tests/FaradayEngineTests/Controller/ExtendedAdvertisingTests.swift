import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

@Suite struct ExtendedAdvertisingTests {
    static func parameters(
        _ handle: UInt8, _ properties: HCI.AdvertisingEventProperties, interval: UInt32 = 160,
        peer: DeviceAddress = .zero, secondary: HCI.PHY = .le2M, notifies: Bool = false
    ) -> HCI.Command {
        .leSetExtendedAdvertisingParameters(
            .init(
                advertisingHandle: handle, advertisingEventProperties: properties,
                primaryAdvertisingIntervalMin: interval, primaryAdvertisingIntervalMax: interval,
                primaryAdvertisingChannelMap: .all, ownAddressType: .public, peerAddress: peer,
                advertisingFilterPolicy: .unfiltered, advertisingTxPower: 127, primaryAdvertisingPHY: .le1M,
                secondaryAdvertisingMaxSkip: 0, secondaryAdvertisingPHY: secondary,
                advertisingSID: handle & 15,
                scanRequestNotificationEnable: notifies))
    }

    static func data(
        _ handle: UInt8, _ bytes: [UInt8], _ operation: HCI.DataOperation = .complete
    ) -> HCI.Command {
        .leSetExtendedAdvertisingData(
            .init(
                advertisingHandle: handle, operation: operation, fragmentPreference: .mayFragment,
                advertisingData: bytes))
    }

    static func enable(_ handle: UInt8, duration: UInt16 = 0, events: UInt8 = 0) -> HCI.Command {
        .leSetExtendedAdvertisingEnable(
            .init(
                enable: true,
                sets: [
                    .init(advertisingHandle: handle, duration: duration, maxExtendedAdvertisingEvents: events)
                ]))
    }

    static func scan(
        _ air: Air, _ node: NodeID, type: HCI.ScanType = .passive, filter: HCI.DuplicateFilter = .disabled,
        duration: UInt16 = 0, period: UInt16 = 0
    ) {
        air.send(
            .leSetExtendedScanParameters(
                .init(ownAddressType: .public, le1M: .init(scanType: type, scanInterval: 96, scanWindow: 96))),
            to: node)
        air.send(
            .leSetExtendedScanEnable(
                .init(enable: true, filterDuplicates: filter, duration: duration, period: period)), to: node)
    }

    @Test(arguments: [0, 1, 229, 230, 231, 500, 1650])
    func dataOfEachLengthArrivesWholeInReportsOf229Bytes(length: Int) {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        let data = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(air.ask(Self.parameters(1, []), of: device) == .success)
        var rest = data[...]
        if length <= 251 {
            #expect(air.ask(Self.data(1, data), of: device) == .success)
        } else {
            #expect(air.ask(Self.data(1, Array(rest.prefix(251)), .firstFragment), of: device) == .success)
            rest = rest.dropFirst(251)
            while rest.count > 251 {
                #expect(
                    air.ask(Self.data(1, Array(rest.prefix(251)), .intermediateFragment), of: device)
                        == .success)
                rest = rest.dropFirst(251)
            }
            #expect(air.ask(Self.data(1, Array(rest), .lastFragment), of: device) == .success)
        }
        Self.scan(air, phone, filter: .enabled)
        #expect(air.ask(Self.enable(1), of: device) == .success)
        air.run(.seconds(1))
        let reports = air.extendedReports(of: phone)
        #expect(reports.flatMap(\.data) == data)
        #expect(reports.count == max(1, (length + 228) / 229))
        #expect(reports.dropLast().allSatisfy { $0.eventType == .incompleteMoreToCome })
        #expect(reports.last?.eventType == [])
        #expect(reports.allSatisfy { $0.secondaryPHY == .le2M && $0.advertisingSID == 1 })
        #expect(reports.allSatisfy { $0.address == air.address(of: device) })
    }

    @Test func aLostPacketOfAChainTruncatesTheData() {
        let air = Air(seed: 4)
        air.medium.configuration.perPacketLoss = 0.2
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(Self.parameters(1, []), to: device)
        for (index, operation) in [HCI.DataOperation.firstFragment, .intermediateFragment, .lastFragment]
            .enumerated()
        {
            air.send(Self.data(1, Array(repeating: UInt8(index), count: 230), operation), to: device)
        }
        Self.scan(air, phone)
        air.send(Self.enable(1), to: device)
        air.run(.seconds(20))
        let ends = air.extendedReports(of: phone).map(\.eventType).filter {
            !$0.contains(.incompleteMoreToCome)
        }
        #expect(ends.contains(.incompleteTruncated))
        #expect(ends.contains([]))
    }

    @Test func newDataPassesTheDuplicateFilter() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(Self.parameters(1, []), to: device)
        air.send(Self.data(1, [1]), to: device)
        air.send(Self.enable(1), to: device)
        Self.scan(air, phone, filter: .enabled)
        air.run(.seconds(1))
        air.send(Self.data(1, [2]), to: device)
        air.run(.seconds(1))
        #expect(air.extendedReports(of: phone).map(\.data) == [[1], [2]])
    }

    @Test func aLegacyScannerDoesNotHearExtendedAdvertising() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(Self.parameters(1, []), to: device)
        air.send(Self.enable(1), to: device)
        air.scan(phone)
        air.run(.seconds(1))
        #expect(air.reports(of: phone).isEmpty)
    }

    @Test func legacyPDUsAreReportedAsSuchToAnExtendedScanner() {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: .meters(1)), data: [1], response: [2])
        Self.scan(air, phone, type: .active, filter: .enabled)
        air.run(.seconds(1))
        let reports = air.extendedReports(of: phone)
        #expect(reports.map(\.eventType.rawValue) == [0x13, 0x1B])
        #expect(reports.map(\.data) == [[1], [2]])
    }

    @Test func aScannableSetAnswersAndTellsItsHost() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(Self.parameters(3, .scannable, notifies: true), to: device)
        air.send(
            .leSetExtendedScanResponseData(
                .init(
                    advertisingHandle: 3, operation: .complete, fragmentPreference: .mayFragment,
                    scanResponseData: [9, 9])), to: device)
        air.send(Self.enable(3), to: device)
        Self.scan(air, phone, type: .active, filter: .enabled)
        air.run(.seconds(1))
        #expect(
            air.extendedReports(of: phone).map(\.eventType) == [.scannable, [.scannable, .scanResponse]])
        #expect(air.extendedReports(of: phone).map(\.data) == [[], [9, 9]])
        let request = HCI.Event.leScanRequestReceived(
            .init(advertisingHandle: 3, scannerAddress: air.address(of: phone)))
        #expect(air.events(of: device).contains(request))
    }

    @Test func anAnonymousSetHidesItsAddress() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.send(Self.parameters(1, .anonymous), to: device)
        air.send(Self.enable(1), to: device)
        Self.scan(air, phone)
        air.run(.seconds(1))
        #expect(!air.extendedReports(of: phone).isEmpty)
        #expect(air.extendedReports(of: phone).allSatisfy { $0.address == nil })
    }

    @Test func aDurationOrANumberOfEventsEndsTheSet() {
        let air = Air()
        let device = air.add()
        let sniffer = air.sniff { $0.channel == 37 }
        air.send(Self.parameters(1, []), to: device)
        air.send(Self.parameters(2, .useLegacyPDUs), to: device)
        air.send(Self.enable(1, duration: 50), to: device)
        air.send(Self.enable(2, events: 3), to: device)
        air.forget()
        air.run(.seconds(2))
        #expect(air.timeline.contains { $0.hasSuffix("n0 set 2 ended 0x43 after 3") })
        #expect(air.timeline.contains { $0.hasPrefix("500.000 n0 set 1 ended 0x3C after") })
        #expect(sniffer.lines.filter { $0.hasSuffix("ADV_NONCONN_IND") }.count == 3)
        #expect(air.pendingCount == 0)
    }

    @Test func aScanWithDurationAndPeriodPausesAndWithoutPeriodTimesOut() {
        let air = Air()
        let (once, again) = (air.add(), air.add())
        Self.scan(air, once, duration: 30)
        Self.scan(air, again, duration: 30, period: 1)
        let device = air.add(at: .meters(1))
        air.advertise(device, interval: 32)
        air.run(.milliseconds(1250))
        #expect(air.timeline.contains("300.000 n0 scan timeout"))
        let heard = air.received[again.index].map(\.time.nanoseconds).filter { $0 > 0 }
        #expect(heard.max()! < 300_000_000)
        air.run(.milliseconds(300))
        #expect(air.received[again.index].contains { $0.time.nanoseconds > 1_280_000_000 })
        #expect(!air.received[once.index].contains { $0.time.nanoseconds > 300_000_000 })
    }

    @Test func dataThatTheKindOfEventHasNoRoomForIsRefused() {
        let air = Air()
        let device = air.add()
        let response = { (bytes: [UInt8]) in
            HCI.Command.leSetExtendedScanResponseData(
                .init(
                    advertisingHandle: 0, operation: .complete, fragmentPreference: .mayFragment,
                    scanResponseData: bytes))
        }
        let long = [UInt8](repeating: 0, count: 231)
        let disable = HCI.Command.leSetExtendedAdvertisingEnable(.init(enable: false, sets: []))
        let steps: [(HCI.AdvertisingEventProperties, HCI.Command, HCI.ErrorCode)] = [
            // All of a scannable set's data is in its response, and it must have one.
            (.scannable, Self.data(0, [1]), .invalidHCICommandParameters),
            (.scannable, Self.data(0, []), .invalidHCICommandParameters),
            (.scannable, Self.enable(0), .commandDisallowed),
            (.scannable, response([1]), .success),
            (.scannable, Self.enable(0), .success),
            (.scannable, response([]), .commandDisallowed),
            (.legacyDirected, Self.data(0, [1]), .invalidHCICommandParameters),
            // Others have no response.
            (.connectable, response([1]), .invalidHCICommandParameters),
            (.connectable, response([]), .success),
            ([], response([1]), .invalidHCICommandParameters),
            // A connectable set's data is in one packet.
            (.connectable, Self.data(0, Array(long.dropLast())), .success),
            (.connectable, Self.enable(0), .success),
            (.connectable, Self.data(0, long), .packetTooLong),
            (.connectable, disable, .success),
            (.connectable, Self.data(0, long), .success),
            (.connectable, Self.enable(0), .invalidHCICommandParameters),
            ([], Self.data(0, long), .success),
            ([], Self.enable(0), .success),
        ]
        var known: HCI.AdvertisingEventProperties?
        for (index, (properties, command, status)) in steps.enumerated() {
            if properties != known {
                air.send(disable, to: device)
                air.send(.leClearAdvertisingSets, to: device)
                air.send(Self.parameters(0, properties), to: device)
                known = properties
            }
            air.send(command, to: device)
            #expect(air.status(of: device) == status, "step \(index)")
        }
    }

    /// Core 6.0, Vol 4, Part E, 7.8.54 and 7.8.55: only complete data may be empty, and a response does not accept
    /// *unchanged*.
    @Test func fragmentsOfNothingAreRefused() {
        let air = Air()
        let device = air.add()
        #expect(air.ask(Self.parameters(1, []), of: device) == .success)
        #expect(air.ask(Self.parameters(2, .scannable), of: device) == .success)
        func data(_ operation: HCI.DataOperation, _ bytes: [UInt8] = []) -> HCI.ErrorCode? {
            air.ask(Self.data(1, bytes, operation), of: device)
        }
        func response(_ operation: HCI.DataOperation, _ bytes: [UInt8] = []) -> HCI.ErrorCode? {
            let command = HCI.LESetExtendedScanResponseData(
                advertisingHandle: 2, operation: operation, scanResponseData: bytes)
            return air.ask(.leSetExtendedScanResponseData(command), of: device)
        }
        let fragments: [HCI.DataOperation] = [.firstFragment, .intermediateFragment, .lastFragment]
        for operation in fragments + [.unchanged] {
            #expect(data(operation) == .invalidHCICommandParameters, "\(operation)")
            #expect(response(operation) == .invalidHCICommandParameters, "\(operation)")
        }
        // A refused fragment starts nothing: there is no first fragment to continue, and the data is complete.
        #expect(data(.intermediateFragment, [1]) == .commandDisallowed)
        #expect(data(.firstFragment, [1]) == .success)
        #expect(data(.lastFragment) == .invalidHCICommandParameters)
        #expect(air.ask(Self.enable(1), of: device) == .commandDisallowed)
        #expect(data(.lastFragment, [2]) == .success)
        #expect(response(.complete, [3]) == .success)
        for handle in [1, 2] as [UInt8] { #expect(air.ask(Self.enable(handle), of: device) == .success) }
        #expect(data(.unchanged) == .success)
        #expect(response(.unchanged) == .invalidHCICommandParameters)
        #expect(data(.complete) == .success)
    }

    /// 7.8.53: a set with data can't change to events that have no room for the data.
    @Test func dataKeepsASetFromBecomingOfAKindWithoutRoomForThem() {
        let air = Air()
        let device = air.add()
        let response = HCI.Command.leSetExtendedScanResponseData(
            .init(advertisingHandle: 2, operation: .complete, scanResponseData: [1]))
        _ = air.ask(Self.parameters(1, []), of: device)
        _ = air.ask(Self.parameters(2, .scannable), of: device)
        #expect(air.ask(Self.data(1, [1]), of: device) == .success)
        #expect(air.ask(response, of: device) == .success)
        for properties in [.scannable, .legacyDirected] as [HCI.AdvertisingEventProperties] {
            #expect(air.ask(Self.parameters(1, properties), of: device) == .invalidHCICommandParameters)
        }
        #expect(air.ask(Self.parameters(2, .connectable), of: device) == .invalidHCICommandParameters)
        #expect(air.ask(Self.data(1, []), of: device) == .success)
        #expect(air.ask(Self.parameters(1, .scannable), of: device) == .success)
    }

    @Test func noSetIsNamedTwiceToBeSwitched() {
        let air = Air()
        let device = air.add()
        _ = air.ask(Self.parameters(1, []), of: device)
        for isOn in [true, false] {
            let command = HCI.LESetExtendedAdvertisingEnable(
                enable: isOn, sets: [.init(advertisingHandle: 1), .init(advertisingHandle: 1)])
            #expect(
                air.ask(.leSetExtendedAdvertisingEnable(command), of: device) == .invalidHCICommandParameters)
        }
    }

    @Test func setsAreLimitedAndNamesMustBeKnown() {
        let air = Air()
        let node = air.add { $0.maximumAdvertisingSets = 4 }
        for handle in 0..<4 as Range<UInt8> {
            #expect(air.ask(Self.parameters(handle, []), of: node) == .success)
        }
        #expect(air.ask(Self.parameters(4, []), of: node) == .memoryCapacityExceeded)
        #expect(air.ask(Self.parameters(0xF0, []), of: node) == .invalidHCICommandParameters)
        #expect(air.ask(Self.enable(9), of: node) == .unknownAdvertisingIdentifier)
        #expect(air.ask(Self.enable(1), of: node) == .success)
        let remove = HCI.Command.leRemoveAdvertisingSet(.init(advertisingHandle: 1))
        #expect(air.ask(remove, of: node) == .commandDisallowed)
        let off = HCI.Command.leSetExtendedAdvertisingEnable(.init(enable: false, sets: []))
        #expect(air.ask(off, of: node) == .success)
        #expect(air.ask(remove, of: node) == .success)
        #expect(air.ask(remove, of: node) == .unknownAdvertisingIdentifier)
    }

    @Test(arguments: [0x03, 0x0C, 0x11, 0x21, 0x80, 0x14] as [UInt16])
    func impossibleCombinationsOfPropertiesAreRefused(raw: UInt16) {
        let air = Air()
        let properties = HCI.AdvertisingEventProperties(rawValue: raw)
        #expect(air.ask(Self.parameters(0, properties), of: air.add()) == .invalidHCICommandParameters)
    }
}

extension HCI.AdvertisingEventProperties {
    /// ADV_DIRECT_IND, at a low duty cycle.
    fileprivate static let legacyDirected: Self = [.useLegacyPDUs, .directed, .connectable]
}
