import CoreBluetoothMock
import FaradayTesting
import Testing

/// The ready-made peripherals.
@Suite struct ReadyMadeTests {
    /// A manager's delegate that scans, and writes down when it finds whom.
    private final class Finder: NSObject, CBMCentralManagerDelegate {
        private(set) var lines: [String] = []
        private(set) var peripherals: [CBMPeripheral] = []

        func centralManagerDidUpdateState(_ central: CBMCentralManager) {
            central.scanForPeripherals(
                withServices: nil, options: [CBMCentralManagerScanOptionAllowDuplicatesKey: true])
        }

        func centralManager(
            _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            peripherals.append(peripheral)
            lines.append("\((World.current.now - .zero).count / 1_000_000) \(peripheral.name ?? "-") \(RSSI)")
        }
    }

    @Test("They advertise every 2 s, at first after 5 s, near and far", .simulated(seed: 1))
    func advertising()
        async throws
    {
        let (uart, blinky) = (UART(), Blinky())
        #expect(uart.name == "Nordic_UART" && uart.spec.name == uart.name)
        #expect(blinky.spec.name == "Nordic_Blinky")
        #expect(blinky.spec.proximity == .immediate && uart.spec.proximity == .far)
        #expect(uart.spec.connectionDelegate as? UART === uart)
        #expect([uart.spec, blinky.spec].allSatisfy { $0.connectionInterval == 0.020 })
        CBMCentralManagerMock.simulatePeripherals([blinky.spec, uart.spec])
        CBMCentralManagerMock.simulateRSSIDeviation(.none)
        CBMCentralManagerMock.simulatePowerOn()
        let finder = Finder()
        let manager = CBMCentralManagerMock(delegate: finder, queue: nil)
        try await World.current.run(for: .seconds(8))
        let expected = [
            "5000 Nordic_Blinky -40", "5000 Nordic_UART -100", "7000 Nordic_Blinky -40",
            "7000 Nordic_UART -100",
        ]
        #expect(finder.lines == expected)
        withExtendedLifetime(manager) {}
    }

    @Test(
        "They are found by the names that they are given", .simulated(seed: 2),
        arguments: [MockBehaviourOfTest.library, .coreBluetooth])
    func names(behaviour: MockBehaviourOfTest) async throws {
        CBMCentralManagerMock.simulateCoreBluetooth(behaviour == .coreBluetooth)
        CBMCentralManagerMock.simulatePeripherals([UART(name: "Lamp").spec, Blinky(name: "Desk").spec])
        CBMCentralManagerMock.simulatePowerOn()
        let finder = Finder()
        let manager = CBMCentralManagerMock(delegate: finder, queue: nil)
        try await World.current.run(until: { Set(finder.peripherals.map(\.name)) == ["Lamp", "Desk"] })
        withExtendedLifetime(manager) {}
    }

    enum MockBehaviourOfTest: CaseIterable { case library, coreBluetooth }

    /// An app that is linked to `spec`, and has discovered everything.
    private func app(
        with spec: CBMPeripheralSpec, _ service: CBMUUID, isolation: isolated (any Actor)? = #isolation
    ) async throws -> (app: CentralApp, parts: [CBMCharacteristic]) {
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(services: [service])
        try await World.current.run(until: { app.isReady })
        return (app, try #require(app.peripheral?.services?.first?.characteristics))
    }

    @Test(
        "The UART answers each value with its number and its text", .simulated(seed: 3),
        arguments: MockBehaviourOfTest.allCases)
    func answers(behaviour: MockBehaviourOfTest) async throws {
        CBMCentralManagerMock.simulateCoreBluetooth(behaviour == .coreBluetooth)
        let uart = UART()
        let (app, parts) = try await app(with: uart.spec, UART.service)
        app.peripheral?.setNotifyValue(true, for: parts[1])
        try await World.current.run(for: .seconds(1))
        app.peripheral?.writeValue(Data("Hello".utf8), for: parts[0], type: .withResponse)
        try await World.current.run(for: .seconds(1))
        app.peripheral?.writeValue(Data("World".utf8), for: parts[0], type: .withoutResponse)
        try await World.current.run(for: .seconds(1))
        let texts = app.values.map { String(decoding: $0 ?? Data(), as: UTF8.self) }
        #expect(texts == ["Received message #1:\nHello", "Received message #2:\nWorld"])
        #expect(uart.received == [Data("Hello".utf8), Data("World".utf8)])
        // A test that answers itself.
        uart.onReceive = { [weak uart] in uart?.send($0) }
        app.peripheral?.writeValue(Data([1, 2]), for: parts[0], type: .withoutResponse)
        try await World.current.run(for: .seconds(1))
        #expect(app.values.last == Data([1, 2]) && app.values.count == 3)
    }

    @Test(
        "The Blinky's button changes every 2 s while an app is subscribed", .simulated(seed: 4),
        arguments: MockBehaviourOfTest.allCases)
    func button(behaviour: MockBehaviourOfTest) async throws {
        CBMCentralManagerMock.simulateCoreBluetooth(behaviour == .coreBluetooth)
        let blinky = Blinky()
        let (app, parts) = try await app(with: blinky.spec, Blinky.service)
        try await World.current.run(for: .seconds(5))
        #expect(!blinky.isButtonPressed && app.values.isEmpty, "nobody is subscribed")
        app.peripheral?.setNotifyValue(true, for: parts[0])
        try await World.current.run(for: .seconds(1))
        app.peripheral?.writeValue(Data([1]), for: parts[1], type: .withResponse)
        try await World.current.run(for: .seconds(6))
        #expect(app.values == [Data([1]), Data([0]), Data([1])])
        #expect(blinky.isLEDOn && blinky.isButtonPressed)
        app.peripheral?.setNotifyValue(false, for: parts[0])
        try await World.current.run(for: .seconds(10))
        #expect(app.values.count == 3)
        // The button is the test's too.
        app.peripheral?.setNotifyValue(true, for: parts[0])
        try await World.current.run(for: .seconds(1))
        blinky.release()
        try await World.current.run(for: .milliseconds(500))
        #expect(app.values.count == 4 && app.values.last == Data([0]))
        blinky.spec.simulateDisconnection()
        try await World.current.run(for: .seconds(10))
        #expect(app.values.count == 4 && !blinky.isButtonPressed, "it rests when the link has ended")
    }

    @Test("A Blinky that was subscribed to when Bluetooth went off begins anew", .simulated(seed: 5))
    func anew() async throws {
        let blinky = Blinky()
        let (first, parts) = try await app(with: blinky.spec, Blinky.service)
        first.peripheral?.setNotifyValue(true, for: parts[0])
        try await World.current.run(for: .seconds(3))
        #expect(first.values == [Data([1])])
        CBMCentralManagerMock.tearDownSimulation()
        try await World.current.run(for: .seconds(10))
        #expect(blinky.isButtonPressed, "it rests")
        let (second, others) = try await app(with: blinky.spec, Blinky.service)
        second.peripheral?.setNotifyValue(true, for: others[0])
        try await World.current.run(for: .seconds(5))
        #expect(second.values == [Data([0]), Data([1])])
    }
}
