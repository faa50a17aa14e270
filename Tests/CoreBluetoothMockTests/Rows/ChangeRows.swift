import CoreBluetoothMock
import FaradayTesting
import Testing

/// What an app sees when a peripheral's services or its name change.
@Suite struct ChangeRows {
    private func service(_ uuid: String) -> CBMServiceMock {
        let characteristic = CBMCharacteristicMock(type: CBMUUID(string: "2A19"), properties: .read)
        return CBMServiceMock(type: CBMUUID(string: uuid), primary: true, characteristics: characteristic)
    }

    private func modifications(_ app: CentralApp) -> [String] {
        app.lines.filter { $0.hasPrefix("modified") }
    }

    @Test("With the line: didModifyServices", .simulated(seed: 1), .coreBluetooth)
    func runs() async throws {
        let board = TestBoard()
        let services = ["FF01", "FF02", "FF03", "FF04", "FF05"].map(service)
        let spec = board.spec(of: services, mtu: 23)
        let app = try await CentralApp.ready(with: spec)
        spec.simulateServiceChange(newName: nil, newServices: [services[0], services[2], services[4]])
        try await World.current.run(for: .seconds(3))
        #expect(modifications(app) == ["modified [\"FF02\"]", "modified [\"FF04\"]"])
        spec.simulateServiceChange(newName: nil, newServices: [services[0]])
        try await World.current.run(for: .seconds(3))
        #expect(modifications(app).dropFirst(2) == ["modified [\"FF03\", \"FF05\"]"])
    }

    @Test(
        "With the line: a definition that stays, with other characteristics in it", .simulated(seed: 2),
        .coreBluetooth)
    func otherCharacteristics() async throws {
        let board = TestBoard()
        let spec = board.spec()
        let app = try await CentralApp.ready(with: spec)
        let (old, button) = (app.peripheral?.services?.first, app.characteristic(board.button))
        let new = CBMCharacteristicMock(type: CBMUUID(string: "1526"), properties: .read)
        board.service.characteristics = [board.button, new]
        spec.simulateServiceChange(newName: nil, newServices: [board.service])
        try await World.current.run(for: .seconds(3))
        #expect(modifications(app) == ["modified [\"\(TestBoard.service.uuidString)\"]"])
        try World.current.expectMisuse(.foreignObject) { app.peripheral?.readValue(for: button) }
        app.peripheral?.discoverServices(nil)
        try await World.current.run(for: .seconds(3))
        let found = try #require(app.peripheral?.services)
        #expect(found == [board.service] && found.first !== old)
        #expect(found.first?.characteristics == [board.button, new])
        #expect(app.characteristic(board.button) !== button)
        #expect(try await app.answer { app.read(new) } == "value 1526")
    }

    @Test("CoreBluetooth too: services changed", .simulated(seed: 3), .coreBluetooth)
    func sameDefinitions() async throws {
        let board = TestBoard()
        let (gone, new) = (service("180F"), service("180A"))
        let spec = board.spec(of: [board.service, gone], mtu: 23)
        let app = try await CentralApp.ready(with: spec)
        let kept = try #require(app.peripheral?.services?.first)
        let (led, level) = (
            app.characteristic(board.led), try #require(app.peripheral?.services?[1].characteristics?.first)
        )
        spec.simulateServiceChange(newName: nil, newServices: [board.service, new])
        try await World.current.run(for: .seconds(3))
        #expect(modifications(app) == ["modified [\"180F\"]"])
        let services = try #require(app.peripheral?.services)
        #expect(services.count == 1 && services.first === kept && app.characteristic(board.led) === led)
        #expect(try await app.answer { app.peripheral?.readValue(for: led) } == "value 1525")
        try World.current.expectMisuse(.foreignObject) { app.peripheral?.readValue(for: level) }
        app.peripheral?.discoverServices(nil)
        try await World.current.run(for: .seconds(3))
        #expect(app.peripheral?.services == [board.service, new])
        #expect(app.peripheral?.services?.first === kept)
    }

    @Test(
        "With the line: peripheralDidUpdateName", .simulated(seed: 4), .coreBluetooth,
        arguments: [("Firmware", ["name Firmware"]), ("Board", [])])
    func names(name: String, lines: [String]) async throws {
        let spec = TestBoard().spec(named: name, mtu: 23)
        let app = try await CentralApp.ready(with: spec)
        try await World.current.run(for: .seconds(3))
        func names() -> [String] { app.lines.filter { $0.hasPrefix("name") } }
        #expect(names() == lines && app.peripheral?.name == name)
        app.cancel()
        try await World.current.run(until: { app.lines.last == "disconnected" })
        app.connectAgain()
        try await World.current.run(for: .seconds(5))
        #expect(app.isReady && names() == lines, "on a first connection only")
        spec.simulateServiceChange(newName: "After", newServices: spec.services ?? [])
        try await World.current.run(for: .seconds(3))
        #expect(names() == lines + ["name After"])
    }

    @Test("With the line: simulateServiceChange without a name", .simulated(seed: 5), .coreBluetooth)
    func sameName() async throws {
        let spec = TestBoard().spec(named: "Board", mtu: 23)
        let app = try await CentralApp.ready(with: spec)
        spec.simulateServiceChange(newName: nil, newServices: spec.services ?? [])
        try await World.current.run(for: .seconds(3))
        #expect(app.peripheral?.name == "Board" && spec.name == "Board")
        #expect(!app.lines.contains { $0.hasPrefix("name") })
    }
}
