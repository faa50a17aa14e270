import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// What the article says of its listings holds. They share one blinky and its firmware, so one test runs at a time.
@Suite(.serialized) struct ArticleTests {
    private func start() async throws -> BlinkyApp {
        CBMCentralManagerMock.simulatePeripherals([blinky])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
        let app = BlinkyApp()
        try await World.current.run(until: { app.isReady })
        return app
    }

    @Test("A manager is powered off until a test says otherwise", .simulated(seed: 1))
    func initialState() async throws {
        let app = BlinkyApp()
        try await World.current.run(until: { !app.states.isEmpty })
        #expect(app.states == [.poweredOff])
        CBMCentralManagerMock.simulatePowerOn()
        try await World.current.run(until: { app.states.count == 2 })
        #expect(app.states == [.poweredOff, .poweredOn])
    }

    @Test(
        "The blinky is found by its service, and has the characteristics it was defined with",
        .simulated(seed: 2))
    func definition() async throws {
        let app = try await start()
        #expect(app.advertisement[CBAdvertisementDataLocalNameKey] as? String == "nRF Blinky")
        #expect(app.advertisement[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] == [.nordicBlinkyService])
        #expect(app.advertisement[CBAdvertisementDataIsConnectable] as? Bool == true)
        #expect(app.blinky?.identifier == blinky.identifier)
        #expect(app.blinky?.name == "nRF Blinky")
        #expect(app.blinky?.services == [CBMServiceMock.blinkySerivce])
        #expect(app.led?.properties == [.write, .read])
        #expect(app.button?.properties == [.notify, .read])
    }

    @Test("The delegate answers: what is written to the LED is read from it", .simulated(seed: 3))
    func delegate() async throws {
        let app = try await start()
        let peripheral = try #require(app.blinky)
        let led = try #require(app.led)
        for byte: UInt8 in [1, 0] {
            peripheral.writeValue(Data([byte]), for: led, type: .withResponse)
            peripheral.readValue(for: led)
        }
        peripheral.readValue(for: try #require(app.button))
        try await World.current.run(until: { app.values.count == 3 })
        #expect(app.values == ["LED 1", "LED 0", "button 0"])
        #expect(app.writeCount == 2)
    }

    @Test(
        "An update of the value comes by itself, after a wait for a connection interval or two",
        .simulated(seed: 4))
    func valueUpdate() async throws {
        let app = try await start()
        for buttonData in [Data([0x01]), Data([0x00])] {
            let start = World.current.now
            let count = app.values.count
            blinky.simulateValueUpdate(buttonData, for: .buttonCharacteristic)
            #expect(app.values.count == count)
            try await World.current.run(until: { app.values.count > count })
            // With the next connection event, or the one after if the device has an answer to give first.
            #expect(World.current.now - start <= .milliseconds(301))
        }
        #expect(app.values == ["button 1", "button 0"])
    }

    @Test("Bluetooth off: no link is said to have ended", .simulated(seed: 5))
    func powerOff() async throws {
        let app = try await start()
        CBMCentralManagerMock.simulatePowerOff()
        try await World.current.run(for: .seconds(10))
        #expect(app.states == [.poweredOn, .poweredOff])
        #expect(app.disconnections.isEmpty)
        #expect(app.blinky?.state == .disconnected)
    }

    @Test(
        "Disconnections: gentle, with an error, and by a reset, which takes 4 s to be noticed",
        .simulated(seed: 6))
    func disconnections() async throws {
        let app = try await start()
        blinky.simulateDisconnection()
        try await World.current.run(until: { app.disconnections.count == 1 }, timeout: .seconds(1))
        app.connect()
        try await World.current.run(until: { app.isReady })

        blinky.simulateDisconnection(withError: CBError(.connectionLimitReached))
        try await World.current.run(until: { app.disconnections.count == 2 }, timeout: .seconds(1))
        app.connect()
        try await World.current.run(until: { app.isReady })

        blinky.simulateReset()
        try await World.current.run(for: .milliseconds(3800))
        #expect(app.disconnections.count == 2)
        #expect(app.blinky?.state == .connected)
        try await World.current.run(for: .milliseconds(400))
        #expect(
            app.disconnections == [.peripheralDisconnected, .connectionLimitReached, .connectionTimeout])
    }
}
