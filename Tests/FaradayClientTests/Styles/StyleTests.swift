import class BluetoothPort.Lock
import FaradayClient
import FaradayTesting
import Testing

/// The app that Documentation/Client.md compares, with the client and with CoreBluetooth alone: both show the same.
@Suite("One small app in two styles")
struct StyleTests {
    enum Style: CaseIterable, Sendable {
        case client
        case plain
    }

    /// What the app has shown.
    private struct App: Sendable {
        let lines = Lock<[String]>([])

        func show(_ line: String) { lines.withLock { $0.append(line) } }
        var shown: [String] { lines.withLock { $0 } }
        var beatCount: Int { shown.filter { $0.hasSuffix(" bpm") }.count }
    }

    /// Starts the app on the phone, runs `body`, and ends the app.
    private func run(
        _ style: Style, on phone: Phone, _ body: (App, _ reset: () async -> Void) async throws -> Void
    )
        async throws
    {
        let app = App()
        switch style {
        case .client:
            let client = phone.run { StrapApp { app.show($0) } }
            async let _: Void = client.run()
            try await body(app) { await client.resetEnergy() }
        case .plain:
            let plain = PlainStrapApp { app.show($0) }
            phone.run { plain.run() }
            try await body(app) { plain.resetEnergy() }
        }
    }

    @Test(
        "Battery and beats are shown, also after a lost link, and the energy is reset", .simulated,
        arguments: Style.allCases)
    func works(_ style: Style) async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        try await run(style, on: world.addPhone()) { app, reset in
            try await world.sleep(for: .seconds(10))
            #expect(app.shown.first == "battery 87 %")
            #expect(app.beatCount >= 5)
            await reset()
            try await world.sleep(for: .seconds(1))
            #expect(app.shown.contains("energy reset"))
            device.move(to: .outOfRange, for: .seconds(30))
            try await world.sleep(for: .seconds(30))
            let before = app.beatCount
            try await world.sleep(for: .seconds(30))
            #expect(app.beatCount > before + 10)
        }
    }

    @Test("What is missing is named, and the rest works", .simulated, arguments: Style.allCases)
    func namesWhatIsMissing(_ style: Style) async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "HR-2") {
                DeviceAdvertising(services: [HeartRate.service])
                DeviceService(HeartRate.service) {
                    DeviceCharacteristic(HeartRate.measurement, .notify)
                    DeviceCharacteristic(HeartRate.controlPoint, .write)
                }
                DeviceBehaviour.notifying(HeartRate.measurement, every: .seconds(1)) { _ in
                    HeartRate.Measurement(beatsPerMinute: 72)
                }
            }, at: .meters(1))
        try await run(style, on: world.addPhone()) { app, _ in
            try await world.sleep(for: .seconds(5))
            #expect(app.shown.contains { $0.contains("no service") && $0.contains("180F") })
            #expect(app.beatCount >= 3)
        }
    }

    @Test("Bluetooth that is off is an error that says so", .simulated, arguments: Style.allCases)
    func saysThatBluetoothIsOff(_ style: Style) async throws {
        let world = World.current
        let phone = world.addPhone()
        phone.setBluetooth(false)
        try await run(style, on: phone) { app, _ in
            try await world.sleep(for: .seconds(5))
            #expect(app.shown.contains { $0.contains("Bluetooth is off") })
        }
    }
}
