import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol SafeApp: AnyObject {
    var status: String { get }
    func tryAgain()
}

@Suite(.enabled(if: World().holdsAppWork)) struct SafeTests {
    private let definition = DeviceDefinition(name: "Safe") {
        DeviceAdvertising(services: ["FFA0"])
        DeviceService("FFA0") {
            DeviceCharacteristic("FFA1", .read, value: Array("gold".utf8), requires: .encrypted)
        }
    }

    /// The user looks at the system's alert for two seconds, and says no.
    func asksOnce(_ launch: () -> some SafeApp) async throws {
        let world = World.current
        world.add(definition)
        let phone = world.addPhone(.iOS(18))
        let alerts = World.Lock(0)
        phone.onPairing { _ in
            alerts.withLock { $0 += 1 }
            return .after(.seconds(2), .reject)
        }
        let app = phone.run { launch() }
        try await world.run(for: .seconds(10))
        #expect(alerts.withLock { $0 } == 1)
        #expect(app.status == "not paired")
    }

    /// Nobody sees the alert. Later the user pairs, and one day taps Forget This Device, and pairs again.
    func pairsInTheEnd(_ launch: () -> some SafeApp) async throws {
        let world = World.current
        let safe = world.add(definition)
        let phone = world.addPhone(.iOS(18))
        phone.onPairing { _ in .ignore }
        let app = phone.run { launch() }
        try await world.run(until: { app.status == "not paired" }, timeout: .minutes(1))

        try await world.run(for: .seconds(20))
        phone.onPairing { _ in .accept }
        app.tryAgain()
        try await world.run(until: { app.status == "open" }, timeout: .minutes(1))

        phone.forget(safe)
        try await world.run(for: .seconds(5))
        app.tryAgain()
        try await world.run(until: { app.status == "open" }, timeout: .minutes(1))
    }

    /// Somebody has reset the safe. The phone still has its keys.
    func saysWhatToDo(_ launch: () -> some SafeApp) async throws {
        let world = World.current
        let safe = world.add(definition)
        let phone = world.addPhone(.iOS(18))
        let app = phone.run { launch() }
        try await world.run(until: { app.status == "open" })
        safe.forgetBonds()
        safe.disconnect()
        try await world.run(
            until: { app.status == "forget the safe in Settings > Bluetooth" }, timeout: .seconds(10))

        phone.forget(safe)
        app.tryAgain()
        try await world.run(until: { app.status == "open" }, timeout: .seconds(10))
    }

    @Test(.simulated(seed: 7)) func acceptsANo() async throws { try await asksOnce(MendedSafe.init) }

    @Test(.simulated(seed: 7)) func takesANewLink() async throws { try await pairsInTheEnd(MendedSafe.init) }

    @Test(.simulated(seed: 7)) func knowsCode14() async throws { try await saysWhatToDo(MendedSafe.init) }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func asksOnce() async throws {
        try await asksOnce(NaiveSafe.init)
    }

    @Test(.failsAsPrinted, .simulated(seed: 7)) func pairsInTheEnd() async throws {
        try await pairsInTheEnd(NaiveSafe.init)
    }

    @Test(.failsAsPrinted, .simulated(seed: 7)) func saysWhatToDo() async throws {
        try await saysWhatToDo(NaiveSafe.init)
    }
}
