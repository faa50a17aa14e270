// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// All clocks that an app can read are the world's.
@Suite(.enabled(if: World().holdsAppWork)) struct ClockTests {
    /// A clock, in nanoseconds.
    struct Clock: Sendable, CustomStringConvertible {
        let description: String
        /// The smallest step that it can show, in nanoseconds.
        let step: Int64
        let read: @Sendable () -> Int64

        init(_ name: String, step: Int64 = 1, _ read: @escaping @Sendable () -> Int64) {
            (description, self.step, self.read) = (name, step, read)
        }

        init(_ name: String, ofSystem clock: clockid_t) {
            self.init(name) {
                var time = timespec()
                clock_gettime(clock, &time)
                return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
            }
        }
    }

    /// A way to let ten seconds pass.
    enum Pause: CaseIterable {
        case run, task, thread, queue, timer
    }

    static let ofDates = [
        Clock("Date()", step: 1000) { Int64((Date().timeIntervalSince1970 * 1_000_000).rounded()) * 1000 },
        // Negated nanoseconds since 1970.
        Clock("DispatchWallTime.now()") { -Int64(bitPattern: DispatchWallTime.now().rawValue) },
        Clock("CLOCK_REALTIME", ofSystem: CLOCK_REALTIME),
        Clock("gettimeofday", step: 1000) {
            var now = timeval()
            gettimeofday(&now, nil)
            return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_usec) * 1000
        },
        Clock("time", step: 1_000_000_000) { Int64(time(nil)) * 1_000_000_000 },
    ]

    static let ofUptime = [
        Clock("DispatchTime.now()") { Int64(DispatchTime.now().uptimeNanoseconds) },
        Clock("systemUptime", step: 1000) {
            Int64((ProcessInfo.processInfo.systemUptime * 1_000_000).rounded()) * 1000
        },
        Clock("CLOCK_MONOTONIC", ofSystem: CLOCK_MONOTONIC),
        Clock("CLOCK_MONOTONIC_RAW", ofSystem: CLOCK_MONOTONIC_RAW),
        Clock("CLOCK_BOOTTIME", ofSystem: CLOCK_BOOTTIME),
        // Their instants are a duration since the system was started, and nothing else.
        Clock("ContinuousClock") { nanoseconds(unsafeBitCast(ContinuousClock.now, to: Duration.self)) },
        Clock("SuspendingClock") { nanoseconds(unsafeBitCast(SuspendingClock.now, to: Duration.self)) },
    ]

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    }

    private static func wait(_ pause: Pause, _ world: World) async throws {
        switch pause {
        case .run: try await world.run(for: .seconds(10))
        case .task: try await Task.sleep(for: .seconds(10))
        case .thread:
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: 10)
                    continuation.resume()
                }
            }
        case .queue:
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "app").asyncAfter(deadline: .now() + 10) { continuation.resume() }
            }
        case .timer:
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async {
                    _ = Timer.scheduledTimer(withTimeInterval: 10, repeats: false) { _ in
                        continuation.resume()
                    }
                }
            }
        }
    }

    @Test("Every clock moves by the same ten seconds", .simulated, arguments: Pause.allCases)
    func pace(_ pause: Pause) async throws {
        let clocks = Self.ofDates + Self.ofUptime
        let before = clocks.map { $0.read() }
        // No piece runs meanwhile, however long this takes.
        #expect(clocks.map { $0.read() } == before)
        try await Self.wait(pause, World.current)
        for (clock, before) in zip(clocks, before) {
            #expect(abs(clock.read() - before - 10_000_000_000) <= 1000, "\(clock)")
        }
        #expect(World.current.now == .zero + .seconds(10))
    }

    @Test(
        "Clocks of one kind show the same time, to the microsecond", .simulated,
        arguments: [ofDates, ofUptime])
    func agreement(_ clocks: [Clock]) async throws {
        try await Task.sleep(nanoseconds: 1_234_567_890)
        let finest = try #require(clocks.first { $0.step == 1 }).read()
        for clock in clocks {
            let difference = finest - clock.read()
            #expect(difference > -1000 && difference < max(clock.step, 1000), "\(clock)")
        }
    }

    @Test("All parts of an app read the same time", .simulated)
    func parts() async throws {
        let dates = World.Lock<[Date]>([])
        let note: @Sendable () -> Void = { dates.withLock { $0.append(Date()) } }
        try await World.current.run(for: .seconds(3))
        note()
        DispatchQueue.main.async(execute: note)
        DispatchQueue(label: "app").async(execute: note)
        Task.detached { note() }
        Thread.detachNewThread { note() }
        try await World.current.run(until: { dates.withLock { $0.count } == 5 })
        #expect(Set(dates.withLock { $0 }).count == 1)
        #expect(World.current.now == .zero + .seconds(3))
    }

    @Test("Timestamps in callbacks are of the same clock as Date()", .simulated(seed: 3))
    func timestamps() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(1))
        let app = world.addPhone().run { StampedApp() }
        try await world.run(until: { app.isConnected })
        try await world.run(for: .minutes(90))
        strap.disconnect()
        try await world.run(until: { app.ages.count == 2 })
        for (name, age) in app.ages {
            #expect(age > -0.000_001 && age < 0.1, "\(name) is \(age) s before Date()")
        }
    }
}

/// Notes how old timestamps are in their callbacks, in seconds.
private final class StampedApp: NSObject, CBCentralManagerDelegate {
    private(set) var ages: [String: TimeInterval] = [:]
    private(set) var isConnected = false
    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        central.scanForPeripherals(withServices: nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        let time = advertisementData["kCBAdvDataTimestamp"] as? TimeInterval
        ages["kCBAdvDataTimestamp"] = Date().timeIntervalSinceReferenceDate - (time ?? 0)
        self.peripheral = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        isConnected = true
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: Error?
    ) {
        ages["timestamp"] = Date().timeIntervalSinceReferenceDate - timestamp
    }
}
#endif
