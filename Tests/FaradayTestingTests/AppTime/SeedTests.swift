// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import BluetoothPort
import FaradayCoreBluetooth
import Dispatch
import FaradayTesting
import Foundation
import RandomCases
import Testing

/// The order of an app's own work follows from the seed alone, however many worlds run beside each other.
///
/// `FARADAY_WORK_LOGS` names a file for the logs of all seeds: `.ci/more` compares those of two processes.
@Suite(.enabled(if: World().holdsAppWork)) struct SeedTests {
    private static let seeds = Array(0..<UInt64(randomCases(24)))
    private static let lanes = 4

    @Test("The same seed gives the same log and trace, on four threads and in any company")
    func same() async throws {
        let first = await Self.logs()
        let second = await Self.logs()
        for (index, seed) in Self.seeds.enumerated() {
            #expect(first[index] == second[index], "seed \(seed) gives two logs")
        }
        #expect(first.allSatisfy { $0.count > 3_000 })
        #expect(Set(first).count == first.count, "two seeds give one log")
        guard let path = ProcessInfo.processInfo.environment["FARADAY_WORK_LOGS"] else { return }
        try first.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("Two hundred worlds at once have a time of their own each")
    func manyWorlds() async {
        let ends = await withTaskGroup(of: (Int, Int64).self) { group in
            for number in 1...200 {
                group.addTask {
                    let world = World(seed: UInt64(number))
                    let fired = Lock<Int64>(0)
                    return await world.simulate {
                        DispatchQueue(label: "app").asyncAfter(deadline: .now() + Double(number)) {
                            fired.withLock { $0 = world.now.nanoseconds }
                        }
                        try? await Task.sleep(nanoseconds: 300_000_000_000)
                        return (number, fired.withLock { $0 })
                    }
                }
            }
            return await group.reduce(into: [:]) { ends, end in ends[end.0] = end.1 }
        }
        #expect(ends.count == 200)
        #expect(ends.allSatisfy { $0.value == Int64($0.key) * 1_000_000_000 })
    }

    /// The logs of all seeds, made on some threads at once.
    private static func logs() async -> [String] {
        await withTaskGroup(of: [(Int, String)].self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    seeds.indices.filter { $0 % lanes == lane }.map { ($0, log(of: seeds[$0])) }
                }
            }
            return await group.reduce(into: Array(repeating: "", count: seeds.count)) { logs, part in
                for (index, log) in part { logs[index] = log }
            }
        }
    }

    private static func log(of seed: UInt64) -> String {
        let text = try? withWorld(seed: seed) { world in
            let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
            let app = world.addPhone().run { RelayApp(world) }
            try world.run(for: .seconds(20))
            strap.disconnect()
            try world.run(for: .seconds(10))
            return app.log + world.traceText()
        }
        return text ?? "seed \(seed) threw"
    }
}

/// An app that hands each value through five queues, an actor and tasks, with timers beside.
private final class RelayApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
    private actor Store {
        private var values: [Int] = []
        func add(_ value: Int) async -> Int {
            values.append(value)
            await Task.yield()
            return values.count
        }
    }

    private let lines = Lock<[String]>([])
    private let world: World
    private let ble = DispatchQueue(label: "ble")
    private let decoding = DispatchQueue(label: "decoding")
    private let files = DispatchQueue(label: "files")
    private let network = DispatchQueue(label: "network", attributes: .concurrent)
    private let store = Store()
    private var manager: CBCentralManager!
    private var peripheral: CBPeripheral?
    private var timers: [any DispatchSourceTimer] = []

    init(_ world: World) {
        self.world = world
        super.init()
        manager = CBCentralManager(delegate: self, queue: ble)
        for (number, queue) in [files, network, decoding].enumerated() {
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + 1, repeating: 1)
            timer.setEventHandler { [weak self] in self?.note("timer \(number)") }
            timer.resume()
            timers.append(timer)
        }
        Task { [weak self] in
            while let self {
                try await Task.sleep(nanoseconds: 500_000_000 + UInt64.random(in: 0..<1_000_000_000))
                note("task \(await store.add(0))")
            }
        }
    }

    var log: String { lines.withLock { $0.joined(separator: "\n") } }

    private func note(_ text: String) {
        let now = world.now.nanoseconds
        lines.withLock { $0.append("\(now) \(text)") }
    }

    private func take(_ value: Int) {
        decoding.async {
            self.note("decoded \(value)")
            for part in 0..<3 { self.network.async { self.note("sent \(value).\(part)") } }
            Task {
                let count = await self.store.add(value)
                self.files.async { self.note("written \(count)") }
            }
            DispatchQueue.main.async { self.note("shown \(value)") }
        }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [CBUUID(string: "180D")]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        central.stopScan()
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        note("disconnected")
        ble.asyncAfter(deadline: .now() + Double.random(in: 0.5...2)) {
            self.peripheral.map { self.manager.connect($0) }
        }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] where characteristic.properties.contains(.notify)
        {
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        take(characteristic.value.map { Int($0.last ?? 0) } ?? -1)
    }
}
#endif
