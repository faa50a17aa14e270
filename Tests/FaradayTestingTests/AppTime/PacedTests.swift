// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// A paced world goes with the clock, and so do its app's timers.
@Suite(.enabled(if: World().holdsAppWork)) struct PacedTests {
    private static func start(_ done: @escaping @Sendable (String) -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { done("main") }
        DispatchQueue(label: "app").asyncAfter(deadline: .now() + 2) { done("queue") }
        Task {
            try await Task.sleep(nanoseconds: 3_000_000_000)
            done("task")
        }
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 4)
            done("thread")
        }
    }

    @Test("A test on the main actor paces its world, and the app's timers follow its speed", .simulated)
    @MainActor
    func onTheMainActor() async throws {
        let world = World.current
        let calls = World.Lock<[String]>([])
        world.pace(speed: 50)
        Self.start { name in calls.withLock { $0.append(name) } }
        try await world.run(until: { calls.withLock { $0.count } == 4 }, timeout: .hours(10))
        #expect(calls.withLock { $0.sorted() } == ["main", "queue", "task", "thread"])
        #expect(world.now >= .zero + .seconds(4))
    }

    @Test("So does a test elsewhere", .simulated)
    func elsewhere() async throws {
        let world = World.current
        let calls = World.Lock<[String]>([])
        world.pace(speed: 50)
        Self.start { name in calls.withLock { $0.append(name) } }
        try await world.run(until: { calls.withLock { $0.count } == 4 }, timeout: .hours(10))
        #expect(calls.withLock { $0.sorted() } == ["main", "queue", "task", "thread"])
    }

    @Test("An app on the main actor connects in a paced world", .simulated) @MainActor
    func connects() async throws {
        let world = World.current
        world.add(.heartRateMonitor(), at: .meters(1))
        world.pace(speed: 20)
        let app = world.addPhone().run { PacedApp() }
        try await world.run(until: { app.isConnected }, timeout: .hours(10))
        #expect(app.states == [.poweredOn])
    }
}

private final class PacedApp: NSObject, CBCentralManagerDelegate {
    private(set) var states: [CBManagerState] = []
    private(set) var isConnected = false
    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        states.append(central.state)
        central.scanForPeripherals(withServices: nil)
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
#endif
