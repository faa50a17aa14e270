import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// When discoveries end, by the page for those who move over.
@Suite struct TimingDiscoveryRows {
    private let log = PeripheralLog()
    /// A link with this phone outlives itself: the phone keeps what it has found, since it has a bond.
    private let secret = CBMCharacteristicMock(
        type: CBMUUID(string: "FF04"), properties: [.read, .notifyEncryptionRequired],
        descriptors: CBMDescriptorMock(type: CBMUUID(string: "FF01")))

    /// How long it is, with an interval of a second, until the peripheral's delegate hears of something.
    private func time(of call: () -> Void) async throws -> Nanoseconds {
        let count = log.lines.count
        let start = World.current.now
        call()
        #expect(log.lines.count == count)
        try await World.current.run(until: { log.lines.count > count })
        let time = World.current.now - start
        try await World.current.run(for: .milliseconds(3400))
        return time
    }

    /// Three declarations of 16-bit characteristics fit into one answer.
    @Test(
        "With the line: discovery", .simulated(seed: 6), .coreBluetooth,
        arguments: [(1, 1), (3, 1), (4, 2), (12, 4)])
    func discovery(count: Int, answers: Int) async throws {
        let many = (0..<count).map {
            CBMCharacteristicMock(type: CBMUUID(string: "AA\($0 + 10)"), properties: .read)
        }
        let service = CBMServiceMock(type: CBMUUID(string: "1523"), primary: true, characteristics: many)
        let other = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true, characteristics: secret)
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(
                name: "Board", services: [service, other], delegate: TestBoard(), connectionInterval: 1,
                supervisionTimeout: 8
            ).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.connect()
        peripheral.delegate = log
        try await World.current.run(for: .seconds(60))

        func discoveries() async throws -> [Nanoseconds] {
            [
                try await time { peripheral.discoverServices(nil) },
                try await time { peripheral.discoverCharacteristics(nil, for: service) },
                try await time { peripheral.discoverCharacteristics(nil, for: other) },
                try await time { peripheral.discoverDescriptors(for: secret) },
            ]
        }
        let times = try await discoveries()
        // The four services, with those that every peripheral has, take two answers; each list but the last has an end.
        for (time, exchanges) in zip(times, [2 + 1, answers + 1, 1 + 1, 1]) {
            #expect(time > .seconds(2 * exchanges - 1) && time <= .seconds(2 * exchanges) + RowLink.air)
        }
        #expect(peripheral.services?.first?.characteristics?.count == count)

        _ = try await time { peripheral.setNotifyValue(true, for: secret) }
        app.manager.cancelPeripheralConnection(peripheral)
        try await World.current.run(for: .seconds(10))
        app.manager.connect(peripheral)
        try await World.current.run(for: .seconds(60))
        #expect(peripheral.state == .connected && peripheral.services == nil)
        let again = try await discoveries()
        #expect(again.allSatisfy { $0 < .milliseconds(10) })
        #expect(peripheral.services?.first?.characteristics?.count == count)
    }
}
