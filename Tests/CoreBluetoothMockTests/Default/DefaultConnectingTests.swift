import CoreBluetoothMock
import FaradayTesting
import Testing

/// Links and known peripherals with the default behaviour.
@Suite struct DefaultConnectingTests {
    @Test("By default: peripherals that nobody keeps", .simulated(seed: 1)) func nobodyKeepsIt() async throws
    {
        let firmware = StageFirmware()
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: Stage.advertisement)
            .connectable(name: "Device", services: [firmware.service], delegate: firmware).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let proxy = CBMCentralManagerDelegateProxy()
        let delegate = CBMPeripheralDelegateProxy()
        var services = 0
        proxy.didUpdateState = { $0.scanForPeripherals(withServices: nil) }
        proxy.didDiscoverPeripheral = { manager, peripheral, _, _ in manager.connect(peripheral) }
        proxy.didConnect = { _, peripheral in
            peripheral.delegate = delegate
            peripheral.discoverServices(nil)
        }
        delegate.didDiscoverServices = { peripheral, _ in services = peripheral.services?.count ?? 0 }
        let manager = CBMCentralManagerMock(delegate: proxy, queue: nil)
        try await World.current.run(for: .seconds(10))
        #expect(services == 1 && spec.isConnected)
        // The phone's behaviour is reported once.
        let errors = CBMCentralManagerMock.simulationErrors
        #expect(errors.map(\.kind) == [.peripheralNotKept])
        #expect(errors.first?.description.contains("Keep the peripheral in a property") == true)
        withExtendedLifetime(manager) {}
    }

    @Test("Peripherals that the app retains cause no message", .simulated(seed: 2)) func kept() async throws {
        try await Stage().explore()
        #expect(CBMCentralManagerMock.simulationErrors.isEmpty)
    }

    @Test("By default: connection requests", .simulated(seed: 3)) func requests() async throws {
        let stage = try await Stage(interval: 0.04).discover()
        let heard = try await stage.hear { stage.manager.connect(stage.peripheral) }
        let expected = ["40 spec connect", "80 spec connect", "120 spec connect", "140 connected Device"]
        #expect(heard == expected, "at each advertisement until an attempt is complete")
    }

    @Test("By default: an empty list of services in retrieveConnectedPeripherals", .simulated(seed: 4))
    func everybody() async throws {
        let stage = try await Stage().connect()
        #expect(stage.manager.retrieveConnectedPeripherals(withServices: []).count == 1)
    }

    @Test("By default: whose services count there", .simulated(seed: 5)) func whoseServices() async throws {
        let stage = try await Stage().connect()
        let services = [Stage.service]
        let second = CBMCentralManagerMock()
        try await stage.hear()
        #expect(stage.manager.retrieveConnectedPeripherals(withServices: services).isEmpty, "not discovered")
        let theirs = second.retrieveConnectedPeripherals(withServices: services)
        #expect(theirs.map(\.identifier) == [stage.spec.identifier], "a link of another manager")
        #expect(second.retrieveConnectedPeripherals(withServices: [CBMUUID(string: "180F")]).isEmpty)
        try await stage.hear { stage.peripheral.discoverServices(nil) }
        #expect(stage.manager.retrieveConnectedPeripherals(withServices: services).count == 1)
        let other = CBMPeripheralSpec.simulatePeripheral()
            .connected(name: "Held", services: [stage.firmware.service], delegate: StageFirmware()).build()
        CBMCentralManagerMock.simulateAddition(of: other)
        let all = stage.manager.retrieveConnectedPeripherals(withServices: services)
        #expect(all.map(\.name) == ["Device", "Held"])
        #expect(all.first === stage.peripheral)
    }

    @Test("A peripheral that another app has connected can be connected", .simulated(seed: 6))
    func heldByAnotherApp() async throws {
        let stage = Stage { builder, firmware in
            builder.connected(name: "Held", services: [firmware.service], delegate: firmware)
        }
        stage.makeManager()
        try await stage.hear()
        let held = try #require(
            stage.manager.retrieveConnectedPeripherals(withServices: [Stage.service]).first)
        stage.take(held)
        #expect(try await stage.hear { stage.manager.connect(held) } == ["0 connected Held"])
        // The other app keeps the link.
        #expect(
            try await stage.hear { stage.manager.cancelPeripheralConnection(held) } == ["45 disconnected"])
        #expect(stage.spec.isConnected)
    }

    @Test("By default: options of connect", .simulated(seed: 7)) func options() async throws {
        let stage = try await Stage().discover()
        let heard = try await stage.hear {
            stage.manager.connect(
                stage.peripheral, options: [CBMConnectPeripheralOptionStartDelayKey: 3 as NSNumber])
        }
        #expect(heard.last == "350 connected Device")
    }

    @Test("By default: between a remote loss and its notice", .simulated(seed: 8)) func gap() async throws {
        let stage = try await Stage().explore()
        stage.peripheral.setNotifyValue(true, for: stage.firmware.button)
        try await stage.hear()
        let heard = try await stage.hear {
            stage.spec.simulateDisconnection(withError: CBMError(.connectionTimeout))
            stage.peripheral.readValue(for: stage.firmware.led)
            stage.spec.simulateValueUpdate(Data([1]), for: stage.firmware.button)
        }
        #expect(
            heard == [
                "0 spec disconnect 6", "0 spec read 1525", "-", "100 value 1525 [1]",
                "2000 disconnected: CBErrorDomain 6",
            ], "answered, and nothing is notified")
    }

    @Test("By default: services after a link ended", .simulated(seed: 10)) func afterwards() async throws {
        let stage = try await Stage().explore()
        stage.onLine = { line in
            if line.hasPrefix("disconnected") { #expect(stage.peripheral.services == nil) }
        }
        stage.manager.cancelPeripheralConnection(stage.peripheral)
        try await stage.hear()
        stage.onLine = nil
        let key = "kCBConnectOptionEnableAutoReconnect"
        try await stage.hear { stage.manager.connect(stage.peripheral, options: [key: true as NSNumber]) }
        try await stage.hear { stage.peripheral.discoverServices(nil) }
        let heard = try await stage.hear { stage.spec.simulateDisconnection() }
        #expect(heard.prefix(3) == ["0 spec disconnect 7", "-", "100 reconnecting: CBErrorDomain 7"])
        #expect(heard.last?.hasSuffix("connected Device") == true)
        #expect(stage.peripheral.services?.count == 1, "they are kept")
        #expect(try await stage.hear { stage.peripheral.discoverServices(nil) } == ["0 services 1"])
    }

    @Test("By default: errors", .simulated(seed: 11)) func errors() async throws {
        struct Own: Error, Equatable {
            var number = 5
        }
        let stage = try await Stage().explore()
        stage.firmware.value = .failure(Own())
        try await stage.hear { stage.peripheral.readValue(for: stage.firmware.led) }
        #expect(stage.error as? Own == Own())
        try await stage.hear { stage.spec.simulateDisconnection(withError: Own(number: 6)) }
        #expect(stage.error as? Own == Own(number: 6))
        #expect((stage.error as AnyObject) as? Own == Own(number: 6))
    }

    @Test("By default: cancelling before the spec delegate has answered the connection", .simulated(seed: 12))
    func early() async throws {
        let stage = try await Stage().discover()
        stage.onLine = { line in
            if line == "spec connect" { stage.manager.cancelPeripheralConnection(stage.peripheral) }
        }
        let heard = try await stage.hear { stage.manager.connect(stage.peripheral) }
        #expect(heard == ["250 spec connect", "250 disconnected"])
    }

    @Test("By default: commands before the spec delegate has let the link in", .simulated(seed: 13))
    func tooEarly() async throws {
        let stage = try await Stage().discover()
        let heard = try await stage.hear {
            stage.manager.connect(stage.peripheral)
            stage.peripheral.discoverServices(nil)
            stage.peripheral.readRSSI()
        }
        #expect(heard == ["250 spec connect", "350 connected Device"])
    }

    @Test("By default: a CBMPeripheral of the test's own, passed to a mock manager", .simulated(seed: 14))
    func stranger() async throws {
        let stage = try await Stage().discover()
        let heard = try await stage.hear {
            stage.manager.connect(Stranger())
            stage.manager.cancelPeripheralConnection(Stranger())
        }
        #expect(heard == [])
    }

    @Test("By default: openL2CAPChannel", .simulated(seed: 16)) func channels() async throws {
        let stage = try await Stage().connect()
        #expect(
            try await stage.hear { stage.peripheral.openL2CAPChannel(0x80) } == [
                "0 channel: CBErrorDomain 13"
            ])
    }

    @Test(
        "One link for all managers: the spec delegate is called for the first connect and the last disconnect",
        .simulated(seed: 17))
    func shared() async throws {
        let first = try await Stage().connect()
        let second = CBMCentralManagerDelegateProxy()
        let manager = CBMCentralManagerMock(delegate: second, queue: nil)
        try await first.hear()
        let peripheral = try #require(
            manager.retrievePeripherals(withIdentifiers: [first.spec.identifier]).first)
        #expect(peripheral !== first.peripheral && peripheral.name == "Device")
        #expect(try await first.hear { manager.connect(peripheral) } == [])
        #expect(peripheral.state == .connected)
        #expect(
            try await first.hear { first.manager.cancelPeripheralConnection(first.peripheral) } == [
                "100 disconnected"
            ])
        #expect(
            try await first.hear { manager.cancelPeripheralConnection(peripheral) } == [
                "100 spec disconnect -1"
            ])
    }

    @Test("A manager that waits for a device is connected when another manager is", .simulated(seed: 18))
    func joins()
        async throws
    {
        let first = try await Stage().discover()
        let proxy = CBMCentralManagerDelegateProxy()
        let manager = CBMCentralManagerMock(delegate: proxy, queue: nil)
        try await first.hear()
        let other = try #require(manager.retrievePeripherals(withIdentifiers: [first.spec.identifier]).first)
        nonisolated(unsafe) let late = { [weak manager] in manager?.connect(other) }
        first.onLine = { line in
            // After the advertisement, before the link.
            if line == "spec connect" { first.world.after(.milliseconds(50)) { _ = late() } }
        }
        try await first.hear { first.manager.connect(first.peripheral) }
        #expect(other.state == .connected)
    }
}
