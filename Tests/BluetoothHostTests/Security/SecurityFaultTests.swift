import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// What goes wrong: silence, refusals, lost links, controllers that fail, peers that try again and again.
@Suite struct SecurityFaultTests {
    private static let pairingRequest: [UInt8] = [0x01, 3, 0, 0x09, 16, 0, 0]

    /// A peripheral whose central sends what the test says.
    private static func peripheral(
        _ change: (inout Host.SecurityConfiguration) -> Void = { _ in }
    ) -> HostRig {
        var configuration = HostRig.configuration()
        configuration.security.usesControllerCryptography = false
        change(&configuration.security)
        return HostRig.connected(.peripheral, configuration)
    }

    /// The payloads that went out on the security manager's channel.
    private static func sent(_ rig: inout HostRig) -> [[UInt8]] {
        defer { rig.completePackets(1, 8) }
        return rig.takeData().map(\.data).filter { $0[2] == 6 }.map { Array($0[4...]) }
    }

    // MARK: What belongs to no pairing

    @Test(
        "without a pairing only requests that must be refused are answered",
        arguments: [
            (Host.Link.Role.peripheral, [0x02, 3, 0, 0, 16, 0, 0], []),
            (.peripheral, [UInt8](repeating: 3, count: 17), []), (.peripheral, [0x05, 8], []),
            (.peripheral, [0x0B, 1], []), (.peripheral, [], []), (.peripheral, [0x77, 1], []),
            (.peripheral, [0x01, 3], [0x05, 0x0A]), (.peripheral, [0x01, 9, 0, 0, 16, 0, 0], [0x05, 0x0A]),
            (.central, [0x01, 3, 0, 0, 16, 0, 0], [0x05, 0x07]), (.central, [0x02, 3, 0, 0, 16, 0, 0], []),
            (.central, [0x05, 8], []), (.central, [0x0B], []),
        ] as [(Host.Link.Role, [UInt8], [UInt8])])
    func stray(role: Host.Link.Role, pdu: [UInt8], answer: [UInt8]) {
        var rig = HostRig.connected(role)
        rig.receive(frame: pdu, on: .smp)
        #expect(Self.sent(&rig) == (answer.isEmpty ? [] : [answer]))
        #expect(rig.takeEvents().isEmpty && rig.host.nextDeadline == nil)
    }

    // MARK: Silence

    @Test("when a peer sends nothing the pairing ends, and the link allows no other")
    func silence() {
        var rig = Self.peripheral()
        rig.receive(frame: Self.pairingRequest, on: .smp)
        #expect(Self.sent(&rig).map(\.first) == [0x02])
        rig.advance(by: .seconds(30))
        #expect(rig.takeEvents().ends == [.failure(.timeout)])
        rig.advance(by: .seconds(100))
        rig.receive(frame: Self.pairingRequest, on: .smp)
        #expect(Self.sent(&rig).isEmpty)
        rig.perform(.security(.secure(rig.link, .encrypted)))
        #expect(rig.takeEvents().ends == [.failure(.timeout)] && Self.sent(&rig).isEmpty)
    }

    @Test("an encryption that never ends fails after the link layer's time limit")
    func endlessEncryption() {
        var rig = HostRig.connected(.central)
        rig.controller.silent = []
        let key = Host.Bond.Key(value: [UInt8](repeating: 1, count: 16))
        rig.perform(.security(.setBonds([Host.Bond(peer: HostRig.peer(1), keyAsCentral: key)])))
        rig.perform(.security(.secure(rig.link, .encrypted)))
        #expect(rig.takeOpcodes() == [.leEnableEncryption])
        rig.advance(by: .seconds(40))
        #expect(rig.takeEvents().ends == [.failure(.encryption(.llResponseTimeout))])
        #expect(rig.host.nextDeadline == nil)
    }

    @Test("when a controller refuses to encrypt, its reason is reported")
    func refusedEncryption() {
        for status in [HCI.ErrorCode.commandDisallowed, .unsupportedRemoteFeature] {
            var pair = HostPairingTests.pair()
            pair.refusals[.leEnableEncryption] = status
            pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
            #expect(pair.takeEvents(.central).ends == [.failure(.encryption(status))])
        }
    }

    // MARK: Lost links

    @Test("a lost link ends its run and the waiting wishes before the disconnection is reported")
    func lostLink() {
        var pair = HostPairingTests.pair(.displayYesNo, .displayYesNo) { own, _ in
            own.wantsAuthentication = true
        }
        pair.users = .absent
        let link = pair.link(.central)
        pair.perform(.security(.secure(link, .encrypted)), at: .central)
        pair.perform(.security(.secure(link, .authenticated)), at: .central)
        #expect(pair.takeEvents(.central).prompts.count == 1)
        pair.lose()
        #expect(
            pair.takeEvents(.central) == [
                .pairingPromptEnded(link), .securityEnded(link, .failure(.linkLost)),
                .securityEnded(link, .failure(.linkLost)), .disconnected(link, .connectionTimeout),
            ])
        pair.perform(.security(.secure(link, .encrypted)), at: .central)
        #expect(pair.takeEvents(.central) == [.securityEnded(link, .failure(.linkLost))])
        // A command for a link that has ended is harmless.
        pair.perform(.security(.answerPairing(link, .accept)), at: .central)
        pair.perform(.security(.authorize(link, true)), at: .central)
        #expect(pair.takeEvents(.central).isEmpty && pair.host(.central).security(of: link) == nil)
    }

    @Test("power off reports no result of a run, and the next link starts without state")
    func powerOff() {
        var pair = HostPairingTests.pair(.displayYesNo, .displayYesNo) { own, _ in
            own.wantsAuthentication = true
        }
        pair.users = .absent
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        pair.forgetEvents()
        pair.perform(.powerOff, at: .central)
        #expect(pair.takeEvents(.central) == [.poweredOff] && pair.host(.central).nextDeadline == nil)
    }

    // MARK: One after the other

    @Test("wishes that a run fulfils share its result; a greater one runs after it")
    func sharing() {
        var pair = HostPairingTests.pair(.displayYesNo, .displayYesNo)
        pair.users = .absent
        let link = pair.link(.central)
        pair.perform(.security(.secure(link, .authenticated)), at: .central)
        for level in [Host.SecurityLevel.encrypted, .authenticated] {
            pair.perform(.security(.secure(link, level)), at: .central)
            pair.perform(.security(.pair(link, level)), at: .central)
        }
        pair.perform(.security(.answerPairing(link, .accept)), at: .central)
        pair.perform(.security(.answerPairing(pair.link(.peripheral), .accept)), at: .peripheral)
        #expect(pair.takeEvents(.central).ends == [.success(pair.security(.central)!)])

        // The peripheral's own wish for more than the central's pairing brings waits for its end.
        var weak = HostPairingTests.pair(.displayYesNo, .displayYesNo) { own, _ in own.asksForConsent = true }
        weak.users = .absent
        weak.perform(.security(.secure(weak.link(.central), .encrypted)), at: .central)
        weak.perform(.security(.secure(weak.link(.peripheral), .authenticated)), at: .peripheral)
        weak.perform(.security(.answerPairing(weak.link(.peripheral), .accept)), at: .peripheral)
        weak.perform(.security(.answerPairing(weak.link(.central), .accept)), at: .central)
        #expect(weak.takeEvents(.peripheral).ends.count == 1)
        #expect(
            weak.takeEvents(.central).last == .securityRequested(weak.link(.central), .authenticated))
    }

    // MARK: Again and again

    @Test(
        "after each failure a peer waits twice as long, up to a limit; a success or enough time resets that")
    func repeatedAttempts() {
        var attempts = Host.FailedAttempts()
        var now = Instant.zero
        let (peer, other) = (HostRig.peer(1), HostRig.peer(2))
        for wait in [1, 2, 4, 8, 16, 32, 64, 64] {
            attempts.failed(peer, at: now)
            #expect(attempts.refuses(peer, at: now) && !attempts.refuses(other, at: now))
            now += .seconds(wait)
            #expect(!attempts.refuses(peer, at: now) && attempts.refuses(peer, at: now - .nanoseconds(1)))
        }
        now += .seconds(64)
        attempts.failed(peer, at: now)
        #expect(!attempts.refuses(peer, at: now + .seconds(1)), "peace forgot")
        attempts.failed(peer, at: now + .seconds(1))
        attempts.succeeded(peer)
        #expect(attempts.isEmpty)
        for number in 0..<500 { attempts.failed(HostRig.peer(UInt64(number)), at: now) }
        let refused = (0..<500).filter { attempts.refuses(HostRig.peer(UInt64($0)), at: now) }
        #expect(refused == Array(500 - Host.FailedAttempts.limit..<500))
    }

    @Test("a peer that failed is refused until its wait is over, also on its next link")
    func refusedAttempt() {
        var rig = Self.peripheral()
        rig.receive(frame: Self.pairingRequest, on: .smp)
        rig.receive(frame: [0x05, 0x08], on: .smp)
        #expect(rig.takeEvents().ends == [.failure(.refusedByPeer(.unspecifiedReason))])
        rig.receive(HostRig.disconnection(1))
        rig.open(1, .peripheral, peer: HostRig.peer(1))
        _ = Self.sent(&rig)
        rig.receive(frame: Self.pairingRequest, on: .smp)
        #expect(Self.sent(&rig) == [[0x05, 0x09]])
        #expect(rig.takeEvents().ends.isEmpty)
        rig.advance(by: .seconds(1))
        rig.receive(frame: Self.pairingRequest, on: .smp)
        #expect(Self.sent(&rig).map(\.first) == [0x02])
    }

    // MARK: Events out of place

    @Test("encryption that was not requested gives no security level")
    func unaskedEncryption() {
        for role in [Host.Link.Role.central, .peripheral] {
            var rig = HostRig.connected(role)
            rig.receive(EncryptingPair.encryptionChange(.success, .on))
            rig.receive(.encryptionKeyRefreshComplete(.init(status: .success, connectionHandle: 1)))
            #expect(rig.takeEvents().isEmpty && rig.host.security(of: rig.link) == Host.Security())
        }
    }

    @Test("a link whose encryption ends loses its security level")
    func lostEncryption() {
        var pair = HostPairingTests.pair()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        pair.forgetEvents()
        pair.give(EncryptingPair.encryptionChange(.success, .off), to: .peripheral)
        pair.run()
        #expect(pair.takeEvents(.peripheral) == [.securityChanged(pair.link(.peripheral), Host.Security())])
        #expect(pair.security(.peripheral)?.level == Host.SecurityLevel.none)
    }

    @Test("a pairing that fails after its key replaced a good one leaves the link without either")
    func failedReplacement() {
        var pair = HostPairingTests.pair { own, end in
            if end == .peripheral { own.privacy = .resolvable(every: .seconds(900)) }
        }
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        let bonds = pair.host(.central).bonds
        pair.forgetEvents()
        // The link is encrypted with the new key when the peripheral's other keys fail to come.
        pair.lost = [.identityInformation, .identityAddressInformation]
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.security(.central) == Host.Security(), "the security of the new key is not known yet")
        pair.advance(by: .seconds(30))
        #expect(
            pair.takeEvents(.central) == [
                .securityChanged(pair.link(.central), Host.Security()),
                .securityEnded(pair.link(.central), .failure(.timeout)),
            ])
        #expect(pair.host(.central).bonds == bonds, "the old bond is as good as ever")
        pair.lost = []
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.central).ends.count == 1)
    }
}
