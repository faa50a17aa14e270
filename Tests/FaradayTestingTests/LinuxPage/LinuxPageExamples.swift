import FaradayCoreBluetooth
import Dispatch
import FaradayTesting
import Foundation
import Testing

class BluetoothBase: NSObject, CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}

    // Empty, so that subclasses have something to override.
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
}

final class RestoringBluetooth: BluetoothBase {
    private(set) var restored: [CBPeripheral] = []

    override func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    }
}

private final class KeepingApp: NSObject, CBCentralManagerDelegate {
    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?
    private(set) var isConnected = false

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

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

func userInfo(of error: (any Error)?) -> [String: Any] {
    var userInfo: [String: Any] = ["optional": error as Any]
    if let error { userInfo["object"] = error as AnyObject }
    return userInfo
}

/// Runs the jobs of an actor on a queue, which may be a manager's.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private actor OnQueue {
    private let executor: QueueExecutor
    private let queue: DispatchQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ queue: DispatchQueue) { (self.queue, executor) = (queue, QueueExecutor(queue)) }

    func isOnQueue(_ key: DispatchSpecificKey<Bool>) -> Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// What the page on Linux says.
@Suite struct LinuxPageExamples {
    @Test(.simulated) func anOverriddenMethodIsFound() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor())
        let phone = world.addPhone()
        phone.configure(AppManifest(backgroundModes: .central))
        phone.seedRestoration(of: "main", peers: [strap], scan: nil)
        let app = RestoringBluetooth()
        let manager = phone.run {
            CBCentralManager(
                delegate: app, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "main"])
        }
        try await world.run(until: { !app.restored.isEmpty })
        withExtendedLifetime(manager) {}
    }

    @Test(.simulated) func aKeptPeripheralConnects() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let app = world.addPhone().run { KeepingApp() }
        try await world.run(until: { app.isConnected })
    }

    @Test(arguments: [CBError(.connectionTimeout) as any Error, NSError(domain: CBErrorDomain, code: 6)])
    func errorsComeBack(error: any Error) {
        for key in ["optional", "object"] {
            let found = userInfo(of: error)[key] as? any Error
            #expect((found as? CBError)?.code == .connectionTimeout, "\(key)")
        }
        #expect(userInfo(of: nil)["object"] == nil)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func anActorRunsOnAQueue() async {
        let queue = DispatchQueue(label: "actor")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        #expect(await OnQueue(queue).isOnQueue(key))
    }
}
