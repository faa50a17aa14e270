import BluetoothTypes
@preconcurrency @testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// The questions to a spec delegate before a request is sent.
@Suite struct QuestionTests {
    private struct Refusal: Error, Equatable {}

    private let board = AskedBoard()
    private let log = PeripheralLog()

    /// Connects to the board, and discovers everything.
    private func explored(_ app: App, _ options: [String: Any]? = nil) async throws -> CBMPeripheral {
        let peripheral = try await app.connect(options)
        peripheral.delegate = log
        try await run { peripheral.discoverServices(nil) }
        for service in peripheral.services ?? [] {
            try await run { peripheral.discoverIncludedServices(nil, for: service) }
            try await run { peripheral.discoverCharacteristics([], for: service) }
        }
        try await run { peripheral.discoverDescriptors(for: board.button) }
        return peripheral
    }

    private func run(_ request: () -> Void) async throws {
        let count = log.lines.count
        request()
        try await World.current.run(until: { log.lines.count > count })
    }

    @Test(
        "A discovered attribute is equal to its definition, which may be passed instead", .simulated(seed: 1),
        .coreBluetooth)
    func definitions() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await explored(app)
        let services = try #require(peripheral.services)
        #expect(services.count == 2)
        let service = try #require(services.first { $0 == board.service })
        let included = try #require(service.includedServices?.first)
        #expect(included == board.other && services.contains { $0 === included })
        let characteristics = try #require(service.characteristics)
        #expect(characteristics == [board.button, board.led])
        #expect(characteristics[0].descriptors == board.button.descriptors)
        #expect(
            Set(board.calls) == [
                "services []", "included 1523 true", "characteristics 1523 true", "included 1530 false",
                "characteristics 1530 false", "descriptors 1524 true",
            ])
        #expect(board.calls.first == "services []" && board.calls.count == 6)
        try await run { peripheral.readValue(for: board.led) }
        #expect(log.lines.last == "value 1525 [1]" && characteristics[1].value == Data([1]))
        #expect(board.led.value == nil)
        try await run { peripheral.writeValue(Data([2]), for: board.led, type: .withResponse) }
        #expect(board.calls.suffix(2) == ["read 1525", "write 1525"])

        let other = App()
        try await World.current.run(until: { other.log == ["poweredOn"] })
        let retrieved = other.manager.retrievePeripherals(withIdentifiers: [peripheral.identifier])
        let second = try #require(retrieved.first)
        other.manager.connect(second)
        try await World.current.run(until: { other.log.last == "connected" })
        #expect(second !== peripheral && (second as? NSObject)?.hash == (peripheral as? NSObject)?.hash)
        second.delegate = log
        try await run { second.discoverServices(nil) }
        let theirs = try #require(second.services?.first { $0 == board.service })
        #expect(theirs !== service && theirs == service)
    }

    @Test(
        "A refusal is the callback's error, one connection interval after the call", .simulated(seed: 2),
        .coreBluetooth)
    func refusals() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let app = App()
        let peripheral = try await explored(app)
        board.answer = .failure(Refusal())
        let requests: [(String, () -> Void)] = [
            ("services", { peripheral.discoverServices([CBMUUID(string: "1523")]) }),
            ("included 1523", { peripheral.discoverIncludedServices(nil, for: self.board.service) }),
            ("characteristics 1523", { peripheral.discoverCharacteristics(nil, for: self.board.service) }),
            ("descriptors 1524", { peripheral.discoverDescriptors(for: self.board.button) }),
            ("notifying 1524 false", { peripheral.setNotifyValue(true, for: self.board.button) }),
        ]
        for (line, request) in requests {
            let (count, start) = (log.lines.count, World.current.now)
            request()
            #expect(log.lines.count == count, "never inside the call")
            try await World.current.run(until: { log.lines.count > count })
            #expect(log.lines.last == "\(line) failed")
            #expect(log.errors.last as? Refusal == Refusal())
            #expect(World.current.now - start == .milliseconds(45))
        }
        #expect(board.calls.last == "notified 1524 failed")
        #expect(peripheral.services?.count == 2, "what was found before stays")

        let count = log.lines.count
        peripheral.discoverServices(nil)
        app.manager.cancelPeripheralConnection(peripheral)
        try await World.current.run(for: .seconds(2))
        #expect(log.lines.count == count, "a link that ends takes the refusal with it")
    }

    @Test(
        "A read error that is not an ATT error is the delegate's own error", .simulated(seed: 3),
        .coreBluetooth)
    func errors() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let app = App()
        let peripheral = try await explored(app)
        board.answer = .failure(NSError(domain: "board", code: 7))
        try await run { peripheral.readValue(for: board.led) }
        #expect(log.errors.last as? NSError == NSError(domain: "board", code: 7))
        try await run { peripheral.writeValue(Data([1]), for: board.led, type: .withResponse) }
        #expect(log.errors.last as? NSError == NSError(domain: "board", code: 7))
        board.answer = .failure(CBMATTError(.unlikelyError))
        try await run { peripheral.readValue(for: board.led) }
        #expect((log.errors.last as? CBMATTError)?.code == .unlikelyError)
    }

    @Test(
        "Behaviour 5.24: the app gets the result of a subscription first, then the delegate; no change, no question",
        .simulated(seed: 4), .coreBluetooth)
    func subscriptions() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let app = App()
        let peripheral = try await explored(app)
        let before = board.calls.count
        var lines: [[String]] = []
        board.didUpdateNotificationState = { [log] in lines.append(log.lines) }
        try await run { peripheral.setNotifyValue(true, for: board.button) }
        try await World.current.run(until: { lines.count == 1 })
        #expect(lines.last?.last == "notifying 1524 true")
        try await run { peripheral.setNotifyValue(true, for: board.button) }
        #expect(log.lines.last == "notifying 1524 true")
        #expect(board.calls.dropFirst(before) == ["notify true true", "notified 1524"])

        // The third changes what the second will have done.
        peripheral.setNotifyValue(false, for: board.button)
        peripheral.setNotifyValue(false, for: board.button)
        peripheral.setNotifyValue(true, for: board.button)
        try await World.current.run(until: { lines.count == 3 })
        #expect(
            log.lines.suffix(3) == ["notifying 1524 false", "notifying 1524 false", "notifying 1524 true"])
        #expect(
            board.calls.dropFirst(before + 2) == [
                "notify false true", "notify true true", "notified 1524", "notified 1524",
            ])
    }

    @Test(
        "Requests from the app's own queue are sent in the order in which they were made",
        .simulated(seed: 5),
        .coreBluetooth)
    func order() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let queue = DispatchQueue(label: "app")
        let app = App { CBMCentralManagerMock(delegate: $0, queue: queue) }
        let peripheral = try await explored(app)
        let before = board.calls.count
        nonisolated(unsafe) let board = board
        queue.async {
            peripheral.setNotifyValue(true, for: board.button)
            peripheral.writeValue(Data([1]), for: board.led, type: .withResponse)
            peripheral.discoverDescriptors(for: board.button)
            peripheral.readValue(for: board.led)
        }
        let count = log.lines.count
        try await World.current.run(until: { log.lines.count == count + 4 })
        #expect(
            log.lines.suffix(4) == [
                "notifying 1524 true", "written 1525", "descriptors 1524", "value 1525 [1]",
            ])
        let calls = board.calls.dropFirst(before)
        #expect(calls.first == "notify true true" && calls.allSatisfy { !$0.contains("not on") })
    }

    @Test(
        "Behaviour 4.14: removed services are reported with their former content, and are no longer valid",
        .simulated(seed: 6), .coreBluetooth)
    func changes() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await explored(app)
        try await run { spec.simulateServiceChange(newName: nil, newServices: [board.other]) }
        #expect(log.lines.last == "modified")
        #expect(log.invalidated.contains(board.service))
        #expect(peripheral.services?.contains(board.service) == false)
        World.current.expectMisuse(.foreignObject)
        peripheral.readValue(for: board.led)
    }

    @Test("Behaviour 1.10: without a link the delegate is not asked", .simulated(seed: 7), .coreBluetooth)
    func unlinked() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let app = App()
        let peripheral = try await app.discover()
        peripheral.delegate = log
        World.current.expectMisuse(.notConnected)
        peripheral.discoverServices(nil)
        try await World.current.run(for: .seconds(1))
        #expect(board.calls.isEmpty && log.lines.isEmpty)
    }

    @Test(
        "What waits for an earlier answer is dropped with its link, also if the system reconnects at once",
        .simulated(seed: 11), .coreBluetooth, arguments: [0.35, 0.9])
    func droppedWithItsLink(interval: TimeInterval) async throws {
        // A refusal is told when earlier requests are answered, and looks for that once an interval.
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(
                advertisementData: [CBMAdvertisementDataIsConnectable: true as NSNumber], withInterval: 0.020
            )
            .connectable(
                name: "Board", services: [board.service, board.other], delegate: board,
                connectionInterval: interval
            )
            .build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await explored(app, [autoReconnectOption: true as NSNumber])
        try await World.current.run(for: .seconds(10))
        let (lines, calls) = (log.lines.count, board.calls.count)
        board.answer = .failure(Refusal())
        spec.simulateReset()
        peripheral.readValue(for: board.led)
        peripheral.discoverServices(nil)
        peripheral.readValue(for: board.led)
        peripheral.readRSSI()
        try await World.current.run(until: { app.log.last?.hasPrefix("disconnected") == true })
        try await World.current.run(until: { app.log.last == "connected" })
        try await World.current.run(for: .seconds(10))
        #expect(log.lines.count == lines)
        #expect(!board.calls.dropFirst(calls).contains { $0.hasPrefix("read") })
        board.answer = .success(())
        try await run { peripheral.readValue(for: board.led) }
        #expect(log.lines.last == "value 1525 [1]", "the line is free again")
    }

    @Test("A mock peripheral retains its delegate", .simulated(seed: 8), .coreBluetooth)
    func delegate() async throws {
        CBMCentralManagerMock.simulatePeripherals([board.spec()])
        let app = App()
        let peripheral = try await app.discover()
        weak var kept: PeripheralLog?
        do {
            let log = PeripheralLog()
            kept = log
            peripheral.delegate = log
        }
        #expect(kept != nil && peripheral.delegate === kept)
        peripheral.delegate = nil
        #expect(kept == nil)
    }

    /// A delegate without methods.
    private final class Silent: CBMPeripheralSpecDelegate {}

    @Test(
        "A delegate without methods refuses reads, writes, and subscriptions without notify",
        .simulated(seed: 9), .coreBluetooth)
    func defaults() async throws {
        let silent = Silent()
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: [CBMAdvertisementDataIsConnectable: true as NSNumber])
            .connectable(name: "Silent", services: [board.service, board.other], delegate: silent)
            .build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await explored(app)
        try await run { peripheral.setNotifyValue(true, for: board.led) }
        #expect((log.errors.last as? CBMError)?.code == .invalidHandle)
        try await run { peripheral.setNotifyValue(true, for: board.button) }
        #expect(log.lines.last == "notifying 1524 true")
        try await run { peripheral.readValue(for: board.led) }
        #expect((log.errors.last as? CBMATTError)?.code == .readNotPermitted)
        try await run { peripheral.writeValue(Data(), for: board.led, type: .withResponse) }
        #expect((log.errors.last as? CBMATTError)?.code == .writeNotPermitted)
    }

    @Test(
        "CoreBluetooth too: after an identifier's change by simulateMacChange", .simulated(seed: 10),
        .coreBluetooth)
    func newIdentifier() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await explored(app)
        let identifier = peripheral.identifier
        spec.simulateMacChange()
        #expect(spec.identifier != identifier)
        try await World.current.run(for: .seconds(30))
        #expect(peripheral.state == .connected && spec.isConnected && app.log.last == "connected")
        let before = board.calls.count
        try await run { peripheral.setNotifyValue(true, for: board.button) }
        try await World.current.run(until: { board.calls.count == before + 2 })
        #expect(board.calls.suffix(2) == ["notify true true", "notified 1524"])
    }
}
