import CoreBluetoothMock
import FaradayTesting
import Testing

/// What apps ask of a mock peripheral, and what its delegate hears and answers.
@Suite struct RequestTests {
    private func connected(_ board: TestBoard) async throws -> (CentralApp, CBMPeripheralSpec) {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        try await World.current.run(until: { app.isReady })
        return (app, spec)
    }

    @Test("Two characteristics of one type are told apart by their definitions", .simulated(seed: 1))
    func identities() async throws {
        let board = TestBoard()
        let (app, _) = try await connected(board)
        #expect(app.characteristic(board.led) !== app.characteristic(board.otherLed))
        app.read(board.led)
        app.read(board.otherLed)
        app.write(Data([7]), board.otherLed)
        try await World.current.run(until: { app.lines.count == 4 })
        #expect(board.calls == ["connect", "read 1525", "read other", "write other [7]"])
        #expect(app.lines == ["connected", "value 1525", "value 1525", "wrote 1525"])
        #expect(app.values == [Data([1]), Data([1])])
    }

    @Test("A write command reaches the delegate alone, whole or cut as the link cuts it", .simulated(seed: 2))
    func commands() async throws {
        let board = TestBoard()
        let (app, _) = try await connected(board)
        app.command(Data([1, 2]), board.led)
        try await World.current.run(for: .seconds(1))
        #expect(board.calls == ["connect", "command 1525 [1, 2]"])
        #expect(app.lines == ["connected"])
    }

    @Test("A long value is asked for once and written whole", .simulated(seed: 3))
    func longValues() async throws {
        let board = TestBoard()
        let long = Data((0..<100).map { UInt8($0) })
        board.value = .success(long)
        let (app, _) = try await connected(board)
        app.read(board.led)
        app.write(long, board.led)
        try await World.current.run(until: { app.lines.count == 3 })
        #expect(app.values == [long])
        #expect(board.calls == ["connect", "read 1525", "write 1525 \([UInt8](long))"])
    }

    @Test("The delegate's ATT errors are the app's", .simulated(seed: 4))
    func errors() async throws {
        let board = TestBoard()
        board.value = .failure(CBMATTError(.invalidOffset))
        board.answer = .failure(CBMATTError(.invalidAttributeValueLength))
        let (app, _) = try await connected(board)
        app.read(board.led)
        app.write(Data([1]), board.led)
        try await World.current.run(until: { app.lines.count == 3 })
        #expect(
            app.lines == [
                "connected", "value 1525: CBATTErrorDomain 7", "wrote 1525: CBATTErrorDomain 13",
            ])
    }

    @Test("An error that ATT has no word for reaches the app as it was given", .simulated(seed: 5))
    func otherErrors() async throws {
        let board = TestBoard()
        board.value = .failure(NSError(domain: "board", code: 42))
        board.answer = .failure(CBMError(.invalidHandle))
        let (app, _) = try await connected(board)
        app.read(board.led)
        app.write(Data([1]), board.led)
        try await World.current.run(until: { app.lines.count == 3 })
        #expect(app.lines == ["connected", "value 1525: board 42", "wrote 1525: CBErrorDomain 2"])
    }

    @Test("Descriptors ask too; the one of subscriptions is the stack's", .simulated(seed: 6))
    func descriptors() async throws {
        let board = TestBoard()
        board.value = .success(Data([9, 8]))
        let (app, _) = try await connected(board)
        let descriptors = app.characteristic(board.button).descriptors ?? []
        let own = CBMUUID(string: "FF01")
        #expect(Set(descriptors.map(\.uuid)) == [own, CBMUUID(string: "2902")])
        #expect(descriptors.count == 2)
        let descriptor = try #require(descriptors.first { $0.uuid == own })
        #expect(descriptor == board.button.descriptors?.last)
        app.peripheral?.readValue(for: descriptor)
        app.peripheral?.writeValue(Data([3]), for: descriptor)
        try await World.current.run(until: { app.lines.count == 3 })
        #expect(app.values == [Data([9, 8])])
        #expect(board.calls == ["connect", "read FF01", "write FF01 [3]"])
    }

    @Test("An update goes to subscribers, of this characteristic alone", .simulated(seed: 7))
    func updates() async throws {
        let board = TestBoard()
        let (app, spec) = try await connected(board)
        spec.simulateValueUpdate(Data([1]), for: board.button)
        app.subscribe(board.button)
        try await World.current.run(until: { app.lines.last == "notify 1524" })
        spec.simulateValueUpdate(Data([2]), for: board.button)
        spec.simulateValueUpdate(Data(repeating: 3, count: 30), for: board.button)
        spec.simulateValueUpdate(Data([4]), for: board.led)
        try await World.current.run(for: .seconds(1))
        #expect(app.values == [Data([2]), Data(repeating: 3, count: 20)])
        #expect(board.calls == ["connect"])
    }

    /// Answers reads a second later.
    private final class SlowBoard: CBMPeripheralSpecDeferringDelegate {
        var respond: [(Result<Data, Error>) -> Void] = []

        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock,
            respond: @escaping @Sendable (Result<Data, Error>) -> Void
        ) {
            self.respond.append(respond)
        }
    }

    @Test("A deferring delegate answers when it likes, once", .simulated(seed: 8))
    func deferring() async throws {
        let slow = SlowBoard()
        let led = CBMCharacteristicMock(type: CBMUUID(string: "1525"), properties: [.read, .write])
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(
                name: "Board",
                services: [CBMServiceMock(type: TestBoard.service, primary: true, characteristics: led)],
                delegate: slow
            ).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        try await World.current.run(until: { app.isReady })
        app.read(led)
        try await World.current.run(for: .seconds(3))
        #expect(app.lines == ["connected"])
        slow.respond.first?(.success(Data([5])))
        slow.respond.first?(.success(Data([6])))
        try await World.current.run(for: .seconds(1))
        #expect(app.values == [Data([5])])
        // What it does not implement is asked of the plain delegate, which refuses.
        app.write(Data([1]), led)
        try await World.current.run(until: { app.lines.last == "wrote 1525: CBATTErrorDomain 3" })
    }
}
