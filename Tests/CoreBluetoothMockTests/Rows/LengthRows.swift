import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// How long values may be, and what becomes of those that are longer.
@Suite struct LengthRows {
    private func value(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }) }

    @Test(
        "With the line: a notification longer than MTU − 3", .simulated(seed: 1), .coreBluetooth,
        arguments: [23, 100])
    func notifications(mtu: Int) async throws {
        let board = TestBoard()
        let spec = board.spec(mtu: mtu)
        let app = try await CentralApp.ready(with: spec)
        try await app.answer { app.subscribe(board.button) }
        for count in [mtu - 4, mtu - 3, mtu - 2, 300] {
            try await app.answer { spec.simulateValueUpdate(value(count), for: board.button) }
            #expect(app.values.last == value(count).prefix(mtu - 3))
        }
    }

    @Test(
        "With the line: a write without response longer than that", .simulated(seed: 2), .coreBluetooth,
        arguments: [23, 100])
    func commands(mtu: Int) async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec(mtu: mtu))
        app.command(value(mtu - 3), board.led)
        try await World.current.run(for: .seconds(1))
        #expect(board.calls == ["connect", "command 1525 \([UInt8](value(mtu - 3)))"])
        let reports = try await World.current.expectMisuse(.truncatedWriteWithoutResponse) {
            app.command(value(300), board.led)
            try await World.current.run(for: .seconds(1))
        }
        #expect(reports.count == 1)
        #expect(board.calls.count == 3 && board.calls[2] == board.calls[1])
        #expect(app.lines == ["connected"])
    }

    @Test(
        "With the line: the longest write without response right after didConnect", .simulated(seed: 3),
        .coreBluetooth,
        arguments: [23, 100, 517])
    func growth(mtu: Int) async throws {
        let board = TestBoard()
        let (app, log) = (App(), PeripheralLog())
        CBMCentralManagerMock.simulatePeripherals([board.spec(mtu: mtu)])
        let peripheral = try await app.connect()
        #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == 20)
        peripheral.delegate = log
        let start = World.current.now
        peripheral.discoverServices(nil)
        try await World.current.run(until: { log.lines == ["services"] })
        #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == mtu - 3)
        #expect(World.current.now - start < .seconds(1))
    }

    @Test("With the line: maximumWriteValueLength while not connected", .simulated(seed: 4), .coreBluetooth)
    func unconnected() async throws {
        let board = TestBoard()
        let app = App()
        CBMCentralManagerMock.simulatePeripherals([board.spec(mtu: 100)])
        func lengths(_ peripheral: CBMPeripheral) -> [Int] {
            [CBMCharacteristicWriteType.withResponse, .withoutResponse]
                .map(peripheral.maximumWriteValueLength)
        }
        let peripheral = try await app.discover()
        #expect(lengths(peripheral) == [512, 20])
        app.manager.connect(peripheral)
        try await World.current.run(for: .seconds(2))
        #expect(app.log.last == "connected" && lengths(peripheral) == [512, 97])
        app.manager.cancelPeripheralConnection(peripheral)
        try await World.current.run(until: { app.log.last == "disconnected" })
        #expect(lengths(peripheral) == [512, 20])
    }

    @Test(
        "With the line: a value of more than 512 bytes", .simulated(seed: 5), .coreBluetooth,
        arguments: [23, 517])
    func tooLong(mtu: Int) async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec(mtu: mtu))
        #expect(
            try await app.answer { app.write(value(513), board.led) } == "wrote 1525: CBATTErrorDomain 13")
        #expect(board.calls == ["connect"])
        #expect(try await app.answer { app.write(value(512), board.led) } == "wrote 1525")
        #expect(board.calls.last == "write 1525 \([UInt8](value(512)))")
        board.value = .success(value(600))
        try await app.answer { app.read(board.led) }
        #expect(app.values.last == value(512))
    }
}
