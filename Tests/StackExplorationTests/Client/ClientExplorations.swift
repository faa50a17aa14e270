import AppPromises
import FaradayClient
import FaradayTesting
import Testing

/// What the client promises to correct apps holds whatever goes wrong: each request ends once and in time, with an error of
/// its own; streams that go on do so; bytes come in order; nothing is left; and when nothing goes wrong any more, requests
/// succeed again.
@Suite struct ClientExplorations {
    @Test(
        "Apps of the client get what they were promised, from a device and from a local peripheral",
        .explored(runs: 3, leaks: true))
    func bothRoles() async throws {
        let world = World.current
        world.add(Lab.device(), at: .meters(1))
        let phones = (1...2).map { world.addPhone(name: "phone \($0)", at: .meters(Double($0))) }
        for phone in phones { phone.onPairing { _ in .after(.milliseconds(400), .accept) } }
        let kept = World.Lock(WeakRoles())
        try await withThrowingTaskGroup(of: Void.self) { group in
            let local = phones[1].run { LocalPeripheral() }
            let central = phones[0].run { Central() }
            kept.withLock { $0 = WeakRoles(central: central, local: local) }
            let server = ClientServer(world, local)
            group.addTask { await server.serve() }
            let found = await find(central, in: world)
            let apps = found.enumerated().map { place, peripheral in
                ClientApp(peripheral, Promises("app \(place)", world))
            }
            for app in apps {
                for _ in 0..<2 { group.addTask { await app.work() } }
                group.addTask { await app.watch() }
            }
            try await world.sleep(for: .seconds(60))
            try await recover(apps, phones, central)
            for app in apps { app.hasEnded.withLock { $0 = true } }
            group.cancelAll()
            for app in apps { await app.peripheral.disconnect() }
            try await group.waitForAll()
            for app in apps { try app.promises.check() }
        }
        try await world.sleep(for: .seconds(1))
        try kept.withLock { try $0.requireFreed() }
    }

    /// Looks for the device and for the server, as long as it takes.
    private func find(_ central: Central, in world: World) async -> [Peripheral] {
        var found: [Peripheral] = []
        while found.count < 2 {
            do {
                try await withDeadline(.seconds(20)) {
                    for try await sighting in central.scan(for: [Bench.service]) {
                        if !found.contains(sighting.peripheral) { found.append(sighting.peripheral) }
                        if found.count == 2 { break }
                    }
                }
            } catch { try? await world.sleep(for: .seconds(1)) }
        }
        return found
    }

    /// Nothing goes wrong any more but the rest of the plan, and each app reads and is notified again.
    private func recover(_ apps: [ClientApp], _ phones: [Phone], _ central: Central) async throws {
        let world = World.current
        for phone in phones {
            phone.setBluetooth(true)
            phone.enterForeground()
        }
        for app in apps {
            let before = app.values.withLock { $0 }
            try await read(app, besides: apps, central)
            try await Recovery.wait("a value of the stream", in: world) {
                app.values.withLock { $0 } > before
            }
        }
    }

    /// Reads until a read succeeds. A phone that restarts has another private address then, under which an app without a
    /// bond has to find it again.
    private func read(_ app: ClientApp, besides apps: [ClientApp], _ central: Central) async throws {
        for attempt in 0... {
            do {
                _ = try await app.peripheral.read(Bench.value, within: .seconds(30))
                return
            } catch {
                guard attempt < 40 else { throw BrokenPromise.unanswered("no read succeeds: \(error)") }
                try await World.current.sleep(for: .seconds(1))
            }
            guard attempt % 10 == 9 else { continue }
            let known = apps.map(\.peripheral)
            if let found = await another(than: known, central) { await app.replace(with: found) }
        }
    }

    private func another(than known: [Peripheral], _ central: Central) async -> Peripheral? {
        try? await withDeadline(.seconds(20)) {
            for try await sighting in central.scan(for: [Bench.service])
            where !known.contains(sighting.peripheral) {
                return sighting.peripheral
            }
            return nil
        }
    }
}

/// The roles of an app, to see whether they are freed.
private struct WeakRoles: Sendable {
    weak var central: Central?
    weak var local: LocalPeripheral?

    func requireFreed() throws {
        guard central == nil else { throw BrokenPromise.kept("the central") }
        guard local == nil else { throw BrokenPromise.kept("the local peripheral") }
    }
}
