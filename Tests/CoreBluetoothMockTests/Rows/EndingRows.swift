@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Rows of the page for those who move over: what ends with a link, and how it is told.
@Suite struct EndingRows {
    private let board = TestBoard()
    private let log = PeripheralLog()

    @Test("With the line: between a remote loss and its notice", .simulated(seed: 1), .coreBluetooth)
    func silence() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await log.explored(app)
        let before = board.calls.count
        let count = log.lines.count
        spec.simulateReset()
        peripheral.readValue(for: board.led)
        peripheral.writeValue(Data([1]), for: board.led, type: .withResponse)
        #expect(peripheral.state == .connected)
        try await World.current.run(for: .seconds(1))
        #expect(log.lines.count == count && peripheral.state == .connected)
        try await World.current.run(until: { peripheral.state == .disconnected })
        try await World.current.run(for: .seconds(1))
        // Whether requests end with a link is the system's affair; none succeeds.
        #expect(log.lines.dropFirst(count).allSatisfy { $0.hasSuffix("failed") })
        #expect(board.calls.dropFirst(before) == ["reset"])
        #expect((app.failure as? CBMError)?.code == .connectionTimeout)
    }

    @Test("CoreBluetooth too: what is open when a link ends", .simulated(seed: 1), .coreBluetooth)
    func waiting() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await log.explored(app)
        let proxy = CBMPeripheralDelegateProxy()
        var errors: [CBMError.Code?] = []
        proxy.didUpdateCharacteristicValue = { _, _, error in
            #expect(app.failure == nil)
            errors.append((error as? CBMError)?.code)
        }
        proxy.didWriteCharacteristicValue = { _, _, error in
            #expect(app.failure == nil)
            errors.append((error as? CBMError)?.code)
        }
        peripheral.delegate = proxy
        peripheral.readValue(for: board.led)
        peripheral.writeValue(Data([1]), for: board.led, type: .withResponse)
        spec.simulateDisconnection()
        try await World.current.run(until: { app.failure != nil })
        try await World.current.run(for: .seconds(5))
        #expect(errors.isEmpty, "nothing is answered")
        #expect((app.failure as? CBMError)?.code == .peripheralDisconnected)
    }

    @Test(
        "With the line: services after a link ended", .simulated(seed: 2), .coreBluetooth,
        arguments: [false, true])
    func services(reconnects: Bool) async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await log.explored(
            app, [autoReconnectOption: reconnects as NSNumber])
        #expect(peripheral.services == [board.service])
        spec.simulateDisconnection(withError: CBMError(.connectionTimeout))
        try await World.current.run(until: { app.log.last?.hasPrefix("disconnected") == true })
        #expect(peripheral.services == (reconnects ? [board.service] : nil))
        if !reconnects {
            #expect(peripheral.state == .disconnected)
            app.manager.connect(peripheral)
        }
        try await World.current.run(until: { app.log.last == "connected" })
        #expect(peripheral.services == (reconnects ? [board.service] : nil))
        try await log.next { peripheral.discoverServices(nil) }
        #expect(peripheral.services == [board.service])
    }

    private final class Own: Error {}

    @Test("With the line: errors", .simulated(seed: 3), .coreBluetooth)
    func errors() async throws {
        let spec = board.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await log.explored(app)
        board.value = .failure(CBMATTError(.insufficientResources))
        try await log.next { peripheral.readValue(for: board.led) }
        let refusal = try #require(log.errors.last ?? nil)
        #expect((refusal as NSError).domain == CBMATTErrorDomain && (refusal as NSError).code == 17)
        #expect((refusal as? CBMATTError)?.code == .insufficientResources)

        let own = Own()
        (board.value, board.answer) = (.failure(own), .failure(own))
        try await log.next { peripheral.readValue(for: board.led) }
        #expect(log.errors.last as? Own === own)
        try await log.next { peripheral.writeValue(Data([1]), for: board.led, type: .withResponse) }
        #expect(log.errors.last as? Own === own)

        spec.simulateDisconnection()
        try await World.current.run(until: { peripheral.state == .disconnected })
        let end = try #require(app.failure)
        #expect((end as NSError).domain == CBMErrorDomain && (end as NSError).code == 7)
        #expect((end as? CBMError)?.code == .peripheralDisconnected)

        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last == "connected" })
        spec.simulateDisconnection(withError: own)
        try await World.current.run(until: { peripheral.state == .disconnected })
        #expect(app.failure as? Own === own)

        board.admission = .failure(own)
        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last?.hasPrefix("failed") == true })
        #expect(app.failure as? Own === own)
    }
}
