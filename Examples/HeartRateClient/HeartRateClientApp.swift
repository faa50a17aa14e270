import FaradayClient

/// The Bluetooth layer of `Examples/HeartRate`'s app again, with the async client: it finds a monitor, maintains the link,
/// and reports its readings.
public struct HeartRateClientApp: Sendable {
    private let central: Central
    private let startsSession: Bool
    private let say: @Sendable (String) -> Void

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
        monitor.maintainConnection()
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await reportConnection(to: monitor) }
            tasks.addTask {
                await say(onFailure: "sensor location") { try await reportLocation(of: monitor) }
            }
            tasks.addTask { await say(onFailure: "battery") { try await reportBattery(of: monitor) } }
            tasks.addTask { await say(onFailure: "heart rate") { try await reportBeats(of: monitor) } }
        }
        await monitor.disconnect()
    }

    private func reportConnection(to monitor: Peripheral) async {
        for await event in monitor.connectionEvents {
            switch event {
            case .connected: say("connected")
            case .disconnected(let reason): say("lost the link: \(reason)")
            default: break
            }
        }
    }

    private func reportLocation(of monitor: Peripheral) async throws {
        say("sensor worn on: \(try await monitor.read(HeartRate.bodySensorLocation))")
    }

    private func reportBattery(of monitor: Peripheral) async throws {
        say("battery \(try await monitor.read(Battery.level)) %")
        for try await level in monitor.notifications(of: Battery.level, survivesDisconnection: true) {
            say("battery \(level) %")
        }
    }

    private func reportBeats(of monitor: Peripheral) async throws {
        var isStarting = startsSession
        for try await beat in monitor.notifications(of: HeartRate.measurement, survivesDisconnection: true) {
            let energy = beat.energyExpended
            say("heart rate \(beat.beatsPerMinute)\(energy.map { ", \($0) kJ" } ?? "")")
            guard let energy, energy >= 50 || isStarting else { continue }
            await say(onFailure: "energy") {
                try await monitor.write(.resetEnergyExpended, to: HeartRate.controlPoint)
                say("energy expended was reset")
            }
            isStarting = false
        }
    }

    private func say(onFailure what: String, _ body: () async throws -> Void) async {
        do { try await body() } catch is CancellationError {} catch { say("\(what): \(error)") }
    }
}
