import BluetoothPort
import FaradaySimulation
import Testing

@testable import FaradayVerification

/// The rules that two real ends can show, tried in a world, where they hold; and with each rule broken on purpose.
@Suite struct VerifiableRuleTests {
    /// Tries a rule in a world of its own.
    private static func outcome(
        _ rule: VerifiableRule, _ breakage: Breakage? = nil, on profile: OSProfile = .iOS(18)
    ) -> Outcome {
        let world = World(seed: 1)
        world.misusePolicy = .record
        world.add(Bench().definition, at: .meters(2))
        let phones = ["phone", "second phone"].map { world.addPhone(profile, name: $0) }
        let providers = phones.map { phone -> any PortProvider in
            breakage.map { BreakingProvider(phone, $0) } ?? phone
        }
        return rule.outcome(Trial(providers[0], WorldTrialClock(world), other: providers[1]))
    }

    @Test("Each rule holds in a world", arguments: VerifiableRule.all.map(\.number))
    func holds(_ number: String) throws {
        let rule = try #require(VerifiableRule.all.first { $0.number == number })
        #expect(Self.outcome(rule) == .asWritten)
    }

    @Test("Each trial fails when its rule is broken", arguments: VerifiableRule.all.map(\.number))
    func breaks(_ number: String) throws {
        let rule = try #require(VerifiableRule.all.first { $0.number == number })
        let breakage = try #require(Breakage.all[number], "nothing breaks \(number)")
        let outcome = Self.outcome(rule, breakage)
        guard case .otherwise = outcome else {
            Issue.record("\(number) is broken, and its trial says: \(outcome)")
            return
        }
    }

    @Test("Numbers are there once, and nothing is broken that is not tried")
    func numbers() {
        let numbers = VerifiableRule.all.map(\.number)
        #expect(Set(numbers).count == numbers.count)
        #expect(Set(numbers) == Set(Breakage.all.keys))
    }

    @Test(
        "Rules hold one after the other with one bench, whatever the trials before have left",
        arguments: [false, true])
    func oneBench(_ isReversed: Bool) {
        let world = World(seed: 2)
        world.misusePolicy = .record
        world.add(Bench().definition, at: .meters(2))
        let phones = ["phone", "second phone"].map { world.addPhone(.iOS(18), name: $0) }
        let rules = isReversed ? VerifiableRule.all.reversed() : VerifiableRule.all
        for rule in rules {
            let outcome = rule.outcome(Trial(phones[0], WorldTrialClock(world), other: phones[1]))
            #expect(outcome == .asWritten, "\(rule.number)")
        }
    }

    @Test(
        "What a system does not have is not tried, and everything else holds on it",
        arguments: VerifiableRule.all.map(\.number), [OSProfile.iOS(15), .iOS(26), .macOS(15)])
    func otherSystems(_ number: String, _ profile: OSProfile) throws {
        let rule = try #require(VerifiableRule.all.first { $0.number == number })
        let outcome = Self.outcome(rule, on: profile)
        if case .otherwise(let seen) = outcome { Issue.record("\(number): \(seen)") }
    }

    @Test("Rules are in the order of their numbers, and there are many")
    func order() {
        let places = VerifiableRule.all.map { $0.number.split(separator: ".").compactMap { Int($0) } }
        #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(places.allSatisfy { $0.count == 2 })
        #expect(places.count >= 120)
    }

    @Test("Without a second phone a trial of the peripheral role is not tried")
    func alone() throws {
        let rule = try #require(VerifiableRule.all.first { $0.number == "6.4" })
        let world = World(seed: 1)
        let trial = Trial(world.addPhone(.iOS(18)), WorldTrialClock(world))
        #expect(rule.outcome(trial) == .notTried("there is no second phone"))
    }

    @Test(
        "Each command of the bench reads back as itself",
        arguments: [
            .disconnect(after: 300), .silence(after: 1, for: 0x1234), .hide(0xFFFE),
            .notify(count: 3, every: 256),
            .refuse(0x9F), .extend(true), .extend(false), .rename(7, after: 513), .answer(after: 45_000),
            .forgetBonds, .changeAddress(after: 30_000), .requestSecurity, .notifyLong(500), .readBack,
            .restore,
        ] + BenchAdvertising.allCases.map { .advertise($0, for: 12_000) } as [BenchCommand])
    func command(_ command: BenchCommand) { #expect(BenchCommand(command.bytes) == command) }

    @Test(
        "Bytes that are no command are none",
        arguments: [[], [0], [1, 2], [7, 1], [9, 0], [11, 200, 0, 0], [12, 1], [13, 1]] as [[UInt8]])
    func noCommand(_ bytes: [UInt8]) { #expect(BenchCommand(bytes) == nil) }
}
