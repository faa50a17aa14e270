import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

@Suite struct ScanningTests {
    static let uuid = BluetoothUUID(0x180D)

    /// The advertisements that were reported to a manager.
    private func discoveries(_ bench: inout Bench, _ session: SessionID) -> [(
        Central.Peer, Advertisement, Int
    )] {
        bench.takeCentral(session).compactMap {
            if case .discovered(let peer, let keys, let rssi) = $0 { (peer, keys, rssi) } else { nil }
        }
    }

    private func scanning(
        _ request: Central.ScanRequest = .init(), _ profile: OSProfile = .iOS(18)
    ) -> (Bench, SessionID) {
        var bench = Bench.poweredOn(profile)
        let session = bench.central()
        bench.send(.scan(request), session)
        bench.seen = []
        return (bench, session)
    }

    @Test("Behaviour 2.7–2.9: first seen gives two callbacks, the second with merged data and the name")
    func twoCallbacks() {
        var (bench, session) = scanning()
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [Self.uuid])])))
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeLocalName("HR")], response: true)))
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [Self.uuid])])))
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeLocalName("HR")], response: true)))
        let found = discoveries(&bench, session)
        #expect(found.map(\.0.name) == [nil, "HR"])
        #expect(found.map(\.1.localName) == [nil, "HR"])
        #expect(found.map(\.1.serviceUUIDs) == [[Self.uuid], [Self.uuid]])
        #expect(found.map(\.1.isConnectable) == [true, true])
    }

    @Test("Behaviour 2.7, 2.12: a new scan reports once, with data merged from before")
    func laterScan() {
        var (bench, session) = scanning()
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [Self.uuid])])))
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeLocalName("HR")], response: true)))
        bench.send(.stopScan, session)
        bench.send(.scan(.init()), session)
        bench.seen = []
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [Self.uuid])])))
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeLocalName("HR")], response: true)))
        let found = discoveries(&bench, session)
        #expect(found.map(\.1.localName) == ["HR"])
    }

    @Test("Behaviour 2.5: the same scan again changes nothing; a scan with another filter or option is new")
    func repeated() {
        let request = Central.ScanRequest(services: [Self.uuid])
        let report = Host.Event.advertisementReceived(
            Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [Self.uuid])], scannable: false))
        var (bench, session) = scanning(request)
        bench.host(report)
        #expect(discoveries(&bench, session).count == 1)
        #expect(bench.send(.scan(request), session) == .accepted)
        #expect(bench.take().isEmpty, "the controller goes on")
        bench.host(report)
        #expect(bench.take().isEmpty, "who was reported is not reported again")
        for other in [Central.ScanRequest(), request, .init(services: [Self.uuid], allowsDuplicates: true)] {
            bench.send(.scan(other), session)
            bench.host(report)
            #expect(discoveries(&bench, session).count == 1, "\(other)")
        }
    }

    @Test("Behaviour 2.7: an advertiser without scan response is reported once")
    func notScannable() {
        var (bench, session) = scanning()
        for _ in 0..<3 { bench.host(.advertisementReceived(Bench.report(scannable: false))) }
        #expect(discoveries(&bench, session).count == 1)
    }

    @Test("Behaviour 2.11: with duplicates every packet is a callback, and the controller does not filter")
    func duplicates() {
        var bench = Bench.poweredOn()
        let session = bench.central()
        bench.send(.scan(.init(allowsDuplicates: true)), session)
        let parameters = bench.takeHost().compactMap {
            if case .gap(.startScanning(let parameters)) = $0 { parameters.filtersDuplicates } else { nil }
        }
        #expect(parameters == [false])
        for _ in 0..<5 { bench.host(.advertisementReceived(Bench.report())) }
        #expect(discoveries(&bench, session).count == 5)
    }

    @Test func aReusedPlaceIsNewToScansThatWait() {
        var profile = OSProfile.plain
        profile.maximumKnownPeers = 1
        var (bench, session) = scanning(.init(), profile)
        bench.host(.advertisementReceived(Bench.report(DeviceAddress(1, .random))))
        #expect(discoveries(&bench, session).count == 1)
        bench.model.suspend(Bench.app, at: bench.now)
        let other = bench.model.openCentral(ManagerOptions(), app: AppID(2), at: bench.now)
        bench.advance(.milliseconds(10))
        bench.send(.scan(.init()), other)
        let second = DeviceAddress(2, .random)
        bench.host(.advertisementReceived(Bench.report(second)))
        #expect(discoveries(&bench, other).count == 1)
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.host(.advertisementReceived(Bench.report(second)))
        #expect(discoveries(&bench, session).count == 1)
    }

    @Test func aPeerIsFoundByAnAddressThatAnotherOneHadBefore() {
        var profile = OSProfile.plain
        profile.maximumKnownPeers = 2
        var table = PeerMemory(profile, seed: 1)
        let (old, identity) = (DeviceAddress(1, .random), DeviceAddress(2, .random))
        let resolved = table.meet(old).slot
        _ = table.meet(identity)
        table.rename(resolved, to: identity)
        _ = table[resolved].connection.linkBegan(0, isRequested: true)
        #expect(table.meet(DeviceAddress(3, .random)).isReused)
        #expect(table.slot(of: identity) == resolved)
    }

    @Test(
        "Behaviour 2.1, 2.3, 2.31; regression 2, 3: filters",
        arguments: [
            ([BluetoothUUID](), [AdvertisingData.Structure](), true),
            ([uuid], [], false),
            ([uuid], [.completeServiceUUIDs(.bits16, [BluetoothUUID(0x180F), uuid])], true),
            ([uuid], [.completeServiceUUIDs(.bits128, [uuid.expanded])], true),
            ([uuid.expanded], [.incompleteServiceUUIDs(.bits16, [uuid])], true),
            ([uuid], [.completeServiceUUIDs(.bits16, [BluetoothUUID(0x180F)])], false),
            ([uuid], [OverflowArea([uuid]).structure], true),
            ([uuid], [.serviceData(uuid, [1])], false),
        ])
    func filters(filter: [BluetoothUUID], data: [AdvertisingData.Structure], matches: Bool) {
        var (bench, session) = scanning(.init(services: filter))
        bench.host(.advertisementReceived(Bench.report(Bench.peer, data)))
        #expect(discoveries(&bench, session).count == (matches ? 1 : 0))
    }

    @Test("A filter that only the scan response satisfies matches when that arrives")
    func filterByResponse() {
        var (bench, session) = scanning(.init(services: [Self.uuid]))
        bench.host(.advertisementReceived(Bench.report(Bench.peer, [.completeLocalName("HR")])))
        bench.host(
            .advertisementReceived(
                Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [Self.uuid])], response: true)))
        let found = discoveries(&bench, session)
        #expect(found.map(\.1.localName) == ["HR"])
    }

    @Test(
        "Behaviour 1.31; regression 5, 6: each manager has its own filter, and one advertisement reaches all")
    func twoManagers() {
        var bench = Bench.poweredOn()
        let (first, second) = (bench.central(), bench.central())
        bench.send(.scan(.init(services: [Self.uuid])), first)
        bench.send(.scan(.init()), second)
        bench.seen = []
        bench.host(
            .advertisementReceived(Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [Self.uuid])])))
        bench.host(.advertisementReceived(Bench.report(DeviceAddress(9, .random))))
        let told = bench.take().compactMap { if case .central(let session, _) = $0 { session } else { nil } }
        #expect(told == [first, second, second])
        bench.send(.stopScan, second)
        #expect(bench.takeHost().isEmpty)
        bench.send(.stopScan, first)
        #expect(bench.takeHost() == [.gap(.stopScanning)])
    }

    @Test("A second manager's scan restarts a filtering controller, so that it gets every peer")
    func secondManagerRestarts() {
        var (bench, _) = scanning()
        let second = bench.central()
        bench.send(.scan(.init()), second)
        let commands = bench.takeHost()
        #expect(commands.first == .gap(.stopScanning))
        #expect(commands.count == 2)
    }

    @Test("Regression 14: nothing is reported after stopScan")
    func afterStop() {
        var (bench, session) = scanning()
        bench.send(.stopScan, session)
        bench.seen = []
        bench.host(.advertisementReceived(Bench.report()))
        #expect(bench.take().isEmpty)
    }

    @Test(
        "Behaviour 2.18–2.20; regression 17: manufacturer data",
        arguments: [
            ([0x4C, 0x00, 0x02, 0x15, 0x01], OSProfile.ManufacturerDataStripping.beacons, false),
            ([0x4C, 0x00, 0x10, 0x05], .beacons, true),
            ([0x4C, 0x00, 0x10, 0x05], .allOfApple, false),
            ([0x4C, 0x00, 0x02, 0x15, 0x01], .none, true),
            ([0x59, 0x00, 0x02, 0x15], .allOfApple, true), ([0x4C], .allOfApple, true), ([], .beacons, true),
        ] as [([UInt8], OSProfile.ManufacturerDataStripping, Bool)])
    func stripping(data: [UInt8], stripping: OSProfile.ManufacturerDataStripping, isShown: Bool) {
        var profile = OSProfile.iOS(18)
        profile.manufacturerDataStripping = stripping
        var (bench, session) = scanning(.init(), profile)
        bench.host(.advertisementReceived(Bench.report(Bench.peer, [.other(type: 0xFF, data: data)])))
        let found = discoveries(&bench, session)
        #expect(found.map(\.1.manufacturerData) == [isShown ? data : nil])
    }

    @Test("Behaviour 2.14, 2.15, 2.16: keys of reception")
    func reception() {
        var (bench, session) = scanning()
        bench.advance(.seconds(3))
        bench.host(.advertisementReceived(Bench.report(connectable: false, rssi: 127)))
        let found = discoveries(&bench, session)
        #expect(found.map(\.2) == [127])
        #expect(found.first?.1.isConnectable == false)
        #expect(found.first?.1.timestamp == PhoneModel.absoluteTime(bench.now))
        #expect(found.first?.1.rxPrimaryPHY == 1)
        #expect(found.first?.1.rxSecondaryPHY == 0)
    }

    @Test(
        "Behaviour 2.34: phones that receive extended advertising report it with data on LE 2M and up to 124 bytes",
        arguments: [
            (OSProfile.iOS(18), HCI.PHY.le2M, 124, true), (.iOS(18), .le2M, 125, false),
            (.iOS(18), .le1M, 31, false),
            (.iOS(18), .leCoded, 31, false), (.iOS(12), .le2M, 31, false), (.macOS(15), .le2M, 31, false),
            (.onForeignController, .le1M, 200, true),
        ])
    func extended(profile: OSProfile, phy: HCI.PHY, length: Int, isTold: Bool) {
        var (bench, session) = scanning(.init(), profile)
        var report = Bench.report(
            Bench.peer, [.other(type: 0xFF, data: Array(repeating: 1, count: length - 2))])
        report.isExtended = true
        report.secondaryPHY = phy
        bench.host(.advertisementReceived(report))
        let found = discoveries(&bench, session)
        #expect(found.count == (isTold ? 1 : 0))
        #expect(found.first?.1.manufacturerData?.count == (isTold ? length - 2 : nil))
        #expect(found.first?.1.rxSecondaryPHY == (isTold ? Int(phy.rawValue) : nil))
    }

    @Test("Behaviour 2.37: since iOS 13 the phone receives directed advertising of bonded peers only")
    func directed() {
        for (profile, isBonded, isTold) in [
            (OSProfile.iOS(18), false, false), (.iOS(18), true, true), (.iOS(12), false, true),
        ] {
            var (bench, session) = scanning(.init(), profile)
            if isBonded { bench.host(.bondChanged(Host.Bond(peer: Bench.peer))) }
            var report = Bench.report(scannable: false)
            report.isDirected = true
            bench.host(.advertisementReceived(report))
            #expect(discoveries(&bench, session).count == (isTold ? 1 : 0))
        }
    }

    @Test("Behaviour 2.35: macOS 12.0 to 12.2 finds nothing without a filter")
    func unfilteredOnMac() {
        for (profile, isFound) in [
            (OSProfile.macOS(12, 2), false), (.macOS(12, 3), true), (.macOS(11), true), (.macOS(13), true),
        ] {
            for filter in [[], [Self.uuid]] {
                var (bench, session) = scanning(.init(services: filter), profile)
                bench.host(
                    .advertisementReceived(
                        Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [Self.uuid])])))
                #expect(discoveries(&bench, session).count == (isFound || !filter.isEmpty ? 1 : 0))
            }
        }
    }

    @Test(
        "Behaviour 2.24: with the switch off, advertised names are not in the data, but are still the peripheral's name"
    )
    func hiddenNames() {
        for shows in [true, false] {
            var profile = OSProfile.iOS(16, 4)
            #expect(profile.showsLocalNames)
            profile.showsLocalNames = shows
            var (bench, session) = scanning(.init(), profile)
            bench.host(.advertisementReceived(Bench.report(Bench.peer, [.completeLocalName("HR")])))
            let found = discoveries(&bench, session)
            #expect(found.map(\.1.localName) == [shows ? "HR" : nil])
            #expect(found.map(\.0.name) == ["HR"])
        }
    }

    @Test(
        "Behaviour 2.8: a key in both packets is overwritten by the second, the others come together",
        arguments: [false, true])
    func keySets(isLater: Bool) {
        var (bench, session) = scanning()
        let advertising = Bench.report(
            Bench.peer, [.shortenedLocalName("Heart"), .txPowerLevel(4), .serviceData(Self.uuid, [1])])
        let response = Bench.report(
            Bench.peer, [.completeLocalName("Heart Rate"), .serviceData(BluetoothUUID(0x180F), [2])],
            response: true)
        bench.host(.advertisementReceived(advertising))
        bench.host(.advertisementReceived(response))
        if isLater {
            bench.send(.stopScan, session)
            bench.send(.scan(.init()), session)
            bench.seen = []
            bench.host(.advertisementReceived(advertising))
        }
        let found = discoveries(&bench, session).map(\.1)
        #expect(found.map(\.localName) == (isLater ? ["Heart Rate"] : ["Heart", "Heart Rate"]))
        #expect(found.allSatisfy { $0.txPowerLevel == 4 })
        #expect(found.last?.serviceData.map(\.data) == [[1], [2]])
    }

    @Test(
        "Behaviour 2.20: which of Apple's data is hidden, by system and switch",
        arguments: [
            (OSProfile.iOS(18), OSProfile.ManufacturerDataStripping.beacons), (.macOS(15), .none),
        ])
    func strippingDefaults(profile: OSProfile, stripping: OSProfile.ManufacturerDataStripping) {
        #expect(profile.manufacturerDataStripping == stripping)
    }

    @Test(
        "Behaviour 2.31: any two phones use the same bit for a service, which Faraday chose; some services share one"
    )
    func overflowBits() {
        let all = (0..<200).map { BluetoothUUID(UInt16(0x1800 + $0)) }
        let masks = all.map { OverflowArea([$0]) }
        for (uuid, mask) in zip(all, masks) {
            #expect(mask.high.nonzeroBitCount + mask.low.nonzeroBitCount == 1)
            #expect(mask.mayContain(uuid) && mask == OverflowArea([uuid.expanded]))
        }
        #expect(Set(masks).count < all.count, "128 bits do for any number of services")
        let data = OverflowArea(Array(all.prefix(3))).structure.data
        #expect(data.prefix(3) == [0x4C, 0x00, 0x01] && data.count == 19)
        #expect(OverflowArea(manufacturerData: data) == OverflowArea(Array(all.prefix(3))))
    }

    @Test(
        "Behaviour 1.21: with the switch on, a scan continues when Bluetooth is on again",
        arguments: [false, true])
    func acrossPowerCycle(resumes: Bool) {
        var profile = OSProfile.iOS(18)
        #expect(!profile.resumesScanAfterPowerOff)
        profile.resumesScanAfterPowerOff = resumes
        var (bench, session) = scanning(.init(), profile)
        bench.model.setRadio(.off, at: bench.now)
        bench.model.setRadio(.on, at: bench.now)
        bench.host(.ready(Bench.address))
        bench.seen = []
        bench.host(.advertisementReceived(Bench.report()))
        #expect(discoveries(&bench, session).count == (resumes ? 1 : 0))
    }

    @Test("Behaviour 1.39: the phone does not discover itself")
    func loopback() {
        var (bench, session) = scanning()
        bench.host(.advertisementReceived(Bench.report(Bench.address)))
        #expect(discoveries(&bench, session).isEmpty)
    }

    @Test(
        "Behaviour 2.21, 2.22: the GAP name replaces the advertised one, which is still updated in the data")
    func names() {
        var profile = OSProfile.plain
        profile.readsPeerName = true
        var (bench, session, peer) = Bench.connected(profile)
        bench.send(.scan(.init()), session)
        bench.seen = []
        bench.model.handle(
            .procedureEnded(
                Bench.link, bench.model.links[0].client.operations.currentToken,
                .values([GATT.ReadValue(handle: 3, value: Array("GAP".utf8))])), at: bench.now)
        bench.host(.advertisementReceived(Bench.report(Bench.peer, [.completeLocalName("Advertised")])))
        let events = bench.takeCentral(session)
        #expect(events.first == .nameChanged(peer, "GAP"))
        guard case .discovered(let portValue, let keys, _) = events.last else {
            Issue.record("nothing was discovered")
            return
        }
        #expect(portValue.name == "GAP")
        #expect(keys.localName == "Advertised")
    }

    @Test("Behaviour 3.33: identifiers differ by phone and address, and repeat for a seed")
    func identifiers() {
        let address = DeviceAddress(0x1234, .public)
        let identifier = PeerIdentifier(seed: 1, address: address)
        #expect(identifier == PeerIdentifier(seed: 1, address: address))
        #expect(identifier != PeerIdentifier(seed: 2, address: address))
        #expect(identifier != PeerIdentifier(seed: 1, address: DeviceAddress(0x1234, .random)))
        #expect(identifier.high >> 12 & 0xF == 4)
        #expect(identifier.low >> 62 == 2)
    }

    @Test("Limit: ten times more advertisers than the phone remembers do not make it grow")
    func boundedPeers() {
        var profile = OSProfile.iOS(18)
        profile.maximumKnownPeers = 100
        var (bench, session) = scanning(.init(), profile)
        let kept = DeviceAddress(1, .random)
        bench.host(.advertisementReceived(Bench.report(kept)))
        let identifier = PeerIdentifier(seed: 42, address: kept)
        bench.send(.connect(identifier, .init()), session)
        bench.seen = []
        for number in 2..<1000 {
            bench.host(.advertisementReceived(Bench.report(DeviceAddress(UInt64(number), .random))))
        }
        #expect(discoveries(&bench, session).count == 998)
        #expect(bench.model.peers.count == 100)
        // 3.30: forgotten ones are not retrieved, one that is needed is.
        let forgotten = PeerIdentifier(seed: 42, address: DeviceAddress(2, .random))
        #expect(
            bench.model.retrieve([forgotten, identifier], for: session)
                == [Central.Peer(identifier: identifier, name: nil)])
        bench.send(.connect(forgotten, .init()), session)
        #expect(bench.takeCentral(session) == [.failedToConnect(forgotten, .local(code: 12))])
    }

    @Test("Advertising data of any bytes never traps", arguments: [UInt64(1), 2, 3])
    func anyBytes(seed: UInt64) {
        var (bench, _) = scanning(.init(services: [Self.uuid], allowsDuplicates: true))
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<2000 {
            let state = numbers.next()
            var bytes: [UInt8] = []
            for index in 0..<UInt64(state >> 59) {
                bytes.append(UInt8(truncatingIfNeeded: state >> index ^ index))
            }
            var report = Bench.report(DeviceAddress(state >> 60, .random), response: state & 1 == 0)
            report.data = bytes
            bench.host(.advertisementReceived(report))
        }
        #expect(bench.model.peers.count <= 16)
    }
}
