import CoreBluetoothMock
import FaradayTesting
import Testing

/// A connect to a peripheral whose advertisements never say that it is connectable is reported.
@Suite struct VainConnectTests {
    private static var silent: [String: Any] { [CBMAdvertisementDataLocalNameKey: "Shy"] }
    private static var saying: [String: Any] { [CBMAdvertisementDataIsConnectable: true as NSNumber] }

    private var kinds: [CBMSimulationError.Kind] { CBMCentralManagerMock.simulationErrors.map(\.kind) }

    private func sets(_ data: [String: Any]) -> [CBMAdvertisementConfig] {
        [CBMAdvertisementConfig(data: data)]
    }

    @Test(
        "A connect that cannot succeed is reported once, with what to add", .simulated(seed: 1),
        .coreBluetooth)
    func vain() async throws {
        let spec = TestBoard().spec(Self.silent)
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        try await World.current.run(until: { app.peripheral != nil })
        #expect(kinds.isEmpty)
        try await World.current.run(for: .seconds(1))
        #expect(kinds == [.neverConnectable])
        let text = try #require(CBMCentralManagerMock.simulationErrors.first?.description)
        #expect(text.hasPrefix("\"Board\" accepts connections"))
        #expect(
            text.contains("Add CBMAdvertisementDataIsConnectable: true as NSNumber to its advertisement data")
        )
        app.cancel()
        app.connectAgain()
        try await World.current.run(for: .seconds(5))
        #expect(kinds == [.neverConnectable])
        #expect(app.lines.allSatisfy { $0 == "disconnected" })

        spec.simulateAdvertisementChange(sets(Self.saying))
        try await World.current.run(until: { app.isReady })
    }

    /// Events while a manager waits for a retrieved peripheral that does not advertise at first.
    enum Later: CaseIterable {
        case advertisesInSilence, advertisesAndSaysSo, isAddedInSilence
    }

    @Test(
        "A peripheral that comes while a manager waits", .simulated(seed: 2), .coreBluetooth,
        arguments: Later.allCases)
    func later(_ later: Later) async throws {
        let spec = CBMPeripheralSpec.simulatePeripheral(proximity: .immediate).allowForRetrieval()
            .connectable(name: "Late", services: [], delegate: TestBoard()).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(until: { app.central.state == .poweredOn })
        let peripheral = app.central.retrievePeripherals(withIdentifiers: [spec.identifier]).first
        app.connect(try #require(peripheral))
        try await World.current.run(for: .seconds(3))
        #expect(kinds.isEmpty)
        switch later {
        case .advertisesInSilence: spec.simulateAdvertisementChange(sets(Self.silent))
        case .advertisesAndSaysSo: spec.simulateAdvertisementChange(sets(Self.saying))
        case .isAddedInSilence:
            CBMCentralManagerMock.simulateRemoval(of: spec)
            spec.simulateAdvertisementChange(sets(Self.silent))
            CBMCentralManagerMock.simulateAddition(of: spec)
        }
        try await World.current.run(for: .seconds(3))
        #expect(kinds == (later == .advertisesAndSaysSo ? [] : [.neverConnectable]))
        #expect(app.isReady == (later == .advertisesAndSaysSo))
    }

    /// Cases that are not mistakes.
    enum Reason: CaseIterable {
        case saysNo, takesNone, changesAtOnce, saidSoBefore, saysSoInAnotherSet, isHeld, comesToBeHeld,
            isCancelled
    }

    @Test(
        "Intended settings are not reported as mistakes", .simulated(seed: 3), .coreBluetooth,
        arguments: Reason.allCases)
    func meant(_ reason: Reason) async throws {
        let board = TestBoard()
        var data = Self.silent
        if reason == .saysNo { data[CBMAdvertisementDataIsConnectable] = false as NSNumber }
        let builder = CBMPeripheralSpec.simulatePeripheral(proximity: .immediate)
            .advertising(advertisementData: data)
        if reason == .saysSoInAnotherSet {
            builder.advertising(advertisementData: Self.saying, withInterval: 0, delay: 2)
        }
        switch reason {
        case .takesNone: break
        case .isHeld: builder.connected(name: "Held", services: [board.service], delegate: board)
        default: builder.connectable(name: "Free", services: [board.service], delegate: board)
        }
        let spec = builder.build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        if reason == .saidSoBefore {
            spec.simulateAdvertisementChange(sets(Self.saying))
            spec.simulateAdvertisementChange(sets(data))
        }
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: reason != .isHeld)
        if reason == .isHeld {
            try await World.current.run(until: { app.central.state == .poweredOn })
            let held = app.central.retrievePeripherals(withIdentifiers: [spec.identifier]).first
            app.connect(try #require(held))
        } else {
            try await World.current.run(until: { app.peripheral != nil })
        }
        switch reason {
        case .changesAtOnce: spec.simulateAdvertisementChange(sets(Self.saying))
        case .comesToBeHeld: spec.simulateConnection()
        case .isCancelled: app.cancel()
        default: break
        }
        try await World.current.run(for: .seconds(3))
        #expect(kinds.isEmpty)
        let connects: [Reason] = [.changesAtOnce, .saysSoInAnotherSet, .isHeld, .comesToBeHeld]
        #expect(app.lines.contains("connected") == connects.contains(reason))
    }
}
