import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradaySimulation

@Suite("What is wrong with rules")
struct RuleCheckTests {
    private static let services = [
        DeviceService("FF00") {
            DeviceCharacteristic("FF01", [.read, .write])
            DeviceCharacteristic("FF02", .notify)
            DeviceCharacteristic("FF03", [.read, .write]).onRead { _ in [] }.onWrite { _ in }
        },
        DeviceService("FF10") { DeviceCharacteristic("FF01", .read) },
    ]

    private static func problems(_ rules: DeviceRules) -> [String] {
        RuleCheck(rules, for: services).problems.map { "\($0.place): \($0.text)" }
    }

    private static func written(_ actions: [DeviceRule.Action], _ pattern: BytePattern = .any) -> DeviceRule {
        DeviceRule(.written("FF00/FF01", pattern), actions)
    }

    @Test(
        "A wrong rule is named, with the reason",
        arguments: [
            (DeviceRule(.written("FF09"), []), "the device has no characteristic FF09"),
            (
                DeviceRule(.read("FF01"), []),
                "several services have a characteristic FF01; write the service before it"
            ),
            (DeviceRule(.written("FF10/FF01"), []), "characteristic FF10/FF01 can't be written"),
            (DeviceRule(.read("FF02"), []), "characteristic FF02 can't be read"),
            (
                DeviceRule(.subscribed("FF10/FF01"), []),
                "characteristic FF10/FF01 has neither notify nor indicate, so nobody can subscribe to it"
            ),
            (
                DeviceRule(.written("FF03"), []),
                "characteristic FF03 has a handler for writes in Swift, so rules for them have no effect"
            ),
            (DeviceRule(.connected, in: ["armed"], []), "there is no state 'armed'; the states are idle"),
            (DeviceRule(.connected, [.enter("armed")]), "there is no state 'armed'; the states are idle"),
            (DeviceRule(.every(.zero), []), "an interval of 0.0 s is not possible"),
            (DeviceRule(.after(.seconds(-1)), []), "a time of -1.0 s is not possible"),
            (DeviceRule(.connected, [.answer("01")]), "only a rule for a read can answer with a value"),
            (DeviceRule(.connected, [.accept]), "only a rule for a write can accept it"),
            (
                DeviceRule(.connected, [.refuse(.outOfRange)]),
                "only a rule for a read or a write can refuse it"
            ),
            (
                DeviceRule(.connected, if: "count +", []),
                "'count +' is no expression: it ends where a value is expected"
            ),
            (
                DeviceRule(.connected, if: "cuont > 1", []),
                "'cuont' means nothing here; these names do: count, image, mtu, time"
            ),
            (DeviceRule(.connected, if: "image", []), "'image' is bytes, not a number"),
            (DeviceRule(.connected, if: "length(count)", []), "'count' is a number, not bytes"),
            (DeviceRule(.connected, if: "min(1)", []), "'min' takes 2 values, not 1"),
            (DeviceRule(.connected, [.assign("image", 1)]), "the variable 'image' is bytes, not a number"),
            (
                DeviceRule(.connected, [.fill("other", "01")]),
                "there is no variable 'other'; the variables are count, image"
            ),
            (DeviceRule(.connected, [.notify("FF02", "0")]), "'0' is not hexadecimal"),
            (written([], "A"), "'A' is no pattern of bytes in hexadecimal"),
            (written([], [.rest("a"), .rest("b")]), "a pattern has one part of any length at most"),
            (written([], [.rest("count")]), "the name 'count' of a part has another meaning already"),
            (written([], [.rest("min")]), "'min' can't be the name of a part"),
            (written([.wait(.seconds(-1))]), "a wait of -1.0 s is not possible"),
        ] as [(DeviceRule, String)])
    func isNamed(_ rule: DeviceRule, _ problem: String) {
        let rules = DeviceRules(
            variables: [.init("count", .number(0)), .init("image", .bytes([]))], states: ["idle"],
            rules: [DeviceRule(.connected, [.set("FF00/FF01", "01")]), rule])
        #expect(Self.problems(rules) == ["rule 2: \(problem)"])
        #expect(RuleCheck(rules, for: Self.services).good.rules == [rules.rules[0]])
    }

    @Test(
        "Variables need names of their own",
        arguments: [
            ("1st", "'1st' is no name: letters, digits and _, not beginning with a digit"),
            ("mtu", "'mtu' means something else in every rule"),
            ("crc32", "'crc32' means something else in every rule"),
            ("a", "there are two variables 'a'"),
        ])
    func variables(_ name: String, _ problem: String) {
        let rules = DeviceRules(variables: [.init("a", .number(0)), .init(name, .number(0))])
        #expect(Self.problems(rules) == ["variable 2: \(problem)"])
    }

    @Test("A rule that can never count is a warning")
    func unreachable() {
        let rules = DeviceRules(
            states: ["idle"],
            rules: [
                DeviceRule(.connected, in: ["idle"], [.stopAdvertising]),
                DeviceRule(.connected, [.startAdvertising]),
                DeviceRule(.connected, if: "1", [.stopAdvertising]),
                DeviceRule(.every(.seconds(1)), [.startAdvertising]),
                DeviceRule(.every(.seconds(1)), [.startAdvertising]),
                Self.written([], [.rest("all")]), Self.written([], "01"),
            ])
        let check = RuleCheck(rules, for: Self.services)
        #expect(check.problems.isEmpty)
        #expect(
            check.warnings.map { "\($0.place): \($0.text)" } == [
                "rule 3: it never counts: rule 2 takes everything before it",
                "rule 7: it never counts: rule 6 takes everything before it",
            ])
    }
}
