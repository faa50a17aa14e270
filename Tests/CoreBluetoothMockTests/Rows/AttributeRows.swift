import CoreBluetoothMock
import FaradayTesting
import Testing

/// Which objects stand for attributes, and which of them a peripheral takes.
@Suite struct AttributeRows {
    /// Asks the app's peripheral for the value of an attribute that is none of its own.
    private func refuses(_ app: CentralApp, _ attribute: CBMCharacteristic) async throws {
        let before = app.lines
        let reports = try await World.current.expectMisuse(.foreignObject) {
            app.peripheral?.readValue(for: attribute)
            try await World.current.run(for: .seconds(1))
        }
        #expect(reports.count == 1 && app.lines == before)
    }

    @Test("With the line: attributes kept from an earlier link", .simulated(seed: 1), .coreBluetooth)
    func earlierLink() async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec())
        let old = app.characteristic(board.led)
        app.cancel()
        try await World.current.run(until: { app.lines.last == "disconnected" })
        app.connectAgain()
        try await World.current.run(until: { app.isReady })
        let new = app.characteristic(board.led)
        #expect(new == old && new !== old)
        try await refuses(app, old)
        #expect(try await app.answer { app.peripheral?.readValue(for: new) } == "value 1525")
        #expect(try await app.answer { app.peripheral?.readValue(for: board.led) } == "value 1525")
    }

    @Test("With the line: attributes of another manager's peripheral", .simulated(seed: 2), .coreBluetooth)
    func otherManager() async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec())
        let other = CentralApp(connects: false)
        try await World.current.run(until: { other.central.state == .poweredOn })
        let linked = other.central.retrieveConnectedPeripherals(withServices: [TestBoard.service])
        other.connect(try #require(linked.first))
        try await World.current.run(until: { other.isReady })
        let (own, foreign) = (app.characteristic(board.led), other.characteristic(board.led))
        #expect(own == foreign && own !== foreign)
        try await refuses(app, foreign)
        #expect(try await app.answer { app.peripheral?.readValue(for: own) } == "value 1525")
        #expect(try await app.answer { app.peripheral?.readValue(for: board.led) } == "value 1525")
    }

    @Test("With the line: definitions as arguments before discovery", .simulated(seed: 3), .coreBluetooth)
    func definitions() async throws {
        let board = TestBoard()
        let (app, log) = (App(), PeripheralLog())
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let peripheral = try await app.connect()
        peripheral.delegate = log
        let reports = try await World.current.expectMisuse(.foreignObject) {
            peripheral.discoverCharacteristics(nil, for: board.service)
            peripheral.readValue(for: board.led)
            try await World.current.run(for: .seconds(1))
        }
        #expect(reports.count == 2 && log.lines.isEmpty && board.calls == ["connect"])
        for report in reports {
            #expect("\(report)".hasPrefix("API MISUSE") && "\(report)".contains("discover it first"))
        }
        let requests = [
            { peripheral.discoverServices(nil) },
            { peripheral.discoverCharacteristics(nil, for: board.service) },
            { peripheral.readValue(for: board.led) },
        ]
        for (index, request) in requests.enumerated() {
            request()
            try await World.current.run(until: { log.lines.count > index })
        }
        #expect(log.lines.last == "value 1525 [1]")
    }

    @Test("With the line: the class of discovered attributes", .simulated(seed: 4), .coreBluetooth)
    func classes() async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec())
        let service = try #require(app.peripheral?.services?.first)
        let characteristic = app.characteristic(board.button)
        let descriptor = try #require(characteristic.descriptors?.first)
        let found: [(CBMAttribute, CBMAttribute.Type)] = [
            (service, CBMService.self), (characteristic, CBMCharacteristic.self),
            (descriptor, CBMDescriptor.self),
        ]
        for (attribute, kind) in found {
            #expect(type(of: attribute) != kind && attribute.isKind(of: kind))
        }
    }

    private final class Opener: CBMPeripheralDelegateProxy {
        var channel: CBML2CAPChannel?

        override func peripheral(
            _ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?
        ) {
            self.channel = channel
        }
    }

    @Test(
        "CoreBluetooth too: peripheral(_:didOpen:error:) in a subclass of CBMPeripheralDelegateProxy",
        .simulated(seed: 5), .coreBluetooth)
    func proxies() async throws {
        let (app, opener) = (App(), Opener())
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [], delegate: TestBoard())
            .taking(CBMChannelMock(psm: 0x80) { _, _ in })
            .build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let peripheral = try await app.connect()
        peripheral.delegate = opener
        peripheral.openL2CAPChannel(0x80)
        try await World.current.run(until: { opener.channel?.psm == 0x80 })
    }

    @Test(
        "With the line: service UUIDs of several widths in one advertisement", .simulated(seed: 6),
        .coreBluetooth,
        arguments: [["180F", "B", "180A"], ["180F", "12345678", "180A"]])
    func widths(given: [String]) async throws {
        let uuids = given.map { $0 == "B" ? TestBoard.service : CBMUUID(string: $0) }
        let spec = TestBoard().spec([CBMAdvertisementDataServiceUUIDsKey: uuids])
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(until: { !app.reports.isEmpty })
        let seen = app.reports.first?.data[CBMAdvertisementDataServiceUUIDsKey] as? [CBMUUID]
        #expect(seen == [uuids[0], uuids[2], uuids[1]])
    }
}
