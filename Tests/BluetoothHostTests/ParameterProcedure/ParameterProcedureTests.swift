import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// How the parameters of one link change, without a host.
@Suite struct ParameterProcedureTests {
    /// The procedure, and what it writes to.
    private struct Bench {
        var procedure: Host.ParameterProcedure
        var identifiers = Host.SignalIdentifiers()
        var sink = Host.Sink.forOneLink()
        var now = Instant.zero

        init(_ role: Host.Link.Role, asksLinkLayer: Bool = true) {
            let link = Host.Link(
                role: role, peer: HostRig.peer(1), connectionHandle: 1, parameters: Bench.old)
            procedure = Host.ParameterProcedure(Host.LinkID(1), link, asksLinkLayer: asksLinkLayer)
        }

        static let old = Host.ConnectionParameters(
            interval: .milliseconds(30), supervisionTimeout: .seconds(2))
        static let wish = Host.ConnectionParameters(
            interval: .milliseconds(15), supervisionTimeout: .seconds(2))

        mutating func change(to wish: Host.ConnectionParameters = Bench.wish) {
            procedure.change(to: wish, &identifiers, at: now, into: &sink)
        }

        mutating func complete(_ status: HCI.ErrorCode) {
            let event = HCI.LEConnectionUpdateComplete(
                status: status, connectionHandle: 1, connectionInterval: 12, peripheralLatency: 0,
                supervisionTimeout: 200)
            procedure.updated(event, &identifiers, at: now, into: &sink)
        }

        mutating func take() -> SinkOutputs {
            #expect(procedure.brokenInvariant(identifiers) == nil)
            return SinkOutputs.taken(from: &sink)
        }
    }

    private static func report(
        _ parameters: Host.ConnectionParameters, _ status: HCI.ErrorCode
    ) -> Host.Event { .parametersUpdated(Host.LinkID(1), parameters, status) }

    @Test(
        "only a peripheral whose controller has no link layer procedure begins with the L2CAP request",
        arguments: [
            (Host.Link.Role.central, true, false), (.central, false, false), (.peripheral, true, false),
            (.peripheral, false, true),
        ])
    func whoSendsWhat(role: Host.Link.Role, asksLinkLayer: Bool, usesSignal: Bool) {
        var bench = Bench(role, asksLinkLayer: asksLinkLayer)
        bench.change()
        let outputs = bench.take()
        #expect(outputs.commands.map(\.opcode) == (usesSignal ? [] : [.leConnectionUpdate]))
        #expect(outputs.signals.count == (usesSignal ? 1 : 0))
        #expect(bench.identifiers.open.count == (usesSignal ? 1 : 0))
    }

    @Test("if the central's link layer can't do it, the peripheral asks with the L2CAP request")
    func fallback() {
        for refusesAtOnce in [true, false] {
            var bench = Bench(.peripheral)
            bench.change()
            _ = bench.take()
            if refusesAtOnce {
                bench.procedure.updateRefused(
                    .unknownHCICommand, &bench.identifiers, at: bench.now, into: &bench.sink)
            } else {
                bench.complete(.unsupportedRemoteFeature)
            }
            let outputs = bench.take()
            #expect(outputs.signals.count == 1 && outputs.events.isEmpty)
            #expect(bench.procedure.deadline == bench.now + Host.ParameterProcedure.patience)
        }
    }

    @Test("every end of the L2CAP request frees its identifier", arguments: ["accept", "refuse", "silence"])
    func ends(how: String) {
        var bench = Bench(.peripheral, asksLinkLayer: false)
        bench.change()
        let identifier = bench.take().signals.first?.identifier ?? 0
        switch how {
        case "silence":
            bench.now += Host.ParameterProcedure.patience
            bench.procedure.deadlineReached(&bench.identifiers, at: bench.now, into: &bench.sink)
            #expect(bench.take().events == [Self.report(Bench.old, .llResponseTimeout)])
        default:
            let isOther = bench.procedure
            bench.procedure.requestAnswered(
                identifier &+ 1, accepted: true, &bench.identifiers, at: bench.now, into: &bench.sink)
            #expect(bench.procedure == isOther, "an answer to no request")
            bench.procedure.requestAnswered(
                identifier, accepted: how == "accept", &bench.identifiers, at: bench.now, into: &bench.sink)
            let events = bench.take().events
            #expect(
                events
                    == (how == "accept" ? [] : [Self.report(Bench.old, .unacceptableConnectionParameters)]))
        }
        #expect(bench.identifiers.open.isEmpty && bench.procedure.own == nil)
    }

    @Test("while a change runs, only the last wish is kept, and it begins with the end of the change")
    func oneAfterTheOther() {
        var bench = Bench(.central)
        bench.change()
        bench.change(to: Bench.old)
        bench.change()
        #expect(bench.take().events == [Self.report(Bench.old, .controllerBusy)])
        bench.complete(.success)
        let outputs = bench.take()
        #expect(outputs.events == [Self.report(Bench.wish, .success)])
        #expect(outputs.commands.map(\.opcode) == [.leConnectionUpdate] && bench.procedure.next == nil)
    }

    @Test(
        "a peripheral's request gets one answer",
        arguments: [Host.ParameterRequestPolicy.accept, .reject, .ask])
    func asked(policy: Host.ParameterRequestPolicy) {
        for accept in [true, false] {
            var bench = Bench(.central)
            let units = Host.ParameterUnits(Bench.wish)
            bench.procedure.peripheralAsks(units, 9, policy, into: &bench.sink)
            if policy == .ask {
                #expect(bench.take().events == [.parametersRequested(Host.LinkID(1), Bench.wish)])
                bench.procedure.answer(accept: accept, into: &bench.sink)
            }
            let outputs = bench.take()
            let isAccepted = policy == .ask ? accept : policy == .accept
            let answer = L2CAP.Signal(
                identifier: 9,
                command: .connectionParameterUpdateResponse(isAccepted ? .accepted : .rejected))
            #expect(outputs.signals == [answer])
            #expect(outputs.commands.map(\.opcode) == (isAccepted ? [.leConnectionUpdate] : []))
            bench.procedure.answer(accept: true, into: &bench.sink)
            #expect(bench.take().signals.isEmpty, "an answer to no open request")
        }
    }

    @Test("a request with invalid values is refused without asking")
    func invalid() {
        var bench = Bench(.central)
        let units = Host.ParameterUnits(intervalMin: 6, intervalMax: 6, latency: 499, timeout: 10)
        bench.procedure.peripheralAsks(units, 1, .ask, into: &bench.sink)
        #expect(
            bench.take().signals.map(\.command) == [.connectionParameterUpdateResponse(.rejected)])
    }
}
