import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// Private addresses in filters, in directed advertising, and over time.
@Suite struct PrivacyFilterTests {
    /// The filter accept list contains identities; it also applies to peers with private addresses.
    @Test(arguments: [false, true]) func theFilterAcceptListHoldsForResolvedPeers(_ isListed: Bool) {
        let air = Air()
        let (phone, device) = (air.add(), air.add(at: .meters(1)))
        air.pair(phone, device, .both)
        air.pair(device, phone, .both)
        air.resolve(phone)
        air.resolve(device)
        let listed = isListed ? air.address(of: phone) : DeviceAddress(77, .public)
        air.send(.leAddDeviceToFilterAcceptList(.init(address: listed)), to: device)
        air.send(.leAddDeviceToFilterAcceptList(.init(address: air.address(of: device))), to: phone)
        air.advertisePrivately(
            device, .resolvableOrPublic, toward: air.address(of: phone), filter: .filtered)
        // The device answers a scan request of the phone only if it can resolve the phone's private address.
        air.scanEither(phone, .resolvableOrPublic, policy: .basicFiltered)
        air.forget()
        air.run(.milliseconds(300))
        let types = Set(air.legacyReports(of: phone).map(\.eventType))
        #expect(types == (isListed ? [.advInd, .scanRsp] : [.advInd]))
        air.send(.leSetScanEnable(.init(leScanEnable: false, filterDuplicates: false)), to: phone)
        air.send(Air.connection(to: nil, .resolvableOrPublic), to: phone)
        air.forget()
        air.run(.milliseconds(300))
        #expect((air.connectionComplete(of: device) != nil) == isListed)
    }

    /// An advertiser in network privacy mode ignores a peer that has a key and uses its identity address.
    @Test(arguments: [HCI.PrivacyMode.network, .device]) func anAdvertiserIgnoresIdentitiesOfThoseWhoHide(
        _ mode: HCI.PrivacyMode
    ) {
        let air = Air()
        let (phone, device) = (air.add(), air.add(at: .meters(1)))
        air.pair(device, phone, .both)
        air.send(
            .leSetPrivacyMode(.init(peerIdentityAddress: air.address(of: phone), privacyMode: mode)),
            to: device)
        air.resolve(device)
        air.advertise(device, response: [1, 2])
        air.scan(phone)
        air.run(.milliseconds(300))
        let hasResponse = air.legacyReports(of: phone).contains { $0.eventType == .scanRsp }
        #expect(hasResponse == (mode == .device))
        air.send(.leSetScanEnable(.init(leScanEnable: false, filterDuplicates: false)), to: phone)
        air.connect(phone, to: air.address(of: device))
        air.forget()
        air.run(.milliseconds(300))
        #expect((air.connectionComplete(of: device) != nil) == (mode == .device))
    }

    /// Directed advertising uses a private address for a peer with a key; only that peer can resolve it.
    @Test(arguments: [false, true]) func directedAdvertisingHidesItsTarget(_ isExtended: Bool) throws {
        let air = Air()
        let (phone, device, other) = (air.add(), air.add(at: .meters(1)), air.add())
        air.pair(phone, device, .both)
        air.pair(device, phone, .both)
        air.resolve(phone)
        let sniffer = air.sniff()
        air.advertisePrivately(
            device, .resolvableOrPublic, toward: air.address(of: phone), isDirected: true,
            isExtended: isExtended)
        for node in [phone, other] {
            air.scanEither(node, policy: .extendedUnfiltered, isExtended: isExtended)
        }
        air.forget()
        air.run(.milliseconds(300))
        let target = try #require(sniffer.targets.first)
        #expect(target.isResolvable)
        let identity = DeviceAddress(air.address(of: device).value, .publicIdentity)
        #expect(Set(air.reportedAddresses(of: phone)) == [identity])
        #expect(air.directAddresses(of: other).allSatisfy { $0 == .init(target, isUnresolved: isExtended) })
        #expect(!air.directAddresses(of: other).isEmpty)
        if isExtended {
            let own = DeviceAddress(air.address(of: phone).value, .publicIdentity)
            #expect(Set(air.directAddresses(of: phone)) == [.init(own)])
        } else {
            #expect(air.directAddresses(of: phone).isEmpty)
            #expect(Set(air.legacyReports(of: phone).map(\.eventType)) == [.advDirectInd])
        }
        // Under a basic filter policy no other device gets it.
        air.stopScan(other, isExtended: isExtended)
        air.scanEither(other, isExtended: isExtended)
        air.forget()
        air.run(.milliseconds(300))
        #expect(air.reportedAddresses(of: other).isEmpty && air.directAddresses(of: other).isEmpty)
        air.stopScan(phone, isExtended: isExtended)
        air.connectPrivately(phone, to: air.address(of: device), isExtended: isExtended)
        air.run(.milliseconds(500))
        let request = try #require(sniffer.requests.first)
        // Not the address that the advertiser generated.
        #expect(request.initiator.isResolvable && request.initiator != target)
        // The device resolves nothing, and so treats its peer as unknown. With legacy advertising the initiator counts as
        // connected anyway; with extended advertising it waits for the response and is not.
        #expect((air.connectionComplete(of: phone) != nil) == !isExtended)
        #expect(air.connectionComplete(of: device) == nil)
    }

    /// An hour with the timeout of 900 s: four addresses, one of which comes at the start.
    @Test func addressesChangeEveryQuarterOfAnHour() {
        for isExtended in [false, true] {
            let air = Air()
            let (phone, device) = (air.add(), air.add())
            air.pair(device, phone, .both)
            air.scanEither(phone, isExtended: isExtended)
            var times: [Int64] = []
            var last: DeviceAddress?
            air.medium.air = { frame in
                guard let shown = Air.advertiser(of: frame), shown != last else { return }
                last = shown
                times.append(frame.time.nanoseconds / 1_000_000_000)
            }
            air.advertisePrivately(
                device, .resolvableOrPublic, toward: air.address(of: phone), interval: 16_000,
                isExtended: isExtended)
            air.run(.seconds(3599))
            #expect(times.count == 4)
            // In the first advertising event after 0, 900, 1800 and 2700 s.
            for (time, due) in zip(times, [0, 900, 1800, 2700] as [Int64]) { #expect(due...due + 11 ~= time) }
        }
    }

    @Test func aNewTimeoutCountsAtOnce() throws {
        let air = Air()
        let (phone, device) = (air.add(), air.add())
        air.pair(device, phone, .both)
        air.advertisePrivately(device, .resolvableOrPublic, toward: air.address(of: phone))
        let first = air.medium.controller(of: device)?.legacySet?.address
        air.run(.seconds(10))
        air.send(.leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 11)), to: device)
        air.run(.milliseconds(900))
        #expect(air.medium.controller(of: device)?.legacySet?.address == first)
        air.run(.milliseconds(200))
        #expect(air.medium.controller(of: device)?.legacySet?.address != first)
        let local = HCI.LEReadLocalResolvableAddress(peerIdentityAddress: air.address(of: phone))
        air.forget()
        air.send(.leReadLocalResolvableAddress(local), to: device)
        guard case .commandComplete(let answer)? = air.events(of: device).last else {
            Issue.record("no answer")
            return
        }
        #expect(
            try HCI.LEReadLocalResolvableAddress.ReturnParameters(bytes: answer.returnParameters)
                .localResolvableAddress == air.medium.controller(of: device)?.legacySet?.address)
    }

    /// Devices that can't resolve an address treat a new one as a new device, devices that can do not.
    @Test(arguments: [false, true]) func duplicateFiltersKnowIdentities(_ isExtended: Bool) {
        let air = Air()
        let (phone, device, stranger) = (air.add(), air.add(at: .meters(1)), air.add())
        air.pair(phone, device, .both)
        air.pair(device, phone, .both)
        air.resolve(phone)
        air.send(.leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 10)), to: device)
        air.advertisePrivately(
            device, .resolvableOrPublic, toward: air.address(of: phone), isExtended: isExtended)
        for node in [phone, stranger] { air.scanEither(node, isExtended: isExtended, filter: true) }
        air.forget()
        air.run(.milliseconds(39_500))
        let perAddress = isExtended ? 1 : 2  // A legacy connectable set has a scan response.
        #expect(air.reportedAddresses(of: phone).count == perAddress)
        #expect(air.reportedAddresses(of: stranger).count == 4 * perAddress)
        #expect(Set(air.reportedAddresses(of: stranger)).count == 4)
    }

    /// A controller without a resolving list, and a set without a private address, need no timer.
    @Test func withoutPrivacyThereIsNoCost() {
        let air = Air()
        let (phone, device) = (air.add(), air.add())
        air.advertise(device)
        let pending = air.pendingCount
        air.scan(phone)
        air.run(.seconds(1))
        #expect(air.medium.controller(of: phone)?.resolvingList == nil)
        #expect(air.medium.controller(of: device)?.resolvingList == nil)
        #expect(pending == 1 && air.pendingCount == 1)
        // With one, the set also waits for the end of its address.
        let hidden = air.add()
        air.pair(hidden, phone, .both)
        air.advertisePrivately(hidden, .resolvableOrPublic, toward: air.address(of: phone))
        #expect(air.pendingCount == 3)
    }
}
