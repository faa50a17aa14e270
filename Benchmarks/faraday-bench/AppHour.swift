import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// A virtual hour of an app as teams write them, with ten timers of its own, four queues and an actor, and of a sensor that
/// notifies every second.
enum AppHour {
    static func measure(_ options: Options) throws -> Fields {
        let minutes = options.amount(60, quick: 6)
        var samples: [Sample] = []
        for repetition in 0..<options.repetitions(usual: 5) {
            let world = World(seed: UInt64(repetition + 1))
            defer { world.code.end(of: world) }
            guard world.holdsAppWork else { throw BenchmarkError("the timers of apps have real time here") }
            world.add(
                BenchDevice.definition(behaviours: [
                    .notifying(BenchDevice.notifying, every: .seconds(1)) { _ in BenchDevice.payload(1) }
                ]))
            let app = world.addPhone(.iOS(18)).run { BusyApp() }
            try world.run(until: { app.counts.values > 0 })
            let (before, events) = (app.counts, world.eventCount)
            var sample = try Sample.timing {
                try world.run(for: .minutes(minutes))
                return app.counts.firings - before.firings
            }
            try check(app.counts, since: before, seconds: minutes * 60)
            sample.extra = [
                ("minutes", .integer(minutes)),
                ("values", .integer(app.counts.values - before.values)),
                ("events", .integer(Int(world.eventCount - events))),
                ("secondsPerHour", .decimal(sample.seconds * 60 / Double(minutes), 4)),
            ]
            samples.append(sample)
        }
        return Sample.summary(samples)
    }

    private static func check(_ now: BusyApp.Counts, since before: BusyApp.Counts, seconds: Int) throws {
        let firings = now.firings - before.firings
        let expected = Int(BusyApp.firingsPerSecond * Double(seconds))
        // Each timer may miss one at the edges.
        guard abs(firings - expected) <= BusyApp.timers else {
            throw BenchmarkError("\(firings) firings of timers, and not \(expected)")
        }
        let written = now.written - before.written
        guard abs(now.values - before.values - seconds) <= 1, abs(written - seconds) <= 1 else {
            throw BenchmarkError("\(now.values - before.values) values, \(written) of them written")
        }
        guard now.silences == 0 else { throw BenchmarkError("the watchdog barked") }
    }
}

/// An app that gives each value from one queue to the next and to an actor, and has a timer for everything.
private final class BusyApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    struct Counts {
        /// What timers have fired.
        var firings = 0
        /// Values that have come.
        var values = 0
        /// Values that went through all queues and the actor.
        var written = 0
        var silences = 0
    }

    /// Three sources, two timers of the run loop, two chains of delayed blocks, two tasks, and the watchdog.
    static let timers = 10
    /// Of all but the watchdog, which does not bark.
    private static let periods = [1.0, 2, 5, 1, 10, 3, 4, 1, 5]
    static let firingsPerSecond = periods.reduce(0) { $0 + 1 / $1 }

    private let shared = Lock(Counts())
    private let bluetooth = DispatchQueue(label: "bluetooth")
    private let decoding = DispatchQueue(label: "decoding")
    private let storage = DispatchQueue(label: "storage")
    private let network = DispatchQueue(label: "network", attributes: .concurrent)
    private let journal = Journal()

    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?
    private var sources: [any DispatchSourceTimer] = []
    private var watchdog: (any DispatchSourceTimer)?

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: bluetooth)
    }

    var counts: Counts { shared.withLock { $0 } }

    // MARK: Timers

    /// Starts all timers; on the queue of the manager, when there is a link.
    private func startTimers(_ peripheral: CBPeripheral) {
        let fired: @Sendable () -> Void = { [shared] in shared.withLock { $0.firings += 1 } }
        addSource(on: storage, every: 1, fired)
        addSource(on: network, every: 2, fired)
        addSource(on: bluetooth, every: 5) { [weak peripheral] in
            peripheral?.readRSSI()
            fired()
        }
        addRunLoopTimer(every: 1, fired)
        addRunLoopTimer(every: 10, fired)
        Self.repeats(on: decoding, every: 3, fired)
        Self.repeats(on: .main, every: 4, fired)
        Task { [journal] in
            while true {
                try await Task.sleep(nanoseconds: 1_000_000_000)
                fired()
                await journal.tick()
            }
        }
        Task { [journal] in try await journal.tick(every: 5_000_000_000, fired) }
        watchdog = DispatchSource.makeTimerSource(queue: bluetooth)
        watchdog?.setEventHandler { [shared] in shared.withLock { $0.silences += 1 } }
        watchdog?.schedule(deadline: .now() + 15)
        watchdog?.resume()
    }

    private func addSource(
        on queue: DispatchQueue, every seconds: Double, _ action: @escaping () -> Void
    ) {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: action)
        source.schedule(deadline: .now() + seconds, repeating: seconds)
        source.resume()
        sources.append(source)
    }

    private func addRunLoopTimer(every seconds: Double, _ action: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async {
            let timer = Timer(timeInterval: seconds, repeats: true) { _ in action() }
            RunLoop.main.add(timer, forMode: .common)
        }
    }

    private static func repeats(
        on queue: DispatchQueue, every seconds: Double, _ action: @escaping @Sendable () -> Void
    ) {
        queue.asyncAfter(deadline: .now() + seconds) {
            action()
            repeats(on: queue, every: seconds, action)
        }
    }

    // MARK: Values

    private func take(_ value: Data) {
        shared.withLock { $0.values += 1 }
        watchdog?.schedule(deadline: .now() + 15)
        decoding.async { [shared, storage, network, journal] in
            let number = value.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
            storage.async {
                network.async {
                    Task {
                        await journal.add(number)
                        shared.withLock { $0.written += 1 }
                    }
                }
            }
        }
    }

    // MARK: Callbacks

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: BenchDevice.serviceText)])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        startTimers(peripheral)
        peripheral.discoverServices([CBUUID(string: BenchDevice.serviceText)])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: BenchDevice.notifyingText)], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        guard let notifying = service.characteristics?.first else { return }
        peripheral.setNotifyValue(true, for: notifying)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        if error == nil, let value = characteristic.value { take(value) }
    }
}

/// What the app writes down.
private actor Journal {
    private var sum = 0
    private var ticks = 0

    func add(_ number: Int) { sum &+= number }
    func tick() { ticks += 1 }

    func tick(every nanoseconds: UInt64, _ fired: @Sendable () -> Void) async throws {
        while true {
            try await Task.sleep(nanoseconds: nanoseconds)
            tick()
            fired()
        }
    }
}
