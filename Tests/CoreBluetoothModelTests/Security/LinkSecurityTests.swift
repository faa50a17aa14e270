import BluetoothHost
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Why and how far a link is secured, without a phone.
@Suite struct LinkSecurityTests {
    private typealias Security = LinkSecurity
    private typealias Result = Swift.Result<Host.Security, Host.SecurityFailure>
    private static let link = Host.LinkID(7)
    private static let encrypted = Host.Security(level: .encrypted)

    /// A link's security in each state that there is.
    private static func states() -> [(LinkSecurity, Security.State)] {
        var effects = PhoneEffects()
        var connecting = LinkSecurity(link, isBonded: true)
        connecting.encryptBeforeConnect(into: &effects)
        var asked = LinkSecurity(link, isBonded: false)
        asked.secure(into: &effects)
        var blocked = LinkSecurity(link, isBonded: false)
        _ = blocked.requestRefused(.insufficientEncryption, after: 0, barrier: nil, into: &effects)
        return [
            (LinkSecurity(link, isBonded: false), .idle), (connecting, .beforeConnect), (asked, .asked),
            (blocked, .blocked(.insufficientEncryption)),
        ]
    }

    private static func commands(_ effects: inout PhoneEffects) -> [Host.SecurityCommand] {
        var commands: [Host.SecurityCommand] = []
        while let output = effects.nextOutput() {
            if case .host(.security(let command)) = output { commands.append(command) }
        }
        return commands
    }

    @Test("Each state is reached by its own input, and keeps its rule")
    func reached() {
        for (security, state) in Self.states() {
            #expect(security.state == state && security.brokenRule == nil)
        }
    }

    @Test("What follows from the end of a pairing depends on why it began; a lost link decides for itself")
    func ended() {
        let refusal = ATT.ErrorCode.insufficientEncryption
        let success = Result.success(Self.encrypted)
        let table: [(Security.State, Result, Security.Effect, Security.State)] = [
            (.idle, success, .nothing, .idle), (.idle, .failure(.timeout), .nothing, .idle),
            (.beforeConnect, success, .connects, .idle),
            (.beforeConnect, .failure(.keyMissing), .connectFails(.keyMissing), .idle),
            (.beforeConnect, .failure(.linkLost), .nothing, .beforeConnect),
            (.blocked(refusal), success, .resumes(refusal, isSecured: true), .idle),
            (.blocked(refusal), .failure(.timeout), .resumes(refusal, isSecured: false), .idle),
            (.blocked(refusal), .failure(.linkLost), .nothing, .blocked(refusal)),
            (.asked, success, .nothing, .idle), (.asked, .failure(.timeout), .fails, .idle),
            (.asked, .failure(.linkLost), .fails, .idle),
        ]
        for (state, result, effect, next) in table {
            guard var security = Self.states().first(where: { $0.1 == state })?.0 else { continue }
            #expect(security.ended(result) == effect, "\(state) \(result)")
            #expect(security.state == next, "\(state) \(result)")
        }
    }

    @Test(
        "Behaviour 5.31: first an encrypted link, then an authenticated key; what does not help is not tried")
    func remedies() {
        let encrypt = Host.SecurityCommand.secure(Self.link, .encrypted)
        let pair = Host.SecurityCommand.pair(Self.link, .authenticated)
        let table: [(ATT.ErrorCode, Host.SecurityLevel, UInt8, Host.SecurityCommand?)] = [
            (.insufficientAuthentication, .none, 0, encrypt), (.insufficientEncryption, .none, 0, encrypt),
            (.insufficientAuthorization, .none, 0, encrypt), (.insufficientEncryption, .none, 1, nil),
            (.insufficientAuthentication, .encrypted, 0, pair),
            (.insufficientAuthentication, .encrypted, 1, pair),
            (.insufficientAuthentication, .encrypted, 2, nil), (.insufficientEncryption, .encrypted, 0, nil),
            (.insufficientAuthentication, .authenticated, 0, nil), (.readNotPermitted, .none, 0, nil),
        ]
        for (code, level, pairings, command) in table {
            var effects = PhoneEffects()
            var request = LinkSecurity(Self.link, isBonded: false)
            _ = request.changed(Host.Security(level: level))
            var channel = request
            let verdict: Security.Verdict = command == nil ? .useless : .pairs
            let ofRequest = request.requestRefused(code, after: pairings, barrier: nil, into: &effects)
            #expect(ofRequest == verdict && Self.commands(&effects) == [command].compactMap { $0 })
            let ofChannel = channel.channelRefused(code, after: pairings, barrier: nil, into: &effects)
            #expect(ofChannel == verdict && Self.commands(&effects) == [command].compactMap { $0 })
            #expect(channel.state == (command == nil ? .idle : .asked))
            #expect(request.state == (command == nil ? .idle : .blocked(code)))
        }
    }

    @Test("A refused request joins a pairing that was asked for, and no other; a channel joins any")
    func joins() {
        for (security, state) in Self.states() {
            var (request, channel, effects) = (security, security, PhoneEffects())
            let ofRequest = request.requestRefused(
                .insufficientAuthentication, after: 0, barrier: nil, into: &effects)
            #expect(ofRequest == (state == .idle || state == .asked ? .pairs : .useless), "\(state)")
            #expect(Self.commands(&effects).count == (state == .idle ? 1 : 0), "\(state)")
            let ofChannel = channel.channelRefused(
                .insufficientAuthentication, after: 0, barrier: nil, into: &effects)
            #expect(ofChannel == .pairs, "\(state)")
            #expect(Self.commands(&effects).count == (state == .idle ? 1 : 0), "\(state)")
            #expect(channel.state == (state == .idle ? .asked : state), "\(state)")
        }
    }

    @Test("Behaviour 5.34, CB 16: a barrier counts only where the phone would begin to pair")
    func barriers() {
        for (security, state) in Self.states() {
            for barrier in [PairingBarrier.tableFull, .refusedBefore] {
                var (channel, peer, effects) = (security, security, PhoneEffects())
                let verdict = channel.channelRefused(
                    .insufficientAuthentication, after: 0, barrier: barrier, into: &effects)
                let stopped: Security.Verdict = barrier == .tableFull ? .noRoom : .useless
                #expect(verdict == (state == .idle ? stopped : .pairs), "\(state)")
                #expect(Self.commands(&effects).isEmpty && channel.state == state)
                peer.peerAsks(for: .encrypted, barrier: barrier, into: &effects)
                #expect(Self.commands(&effects) == [.answerPairing(Self.link, .reject)])
                #expect(peer.state == state)
            }
        }
    }

    @Test(
        "Behaviour 5.36: a Security Request is followed with the level that the peer wants, at least encryption"
    )
    func requested() {
        for (level, wanted) in [
            (Host.SecurityLevel.none, Host.SecurityLevel.encrypted), (.authenticated, .authenticated),
        ] {
            for (security, state) in Self.states() {
                var (security, effects) = (security, PhoneEffects())
                security.peerAsks(for: level, barrier: nil, into: &effects)
                #expect(Self.commands(&effects) == [.secure(Self.link, wanted)])
                #expect(security.state == (state == .idle ? .asked : state))
            }
        }
    }

    @Test("The system secures a link that nothing else secures; a connect that nobody waits for is abandoned")
    func system() {
        for (security, state) in Self.states() {
            var (needed, left, effects) = (security, security, PhoneEffects())
            needed.secure(into: &effects)
            #expect(Self.commands(&effects).count == (state == .idle ? 1 : 0))
            left.abandonConnect()
            #expect(left.state == (state == .beforeConnect ? .idle : state))
        }
    }

    @Test("A bond lasts for the link, and an alert ends once")
    func memory() {
        var security = LinkSecurity(Self.link, isBonded: false)
        let bonded = Host.Security(level: .encrypted, isBonded: true)
        var answers: [Bool] = []
        for change in [Self.encrypted, bonded, Self.encrypted] {
            answers.append(security.changed(change))
            answers.append(security.isBonded)
        }
        #expect(answers == [false, false, true, true, false, true])
        answers = [security.alertEnded()]
        security.alertShown(3)
        #expect(security.alert == 3)
        answers += [security.alertEnded(), security.alertEnded()]
        #expect(answers == [false, true, false])
    }
}
