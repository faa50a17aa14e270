import BluetoothTypes
@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Rows of the page for those who move over: how links begin, and whose they are.
@Suite struct ConnectingRows {
    private let board = TestBoard()

    @Test(
        "With the line: peripherals that nobody keeps", .simulated(seed: 1), .coreBluetooth,
        arguments: [true, false])
    func nobodyKeepsIt(isLinked: Bool) async throws {
        let spec = board.spec(proximity: .near)
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        World.current.expectMisuse(isLinked ? .unusedConnectedPeripheral : .unusedConnectingPeripheral)
        do {
            let peripheral = try await app.discover()
            if !isLinked { spec.simulateProximityChange(.outOfRange) }
            app.manager.connect(peripheral)
            if isLinked { try await World.current.run(until: { app.log.last == "connected" }) }
            app.forget()
        }
        try await World.current.run(for: .seconds(2))
        #expect(World.current.missingMisuses.isEmpty)
        spec.simulateProximityChange(.near)
        try await World.current.run(for: .seconds(5))
        #expect(!spec.isConnected)
        #expect(app.log.last == (isLinked ? "connected" : "discovered"), "nobody is told of the end")
        #expect(board.calls == (isLinked ? ["connect", "disconnect -1"] : []))
    }

    @Test("With the line: connection requests", .simulated(seed: 2), .coreBluetooth)
    func requests() async throws {
        // Many advertisements go out while a link of long intervals is set up.
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(
                advertisementData: TestBoard.advertisement, withInterval: 0.02, alsoWhenConnected: true
            )
            .connectable(
                name: "Board", services: [board.service], delegate: board, connectionInterval: 0.5
            ).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.connect()
        try await World.current.run(for: .seconds(3))
        #expect(board.calls == ["connect"])
        app.manager.cancelPeripheralConnection(peripheral)
        try await World.current.run(until: { app.log.last == "disconnected" && !spec.isConnected })
        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last == "connected" })
        try await World.current.run(for: .seconds(3))
        #expect(board.calls == ["connect", "disconnect -1", "connect"])
    }

    @Test("With the line: connecting what is connected already", .simulated(seed: 3), .coreBluetooth)
    func again() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let app = App()
        let peripheral = try await app.connect()
        app.manager.connect(peripheral)
        #expect(peripheral.state == .connected)
        #expect(app.count(of: "connected") == 1, "never inside the call")
        try await World.current.run(until: { app.count(of: "connected") == 2 })
        try await World.current.run(for: .seconds(5))
        #expect(peripheral.state == .connected && app.count(of: "connected") == 2)
        #expect(board.calls == ["connect"])
    }

    @Test("With the line: options of connect", .simulated(seed: 4), .coreBluetooth)
    func options() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let app = App()
        let peripheral = try await app.discover()
        let start = World.current.now
        app.manager.connect(peripheral, options: [CBMConnectPeripheralOptionStartDelayKey: 3 as NSNumber])
        #expect(peripheral.state == .connecting)
        try await World.current.run(until: { app.log.last == "connected" })
        #expect(World.current.now - start >= .seconds(3))
        app.manager.cancelPeripheralConnection(peripheral)
        try await World.current.run(until: { app.log.last == "disconnected" })

        app.manager.connect(peripheral, options: [CBMConnectPeripheralOptionStartDelayKey: -1 as NSNumber])
        try await World.current.run(until: { app.log.last?.hasPrefix("failed") == true })
        #expect((app.failure as? CBMError)?.code == .invalidParameters)
        #expect(peripheral.state == .disconnected)

        #if !os(macOS)
        app.manager.connect(peripheral, options: [CBMConnectPeripheralOptionRequiresANCS: true as NSNumber])
        try await World.current.run(until: { app.log.last == "sharing true" })
        #expect(CBMCentralManagerMock.simulatedPhone.bonds.count == 1)
        #endif
    }

    @Test(
        "With the line: commands before the spec delegate has let the link in", .simulated(seed: 5),
        .coreBluetooth)
    func early() async throws {
        let delegate = Spec()
        let (led, log) = (board.led, PeripheralLog())
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [board.service], delegate: delegate).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.discover()
        peripheral.delegate = log
        delegate.onRequest = {
            #expect(peripheral.state == .connecting)
            peripheral.discoverServices(nil)
            peripheral.readRSSI()
            peripheral.readValue(for: led)
        }
        // What was not discovered is another misuse.
        World.current.expectMisuse(.foreignObject)
        let misuses = try await World.current.expectMisuse(.notConnected) {
            app.manager.connect(peripheral)
            try await World.current.run(until: { app.log.last == "connected" })
        }
        #expect(misuses.count == 2)
        #expect(misuses.allSatisfy { $0.misuse.message.hasPrefix("API MISUSE: <CBPeripheral: ") })
        try await World.current.run(for: .seconds(2))
        #expect(log.lines.isEmpty && peripheral.services == nil)
        try await log.next { peripheral.discoverServices(nil) }
        #expect(peripheral.services?.count == 1)
    }

    /// An app that connects to a peripheral with this delegate, when it has been told what begins with `line`.
    private func connected(
        to delegate: FickleSpec, until line: String
    ) async throws -> (App, CBMPeripheral) {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [board.service], delegate: delegate).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.discover()
        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last?.hasPrefix(line) == true })
        return (app, peripheral)
    }

    @Test(
        "CoreBluetooth too: a refusal by the spec delegate of a link that has ended meanwhile",
        .simulated(seed: 6),
        .coreBluetooth)
    func endedMeanwhile() async throws {
        let delegate = FickleSpec(.failure(CBMError(.connectionLimitReached)))
        let (app, peripheral) = try await connected(to: delegate, until: "failed")
        #expect(peripheral.state == .disconnected)
        try await World.current.run(for: .seconds(5))
        #expect(delegate.calls == ["connect"])
        #expect(app.log.dropLast() == ["poweredOn", "discovered"])
    }

    @Test(
        "A link that has ended when the spec delegate accepts it is reported, then its end",
        .simulated(seed: 7), .coreBluetooth)
    func admittedTooLate() async throws {
        let delegate = FickleSpec(.success(()))
        let (app, _) = try await connected(to: delegate, until: "disconnected")
        #expect(app.log.dropLast() == ["poweredOn", "discovered", "connected"])
        #expect((app.failure as? CBMError)?.code == .peripheralDisconnected)
        try await World.current.run(for: .seconds(5))
        #expect(delegate.calls == ["connect", "disconnect"])
    }

    /// Ends each link before it has let it in or refused it.
    private final class FickleSpec: CBMPeripheralSpecDelegate {
        let answer: Result<Void, Error>
        var calls: [String] = []

        init(_ answer: Result<Void, Error>) { self.answer = answer }

        func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error> {
            calls.append("connect")
            peripheral.simulateDisconnection()
            return answer
        }

        func peripheral(_ peripheral: CBMPeripheralSpec, didDisconnect error: Error?) {
            calls.append("disconnect")
        }
    }
}
