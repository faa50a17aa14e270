import BluetoothTypes
import BluetoothWire
import FaradayEngine
import Testing

@testable import FaradaySimulation

/// The machine without a device: what happens goes in at chosen times, and what the device does comes out.
@Suite("A rule machine does what the rules say")
struct RuleMachineTests {
    private static let services = [
        DeviceService("FF00") {
            DeviceCharacteristic("FF01", [.read, .write])
            DeviceCharacteristic("FF02", [.read, .notify])
        }
    ]
    private static let control = DeviceCharacteristicPlace(service: 0, characteristic: 0)
    private static let data = DeviceCharacteristicPlace(service: 0, characteristic: 1)
    private static let link = DeviceLink(id: .init(1), peer: DeviceAddress(1, .random))

    /// A machine that has started at 0.
    private struct Bench {
        var machine: RuleMachine
        var first: [RuleMachine.Output]

        init(_ rules: DeviceRules) {
            let check = RuleCheck(rules, for: services)
            #expect(check.problems.isEmpty)
            let places = RulePlaces(services, ["FF01", "FF02"])
            machine = RuleMachine(rules, places, random: EntropyStream(state: 7))
            first = machine.handle(.started, at: .zero)
        }

        mutating func write(_ value: [UInt8], at time: Int = 0, mtu: Int = 20) -> [RuleMachine.Output] {
            machine.handle(.written(control, value, link, mtu: mtu, request: 1), at: .at(time))
        }

        mutating func read(_ place: DeviceCharacteristicPlace = data, at time: Int = 0) -> [RuleMachine
            .Output]
        {
            machine.handle(.read(place, link, mtu: 20, request: 2), at: .at(time))
        }

        mutating func hear(_ count: Int, at time: Int) -> [RuleMachine.Output] {
            machine.handle(.heard(data, count, link, mtu: 20), at: .at(time))
        }

        /// What happens by itself up to a time: the time and the outputs.
        mutating func wait(until time: Int) -> [String] {
            var seen: [String] = []
            while let due = machine.nextDue, due <= .at(time) {
                let outputs = machine.handle(.time, at: due)
                seen.append("\(due.nanoseconds / 1_000_000): \(outputs.map(\.short).joined(separator: ", "))")
            }
            return seen
        }
    }

    @Test("The first rule that fits counts, and a write is accepted before its actions")
    func firstRuleCounts() {
        var bench = Bench(
            DeviceRules(rules: [
                DeviceRule(.written("FF01", "01"), [.notify("FF02", "AA")]),
                DeviceRule(
                    .written("FF01", ["02", .rest("r")]), if: "length(r) > 2", [.refuse(.outOfRange)]),
                DeviceRule(.written("FF01", ["02", .rest("r")]), [.notify("FF02", [.data("r")])]),
                DeviceRule(.written("FF01"), [.refuse(.valueNotAllowed)]),
            ]))
        #expect(bench.write([1]) == [.accept(request: 1), .notify(Self.data, [0xAA])])
        #expect(bench.write([2, 7]) == [.accept(request: 1), .notify(Self.data, [7])])
        #expect(bench.write([2, 7, 7, 7]) == [.refuse(request: 1, .outOfRange)])
        #expect(bench.write([3]) == [.refuse(request: 1, .valueNotAllowed)])
        #expect(bench.read() == [.answerStored(request: 2, Self.data)])
    }

    @Test("A write that no rule takes is accepted")
    func othersAreAccepted() {
        var bench = Bench(DeviceRules(rules: [DeviceRule(.written("FF01", "01"), [.notify("FF02", "AA")])]))
        #expect(bench.write([9]) == [.accept(request: 1)])
    }

    @Test("After a wait the rule goes on with the parts of its own write")
    func waits() {
        var bench = Bench(
            DeviceRules(rules: [
                DeviceRule(
                    .written("FF01", [.number("n", .u8)]),
                    [.wait(.milliseconds(20)), .notify("FF02", [.number("n", .u8)]), .accept])
            ]))
        #expect(bench.write([1], at: 0).isEmpty)
        #expect(bench.write([2], at: 5).isEmpty)
        #expect(bench.wait(until: 100) == ["20: notify 01, accept", "25: notify 02, accept"])
    }

    @Test("A rule that stops half-way leaves no request without an answer")
    func stopsHalfWay() {
        var bench = Bench(
            DeviceRules(rules: [
                DeviceRule(.written("FF01"), [.proceed(if: "0"), .refuse(.outOfRange)]),
                DeviceRule(.read("FF02"), [.proceed(if: "0"), .answer("AA")]),
            ]))
        #expect(bench.write([1]) == [.accept(request: 1)])
        #expect(bench.read() == [.answerStored(request: 2, Self.data)])
    }

    @Test("Variables count, wrap in their bytes, and begin anew with the device unless they are kept")
    func variables() {
        let count: DeviceRule = DeviceRule(
            .written("FF01"),
            [
                .assign("count", "count + 1"), .assign("boots", "boots + 1"),
                .append("all", [.data("value")]),
                .notify("FF02", [.number("count", .u8), .number("boots", .u8), .number("length(all)", .u8)]),
            ])
        var bench = Bench(
            DeviceRules(
                variables: [
                    .init("count", .number(254)), .init("boots", .number(0), isKept: true),
                    .init("all", .bytes([9])),
                ], rules: [count]))
        #expect(bench.write([1]).last == .notify(Self.data, [255, 1, 2]))
        #expect(bench.write([1, 1]).last == .notify(Self.data, [0, 2, 4]))
        _ = bench.machine.handle(.started, at: .at(10))
        #expect(bench.write([1]).last == .notify(Self.data, [255, 3, 2]))
    }

    @Test("Rules of a state count in it alone, and entering it has rules of its own")
    func states() {
        var bench = Bench(
            DeviceRules(
                states: ["idle", "armed"],
                rules: [
                    DeviceRule(.written("FF01", "01"), in: ["idle"], [.enter("armed")]),
                    DeviceRule(
                        .written("FF01", "01"), in: ["armed"], [.notify("FF02", "BB"), .enter("idle")]),
                    DeviceRule(.entered("armed"), [.notify("FF02", "AA")]),
                    DeviceRule(.entered("idle"), [.notify("FF02", "00")]),
                ]))
        #expect(bench.first == [.notify(Self.data, [0])])
        #expect(bench.write([1]).last == .notify(Self.data, [0xAA]))
        #expect(bench.machine.state == "armed")
        #expect(bench.write([1]).suffix(2) == [.notify(Self.data, [0xBB]), .notify(Self.data, [0])])
        #expect(bench.machine.state == "idle")
    }

    @Test("Rules that enter states in a circle end with a report")
    func circles() {
        let bench = Bench(
            DeviceRules(
                states: ["a", "b"],
                rules: [DeviceRule(.entered("a"), [.enter("b")]), DeviceRule(.entered("b"), [.enter("a")])]))
        #expect(bench.first.count == 1)
        #expect(bench.first[0].short.hasPrefix("problem its rules enter more than 64 states"))
    }

    @Test(
        "What is done each interval begins with the device, or with the first subscription, and ends with the last"
    )
    func intervals() {
        var bench = Bench(
            DeviceRules(rules: [
                DeviceRule(.every(.milliseconds(40)), [.set("FF01", "01")]),
                DeviceRule(.every(.milliseconds(30), whileSubscribed: "FF02"), [.notify("FF02", "02")]),
                DeviceRule(.after(.milliseconds(50)), [.set("FF01", "03")]),
            ]))
        #expect(bench.wait(until: 45) == ["40: set 01"])
        #expect(bench.hear(1, at: 45).isEmpty)
        #expect(bench.hear(2, at: 46).isEmpty)
        #expect(bench.wait(until: 110) == ["50: set 03", "75: notify 02", "80: set 01", "105: notify 02"])
        #expect(bench.hear(1, at: 110).isEmpty)
        #expect(bench.hear(0, at: 111).isEmpty)
        #expect(bench.wait(until: 165) == ["120: set 01", "160: set 01"])
    }

    @Test("A series begins with each first subscription, and repeats if it says so")
    func series() {
        var bench = Bench(
            DeviceRules(series: [
                .init("FF02", [.init(after: .milliseconds(10), [1]), .init(after: .milliseconds(5), [2])]),
                .init("FF02", [.init(after: .milliseconds(7), [9])], repeats: true),
            ]))
        _ = bench.hear(1, at: 100)
        #expect(
            bench.wait(until: 122) == [
                "107: notify 09", "110: notify 01", "114: notify 09", "115: notify 02", "121: notify 09",
            ])
        _ = bench.hear(0, at: 122)
        #expect(bench.wait(until: 200).isEmpty)
        _ = bench.hear(1, at: 200)
        #expect(bench.wait(until: 210) == ["207: notify 09", "210: notify 01"])
    }

    @Test("Readings are answers one after the other; the last one stays, or the first follows it")
    func readings() {
        var bench = Bench(
            DeviceRules(readings: [.init("FF01", [[1], [2]]), .init("FF02", [[3], [4]], repeats: true)]))
        let answers = { (bench: inout Bench, place: DeviceCharacteristicPlace) in
            (0..<4).flatMap { _ in bench.read(place) }.map(\.short)
        }
        #expect(answers(&bench, Self.control) == ["answer 01", "answer 02", "answer 02", "answer 02"])
        #expect(answers(&bench, Self.data) == ["answer 03", "answer 04", "answer 03", "answer 04"])
    }

    @Test("Bytes are sent in values of a size, or of what one notification carries; none are one empty value")
    func fragments() {
        var bench = Bench(
            DeviceRules(rules: [
                DeviceRule(.written("FF01", ["01", .rest("r")]), [.send("FF02", [.data("r")])]),
                DeviceRule(.written("FF01", [.rest("r")]), [.send("FF02", [.data("r")], size: 2)]),
            ]))
        #expect(
            bench.write([1, 2, 3, 4, 5, 6], mtu: 3).dropFirst().map(\.short) == [
                "send 02 03 04", "send 05 06",
            ])
        #expect(bench.write([0, 2, 3]).dropFirst().map(\.short) == ["send 00 02", "send 03"])
        #expect(bench.write([1]).dropFirst().map(\.short) == ["send "])
    }

    @Test("Nothing happens while the device is off")
    func off() {
        var bench = Bench(DeviceRules(rules: [DeviceRule(.every(.milliseconds(40)), [.set("FF01", "01")])]))
        #expect(bench.machine.handle(.stopped, at: .at(10)).isEmpty)
        #expect(bench.machine.nextDue == nil)
    }
}

extension Instant {
    fileprivate static func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }
}

extension RuleMachine.Output {
    /// A word and the bytes.
    fileprivate var short: String {
        switch self {
        case .accept: "accept"
        case .answer(_, let value): "answer \(Self.digits(value))"
        case .refuse(_, let code): "refuse \(code)"
        case .set(_, let value): "set \(Self.digits(value))"
        case .notify(_, let value): "notify \(Self.digits(value))"
        case .send(_, let value, _): "send \(Self.digits(value))"
        case .problem(let text): "problem \(text)"
        default: "\(self)"
        }
    }

    private static func digits(_ value: [UInt8]) -> String {
        value.map { TraceJSON.hexadecimal([$0]) }.joined(separator: " ")
    }
}
