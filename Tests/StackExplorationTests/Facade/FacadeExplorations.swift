import AppPromises
import FaradayTesting
import Testing

/// What the façade promises to correct apps holds whatever goes wrong, in both roles at once: each call has one answer or
/// its documented end, callbacks come in their states and order, nothing comes after a release, nothing is left, and when
/// nothing goes wrong any more the app has its link again.
@Suite struct FacadeExplorations {
    @Test(
        "Apps that are central and peripheral get what they were promised",
        .explored(runs: 3, leaks: true))
    func bothRoles() async throws {
        try await play(ends: false)
    }

    @Test("So do apps that the system ends and starts again", .explored(runs: 3, leaks: true))
    func restoration() async throws {
        try await play(ends: true)
    }

    private func play(ends: Bool) async throws {
        let world = World.current
        let promises = Promises("user", world)
        world.add(Lab.device(promises), at: .meters(1))
        let phones = (1...2).map { FacadePhone($0) }
        for _ in 0..<150 {
            try await step(phones, promises)
            if ends, promises.chance(4) {
                promises.pick(phones)?.end()
            } else if ends, promises.chance(10) {
                promises.pick(phones)?.phone.enterBackground()
            } else if ends, promises.chance(10) {
                promises.pick(phones)?.phone.enterForeground()
            }
        }
        try await recover(phones, promises)
        try await world.run(for: .seconds(100))
        for phone in phones { phone.requireAnswers() }
        try await Recovery.wait("the end of the links", in: world) {
            for phone in phones {
                phone.heal()
                phone.close()
            }
            return phones.allSatisfy(\.isClosed)
        }
        try await world.run(for: .seconds(40))
        for phone in phones { phone.requireUnsubscribed() }
        for phone in phones { try phone.release() }
        try await world.run(for: .seconds(2))
        try promises.check()
        for phone in phones { try phone.check() }
    }

    private func step(_ phones: [FacadePhone], _ promises: Promises) async throws {
        for phone in phones { phone.act() }
        let pauses: [Nanoseconds] = [
            .zero, .milliseconds(20), .milliseconds(100), .milliseconds(400), .seconds(1),
        ]
        try await World.current.run(for: promises.pick(pauses) ?? .zero)
    }

    /// Nothing goes wrong any more but the rest of the plan, and each app reads and is notified again.
    private func recover(_ phones: [FacadePhone], _ promises: Promises) async throws {
        for phone in phones { phone.heal() }
        let before = phones.map { ($0.reads, $0.values) }
        try await Recovery.wait(
            "values on a new link", in: World.current,
            found: { phones.map(\.situation).joined(separator: "; ") }
        ) {
            for phone in phones { phone.heal() }
            for phone in phones { phone.act() }
            return zip(phones, before).allSatisfy { $0.reads > $1.0 && $0.values > $1.1 }
        }
    }
}
