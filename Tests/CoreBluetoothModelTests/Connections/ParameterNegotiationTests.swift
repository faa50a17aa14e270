import BluetoothHost
import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// Connection parameters without a phone: the test says what they see of a link.
@Suite struct ParameterNegotiationTests {
    typealias Input = ParameterNegotiation.Input

    /// Which rules the system has beside the usual ones.
    enum System: Sendable { case plain, patient, renegotiating, updatingInput }

    /// What happens on a link, and what comes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var system = System.plain
        var inputs: [Input]
        var role = Host.Link.Role.central
        var isUp = true
        var isEnding = false
        var isInputDevice = false
        var answers: [Bool] = []
        /// What the phone asks for.
        var asks: [Host.ConnectionParameters] = []
        /// The timers, and when they are due in milliseconds; each input comes 100 ms after the last one.
        var timers: [PhoneEffects.Timer: Int] = [:]

        var testDescription: String { rule }
    }

    private static let link = Host.LinkID(7)
    private static let own = steady(.milliseconds(30))

    private static func steady(
        _ interval: Nanoseconds, _ timeout: Nanoseconds = .milliseconds(720)
    ) -> Host.ConnectionParameters {
        Host.ConnectionParameters(interval: interval, supervisionTimeout: timeout)
    }

    private static func wish(_ microseconds: Int) -> Host.ConnectionParameters {
        steady(.microseconds(microseconds), .seconds(6))
    }

    private static func latency(_ milliseconds: Int) -> Host.ConnectionParameters {
        Host.ConnectionParameters(
            minimumInterval: .milliseconds(milliseconds), maximumInterval: .milliseconds(milliseconds + 15),
            latency: 0, supervisionTimeout: .seconds(6))
    }

    private static let answers = [
        Row(
            rule: "9.3: what the guidelines allow is granted", inputs: [.requested(wish(15_000))],
            answers: [true]),
        Row(rule: "9.3: a shorter interval is refused", inputs: [.requested(wish(11_250))], answers: [false]),
        Row(
            rule: "9.2: an input device gets 11.25 ms", inputs: [.requested(wish(11_250))],
            isInputDevice: true, answers: [true]),
        Row(
            rule: "9.2: an input device gets no less", inputs: [.requested(wish(10_000))],
            isInputDevice: true, answers: [false]),
        Row(
            rule: "3.39: after a refusal the phone's patience begins", system: .patient,
            inputs: [.requested(wish(10_000))], answers: [false], timers: [.refusedParameters(link): 90_100]),
        Row(
            rule: "3.39: a second refusal begins it again", system: .patient,
            inputs: [.requested(wish(10_000)), .requested(wish(10_000))], answers: [false, false],
            timers: [.refusedParameters(link): 90_200]),
        Row(
            rule: "3.39: a granted request ends it", system: .patient,
            inputs: [.requested(wish(10_000)), .requested(wish(15_000))], answers: [false, true]),
        Row(
            rule: "3.39: the end of the link ends it", system: .patient,
            inputs: [.requested(wish(10_000)), .linkEnded], answers: [false]),
        Row(
            rule: "3.39: a link that is not up gets an answer only", system: .patient,
            inputs: [.requested(wish(10_000))], isUp: false, answers: [false]),
    ]

    private static let requests = [
        Row(rule: "3.40: most systems keep what the peer wants", inputs: [.updated(wish(60_000))]),
        Row(
            rule: "3.40: others ask for their own parameters again", system: .renegotiating,
            inputs: [.updated(wish(60_000))], asks: [own]),
        Row(rule: "3.40: their own ones stay", system: .renegotiating, inputs: [.updated(own)]),
        Row(
            rule: "3.40: as peripheral the phone asks for nothing", system: .renegotiating,
            inputs: [.updated(wish(60_000))], role: .peripheral),
        Row(
            rule: "3.40: a link that goes down keeps them", system: .renegotiating,
            inputs: [.updated(wish(60_000))], isEnding: true),
        Row(
            rule: "6.27: a low latency", inputs: [.wantsLatency(.low)], role: .peripheral, asks: [latency(30)]
        ),
        Row(
            rule: "6.27: the others, one after the other",
            inputs: [.wantsLatency(.medium), .wantsLatency(.high)],
            role: .peripheral, asks: [latency(120), latency(480)]),
        Row(
            rule: "6.27: a link that goes down keeps its latency", inputs: [.wantsLatency(.low)],
            role: .peripheral, isEnding: true),
        Row(
            rule: "27.23: an input device's parameters will change", system: .updatingInput,
            inputs: [.linkBegan], isInputDevice: true, timers: [.inputUpdate(link): 200]),
        Row(
            rule: "27.23: they change all the time", system: .updatingInput,
            inputs: [.inputUpdateDue, .inputUpdateDue], isInputDevice: true,
            asks: [steady(.microseconds(11_250)), own],
            timers: [.inputUpdate(link): 300]),
        Row(rule: "27.23: not of other devices", system: .updatingInput, inputs: [.linkBegan]),
        Row(rule: "27.23: nor on other systems", inputs: [.linkBegan], isInputDevice: true),
        Row(
            rule: "27.23: nor of a link that the peer began", system: .updatingInput, inputs: [.linkBegan],
            role: .peripheral, isInputDevice: true),
        Row(
            rule: "27.23: nor on a link that goes down", system: .updatingInput, inputs: [.inputUpdateDue],
            isEnding: true, isInputDevice: true),
        Row(
            rule: "27.23: nor after its end", system: .updatingInput, inputs: [.linkBegan, .linkEnded],
            isInputDevice: true),
    ]

    private static func profile(_ system: System) -> OSProfile {
        var profile = OSProfile.plain
        switch system {
        case .plain: break
        case .patient: profile.refusedParametersPatience = .seconds(90)
        case .renegotiating: profile.renegotiatesParameters = true
        case .updatingInput: profile.inputUpdatePeriod = .milliseconds(100)
        }
        return profile
    }

    @Test(
        "Behaviour 3.39, 3.40, 6.27, 9.2, 9.3, 27.23: what becomes of parameters",
        arguments: answers + requests)
    func negotiates(_ row: Row) {
        let negotiation = ParameterNegotiation(profile: Self.profile(row.system))
        let view = ParameterNegotiation.LinkView(role: row.role, isEnding: row.isEnding)
        var effects = PhoneEffects()
        var (answers, asks, now) = ([Bool](), [Host.ConnectionParameters](), Instant.zero)
        for input in row.inputs {
            now += .milliseconds(100)
            effects.timers.removeAll { $0.due <= now }
            negotiation.handle(
                input, on: Self.link, row.isUp ? view : nil, isInputDevice: row.isInputDevice, at: now,
                into: &effects)
        }
        while let output = effects.nextOutput() {
            switch output {
            case .host(.link(.answerParameterRequest(Self.link, let isGranted))): answers.append(isGranted)
            case .host(.link(.updateParameters(Self.link, let parameters))): asks.append(parameters)
            default: Issue.record("\(output)")
            }
        }
        #expect(answers == row.answers)
        #expect(asks == row.asks)
        #expect(effects.timers.map(\.timer).count == row.timers.count)
        for (due, timer) in effects.timers {
            #expect(row.timers[timer].map { Instant.zero + .milliseconds($0) } == due)
        }
    }

    @Test func onlyAShortIntervalAsksWhatThePeerIs() {
        let negotiation = ParameterNegotiation(profile: .plain)
        let view = ParameterNegotiation.LinkView(role: .central, isEnding: false)
        var (effects, asked) = (PhoneEffects(), 0)
        func isInputDevice() -> Bool {
            asked += 1
            return true
        }
        for (interval, expected) in [(15_000, 0), (11_250, 1)] {
            negotiation.handle(
                .requested(Self.wish(interval)), on: Self.link, view, isInputDevice: isInputDevice(),
                at: .zero, into: &effects)
            #expect(asked == expected)
        }
    }
}
