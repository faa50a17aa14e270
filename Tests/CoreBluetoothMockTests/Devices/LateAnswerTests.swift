import BluetoothPort
import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// Spec delegates that answer later.
@Suite struct LateAnswerTests {
    /// Keeps what it is asked.
    private final class SlowBoard: CBMPeripheralSpecDeferringDelegate {
        var respond: [(Result<Data, Error>) -> Void] = []

        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock,
            respond: @escaping @Sendable (Result<Data, Error>) -> Void
        ) {
            self.respond.append(respond)
        }
    }

    private let slow = SlowBoard()
    private let led = CBMCharacteristicMock(type: CBMUUID(string: "1525"), properties: [.read, .write])

    private func linked() async throws -> CentralApp {
        let service = CBMServiceMock(type: TestBoard.service, primary: true, characteristics: led)
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: "Board", services: [service], delegate: slow).build()
        return try await CentralApp.ready(with: spec)
    }

    @Test("A deferring delegate answers at any time, once", .simulated(seed: 8), .coreBluetooth)
    func deferring() async throws {
        let app = try await linked()
        app.read(led)
        try await World.current.run(for: .seconds(3))
        #expect(app.lines == ["connected"])
        slow.respond.first?(.success(Data([5])))
        slow.respond.first?(.success(Data([6])))
        try await World.current.run(for: .seconds(1))
        #expect(app.values == [Data([5])])
        // For methods that it does not implement, the plain delegate is called, which refuses.
        app.write(Data([1]), led)
        try await World.current.run(until: { app.lines.last == "wrote 1525: CBATTErrorDomain 3" })
    }

    @Test(
        "Without an answer the link ends after ATT's 30 s; a later answer is ignored",
        .simulated(seed: 9), .coreBluetooth)
    func never() async throws {
        let app = try await linked()
        app.read(led)
        let start = World.current.now
        try await World.current.run(until: { app.lines.count == 3 })
        let time = World.current.now - start
        #expect(time > .seconds(30) && time < .seconds(31))
        #expect(app.lines[1].hasPrefix("value 1525: ") && app.lines[2].hasPrefix("disconnected: "))
        app.connectAgain()
        try await World.current.run(until: { app.isReady })
        slow.respond[0](.failure(NSError(domain: "late", code: 1)))
        app.read(led)
        try await World.current.run(until: { slow.respond.count == 2 })
        slow.respond[1](.failure(CBMATTError(.unlikelyError)))
        try await World.current.run(until: { app.lines.count == 5 })
        #expect(app.lines.last == "value 1525: CBATTErrorDomain 14")
        app.read(led)
        try await World.current.run(until: { slow.respond.count == 3 })
        slow.respond[2](.success(Data([7])))
        try await World.current.run(until: { app.values.last == Data([7]) })
    }
}
