import CoreBluetoothMock
import FaradayTesting
import Testing

/// Controls of mock peripherals, except their links.
@Suite struct ControlTests {
    @Test(
        "Proximity is a strength, and what varies stays in its bounds", .simulated(seed: 1), .coreBluetooth,
        arguments: [(CBMProximity.immediate, -40), (.near, -70), (.far, -100)], [0, 15, -7])
    func proximity(place: (CBMProximity, Int), deviation: Int) async throws {
        let spec = TestBoard().spec(proximity: place.0)
        CBMCentralManagerMock.simulateRSSIDeviation(deviation == 15 ? .default : .custom(deviation))
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(for: .seconds(5))
        let strengths = app.reports.map(\.rssi)
        let bound = abs(deviation)
        #expect(strengths.count > 20)
        #expect(strengths.allSatisfy { abs($0 - place.1) <= bound })
        if bound > 0 { #expect(strengths.contains { abs($0 - place.1) > bound / 2 }) }
    }

    @Test(
        "Signal strengths vary by up to 15 dB unless the test sets another deviation", .simulated(seed: 2),
        .coreBluetooth)
    func deviation() async throws {
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(for: .seconds(5))
        #expect(app.reports.allSatisfy { (-55 ... -25).contains($0.rssi) })
        #expect(Set(app.reports.map(\.rssi)).count > 5)
        CBMCentralManagerMock.simulateRSSIDeviation(.none)
        let count = app.reports.count
        try await World.current.run(for: .seconds(1))
        #expect(Set(app.reports.dropFirst(count).map(\.rssi)) == [-40])
    }

    @Test(
        "Known peripherals are retrieved by their identifiers; others after a scan has found them",
        .simulated(seed: 3), .coreBluetooth)
    func knowledge() async throws {
        let stranger = TestBoard().spec(proximity: .outOfRange)
        let known = CBMPeripheralSpec.simulatePeripheral(proximity: .outOfRange)
            .connectable(name: "Known", services: [], delegate: TestBoard()).allowForRetrieval().build()
        CBMCentralManagerMock.simulatePeripherals([stranger, known])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(until: { app.central.state == .poweredOn })
        let both = [stranger.identifier, known.identifier]
        func retrieved() -> [UUID] {
            app.central.retrievePeripherals(withIdentifiers: both).map(\.identifier)
        }
        #expect(retrieved() == [known.identifier])
        #expect(!stranger.isKnown && known.isKnown)
        stranger.simulateCaching()
        #expect(retrieved() == both)
        #expect(stranger.isKnown)
    }

    @Test("A peripheral that a scan has found is known", .simulated(seed: 4), .coreBluetooth)
    func meeting() async throws {
        let spec = TestBoard().spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        #expect(!spec.isKnown)
        let app = CentralApp(connects: false)
        try await World.current.run(until: { !app.reports.isEmpty })
        #expect(spec.isKnown)
        #expect(app.reports.first?.identifier == spec.identifier)
    }

    @Test("Another address is another identifier; the link stays", .simulated(seed: 5), .coreBluetooth)
    func changedAddress() async throws {
        let board = TestBoard()
        let spec = board.spec()
        let old = spec.identifier
        let app = try await CentralApp.ready(with: spec)
        let new = UUID()
        spec.simulateMacChange(new)
        #expect(spec.identifier == new && !spec.isKnown && spec.isConnected)
        app.read(board.led)
        try await World.current.run(until: { app.values == [Data([1])] })
        // The phone knows neither of them.
        #expect(app.central.retrievePeripherals(withIdentifiers: [old, new]).isEmpty)
        app.cancel()
        let count = app.reports.count
        try await World.current.run(for: .seconds(5))
        #expect(Set(app.reports.dropFirst(count).map(\.identifier)) == [new])
        #expect(spec.isKnown)
        let found = app.central.retrievePeripherals(withIdentifiers: [old, new])
        #expect(found.map(\.identifier) == [new])
    }

    @Test(
        "Behaviour 3.30: after an address change, a peripheral cannot be reached under its old identifier",
        .simulated(seed: 10), .coreBluetooth)
    func oldIdentifier() async throws {
        let board = TestBoard()
        let spec = board.spec()
        let app = try await CentralApp.ready(with: spec)
        spec.simulateProximityChange(.outOfRange)
        try await World.current.run(until: { app.lines.count == 2 })
        app.connectAgain()
        spec.simulateMacChange()
        spec.simulateProximityChange(.near)
        try await World.current.run(for: .seconds(5))
        #expect(app.peripheral?.state == .connecting && !spec.isConnected)
        app.cancel()
        try await World.current.run(until: { app.lines.count == 3 })
        app.connectAgain()
        try await World.current.run(until: { app.lines.count == 4 })
        #expect(app.lines[2...] == ["disconnected", "failed: CBErrorDomain 12"])
        #expect(app.reports.last?.identifier == spec.identifier)
    }

    @Test(
        "Changes to a spec before it is added take effect, but only in this world", .simulated(seed: 6),
        .coreBluetooth)
    func beforehand() async throws {
        let spec = TestBoard().spec(proximity: .outOfRange)
        let identifier = UUID()
        spec.simulateProximityChange(.near)
        spec.simulateMacChange(identifier)
        spec.simulateCaching()
        #expect(spec.proximity == .near && spec.identifier == identifier && spec.isKnown)
        CBMCentralManagerMock.simulateRSSIDeviation(.none)
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(until: { !app.reports.isEmpty })
        #expect(app.reports.first?.identifier == identifier)
        #expect(app.reports.first?.rssi == -70)
        let elsewhere = World().addPhone()
        elsewhere.run {
            #expect(spec.proximity == .outOfRange && !spec.isKnown)
            #expect(spec.identifier != identifier)
        }
    }

    @Test(
        "Services that remain survive a change; a new name is reported", .simulated(seed: 7),
        .coreBluetooth)
    func services() async throws {
        let board = TestBoard()
        let extra = CBMServiceMock(
            type: CBMUUID(string: "180F"), primary: true,
            characteristics: CBMCharacteristicMock(type: CBMUUID(string: "2A19"), properties: .read))
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Before", services: [board.service, extra], delegate: board).build()
        let app = try await CentralApp.ready(with: spec)
        app.subscribe(board.button)
        try await World.current.run(for: .seconds(2))
        let newcomer = CBMServiceMock(type: CBMUUID(string: "180A"), primary: true)
        spec.simulateServiceChange(newName: "After", newServices: [board.service, newcomer])
        try await World.current.run(for: .seconds(3))
        #expect(app.lines.contains("modified [\"180F\"]"))
        #expect(app.lines.contains("name After"))
        #expect(spec.name == "After")
        #expect(spec.services == [board.service, newcomer])
        spec.simulateValueUpdate(Data([3]), for: board.button)
        try await World.current.run(for: .seconds(1))
        #expect(app.values == [Data([3])])
        #expect(app.peripheral?.services?.map(\.uuid) == [TestBoard.service])
        app.peripheral?.discoverServices(nil)
        try await World.current.run(for: .seconds(2))
        #expect(app.peripheral?.services?.count == 2)
    }

    @Test("A change right after the discovery is reported as well", .simulated(seed: 9), .coreBluetooth)
    func earlyChange() async throws {
        let board = TestBoard()
        let spec = board.spec()
        let app = try await CentralApp.ready(with: spec)
        let other = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)
        spec.simulateServiceChange(newName: "Later", newServices: [other])
        try await World.current.run(until: { app.lines.contains("name Later") })
        #expect(
            app.lines.filter { $0.hasPrefix("modified") } == [
                "modified [\"\(TestBoard.service.uuidString)\"]"
            ])
    }

    @Test(
        "Peripherals keep no world alive, and no delegate longer than their world", arguments: [false, true])
    func lifetimes(isCoreBluetooth: Bool) throws {
        weak var world: World?
        weak var board: TestBoard?
        do {
            let phone = World(seed: 3).addPhone()
            let own = TestBoard()
            (world, board) = (phone.world, own)
            let spec = own.spec()
            phone.run {
                CBMCentralManagerMock.simulateCoreBluetooth(isCoreBluetooth)
                CBMCentralManagerMock.simulatePeripherals([spec])
            }
            try phone.world.run(for: .seconds(1))
            #expect(phone.world.nodeNames.count == (isCoreBluetooth ? 2 : 1))
        }
        #expect(world == nil)
        #expect(board == nil)
    }

    @Test(
        "Behaviour 4.22: services stand in the order of the spec; what they include is found through them",
        .simulated(seed: 8), .coreBluetooth)
    func inclusion() async throws {
        let board = TestBoard()
        let part = CBMServiceMock(type: CBMUUID(string: "180F"), primary: false)
        // Of the same type, as the other is, and not one of the spec's own.
        let (listed, unlisted) = (
            CBMServiceMock(type: CBMUUID(string: "1530"), primary: true),
            CBMServiceMock(type: CBMUUID(string: "1530"), primary: true, characteristics: board.button)
        )
        let whole = CBMServiceMock(
            type: TestBoard.service, primary: true, includedServices: part, unlisted, listed,
            characteristics: board.led)
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Parts", services: [whole, listed], delegate: board).build()
        let app = try await CentralApp.ready(with: spec)
        let service = try #require(app.peripheral?.services?.first)
        #expect(app.peripheral?.services == [whole, listed])
        app.peripheral?.discoverIncludedServices(nil, for: service)
        try await World.current.run(for: .seconds(1))
        let included = try #require(service.includedServices)
        #expect(Set(included) == [part, unlisted, listed] && included.count == 3)
        #expect(included.contains { $0 === app.peripheral?.services?[1] })
        // An included service stays with the service that includes it.
        let new = CBMServiceMock(type: CBMUUID(string: "1531"), primary: true)
        spec.simulateServiceChange(newName: nil, newServices: [new, whole, listed])
        try await World.current.run(for: .seconds(1))
        #expect(app.lines.last == "modified []")
        app.peripheral?.discoverServices(nil)
        try await World.current.run(for: .seconds(1))
        #expect(app.peripheral?.services == [whole, listed, new])
        spec.simulateServiceChange(newName: nil, newServices: [whole])
        try await World.current.run(for: .seconds(1))
        #expect(app.peripheral?.services?.contains(whole) == false)
    }
}
