import BluetoothPort
import FaradaySimulation
import Testing

@testable import FaradayVerification

/// The rules that two real ends can show, tried in a world, where they hold; and with each rule broken on purpose.
@Suite struct VerifiableRuleTests {
    /// Tries a rule in a world of its own.
    private static func outcome(_ rule: VerifiableRule, _ breakage: Breakage? = nil) -> Outcome {
        let world = World(seed: 1)
        world.misusePolicy = .record
        world.add(Bench().definition, at: .meters(2))
        let phone = world.addPhone(.iOS(18))
        let provider: any PortProvider = breakage.map { BreakingProvider(phone, $0) } ?? phone
        return rule.outcome(Trial(provider, WorldTrialClock(world)))
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
}
