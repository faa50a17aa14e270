import CoreBluetoothMock
import FaradayTesting
import Testing

/// Wrong use is an error that says what to do, never a trap.
@Suite struct MistakeTests {
    private var errors: [CBMSimulationError] { CBMCentralManagerMock.simulationErrors }

    private func expect(
        _ kind: CBMSimulationError.Kind, saying words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(errors.map(\.kind) == [kind], sourceLocation: sourceLocation)
        for word in words {
            #expect(errors.first?.description.contains(word) == true, sourceLocation: sourceLocation)
        }
    }

    @Test(
        "A connectable spec without a delegate advertises but accepts no connections", .simulated(seed: 1),
        .coreBluetooth)
    func missingDelegate() async throws {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Orphan", services: [], delegate: nil).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        expect(.missingDelegate, saying: "\"Orphan\"", "connectable(name:services:delegate:)")
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        try await World.current.run(for: .seconds(5))
        #expect(!app.reports.isEmpty)
        #expect(app.lines.isEmpty)
    }

    @Test("One object in two places", .simulated(seed: 2), .coreBluetooth, arguments: 0..<3)
    func sharedDefinition(place: Int) {
        let board = TestBoard()
        let uuid = CBMUUID(string: "180F")
        let descriptor = CBMDescriptorMock(type: CBMUUID(string: "FF02"))
        let services: [CBMServiceMock] =
            switch place {
            case 0:
                [board.service, CBMServiceMock(type: uuid, primary: true, characteristics: board.led)]
            case 1: [board.service, board.service]
            default:
                [
                    CBMServiceMock(
                        type: uuid, primary: true,
                        characteristics: CBMCharacteristicMock(
                            type: uuid, properties: .read, descriptors: descriptor),
                        CBMCharacteristicMock(type: uuid, properties: .read, descriptors: descriptor))
                ]
            }
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .connectable(name: "Twice", services: services, delegate: board).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        expect(.sharedDefinition, saying: "\"Twice\"", "Make an object for each place")
    }

    @Test("A spec that is added twice", .simulated(seed: 3), .coreBluetooth)
    func sharedSpec() {
        let spec = TestBoard().spec()
        CBMCentralManagerMock.simulatePeripherals([spec, spec])
        expect(.sharedDefinition, saying: "Build a spec for each peripheral")
    }

    @Test("CoreBluetooth too: simulatePeripherals(_:) while on", .simulated(seed: 4), .coreBluetooth)
    func setWhilePoweredOn() async throws {
        let (first, second, third) = (TestBoard().spec(), TestBoard().spec(), TestBoard().spec())
        CBMCentralManagerMock.simulatePowerOn()
        CBMCentralManagerMock.simulatePeripherals([first])
        #expect(errors.isEmpty)
        let app = CentralApp(connects: false)
        try await World.current.run(until: { app.central.state == .poweredOn })
        CBMCentralManagerMock.simulatePeripherals([second])
        expect(.peripheralsSetWhilePoweredOn, saying: "simulatePowerOff()", "simulateAddition(of:)")
        try await World.current.run(for: .seconds(2))
        #expect(Set(app.reports.map(\.identifier)) == [first.identifier])
        CBMCentralManagerMock.simulateAddition(of: second)
        CBMCentralManagerMock.simulateRemoval(of: first)
        let count = app.reports.count
        try await World.current.run(for: .seconds(2))
        #expect(Set(app.reports.dropFirst(count).map(\.identifier)) == [second.identifier])
        CBMCentralManagerMock.simulatePowerOff()
        CBMCentralManagerMock.simulatePeripherals([third])
        CBMCentralManagerMock.simulatePowerOn()
        let last = app.reports.count
        try await World.current.run(for: .seconds(2))
        #expect(Set(app.reports.dropFirst(last).map(\.identifier)) == [third.identifier])
        #expect(errors.count == 1)
    }

    @Test("A characteristic that the peripheral does not have", .simulated(seed: 5), .coreBluetooth)
    func unknownAttribute() {
        let spec = TestBoard().spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        spec.simulateValueUpdate(Data([1]), for: TestBoard().button)
        expect(.unknownAttribute, saying: "1524", "the very object")
    }

    @Test("A peripheral that was not added", .simulated(seed: 6), .coreBluetooth)
    func unknownPeripheral() {
        let spec = TestBoard().spec()
        CBMCentralManagerMock.simulatePeripherals([])
        spec.simulateConnection()
        expect(.unknownPeripheral, saying: "simulateAddition(of:)")
        spec.simulateDisconnection()
        spec.simulateReset()
        CBMCentralManagerMock.simulateRemoval(of: spec)
        #expect(errors.map(\.kind) == Array(repeating: .unknownPeripheral, count: 4))
        #expect(CBMCentralManagerMock.simulatedDevice(for: spec) == nil)
    }

    @Test(
        "Timing outside the allowed range", .simulated(seed: 7), .coreBluetooth,
        arguments: [(0.0, 0.0), (-1, 1), (1, -1), (60, 0)])
    func advertisingTiming(interval: TimeInterval, delay: TimeInterval) async throws {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: [:], withInterval: interval, delay: delay).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        expect(.invalidTiming, saying: "0.02 to 10.24 s")
        #expect(CBMCentralManagerMock.simulatedDevice(for: spec)?.isAdvertising == false)
    }

    @Test(
        "Connection parameters outside the allowed range", .simulated(seed: 8), .coreBluetooth,
        arguments: [(5.0, 20.0), (1, 1.5), (0.1, 60), (.nan, .nan), (.infinity, .infinity), (-1, -1)])
    func linkTiming(interval: TimeInterval, timeout: TimeInterval) {
        let board = TestBoard()
        let spec = CBMPeripheralSpec.simulatePeripheral().connectable(
            name: "Odd", services: [], delegate: board, connectionInterval: interval,
            supervisionTimeout: timeout
        ).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        expect(.invalidTiming, saying: "\"Odd\"", "longer than two intervals")
    }

    @Test(
        "Restored values must have the types of their keys", .simulated(seed: 10), .coreBluetooth,
        arguments: [
            (CBMCentralManagerRestoredStatePeripheralsKey, "[CBMPeripheralSpec]"),
            (CBMCentralManagerRestoredStateScanServicesKey, "[CBMUUID]"),
            (CBMCentralManagerRestoredStateScanOptionsKey, "[String: Any]"),
        ])
    func restoration(key: String, type: String) async throws {
        CBMCentralManagerMock.simulateStateRestoration = { _ in [key: 5] }
        let app = App {
            CBMCentralManagerMock(
                delegate: $0, queue: nil, options: [CBMCentralManagerOptionRestoreIdentifierKey: "app"])
        }
        expect(.invalidRestoration, saying: "returns Int for \(key)", "must be \(type).")
        try await World.current.run(until: { app.log.first == "restored" })
        #expect(app.restored.isEmpty)
    }

    @Test("Errors are kept, up to a thousand", .simulated(seed: 9), .coreBluetooth)
    func bound() {
        let spec = TestBoard().spec()
        for _ in 0..<1010 { CBMCentralManagerMock.simulateRemoval(of: spec) }
        #expect(errors.count == 1000)
    }
}
