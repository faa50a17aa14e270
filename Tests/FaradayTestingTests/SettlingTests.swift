import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// An app whose methods go through the queue that its manager calls back on.
private final class QueuedApp: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
    private let queue = DispatchQueue(label: "app")
    // Declared before the manager, so it is let go before the manager is.
    private(set) var peripheral: CBPeripheral?
    private var manager: CBCentralManager?
    private(set) var isConnected = false

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: queue)
    }

    /// Calls `body` as late as a busy machine would.
    func later(_ body: @escaping @Sendable () -> Void) {
        queue.async {
            for _ in 0..<10 { sched_yield() }
            body()
        }
    }

    func forget() { queue.sync { peripheral = nil } }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
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
        isConnected = true
    }
}

@Suite struct SettlingTests {
    @Test(.simulated(seed: 1)) func workOnAManagersQueueIsDoneBeforeTheClockMoves() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let app = world.addPhone().run { QueuedApp() }
        for _ in 0..<5 {
            let before = world.now
            let time = Lock<Instant?>(nil)
            app.later { time.withLock { $0 = world.now } }
            try await world.run(for: .seconds(1))
            #expect(time.withLock { $0 } == before)
        }
    }

    @Test(.simulated(seed: 2)) func aContinuationThatAManagersQueueResumesTakesNoTime() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let app = world.addPhone().run { QueuedApp() }
        try await world.run(until: { app.isConnected })
        for _ in 0..<5 {
            let before = world.now
            await withCheckedContinuation { continuation in app.later { continuation.resume() } }
            #expect(world.now == before)
        }
    }

    @Test func synchronousRunsWaitForAManagersQueueToo() throws {
        try withWorld { world in
            world.add(.heartRateMonitor())
            let app = world.addPhone().run { QueuedApp() }
            try world.run(until: { app.isConnected })
            let before = world.now
            let time = Lock<Instant?>(nil)
            app.later { time.withLock { $0 = world.now } }
            try world.run(for: .seconds(1))
            #expect(time.withLock { $0 } == before)
        }
    }

    /// The order in which an app releases its properties is not a mistake of the app.
    @Test func aPeripheralThatDiesAsTheTestEndsIsNoMisuse() throws {
        try withWorld { world in
            world.add(.heartRateMonitor())
            let app = world.addPhone().run { QueuedApp() }
            try world.run(until: { app.isConnected })
        }
    }

    @Test func aPeripheralThatDiesEarlierIsOne() throws {
        let failure = #expect(throws: SimulatedTestFailure.self) {
            try withWorld { world in
                world.add(.heartRateMonitor())
                let app = world.addPhone().run { QueuedApp() }
                try world.run(until: { app.isConnected })
                app.forget()
                try world.run(for: .seconds(1))
            }
        }
        let misuses = (failure?.underlying as? MisuseFailure)?.misuses.map(\.misuse.kind)
        #expect(misuses == [.unusedConnectedPeripheral])
    }

    @Test func aFailureSaysWhichRunDidNotGetThereAndWhatTheAppDid() throws {
        let failure = #expect(throws: SimulatedTestFailure.self) {
            try withWorld { world in
                world.add(.heartRateMonitor(), at: .outOfRange)
                let app = world.addPhone().run { QueuedApp() }
                try world.run(for: .seconds(1))
                try world.run(until: { app.isConnected }, timeout: .minutes(1))
            }
        }
        let lines = try #require(failure).report.split(separator: "\n")
        #expect(
            lines.contains { $0.contains("the run that gave up: \(#filePath):") })
        #expect(lines.contains { $0.contains("scanForPeripherals nil") }, "a minute of advertising later")
    }
}
