import CoreBluetoothMock
import FaradayTesting
import Testing

/// Faults between an app and mocks: with CoreBluetooth's behaviour, mocks are devices of the test's world.
@Suite(.simulated(seed: 7), .coreBluetooth) struct MockFaultTests {
    private func app(_ plan: FaultPlan) async throws -> ThermometerApp {
        World.current.inject(plan)
        let spec = thermometer(temperatureCharacteristic())
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        return ThermometerApp()
    }

    @Test("An operation fails with the error of the plan")
    func error() async throws {
        let app = try await app([.read("2A1C").nth(1).fails(.unlikelyError)])
        try await World.current.run(until: { !app.errors.isEmpty })
        #expect(app.errors == [.unlikelyError])
        #expect(World.current.unfiredFaults.isEmpty)
    }

    @Test("An operation takes longer")
    func delay() async throws {
        let app = try await app([
            .connect().isDelayed(by: .seconds(5)), .read("2A1C").isDelayed(by: .seconds(4)),
        ])
        try await World.current.run(until: { app.temperatures == [20] })
        #expect(World.current.now.nanoseconds > 9_000_000_000)
    }

    @Test("A link drops between a request and its response, and the app connects again")
    func linkDrop() async throws {
        let app = try await app([.read("2A1C").nth(1).dropsLink(.peer, .between)])
        try await World.current.run(until: { app.temperatures == [20] })
        #expect(app.lostCount == 1)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let fault: Fault
        let error: String

        var testDescription: String { fault.description }
    }

    /// The app, when it has no open requests any more.
    private func ask(_ plan: FaultPlan) async throws -> (app: AskingApp, board: TestBoard) {
        World.current.inject(plan)
        let board = TestBoard()
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        CBMCentralManagerMock.simulatePowerOn()
        let app = AskingApp()
        try await World.current.run(for: .seconds(20))
        return (app, board)
    }

    @Test("Without faults the app gets an answer to everything, and no error")
    func nothingFails() async throws {
        let (app, board) = try await ask([])
        #expect(app.errors.isEmpty && app.answers > 10)
        #expect(board.calls.contains("read 1524"))
    }

    @Test(
        "Each operation of a mock fails with the error of the plan",
        arguments: [
            Row(fault: .connect().nth(1).fails(.connectionFailed), error: "connect: CBErrorDomain 10"),
            Row(fault: .rssi().fails(.unknown), error: "strength: CBErrorDomain 0"),
            Row(
                fault: .discoverServices().nth(1).fails(.unlikelyError),
                error: "services: CBATTErrorDomain 14"),
            Row(
                fault: .discoverIncludedServices().nth(1).fails(.att(0x80)),
                error: "included: CBATTErrorDomain 128"),
            Row(
                fault: .discoverCharacteristics().nth(1).fails(.unlikelyError),
                error: "characteristics: CBATTErrorDomain 14"),
            Row(
                fault: .discoverDescriptors("1524").nth(1).fails(.unlikelyError),
                error: "descriptors: CBATTErrorDomain 14"),
            Row(fault: .read("1524").fails(.readNotPermitted), error: "value 1524: CBATTErrorDomain 2"),
            Row(
                fault: .write("1525").nth(1).fails(.writeNotPermitted),
                error: "wrote 1525: CBATTErrorDomain 3"),
            Row(
                fault: .subscribe(to: "1524").fails(.insufficientResources),
                error: "notify 1524: CBATTErrorDomain 17"),
        ])
    func operations(_ row: Row) async throws {
        let (app, _) = try await ask([row.fault])
        #expect(app.errors == [row.error])
        #expect(World.current.unfiredFaults.isEmpty)
    }

    @Test("A mock that restarts is lost by its supervision timeout")
    func reset() async throws {
        let (app, _) = try await ask([.at(.seconds(10)).resetsDevice()])
        #expect(app.errors == ["lost: CBErrorDomain 6"])
    }

    @Test("A mock that is away for a while is lost by its supervision timeout")
    func absence() async throws {
        let (app, _) = try await ask([.at(.seconds(10)).turnsDeviceOff(for: .seconds(4))])
        #expect(app.errors == ["lost: CBErrorDomain 6"])
    }

    @Test("Bluetooth goes off and on")
    func powerOff() async throws {
        let (app, _) = try await ask([.at(.seconds(10)).turnsRadioOff(for: .seconds(2))])
        #expect(app.states == [.poweredOn, .poweredOff, .poweredOn])
    }

    @Test("A mock answers with another MTU than its spec says", arguments: [(false, 514), (true, 61)])
    func mtu(isFaulty: Bool, length: Int) async throws {
        if isFaulty { World.current.inject(.exchangeMTU().hasMTU(64)) }
        let board = TestBoard()
        let spec = CBMPeripheralSpec.simulatePeripheral(proximity: .near)
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [board.service], delegate: board, mtu: 517)
            .build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = AskingApp()
        try await World.current.run(for: .seconds(20))
        #expect(app.peripheral?.maximumWriteValueLength(for: .withoutResponse) == length)
    }
}
