import BluetoothWire
import Testing

@testable import BluetoothHost

/// Which method two ends come to, what the users see of it, and what both ends have in the end.
@Suite struct PairingMethodTests {
    /// Table 2.8 by initiator (rows) and responder (columns), in the order of the codes: what legacy pairing
    /// and what Secure Connections do. `-` Just Works, `i` the initiator displays, `r` the responder displays,
    /// `b` both enter, `n` numeric comparison.
    static let legacy = ["--i-i", "--i-i", "rrb-r", "-----", "rri-i"]
    static let secure = ["--i-i", "-ni-n", "rrb-r", "-----", "rni-n"]

    struct Row: Sendable, CustomTestStringConvertible {
        let initiator: SMP.IOCapability
        let responder: SMP.IOCapability
        let initiatorAuthenticates: Bool
        let responderAuthenticates: Bool
        let isSecure: Bool
        let usesController: Bool

        var letter: Character {
            guard initiatorAuthenticates || responderAuthenticates else { return "-" }
            let table = isSecure ? PairingMethodTests.secure : PairingMethodTests.legacy
            return Array(table[Int(initiator.rawValue)])[Int(responder.rawValue)]
        }
        var testDescription: String {
            "\(initiator) + \(responder), \(isSecure ? "secure" : "legacy"), \(initiatorAuthenticates) \(responderAuthenticates)"
        }
    }

    static let rows: [Row] = SMP.IOCapability.allCases.flatMap { initiator in
        SMP.IOCapability.allCases.flatMap { responder in
            [false, true].flatMap { isSecure in
                [(true, true), (true, false), (false, true), (false, false)].map { flags in
                    // Key pairs of the own cryptography are made where both ask for authentication.
                    Row(
                        initiator: initiator, responder: responder, initiatorAuthenticates: flags.0,
                        responderAuthenticates: flags.1, isSecure: isSecure,
                        usesController: flags != (true, true))
                }
            }
        }
    }

    @Test("every pair of capabilities gives the method of the table, and equal keys", arguments: rows)
    func table(_ row: Row) throws {
        var bench = Self.bench(row)
        bench.run()
        let initiator = try #require(bench.central.outcome)
        let responder = try #require(bench.peripheral.outcome)
        #expect(Self.letter(bench, isSecure: row.isSecure) == row.letter)
        #expect(bench.central.key == bench.peripheral.key)
        for outcome in [initiator, responder] {
            #expect(outcome.isBonded)
            #expect(outcome.bond.isAuthenticated == (row.letter != "-"))
            #expect(outcome.security.level == (row.letter == "-" ? .encrypted : .authenticated))
            #expect(outcome.security.usesSecureConnections == row.isSecure)
            #expect(outcome.security.keySize == 16)
            #expect(outcome.security.isBonded)
        }
        Self.expectMirrored(bench, initiator.bond, responder.bond)
        if row.isSecure {
            #expect(initiator.bond.keyAsCentral == .init(value: bench.central.key!))
            #expect(initiator.bond.keyAsCentral == initiator.bond.keyAsPeripheral)
        }
        #expect((bench.central.blocks > 0) == row.usesController)
    }

    static func bench(_ row: Row) -> PairingBench {
        func context(
            _ role: Host.Link.Role, _ capability: SMP.IOCapability, _ authenticates: Bool
        ) -> Pairing.Context {
            PairingBench.context(
                role,
                .init(
                    ioCapability: capability, wantsAuthentication: authenticates,
                    offersSecureConnections: row.isSecure),
                controller: row.usesController)
        }
        return PairingBench(
            central: context(.central, row.initiator, row.initiatorAuthenticates),
            peripheral: context(.peripheral, row.responder, row.responderAuthenticates))
    }

    /// The method as the users saw it.
    static func letter(_ bench: PairingBench, isSecure: Bool) -> Character {
        switch (bench.central.prompts.first, bench.peripheral.prompts.first) {
        case (nil, nil): "-"
        case (.display, .enterPasskey): "i"
        case (.enterPasskey, .display): "r"
        case (.enterPasskey, .enterPasskey): "b"
        case (.compare(let left), .compare(let right)): left == right && isSecure ? "n" : "?"
        default: "?"
        }
    }

    /// What one end keeps as central the other keeps as peripheral, and so on.
    static func expectMirrored(_ bench: PairingBench, _ initiator: Host.Bond, _ responder: Host.Bond) {
        for (here, there) in [(initiator, responder), (responder, initiator)] {
            #expect(here.keyAsCentral == there.keyAsPeripheral)
            #expect(here.peerSignatureKey == there.localSignatureKey)
            #expect(here.isAuthenticated == there.isAuthenticated)
            #expect(here.usesSecureConnections == there.usesSecureConnections)
            #expect(here.keySize == there.keySize)
        }
        let (central, peripheral) = (bench.central.pairing.context, bench.peripheral.pairing.context)
        for (bond, local, peer) in [(initiator, central, peripheral), (responder, peripheral, central)] {
            let hasIdentity = bond.peerResolvingKey != nil
            #expect(bond.peerResolvingKey == (hasIdentity ? peer.identityResolvingKey : nil))
            #expect(bond.peer == (hasIdentity ? peer.identityAddress : local.peerAddress))
        }
    }
}
