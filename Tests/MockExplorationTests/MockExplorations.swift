import AppPromises
import CoreBluetoothMock
import FaradayTesting
import Testing

/// What `CoreBluetoothMock` promises to a correct app with CoreBluetooth's behaviour: the same as the façade. In that
/// library's own behaviour no fault and no schedule reaches a mock, and it promises less; `ChaosTests` play it.
@Suite struct MockExplorations {
    @Test(
        "An app on mocks gets what it was promised, with CoreBluetooth's behaviour",
        .explored(runs: 12, leaks: true))
    func coreBluetooth() async throws {
        CBMCentralManagerMock.simulateCoreBluetooth()
        try await play()
    }

    private func play() async throws {
        let world = World.current
        let user = Promises("user", world)
        let promises = Promises("app", world)
        let labs = [MockLab(user), MockLab(user)]
        CBMCentralManagerMock.simulatePeripherals(labs.map(\.spec))
        CBMCentralManagerMock.simulatePowerOn()
        let phone = CBMCentralManagerMock.simulatedPhone
        phone.onPairing { _ in .accept }
        let app = phone.run {
            CentralApp(promises, goal: 2) { app in
                CBMCentralManagerFactory.instance(delegate: app, queue: DispatchQueue(label: "app"))
            }
        }
        let act = {
            for lab in labs where user.chance(40) { lab.notify() }
            if phone.appState == .foreground || phone.appState == .background { app.act() }
        }
        for _ in 0..<150 {
            act()
            if user.chance(3) { disturb(labs, user) }
            let pauses: [Nanoseconds] = [.zero, .milliseconds(20), .milliseconds(100), .milliseconds(400)]
            try await world.run(for: user.pick(pauses) ?? .zero)
        }
        app.isCalm = true
        CBMCentralManagerMock.simulatePowerOn()
        for lab in labs { lab.spec.simulateProximityChange(.near) }
        let (reads, values) = (app.reads, app.values)
        try await Recovery.wait("values on a new link", in: world) {
            act()
            return app.reads > reads && app.values > values
        }
        try await world.run(for: .seconds(100))
        app.requireAnswers()
        app.close()
        try await Recovery.wait("the end of the links", in: world) { app.isClosed }
        let manager = WeakObject(app.manager)
        app.release()
        guard manager.object == nil else { throw BrokenPromise.kept("the manager") }
        CBMCentralManagerMock.tearDownSimulation()
        try await world.run(for: .seconds(2))
        try user.check()
        try promises.check()
    }

    /// What a user does with phone and peripherals.
    private func disturb(_ labs: [MockLab], _ user: Promises) {
        guard let spec = user.pick(labs)?.spec else { return }
        switch user.below(6) {
        case 0: CBMCentralManagerMock.simulatePowerOff()
        case 1, 2: CBMCentralManagerMock.simulatePowerOn()
        case 3: spec.simulateDisconnection()
        case 4: spec.simulateReset()
        default: spec.simulateProximityChange(user.chance(60) ? .near : .outOfRange)
        }
    }
}
