import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Queues, threads and locks.
@Suite struct ThreadScenarios {
    @Test(
        "Behaviour 1.13; regression 117: all callbacks run on the queue given, in order",
        .simulated(seed: 520))
    func callbacksKeepToTheirQueue() async throws {
        let world = World.current
        let counter = world.add(.counter, at: .meters(2))
        let queue = DispatchQueue(label: "mine")
        let app = world.addPhone().run { QueueWatcher(queue: queue) }
        try await world.run(until: { app.isSubscribed })
        for number in 0..<20 { counter.update("FFE1", [UInt8(number)]) }
        try await world.run(until: { app.values.count == 20 })
        #expect(app.values == Array(0..<20))
        #expect(app.strayCallbacks.isEmpty)
        #expect(app.callbackCount > 24)
    }

    @Test("Behaviour 1.13: without a queue callbacks run on the main queue", .simulated(seed: 521))
    func withoutAQueueOnMain() async throws {
        let world = World.current
        let counter = world.add(.counter, at: .meters(2))
        let app = world.addPhone().run { QueueWatcher(queue: nil) }
        try await world.run(until: { app.isSubscribed })
        counter.update("FFE1", [7])
        try await world.run(until: { app.values == [7] })
        #expect(app.strayCallbacks.isEmpty)
    }

    @Test("Regression 116: managers on many threads, while the world runs", .simulated(seed: 522))
    func managersOnManyThreads() throws {
        let world = World.current
        world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone()
        let managers = Lock<[CBCentralManager]>([])
        let group = DispatchGroup()
        for number in 0..<8 {
            DispatchQueue.global().async(group: group) {
                for _ in 0..<10 {
                    let queue = DispatchQueue(label: "manager \(number)")
                    let manager = phone.run { CBCentralManager(delegate: nil, queue: queue) }
                    if manager.state == .poweredOn { manager.scanForPeripherals(withServices: nil) }
                    managers.withLock { $0.append(manager) }
                    let other = managers.withLock { $0[$0.count / 2] }
                    if other.state == .poweredOn {
                        other.scanForPeripherals(withServices: nil)
                        _ = other.retrievePeripherals(withIdentifiers: [UUID()])
                        other.stopScan()
                    }
                }
            }
        }
        while group.wait(timeout: .now()) == .timedOut { try world.run(for: .milliseconds(5)) }
        try world.run(for: .milliseconds(20))
        let all = managers.withLock { $0 }
        #expect(all.count == 80)
        #expect(all.allSatisfy { $0.state == .poweredOn })
    }

    @Test(
        "Regression 124: a callback may wait for another thread that calls all managers",
        .simulated(seed: 523))
    func noLockIsHeldInCallbacks() async throws {
        let world = World.current
        let counter = world.add(.counter, at: .meters(2))
        let phone = world.addPhone()
        let app = phone.run { QueueWatcher(queue: DispatchQueue(label: "mine")) }
        let waits = Lock<[Bool]>([])
        app.onCallback = { [unowned app] in
            guard waits.withLock({ $0.count < 10 }) else { return }
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) let central = app.central!
            nonisolated(unsafe) let peripheral = app.peripheral
            Thread {
                _ = (world.now, world.misuses, phone.authorization, central.state, central.isScanning)
                counter.update("FFE1", [1])
                if central.state == .poweredOn { _ = central.retrievePeripherals(withIdentifiers: [UUID()]) }
                _ = (peripheral?.name, peripheral?.services?.first?.characteristics?.first?.value)
                done.signal()
            }.start()
            let isDone = done.wait(timeout: .now() + 300) == .success
            waits.withLock { $0.append(isDone) }
        }
        try await world.run(until: { app.isSubscribed })
        #expect(waits.withLock { $0.count } > 4)
        #expect(waits.withLock { $0.allSatisfy { $0 } })
        app.onCallback = nil
    }

    @Test("Regression 118: more tests than threads wait in their worlds, and all continue")
    func testsDoNotBlockSwiftsThreads() async throws {
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let world = World(seed: UInt64(number))
                    world.add(.counter, at: .meters(2))
                    let app = world.addPhone().run { QueueWatcher(queue: DispatchQueue(label: "\(number)")) }
                    try await world.run(until: { app.isSubscribed })
                    return app.strayCallbacks.count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 0, count: 24))
    }
}

extension DeviceDefinition {
    fileprivate static var counter: DeviceDefinition {
        DeviceDefinition(name: "Counter") {
            DeviceAdvertising(services: ["FFE0"])
            DeviceService("FFE0") { DeviceCharacteristic("FFE1", [.read, .notify], value: [0]) }
        }
    }
}

/// Subscribes to the counter, and checks the queue of the callbacks.
private final class QueueWatcher: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private static let key = DispatchSpecificKey<String>()
    private(set) var central: CBCentralManager!
    private let isMain: Bool
    private(set) var peripheral: CBPeripheral?
    private(set) var values: [Int] = []
    private(set) var isSubscribed = false
    private(set) var callbackCount = 0
    private(set) var strayCallbacks: [String] = []
    var onCallback: (() -> Void)?

    init(queue: DispatchQueue?) {
        isMain = queue == nil
        super.init()
        queue?.setSpecific(key: Self.key, value: "mine")
        if isMain { DispatchQueue.main.setSpecific(key: Self.key, value: "main") }
        central = CBCentralManager(delegate: self, queue: queue)
    }

    private func called(_ name: String = #function) {
        callbackCount += 1
        let isRight = DispatchQueue.getSpecific(key: Self.key) == (isMain ? "main" : "mine")
        if !isRight { strayCallbacks.append(name) }
        onCallback?()
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        called()
        central.scanForPeripherals(withServices: [CBUUID(string: "FFE0")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        called()
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        called()
        peripheral.discoverServices(nil)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        called()
        peripheral.services?.forEach { peripheral.discoverCharacteristics(nil, for: $0) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        called()
        service.characteristics?.forEach { peripheral.setNotifyValue(true, for: $0) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        called()
        isSubscribed = true
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        called()
        values.append(Int(characteristic.value?.first ?? 0))
    }
}
