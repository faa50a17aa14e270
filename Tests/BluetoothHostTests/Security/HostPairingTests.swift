import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Two whole hosts that pair over HCI.
@Suite struct HostPairingTests {
    struct Row: Sendable, CustomStringConvertible {
        let central: SMP.IOCapability
        let peripheral: SMP.IOCapability
        let isSecure: Bool
        let level: Host.SecurityLevel
        let prompts: (central: Int, peripheral: Int)
        var description: String { "\(central) and \(peripheral), secure connections: \(isSecure)" }
    }

    /// Core 6.0, Vol 3, Part H, table 2.8, where both ends want authentication.
    static let methods: [Row] = [
        Row(
            central: .noInputNoOutput, peripheral: .displayYesNo, isSecure: true, level: .encrypted,
            prompts: (0, 0)),
        Row(
            central: .keyboardDisplay, peripheral: .noInputNoOutput, isSecure: false, level: .encrypted,
            prompts: (0, 0)),
        Row(
            central: .displayYesNo, peripheral: .displayYesNo, isSecure: true, level: .authenticated,
            prompts: (1, 1)),
        Row(
            central: .displayYesNo, peripheral: .displayYesNo, isSecure: false, level: .encrypted,
            prompts: (0, 0)),
        Row(
            central: .keyboardOnly, peripheral: .displayOnly, isSecure: true, level: .authenticated,
            prompts: (1, 1)),
        Row(
            central: .displayOnly, peripheral: .keyboardOnly, isSecure: true, level: .authenticated,
            prompts: (1, 1)),
        Row(
            central: .keyboardOnly, peripheral: .displayOnly, isSecure: false, level: .authenticated,
            prompts: (1, 1)),
        Row(
            central: .displayOnly, peripheral: .keyboardDisplay, isSecure: false, level: .authenticated,
            prompts: (1, 1)),
    ]

    static func pair(
        _ central: SMP.IOCapability = .noInputNoOutput, _ peripheral: SMP.IOCapability = .noInputNoOutput,
        _ change: (inout Host.SecurityConfiguration, EncryptingPair.End) -> Void = { _, _ in }
    ) -> EncryptingPair {
        var own = [EncryptingPair.security(1, central), EncryptingPair.security(2, peripheral)]
        change(&own[0], .central)
        change(&own[1], .peripheral)
        var pair = EncryptingPair(central: own[0], peripheral: own[1])
        pair.connect()
        pair.forgetEvents()
        return pair
    }

    @Test("the ends' capabilities decide the pairing method and its result", arguments: methods)
    func method(row: Row) {
        var pair = Self.pair(row.central, row.peripheral) { own, end in
            own.wantsAuthentication = true
            own.privacy = .resolvable(every: .seconds(900))
            if end == .central { own.offersSecureConnections = row.isSecure }
        }
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        let expected = Host.Security(
            level: row.level, keySize: 16, usesSecureConnections: row.isSecure, isBonded: true)
        for end in EncryptingPair.End.allCases {
            let (id, peer) = (pair.link(end), EncryptingPair.addresses[end.other.rawValue])
            let events = pair.takeEvents(end)
            #expect(events.ends == [.success(expected)])
            #expect(events.contains(.securityChanged(id, expected)))
            #expect(events.contains(.identityResolved(id, peer)))
            let prompts = end == .central ? row.prompts.central : row.prompts.peripheral
            #expect(events.prompts.count == prompts)
            #expect(events.filter { $0 == .pairingPromptEnded(id) }.count == prompts)
            #expect(events.bonds.map(\.peer) == [peer])
            #expect(events.bonds == pair.host(end).bonds)
            #expect(pair.security(end) == expected)
            #expect(pair.host(end).link(id)?.isBonded == true)
            #expect(pair.host(end).nextDeadline == nil, "nothing is left to wait for")
        }
    }

    @Test("a user who gives the wrong answer ends it on both ends", arguments: [true, false])
    func wrongPasskey(isSecure: Bool) {
        var pair = Self.pair(.keyboardOnly, .displayOnly) { own, _ in
            own.offersSecureConnections = isSecure
        }
        pair.users = .careless
        pair.perform(.security(.pair(pair.link(.central), .authenticated)), at: .central)
        #expect(pair.takeEvents(.central).ends.map { (try? $0.get()) != nil } == [false])
        let events = pair.takeEvents(.peripheral)
        #expect(events.ends.map { (try? $0.get()) != nil } == [false])
        #expect(events.last == events.first { if case .securityEnded = $0 { true } else { false } })
        #expect(pair.security(.central) == Host.Security() && pair.host(.central).bonds.isEmpty)
    }

    @Test("a pairing that can't be authenticated as required fails")
    func tooLittle() {
        var pair = Self.pair()
        pair.perform(.security(.secure(pair.link(.central), .authenticated)), at: .central)
        #expect(pair.takeEvents(.central).ends == [.failure(.refused(.authenticationRequirements))])
        #expect(pair.takeEvents(.peripheral).ends == [.failure(.refusedByPeer(.authenticationRequirements))])
    }

    /// A peer whose controller resolves addresses does not hear the identity address of one who gave it a key (Core 6.0,
    /// Vol 6, Part B, 4.7).
    @Test(
        "a host without private addresses distributes no identity key", arguments: [true, false],
        [true, false])
    func identityKeys(isCentralPrivate: Bool, isPeripheralPrivate: Bool) {
        for isSecure in [true, false] {
            var pair = Self.pair { own, end in
                own.offersSecureConnections = isSecure
                if end == .central ? isCentralPrivate : isPeripheralPrivate {
                    own.privacy = .resolvable(every: .seconds(900))
                }
            }
            pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
            for (end, isPeerPrivate) in [
                (EncryptingPair.End.central, isPeripheralPrivate), (.peripheral, isCentralPrivate),
            ] {
                let bond = pair.host(end).bonds.first
                #expect(bond?.peer == EncryptingPair.addresses[end.other.rawValue])
                #expect(
                    bond?.peerResolvingKey
                        == (isPeerPrivate ? pair.host(end.other).configuration.security.ownIdentityKey : nil))
                #expect(pair.security(end)?.isBonded == true)
            }
        }
    }

    @Test("hosts that store no keys can pair too")
    func withoutBonding() {
        var pair = Self.pair { own, end in if end == .peripheral { own.isBondable = false } }
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        for end in EncryptingPair.End.allCases {
            #expect(pair.security(end)?.level == .encrypted && pair.security(end)?.isBonded == false)
            #expect(pair.host(end).bonds.isEmpty && pair.takeEvents(end).bonds.isEmpty)
        }
    }

    @Test("a host that does not pair refuses, and reports it to its own upper layer")
    func notPairing() {
        var pair = Self.pair { own, end in if end == .peripheral { own.acceptsPairing = false } }
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.central).ends == [.failure(.refusedByPeer(.pairingNotSupported))])
        pair.perform(.security(.secure(pair.link(.peripheral), .encrypted)), at: .peripheral)
        #expect(
            pair.takeEvents(.peripheral) == [.securityEnded(pair.link(.peripheral), .failure(.notBonded))])
    }

    @Test("the size of the key is the smaller of both ends'; below the minimum there is no pairing")
    func keySizes() {
        for (longest, shortest) in [(7, 7), (10, 7), (16, 16), (7, 8), (15, 16)] as [(UInt8, UInt8)] {
            var pair = Self.pair { own, end in
                if end == .central { own.maximumKeySize = longest } else { own.minimumKeySize = shortest }
            }
            pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
            if longest >= shortest {
                #expect(pair.security(.central)?.keySize == longest)
                #expect(pair.security(.peripheral)?.keySize == longest)
            } else {
                #expect(pair.takeEvents(.central).ends == [.failure(.refusedByPeer(.encryptionKeySize))])
            }
        }
    }

    @Test("data out of band authenticates hosts without keys or display")
    func outOfBand() throws {
        var pair = Self.pair()
        var data: [Host.OutOfBandData] = []
        for end in EncryptingPair.End.allCases {
            pair.perform(.security(.makeOutOfBandData), at: end)
            guard case .outOfBandData(let made)? = pair.takeEvents(end).last else {
                Issue.record("no data")
                return
            }
            data.append(made)
        }
        #expect(data[0] != data[1])
        // One direction is enough (Part H, 2.3.5.6.4).
        pair.perform(.security(.setPeerOutOfBandData(EncryptingPair.addresses[1], data[1])), at: .central)
        pair.perform(.security(.secure(pair.link(.central), .authenticated)), at: .central)
        for end in EncryptingPair.End.allCases { #expect(pair.security(end)?.level == .authenticated) }
        // Forgotten data is not used. A peripheral with the bond would itself refuse less than it had.
        pair.perform(.security(.removeBond(EncryptingPair.addresses[0])), at: .peripheral)
        pair.perform(.security(.setPeerOutOfBandData(EncryptingPair.addresses[1], nil)), at: .central)
        pair.perform(.security(.pair(pair.link(.central), .authenticated)), at: .central)
        #expect(pair.takeEvents(.central).ends.last == .failure(.refused(.authenticationRequirements)))
        #expect(pair.security(.central)?.level == .authenticated, "the old key goes on")
    }

    @Test("wrong data out of band fails")
    func wrongOutOfBand() {
        var pair = Self.pair()
        pair.perform(.security(.makeOutOfBandData), at: .peripheral)
        let wrong = Host.OutOfBandData(
            confirm: [UInt8](repeating: 1, count: 16), random: [UInt8](repeating: 2, count: 16))
        pair.perform(.security(.setPeerOutOfBandData(EncryptingPair.addresses[1], wrong)), at: .central)
        pair.perform(.security(.secure(pair.link(.central), .authenticated)), at: .central)
        #expect(pair.takeEvents(.central).ends == [.failure(.refused(.confirmValueFailed))])
    }

    // MARK: Security Request

    @Test("a peripheral asks, the central pairs, and both report the result")
    func securityRequest() {
        var pair = Self.pair()
        pair.perform(.security(.secure(pair.link(.peripheral), .encrypted)), at: .peripheral)
        #expect(
            pair.takeEvents(.central) == [.securityRequested(pair.link(.central), .encrypted)])
        #expect(pair.takeEvents(.peripheral).isEmpty)
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.peripheral).ends == [.success(pair.security(.central)!)])
    }

    @Test("a central may refuse a Security Request; or say nothing for 30 s")
    func refusedSecurityRequest() {
        var pair = Self.pair()
        pair.perform(.security(.secure(pair.link(.peripheral), .encrypted)), at: .peripheral)
        pair.perform(.security(.answerPairing(pair.link(.central), .reject)), at: .central)
        #expect(pair.takeEvents(.peripheral).ends == [.failure(.refusedByPeer(.pairingNotSupported))])
        pair.perform(.security(.secure(pair.link(.peripheral), .encrypted)), at: .peripheral)
        pair.advance(by: .seconds(29))
        #expect(pair.takeEvents(.peripheral).isEmpty)
        pair.advance(by: .seconds(1))
        #expect(pair.takeEvents(.peripheral).ends == [.failure(.timeout)])
        // The link is not spoilt: the central may still begin.
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.security(.peripheral)?.level == .encrypted)
    }

    @Test("a central that neither pairs nor has a key refuses a Security Request by itself")
    func unansweredSecurityRequest() {
        var pair = Self.pair { own, end in if end == .central { own.acceptsPairing = false } }
        pair.perform(.security(.secure(pair.link(.peripheral), .encrypted)), at: .peripheral)
        #expect(pair.takeEvents(.central).isEmpty)
        #expect(pair.takeEvents(.peripheral).ends == [.failure(.refusedByPeer(.pairingNotSupported))])
    }

    @Test("a pairing that began on a Security Request must give what that asked for")
    func securityRequestLevel() {
        var pair = Self.pair()
        pair.perform(.security(.secure(pair.link(.peripheral), .authenticated)), at: .peripheral)
        #expect(pair.takeEvents(.central) == [.securityRequested(pair.link(.central), .authenticated)])
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.peripheral).ends == [.failure(.refused(.authenticationRequirements))])
    }
}
