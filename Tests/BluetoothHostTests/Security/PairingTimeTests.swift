import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// 30 s without a PDU end a pairing in any state, and no PDU is sent for it.
@Suite struct PairingTimeTests {
    static let configurations: [Host.SecurityConfiguration] = [false, true].flatMap { isSecure in
        [SMP.IOCapability.keyboardDisplay, .keyboardOnly, .noInputNoOutput].map {
            .init(
                ioCapability: $0, wantsAuthentication: true, offersSecureConnections: isSecure,
                keys: [.encryptionKey, .identityKey, .signingKey], asksForConsent: true)
        }
    }

    @Test("at each step, silence for 30 s ends both", arguments: configurations)
    func silence(configuration: Host.SecurityConfiguration) throws {
        var whole = PairingOutcomeTests.bench(configuration, configuration)
        whole.give(.begin, to: .central)
        var steps = 0
        repeat {
            var bench = whole
            bench.work = []
            try Self.expectTimeout(&bench)
            whole.now += .milliseconds(50)
            steps += 1
        } while whole.step()
        #expect(whole.central.outcome != nil && whole.peripheral.outcome != nil)
        #expect(steps > 20)
    }

    private static func expectTimeout(_ bench: inout PairingBench) throws {
        let silentSince = bench.now
        for role in Host.Link.Role.both where bench[role].results.isEmpty {
            let deadline = try #require(bench[role].pairing.nextDeadline)
            #expect(deadline <= silentSince + .seconds(30))
            let sent = bench[role].sent
            bench.now = deadline - .nanoseconds(1)
            bench.give(.deadlineReached, to: role)
            #expect(bench[role].results.isEmpty)
            bench.now = deadline
            bench.give(.deadlineReached, to: role)
            #expect(bench[role].failure == .timeout)
            #expect(bench[role].sent == sent)
            #expect(bench[role].pairing.nextDeadline == nil && bench[role].pairing.isOver)
            // Whatever comes later has no effect.
            bench.give(.received(.pairingConfirm(.zeros)), to: role)
            bench.give(.answered(.accept), to: role)
            #expect(bench[role].sent == sent && bench[role].results.count == 1)
        }
    }

    @Test("sent and received PDUs postpone the deadline")
    func activity() {
        var bench = PairingOutcomeTests.bench()
        let start = bench.now
        #expect(bench.peripheral.pairing.nextDeadline == start + .seconds(30))
        bench.now += .seconds(3)
        bench.give(.begin, to: .central)
        #expect(bench.central.pairing.nextDeadline == start + .seconds(33))
        bench.now += .seconds(3)
        bench.give(.received(.keypressNotification(.digitEntered)), to: .central)
        #expect(bench.central.pairing.nextDeadline == start + .seconds(36))
        bench.now += .seconds(3)
        // A request for what is going on already is no progress.
        bench.give(.received(.securityRequest(.bonding)), to: .central)
        #expect(bench.central.pairing.nextDeadline == start + .seconds(36))
    }
}
