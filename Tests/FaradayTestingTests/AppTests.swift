import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// An app that connects to the first heart rate monitor and listens to it; on the queue it is given.
private final class App: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?
    private(set) var values = 0
    private(set) var disconnections = 0

    init(queue: DispatchQueue?) {
        super.init()
        manager = CBCentralManager(delegate: self, queue: queue)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.delegate = self
        peripheral.discoverServices([CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        disconnections += 1
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        values += 1
    }
}

@Suite struct AppTests {
    /// A connection, ten values, a lost link and a new connection; the trace of it all.
    private static func story(queue: DispatchQueue?) async throws -> String {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone(.iOS(18))
        let app = phone.run { App(queue: queue) }
        try await world.run(until: { app.values == 10 })
        strap.move(to: .outOfRange, for: .seconds(30))
        try await world.run(until: { app.disconnections == 1 })
        try await world.run(until: { app.values == 20 }, timeout: .minutes(2))
        return world.traceJSONLines()
    }

    private static let traces = Lock<[UInt64: String]>([:])

    private static func isFirstOrSame(_ trace: String, seed: UInt64) -> Bool {
        traces.withLock { traces in
            if traces[seed] == nil { traces[seed] = trace }
            return traces[seed] == trace
        }
    }

    @Test(.simulated(seed: 3), arguments: 0..<10)
    func theSameSeedGivesTheSameTraceOnTheMainQueue(run: Int) async throws {
        #expect(Self.isFirstOrSame(try await Self.story(queue: nil), seed: 3))
    }

    @Test(.simulated(seed: 3), arguments: 0..<10)
    func andOnAQueueOfItsOwn(run: Int) async throws {
        #expect(Self.isFirstOrSame(try await Self.story(queue: DispatchQueue(label: "app")), seed: 3))
    }

    @MainActor @Test(.simulated(seed: 3), arguments: 0..<5)
    func andDrivenFromTheMainActor(run: Int) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let app = world.addPhone(.iOS(18)).run { App(queue: nil) }
        try await world.run(until: { app.values == 10 })
        strap.move(to: .outOfRange, for: .seconds(30))
        try await world.run(until: { app.disconnections == 1 })
        try await world.run(until: { app.values == 20 }, timeout: .minutes(2))
        #expect(Self.isFirstOrSame(world.traceJSONLines(), seed: 3))
    }

    @Test func andDrivenSynchronously() throws {
        try withWorld(seed: 3) { world in
            let strap = world.add(.heartRateMonitor(), at: .meters(2))
            let app = world.addPhone(.iOS(18)).run { App(queue: nil) }
            try world.run(until: { app.values == 10 })
            strap.move(to: .outOfRange, for: .seconds(30))
            try world.run(until: { app.disconnections == 1 })
            try world.run(until: { app.values == 20 }, timeout: .minutes(2))
            #expect(Self.isFirstOrSame(world.traceJSONLines(), seed: 3))
        }
    }

    @Test(.simulated())
    func aManagerWithoutRunFindsTheOnlyPhone() async throws {
        let world = World.current
        world.addPhone(name: "mine")
        world.add(.heartRateMonitor())
        let app = App(queue: nil)
        try await world.run(until: { app.values == 1 })
    }
}
