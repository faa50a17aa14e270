import BluetoothPort
import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// Requests of apps to a mock peripheral, and the calls and answers of its delegate.
@Suite struct RequestTests {
    private func connected(_ board: TestBoard) async throws -> (CentralApp, CBMPeripheralSpec) {
        let spec = board.spec()
        return (try await CentralApp.ready(with: spec), spec)
    }

    @Test(
        "Two characteristics of one type are distinguished by their definitions", .simulated(seed: 1),
        .coreBluetooth)
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

    @Test(
        "A write command calls only the delegate, with the whole or the truncated value", .simulated(seed: 2),
        .coreBluetooth)
    func commands() async throws {
        let board = TestBoard()
        let (app, _) = try await connected(board)
        app.command(Data([1, 2]), board.led)
        try await World.current.run(for: .seconds(1))
        #expect(board.calls == ["connect", "command 1525 [1, 2]"])
        #expect(app.lines == ["connected"])
    }

    @Test("A long value is asked for once and written whole", .simulated(seed: 3), .coreBluetooth)
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

    @Test("The delegate's ATT errors are the app's", .simulated(seed: 4), .coreBluetooth)
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

    @Test(
        "The app gets an error of the test's own type with the same type", .simulated(seed: 12),
        .coreBluetooth)
    func ownErrors() async throws {
        enum Oven: Error { case cold, hot }
        let board = TestBoard()
        board.value = .failure(Oven.hot)
        let (app, _) = try await connected(board)
        app.read(board.led)
        try await World.current.run(until: { app.lines.count == 2 })
        #expect(app.errors.map { $0 as? Oven } == [.hot])
    }

    @Test("Descriptors ask too; the one of subscriptions is the stack's", .simulated(seed: 6), .coreBluetooth)
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

    @Test("An update is sent only to subscribers of this characteristic", .simulated(seed: 7), .coreBluetooth)
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

    @Test(
        "With the line: reading what has no .read, writing what has no .write", .simulated(seed: 9),
        .coreBluetooth)
    func properties() async throws {
        let board = TestBoard()
        let deaf = CBMCharacteristicMock(type: CBMUUID(string: "FF03"), properties: .notify)
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(
                name: "Board",
                services: [CBMServiceMock(type: TestBoard.service, primary: true, characteristics: deaf)],
                delegate: board
            ).build()
        let app = try await CentralApp.ready(with: spec)
        app.read(deaf)
        app.write(Data([1]), deaf)
        try await World.current.run(until: { app.lines.count == 3 })
        #expect(
            app.lines == ["connected", "value FF03: CBATTErrorDomain 2", "wrote FF03: CBATTErrorDomain 3"])
        #expect(board.calls == ["connect"])
    }

    @Test(
        "With the line: notifyEncryptionRequired, indicateEncryptionRequired", .simulated(seed: 10),
        .coreBluetooth,
        arguments: [
            (CBMCharacteristicProperties.notifyEncryptionRequired, CBMCharacteristicProperties.notify),
            (.indicateEncryptionRequired, .indicate),
        ])
    func encryption(given: CBMCharacteristicProperties, seen: CBMCharacteristicProperties) async throws {
        let board = TestBoard()
        let secret = CBMCharacteristicMock(type: CBMUUID(string: "FF04"), properties: [.read, given])
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(
                name: "Board",
                services: [CBMServiceMock(type: TestBoard.service, primary: true, characteristics: secret)],
                delegate: board
            ).build()
        let app = try await CentralApp.ready(with: spec)
        #expect(app.characteristic(secret).properties == [.read, seen])
        app.read(secret)
        try await World.current.run(until: { app.lines.count == 2 })
        let phone = CBMCentralManagerMock.simulatedPhone
        #expect(phone.bonds.isEmpty)
        app.subscribe(secret)
        try await World.current.run(until: { app.lines.count == 3 })
        #expect(app.lines.last == "notify FF04")
        #expect(phone.bonds.count == 1)
        spec.simulateValueUpdate(Data([9]), for: secret)
        try await World.current.run(until: { app.values.count == 2 })
    }

    @Test(
        "A channel transfers bytes to the spec's closure, on the main queue, and back", .simulated(seed: 11),
        .coreBluetooth)
    func channels() async throws {
        let board = TestBoard()
        let received = Lock<[String]>([])
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [board.service], delegate: board)
            .taking(
                CBMChannelMock(psm: 0x80) { channel, data in
                    received.withLock { $0.append("\([UInt8](data)) \(MainQueue.isCurrent)") }
                    channel.send([UInt8](data.reversed()))
                }
            ).build()
        let app = try await CentralApp.ready(with: spec)
        app.peripheral?.openL2CAPChannel(0x80)
        try await World.current.run(until: { app.channel != nil })
        let channel = try #require(app.channel)
        channel.inputStream.open()
        channel.outputStream.open()
        #expect(channel.outputStream.write([1, 2, 3], maxLength: 3) == 3)
        try await World.current.run(until: { channel.inputStream.hasBytesAvailable })
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(channel.inputStream.read(&bytes, maxLength: 8) == 3)
        #expect(bytes.prefix(3) == [3, 2, 1])
        #expect(received.withLock { $0 } == ["[1, 2, 3] true"])
    }
}
