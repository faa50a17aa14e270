import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

@Suite struct ScanningTests {
    @Test func aDuplicateFilterReportsEachAdvertiserOnce() {
        let air = Air()
        let phone = air.add()
        for index in 1...20 { air.advertise(air.add(at: .meters(Double(index))), response: [1]) }
        air.scan(phone, filter: true)
        air.run(.seconds(5))
        #expect(air.reports(of: phone).count == 40)
        #expect(Set(air.reports(of: phone).map(\.address)).count == 20)
        // A new scan reports all of them again.
        air.send(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: true)), to: phone)
        air.run(.seconds(5))
        #expect(air.reports(of: phone).count == 80)
    }

    /// A clock that waits for no event does not stop before the next event; a late one does.
    @Test func whatIsHeardAtTheInstantOfAResetButAfterItIsReported() throws {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: .meters(1)), response: [1])
        air.scan(phone, filter: true)
        air.scheduler.advance(to: try #require(air.scheduler.nextTime))
        air.send(.reset, to: phone)
        air.send(.setEventMask(.init(eventMask: HCI.EventMask(rawValue: .max))), to: phone)
        air.scan(phone, filter: true)
        air.run(.seconds(1))
        #expect(air.reports(of: phone).count == 2)
    }

    @Test func whatWasOnAirBeforeAResetIsNotReported() throws {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: .meters(1)), response: [1])
        air.scan(phone, filter: true)
        air.medium.run(try #require(air.scheduler.next(until: air.now + .seconds(1))))
        air.send(.reset, to: phone)
        air.send(.setEventMask(.init(eventMask: HCI.EventMask(rawValue: .max))), to: phone)
        air.run(.seconds(1))
        #expect(air.reports(of: phone).isEmpty)
    }

    @Test func aNewAddressPassesTheFilterAndNewDataDoesNot() {
        let air = Air()
        let phone = air.add()
        let device = air.add(at: .meters(1))
        air.advertise(device, data: [1])
        air.scan(phone, type: .passive, filter: true)
        air.run(.seconds(1))
        air.send(.leSetAdvertisingData(.init(advertisingData: [2])), to: device)
        air.run(.seconds(1))
        #expect(air.reports(of: phone).map(\.data) == [[1]])
        air.send(.leSetAdvertisingEnable(.init(advertisingEnable: false)), to: device)
        let address = DeviceAddress(0xC000_0000_0007, .random)
        air.send(.leSetRandomAddress(.init(randomAddress: address)), to: device)
        air.send(
            .leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: 160, advertisingIntervalMax: 160, advertisingType: .advInd,
                    ownAddressType: .random)), to: device)
        air.send(.leSetAdvertisingEnable(.init(advertisingEnable: true)), to: device)
        air.run(.seconds(1))
        #expect(air.reports(of: phone).map(\.address) == [air.address(of: device), address])
    }

    @Test func withoutFilterEachEventIsReported() {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: .meters(1)))
        air.scan(phone, type: .passive)
        let sniffer = air.sniff { $0.channel == 37 }
        air.run(.seconds(10))
        // One packet of three is on the scanner's channel; rarely none, when it changes channels.
        #expect(abs(air.reports(of: phone).count - sniffer.frames.count) <= 3)
    }

    @Test func aPassiveScannerSendsNothing() {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: .meters(1)), response: [7])
        let sniffer = air.sniff { $0.node == phone }
        air.scan(phone, type: .passive)
        air.run(.seconds(2))
        #expect(sniffer.frames.isEmpty)
        #expect(air.reports(of: phone).allSatisfy { $0.eventType == .advInd })
    }

    @Test(arguments: [(96, 96, 0.97), (96, 48, 0.5), (160, 16, 0.1)] as [(UInt16, UInt16, Double)])
    func whatIsHeardFollowsTheWindow(interval: UInt16, window: UInt16, share: Double) {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: .meters(1)), interval: 32, type: .advNonconnInd)
        air.scan(phone, type: .passive, interval: interval, window: window)
        let sniffer = air.sniff { $0.channel == 37 }
        air.run(.seconds(60))
        let heard = Double(air.reports(of: phone).count) / Double(sniffer.frames.count)
        #expect(abs(heard - share) < 0.05)
    }

    @Test func theScanChannelChangesFromIntervalToInterval() {
        var schedule = ListeningSchedule(start: 1_000, interval: 16, window: 8)
        let (interval, window): (Int64, Int64) = (10_000_000, 5_000_000)
        for number in 0..<9 as Range<Int64> {
            let begin = 1_000 + number * interval
            let channel = UInt8(37 + number % 3)
            #expect(schedule.channel(from: begin, to: begin + window) == channel)
            #expect(schedule.channel(from: begin + 1, to: begin + window + 1) == 0)
            #expect(schedule.channel(from: begin + window, to: begin + window + 1) == 0)
        }
        #expect(schedule.channel(from: 0, to: 10) == 0)
        #expect(schedule.channel(from: 2_000, to: 3_000) == 37)
    }

    @Test func theFilterAcceptListLimitsReports() {
        let air = Air()
        let phone = air.add()
        let (wanted, other) = (air.add(at: .meters(1)), air.add(at: .meters(1)))
        air.advertise(wanted)
        air.advertise(other)
        air.send(.leAddDeviceToFilterAcceptList(.init(address: air.address(of: wanted))), to: phone)
        air.send(
            .leSetScanParameters(
                .init(
                    leScanType: .passive, leScanInterval: 96, leScanWindow: 96, ownAddressType: .public,
                    scanningFilterPolicy: .basicFiltered)), to: phone)
        air.send(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false)), to: phone)
        air.run(.seconds(1))
        #expect(Set(air.reports(of: phone).map(\.address)) == [air.address(of: wanted)])
        #expect(air.ask(.leClearFilterAcceptList, of: phone) == .commandDisallowed)
    }

    @Test func anAdvertiserAnswersOnlyTheScannersOfItsPolicy() {
        let air = Air()
        let (friend, stranger) = (air.add(), air.add())
        let device = air.add(at: .meters(1))
        air.send(.leAddDeviceToFilterAcceptList(.init(address: air.address(of: friend))), to: device)
        air.send(
            .leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: 160, advertisingIntervalMax: 160, advertisingType: .advInd,
                    ownAddressType: .public, advertisingFilterPolicy: .scanRequestsFiltered)), to: device)
        air.send(.leSetAdvertisingEnable(.init(advertisingEnable: true)), to: device)
        air.scan(friend)
        air.scan(stranger)
        air.run(.seconds(1))
        #expect(air.reports(of: friend).contains { $0.eventType == .scanRsp })
        #expect(!air.reports(of: stranger).contains { $0.eventType == .scanRsp })
        #expect(!air.reports(of: stranger).isEmpty)
    }

    @Test func scanningByItselfSchedulesNothing() {
        let air = Air()
        air.scan(air.add())
        #expect(air.scheduler.count == 0)
    }

    @Test func parametersMustBeInRangeAndStayWhileScanning() {
        let air = Air()
        let node = air.add()
        let parameters = { (interval: UInt16, window: UInt16) in
            HCI.Command.leSetScanParameters(
                .init(
                    leScanType: .active, leScanInterval: interval, leScanWindow: window,
                    ownAddressType: .public))
        }
        #expect(air.ask(parameters(4, 5), of: node) == .invalidHCICommandParameters)
        #expect(air.ask(parameters(3, 3), of: node) == .invalidHCICommandParameters)
        #expect(air.ask(parameters(0x4001, 4), of: node) == .invalidHCICommandParameters)
        #expect(air.ask(parameters(4, 4), of: node) == .success)
        air.send(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false)), to: node)
        #expect(air.ask(parameters(4, 4), of: node) == .commandDisallowed)
        air.send(.leSetScanEnable(.init(leScanEnable: false, filterDuplicates: false)), to: node)
        #expect(air.ask(parameters(4, 4), of: node) == .success)
    }

    @Test func maskedReportsAreNotSent() {
        let air = Air()
        let phone = air.add()
        air.advertise(air.add(at: .meters(1)))
        air.send(.leSetEventMask(.init(leEventMask: [.leConnectionComplete])), to: phone)
        air.scan(phone)
        air.run(.seconds(1))
        #expect(air.reports(of: phone).isEmpty)
    }

    @Test func aResetForgetsTheMasks() {
        let air = Air()
        let phone = air.add()
        air.send(.reset, to: phone)
        air.advertise(air.add(at: .meters(1)))
        air.scan(phone)
        air.run(.seconds(1))
        // The default mask has no LE events at all.
        #expect(air.reports(of: phone).isEmpty)
    }
}
