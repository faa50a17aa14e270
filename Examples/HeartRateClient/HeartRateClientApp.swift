import FaradayClient
import Foundation

/// The Bluetooth layer of `Examples/HeartRate`'s app again, with the async client: it finds a monitor, maintains the link,
/// and reports its readings.
///
/// Its times are those of that app: ten seconds for an attempt to connect, pauses between attempts that grow, a poll of the
/// signal every five seconds, and a watchdog for a monitor that falls silent.
public actor HeartRateClientApp {
    /// Seconds.
    private enum Times {
        static let connecting: TimeInterval = 10
        static let betweenSignals: TimeInterval = 5
        static let silence: TimeInterval = 15
        static let longestPause: TimeInterval = 30
    }

    public private(set) var heartRate: Int?
    public private(set) var readingCount = 0
    /// When the last reading came.
    public private(set) var lastReadingDate: Date?
    public private(set) var battery: Int?
    public private(set) var connectionCount = 0
    /// The strength of the monitor's signal in dBm, as of the last poll.
    public private(set) var rssi: Int?
    /// How often the strength of the signal was measured.
    public private(set) var rssiCount = 0
    /// How many attempts to connect were given up because the monitor was not there in time.
    public private(set) var timeoutCount = 0
    /// How many links were given up because no reading came.
    public private(set) var silenceCount = 0

    private let central: Central
    private let say: @Sendable (String) -> Void
    private var startsSession: Bool
    /// Attempts to connect since the last reading.
    private var attempts = 0

    /// - Parameter startsSession: Whether the app resets the energy expended at the first reading; otherwise it resets
    ///   it at 50 kJ.
    public init(startsSession: Bool = false, onEvent say: @escaping @Sendable (String) -> Void) {
        self.central = Central()
        self.startsSession = startsSession
        self.say = say
    }

    /// Runs until the task is cancelled, and ends the link then.
    public func run() async throws {
        try await central.ready()
        say("Bluetooth is on, looking for a heart-rate monitor")
        let monitor = try await central.find(.advertising([HeartRate.service]))
        say("found \(monitor), connecting")
        let events = monitor.connectionEvents
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await self.report(events) }
            tasks.addTask { try? await self.stayConnected(to: monitor) }
        }
        await monitor.disconnect()
    }

    private func report(_ events: AsyncStream<ConnectionEvent>) async {
        for await event in events {
            switch event {
            case .connected:
                connectionCount += 1
                say("connected")
            case .disconnected(let error) where error.reason != .disconnectedByApp:
                say("lost the link: \(error)")
            default: break
            }
        }
    }

    // MARK: - Connecting, and connecting again

    /// Ends only by an error: the task was cancelled.
    private func stayConnected(to monitor: Peripheral) async throws {
        while true {
            try await connect(to: monitor)
            await use(monitor)
            try Task.checkCancellation()
        }
    }

    /// Tries until there is a link: at once if readings came over the last one, and otherwise after 1, 2, 4 … 30 seconds,
    /// less up to a quarter, so that many phones don't come back together.
    private func connect(to monitor: Peripheral) async throws {
        while true {
            if attempts > 0 {
                let pause =
                    min(TimeInterval(1 << min(attempts - 1, 5)), Times.longestPause) * .random(in: 0.75...1)
                say("trying again in \(String(format: "%.1f", pause)) s")
                try await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000))
            }
            attempts += 1
            do {
                return try await withTimeout(Times.connecting) { try await monitor.connect() }
            } catch is TimedOut {
                timeoutCount += 1
                say("no connection within \(Int(Times.connecting)) s")
            } catch let error as ClientError {
                say("failed to connect: \(error)")
            }
        }
    }

    // MARK: - While there is a link

    /// Reads, listens, polls and watches until the link has ended.
    private func use(_ monitor: Peripheral) async {
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                await self.say(onFailure: "sensor location") { try await self.reportLocation(of: monitor) }
            }
            tasks.addTask {
                await self.say(onFailure: "battery") { try await self.reportBattery(of: monitor) }
            }
            tasks.addTask {
                await self.say(onFailure: "heart rate") { try await self.reportBeats(of: monitor) }
            }
            tasks.addTask { await self.say(onFailure: "signal") { try await self.pollSignal(of: monitor) } }
            tasks.addTask { try? await self.watch(monitor) }
            for await state in monitor.connectionStates where state == .disconnected { break }
            tasks.cancelAll()
        }
    }

    private func reportLocation(of monitor: Peripheral) async throws {
        say("sensor worn on: \(try await monitor.read(HeartRate.bodySensorLocation))")
    }

    private func reportBattery(of monitor: Peripheral) async throws {
        report(battery: try await monitor.read(Battery.level))
        for try await level in monitor.notifications(of: Battery.level) { report(battery: level) }
    }

    private func report(battery level: UInt8) {
        battery = Int(level)
        say("battery \(level) %")
    }

    private func reportBeats(of monitor: Peripheral) async throws {
        for try await beat in monitor.notifications(of: HeartRate.measurement) {
            attempts = 0
            (heartRate, lastReadingDate) = (Int(beat.beatsPerMinute), Date())
            readingCount += 1
            let energy = beat.energyExpended
            say("heart rate \(beat.beatsPerMinute)\(energy.map { ", \($0) kJ" } ?? "")")
            guard let energy, energy >= 50 || startsSession else { continue }
            await resetEnergy(of: monitor)
            startsSession = false
        }
    }

    private func resetEnergy(of monitor: Peripheral) async {
        do {
            try await monitor.write(
                .resetEnergyExpended, to: HeartRate.controlPoint, within: .seconds(5))
            say("energy expended was reset")
        } catch {
            say(failure: "energy", error)
        }
    }

    private func pollSignal(of monitor: Peripheral) async throws {
        var next = Date()
        while true {
            // Counted from the last time and not from the last answer, so that no time gets lost.
            next = next + Times.betweenSignals
            try await sleep(until: next)
            rssi = try await monitor.readRSSI()
            rssiCount += 1
        }
    }

    /// Ends the link if no reading comes for too long.
    private func watch(_ monitor: Peripheral) async throws {
        let start = Date()
        while true {
            let limit = max(start, lastReadingDate ?? start) + Times.silence
            if limit <= Date() { break }
            try await sleep(until: limit)
        }
        silenceCount += 1
        say("no reading for \(Int(Times.silence)) s, connecting again")
        await monitor.disconnect()
    }

    private func sleep(until date: Date) async throws {
        let rest = date.timeIntervalSinceNow
        if rest > 0 { try await Task.sleep(nanoseconds: UInt64(rest * 1_000_000_000)) }
    }

    // MARK: - Failures

    private nonisolated func say(onFailure what: String, _ body: () async throws -> Void) async {
        do { try await body() } catch { say(failure: what, error) }
    }

    /// Says what failed, unless it is that the task was cancelled or the link ended: of the link `report` tells.
    private nonisolated func say(failure what: String, _ error: any Error) {
        let reason = (error as? ClientError)?.reason
        if error is CancellationError || reason == .disconnected || reason == .disconnectedByApp { return }
        say("\(what): \(error)")
    }
}

/// What `withTimeout` throws when the time is over.
private struct TimedOut: Error {}

/// Gives `body` so many seconds, and cancels it then.
private func withTimeout(
    _ seconds: TimeInterval, _ body: @escaping @Sendable () async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await body() }
        tasks.addTask {
            try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
            throw TimedOut()
        }
        defer { tasks.cancelAll() }
        _ = try await tasks.next()
    }
}
