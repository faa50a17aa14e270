import BluetoothPort
import BluetoothTypes
@preconcurrency import CoreBluetoothMock
import FaradayTesting
import Testing

/// How requests reach a spec's delegate, and how its refusals reach the app.
@Suite struct RequestRows {
    @Test(
        "CoreBluetooth too: errors of the spec delegate that are no CBMATTError", .simulated(seed: 1),
        .coreBluetooth)
    func otherErrors() async throws {
        let board = TestBoard()
        board.value = .failure(NSError(domain: "board", code: 42))
        board.answer = .failure(CBMError(.invalidHandle))
        let app = try await CentralApp.ready(with: board.spec())
        app.read(board.led)
        app.write(Data([1]), board.led)
        try await World.current.run(until: { app.lines.count == 3 })
        #expect(app.lines == ["connected", "value 1525: board 42", "wrote 1525: CBErrorDomain 2"])
        app.cancel()
        try await World.current.run(until: { app.lines.last == "disconnected" })

        // An app that is not told by a mock manager sees what was on air.
        let (other, log) = (FacadeApp(), PeripheralLog())
        let peripheral = try await other.connect(log)
        peripheral.discoverServices(nil)
        try await World.current.run(until: { log.answers == ["services"] })
        let service = try #require(peripheral.services?.first)
        peripheral.discoverCharacteristics(nil, for: service)
        try await World.current.run(until: { log.answers.count == 2 })
        peripheral.readValue(for: try #require(peripheral.services?.characteristic("1525")))
        try await World.current.run(until: { log.answers.count == 3 })
        #expect((log.errors.last as? CBMATTError)?.code == .unlikelyError)
    }

    @Test("With the line: order of requests", .simulated(seed: 2), .coreBluetooth, arguments: 0..<5)
    func order(first: Int) async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec())
        let requests: [(String, () -> Void)] = [
            ("wrote 1525", { app.write(Data(count: 100), board.led) }),
            // Nothing notifies there, so the delegate refuses.
            ("notify 1525: CBErrorDomain 2", { app.subscribe(board.led) }),
            ("value 1524", { app.read(board.button) }),
            ("notify 1524", { app.subscribe(board.button) }),
            ("value 1525", { app.read(board.led) }),
        ]
        let turned = requests[first...] + requests[..<first]
        for (_, request) in turned { request() }
        #expect(app.lines == ["connected"], "never inside the call")
        try await World.current.run(until: { app.lines.count == 6 })
        #expect(Array(app.lines.dropFirst()) == turned.map(\.0))
    }

    @Test("With the line: the phone's own exchanges", .simulated(seed: 6), .coreBluetooth)
    func ownExchanges() async throws {
        let board = TestBoard()
        CBMCentralManagerMock.simulatePeripherals([board.spec(connectionInterval: 0.15)])
        CBMCentralManagerMock.simulatePowerOn()
        // At once when it is there: the phone has asked for nothing of its own yet.
        let app = CentralApp()
        try await World.current.run(until: { app.isReady })
        let start = World.current.now
        app.subscribe(board.button)
        try await World.current.run(until: { app.lines.last == "notify 1524" })
        let subscribed = World.current.now
        app.read(board.button)
        app.read(board.led)
        try await World.current.run(until: { app.lines.last == "value 1525" })
        #expect(World.current.now - subscribed > .milliseconds(450), "one after the other")
        #expect(World.current.now - start > .milliseconds(750))
    }

    @Test("With the line: openL2CAPChannel", .simulated(seed: 7), .coreBluetooth)
    func channels() async throws {
        let board = TestBoard()
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [board.service], delegate: board)
            .taking(CBMChannelMock(psm: 0x80)).build()
        let app = try await CentralApp.ready(with: spec)
        app.peripheral?.openL2CAPChannel(0x80)
        try await World.current.run(until: { app.channel != nil })
        #expect(app.channel?.psm == 0x80)
    }

    @Test(
        "With the line: a spec delegate's thread", .simulated(seed: 3), .coreBluetooth,
        arguments: [true, false])
    func thread(isOnMain: Bool) async throws {
        nonisolated(unsafe) let (board, log) = (AskedBoard(), PeripheralLog())
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let queue = DispatchQueue(label: "app")
        let app = App { CBMCentralManagerMock(delegate: $0, queue: isOnMain ? nil : queue) }
        nonisolated(unsafe) let peripheral = try await app.connect()
        peripheral.delegate = log
        let ask: @Sendable () -> Int = {
            peripheral.discoverServices(nil)
            return board.calls.count
        }
        let count = isOnMain ? await MainActor.run(body: ask) : queue.sync(execute: ask)
        #expect(count == (isOnMain ? 1 : 0))
        try await World.current.run(until: { log.lines == ["services"] })
        #expect(board.calls == ["services []"], "on the main queue")
    }

    @Test(
        "With the line: ATT errors 5, 8 and 15 from the spec delegate", .simulated(seed: 4), .coreBluetooth,
        arguments: [5, 8, 15], [true, false])
    func pairing(code: Int, accepts: Bool) async throws {
        nonisolated(unsafe) let board = TestBoard()
        let error = try #require(CBMATTError.Code(rawValue: code))
        board.value = .failure(CBMATTError(error))
        let app = try await CentralApp.ready(with: board.spec())
        let phone = CBMCentralManagerMock.simulatedPhone
        let alerts = Lock(0)
        phone.onPairing { _ in
            alerts.withLock { $0 += 1 }
            if accepts { board.value = .success(Data([7])) }
            return accepts ? .accept : .reject
        }
        let line = try await app.answer { app.read(board.led) }
        #expect(alerts.withLock { $0 } == 1)
        #expect(line == (accepts ? "value 1525" : "value 1525: CBATTErrorDomain \(code)"))
        #expect(app.values == [accepts ? Data([7]) : nil])
        #expect(phone.bonds.count == (accepts ? 1 : 0))
        #expect(board.calls == ["connect"] + Array(repeating: "read 1525", count: accepts ? 2 : 1))
    }
}
