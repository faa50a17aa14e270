import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradaySimulation

/// The machine without a device: what a central does goes in, and what the device does comes out.
@Suite("A strict replay")
struct ReplayMachineTests {
    private static let services = [
        DeviceService("FF00") {
            DeviceCharacteristic("FF01", [.read, .write, .writeWithoutResponse])
            DeviceCharacteristic("FF02", [.read, .notify])
        }
    ]
    private static let control = DeviceCharacteristicPlace(service: 0, characteristic: 0)
    private static let data = DeviceCharacteristicPlace(service: 0, characteristic: 1)
    private static let link = DeviceLink(id: .init(1), peer: DeviceAddress(1, .random))
    private static let other = DeviceLink(id: .init(2), peer: DeviceAddress(2, .random))

    private static let conversation = DeviceConversation([
        .init(.connected, packet: "3"),
        .init(.subscribed("FF02"), packet: "7"),
        .init(.written("FF01", [1]), packet: "9"),
        .init(.updated("FF02", [10]), after: .milliseconds(30), packet: "11"),
        .init(.updated("FF02", [11]), after: .milliseconds(20), packet: "12"),
        .init(.read("FF01", .value([5])), after: .milliseconds(5), packet: "13"),
        .init(.written("FF01", [2], .error(.outOfRange)), packet: "15"),
        .init(.written("FF01", [3], .none), packet: "17"),
        .init(.updated("FF02", [12]), after: .seconds(1), packet: "18"),
        .init(.disconnected(by: .central), packet: "20"),
    ])

    /// What a central does, in short.
    private enum Act {
        case connect, leave, subscribe, unsubscribe
        case write([UInt8]), command([UInt8]), read
        case wait(milliseconds: Int)
        case connectOther, readOther
    }

    private struct Bench {
        var machine: ReplayMachine
        var now = Instant(nanoseconds: 0)
        var outputs: [DeviceOutput] = []
        var requests: UInt64 = 0

        init(_ conversation: DeviceConversation, isAtOnce: Bool = false) {
            let places = RulePlaces(services, ["FF01", "FF02"])
            machine = ReplayMachine(conversation, places, in: services, isAtOnce: isAtOnce)
        }

        mutating func put(_ input: DeviceInput) { outputs += machine.handle(input, at: now) }

        mutating func play(_ act: Act) {
            switch act {
            case .connect: put(.event(.connected, link, mtu: 20))
            case .leave: put(.event(.disconnected, link, mtu: 20))
            case .subscribe: put(.heard(data, 1, link, mtu: 20))
            case .unsubscribe: put(.heard(data, 0, link, mtu: 20))
            case .write(let value):
                requests += 1
                put(.written(control, value, link, mtu: 20, request: requests))
            case .command(let value):
                requests += 1
                put(.written(control, value, link, mtu: 20, request: requests, isCommand: true))
            case .read:
                requests += 1
                put(.read(control, link, mtu: 20, request: requests))
            case .wait(let milliseconds):
                let end = now + .milliseconds(milliseconds)
                while let due = machine.nextDue, due <= end {
                    now = due
                    put(.time)
                }
                now = end
            case .connectOther: put(.event(.connected, other, mtu: 20))
            case .readOther: put(.read(control, other, mtu: 20, request: 99))
            }
        }
    }

    private static let beginning: [Act] = [.connect, .subscribe, .write([1])]
    private static let whole =
        beginning + [
            .wait(milliseconds: 50), .read, .write([2]), .command([3]), .wait(milliseconds: 1000), .leave,
        ]

    @Test("The same conversation is answered as it was, with its pauses, and is complete at its end")
    func same() {
        var bench = Bench(Self.conversation)
        for act in Self.whole { bench.play(act) }
        #expect(
            bench.outputs == [
                .accept(request: 1), .set(Self.data, [10]), .send(Self.data, [10], Self.link),
                .set(Self.data, [11]), .send(Self.data, [11], Self.link), .answer(request: 2, [5]),
                .refuse(request: 3, .outOfRange), .accept(request: 4), .set(Self.data, [12]),
                .send(Self.data, [12], Self.link),
            ])
        #expect(bench.machine.progress.isComplete)
        #expect(bench.machine.progress.next == nil)
    }

    @Test(
        "An update comes as long after the step before it as in the recording, or at once",
        arguments: [false, true])
    func pace(isAtOnce: Bool) {
        var bench = Bench(Self.conversation, isAtOnce: isAtOnce)
        for act in Self.beginning { bench.play(act) }
        #expect(bench.machine.progress.done == (isAtOnce ? 5 : 3))
        bench.play(.wait(milliseconds: 29))
        #expect(bench.machine.progress.done == (isAtOnce ? 5 : 3))
        bench.play(.wait(milliseconds: 1))
        #expect(bench.machine.progress.done == (isAtOnce ? 5 : 4))
    }

    @Test("A central that is early waits for its answer until what was sent before it is sent")
    func early() {
        var bench = Bench(Self.conversation)
        for act in Self.beginning + [.read] { bench.play(act) }
        #expect(bench.outputs == [.accept(request: 1)])
        bench.play(.wait(milliseconds: 50))
        #expect(bench.outputs.last == .answer(request: 2, [5]))
    }

    @Test("A central may leave while only updates are left of a connection")
    func leavesEarly() {
        var bench = Bench(Self.conversation)
        for act in Self.whole.dropLast(2) + [.leave] { bench.play(act) }
        #expect(bench.machine.progress.isComplete)
    }

    @Test("The device ends the connection when it did so in the recording; a lost link is a restart")
    func deviceEnds() {
        for (end, output) in [
            (DeviceConversation.End.device(.poweringOff), DeviceOutput.disconnect(Self.link, .poweringOff)),
            (.loss, .reset(after: .seconds(1))),
        ] {
            var bench = Bench(
                DeviceConversation([
                    .init(.connected), .init(.disconnected(by: end), after: .seconds(2)), .init(.connected),
                    .init(.read("FF01", .value([7]))),
                ]))
            for act in [Act.connect, .wait(milliseconds: 1999)] { bench.play(act) }
            #expect(bench.outputs == [])
            for act in [Act.wait(milliseconds: 1), .leave, .connect, .read] { bench.play(act) }
            #expect(bench.outputs == [output, .answer(request: 1, [7])])
            #expect(bench.machine.progress.isComplete)
        }
    }

    /// What a central does instead, and what is said of it.
    private static let differences: [(name: String, acts: [Act], recorded: String, now: String)] = [
        (
            "another value", [.connect, .subscribe, .write([4])],
            "step 3 of 10 (packet 9)\n  recorded: the central writes 01 to FF01",
            "the central writes 04 to FF00/FF01"
        ),
        (
            "a command", [.connect, .subscribe, .command([1])],
            "step 3 of 10 (packet 9)\n  recorded: the central writes 01 to FF01",
            "the central writes 01 to FF00/FF01 without response"
        ),
        (
            "a read", [.connect, .read],
            "step 2 of 10 (packet 7)\n  recorded: the central subscribes to FF02",
            "the central reads FF00/FF01"
        ),
        (
            "a further central", [.connect, .connectOther],
            "step 2 of 10 (packet 7)\n  recorded: the central subscribes to FF02",
            "a further central connects"
        ),
        (
            "the end of a subscription", beginning + [.wait(milliseconds: 50), .unsubscribe],
            "step 6 of 10 (packet 13)\n  recorded: the central reads FF01",
            "the central unsubscribes from FF00/FF02"
        ),
        (
            "leaving early", [.connect, .leave],
            "step 2 of 10 (packet 7)\n  recorded: the central subscribes to FF02", "the central disconnects"
        ),
        (
            "a text", [.connect, .subscribe, .write(Array("Hello".utf8))],
            "step 3 of 10 (packet 9)\n  recorded: the central writes 01 to FF01",
            "the central writes 48656c6c6f (\"Hello\") to FF00/FF01"
        ),
    ]

    @Test("The first difference is told once, with both sides", arguments: differences.map(\.name))
    func difference(_ name: String) throws {
        let row = try #require(Self.differences.first { $0.name == name })
        var bench = Bench(Self.conversation)
        for act in row.acts { bench.play(act) }
        let text = """
            the conversation is not the recorded one at \(row.recorded)
              now:      \(row.now)
            """
        #expect(bench.outputs.filter(\.isProblem) == [.problem(text)])
        #expect(bench.machine.progress.difference == text)
        #expect(!bench.machine.progress.isComplete)
        // What follows is answered, and no second difference.
        for act in [Act.read, .write([9]), .wait(milliseconds: 100)] { bench.play(act) }
        #expect(bench.outputs.filter(\.isProblem).count == 1)
        #expect(bench.outputs.contains(.answerStored(request: bench.requests - 1, Self.control)))
        #expect(bench.outputs.last == .accept(request: bench.requests))
    }

    @Test("Both sides say what bytes of a profile mean")
    func meanings() {
        let services = [
            DeviceService("180D") { DeviceCharacteristic("2A39", .write) },
            DeviceService("1802") { DeviceCharacteristic("2A06", .writeWithoutResponse) },
        ]
        let point = DeviceRule.Characteristic("2A39", in: "180D")
        let alert = DeviceCharacteristicPlace(service: 1, characteristic: 0)
        let conversation = DeviceConversation([.init(.connected), .init(.written(point, [1]))])
        var machine = ReplayMachine(
            conversation, RulePlaces(services, [point]), in: services, isAtOnce: false)
        _ = machine.handle(.event(.connected, Self.link, mtu: 20), at: Instant(nanoseconds: 0))
        _ = machine.handle(
            .written(alert, [2], Self.link, mtu: 20, request: 1, isCommand: true), at: Instant(nanoseconds: 0)
        )
        #expect(
            machine.progress.difference == """
                the conversation is not the recorded one at step 2 of 2
                  recorded: the central writes 01 (resetEnergyExpended) to 180D/2A39 (Heart Rate Control Point)
                  now:      the central writes 02 (highAlert) to 1802/2A06 (Alert Level) without response
                """)
    }

    @Test("What an app does behind the recorded steps is a difference; that it comes again is none")
    func behindTheEnd() {
        var bench = Bench(Self.conversation)
        for act in Self.whole + [.connect] { bench.play(act) }
        #expect(bench.machine.progress.isComplete)
        bench.play(.read)
        let text = """
            the conversation goes on behind the last of the 10 recorded steps
              now:      the central reads FF00/FF01
            """
        #expect(bench.machine.progress.difference == text)
        #expect(bench.outputs.suffix(2) == [.answerStored(request: 5, Self.control), .problem(text)])
    }

    @Test("Steps about what the device does not have are mistakes, and so is a replay of nothing")
    func check() {
        var rules = DeviceRules(
            conversation: DeviceConversation([
                .init(.connected), .init(.read("FF09", .value([]))), .init(.updated("FF01", [1])),
            ]))
        let check = RuleCheck(rules, for: Self.services)
        #expect(
            check.problems.map { "\($0.place)" } == [
                "step 2 of the conversation", "step 3 of the conversation",
            ])
        #expect(check.good.conversation?.steps.count == 1)
        rules = DeviceRules()
        rules.replay = .strict
        #expect(RuleCheck(rules, for: Self.services).problems.map { "\($0.place)" } == ["the conversation"])
    }
}

extension DeviceOutput {
    fileprivate var isProblem: Bool { if case .problem = self { true } else { false } }
}
