import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// The Security Manager of a link against its peer's, without hosts.
@Suite struct SecurityManagerTests {
    /// One end of a link, and what its host keeps.
    private struct End {
        var manager = Host.SecurityManager()
        var sink = Host.Sink.forOneLink()
        var bonds = Host.BondTable()
        var profile = Host.ControllerProfile()
        var shared = OnDemand<Host.HostSecurity>()
        var own = Host.SecurityConfiguration()
        let state: Host.LinkState
        var events: [Host.Event] = []
        var commands: [HCI.Command] = []
        /// How often the server has to hear of the security.
        var told = 0

        init(_ role: Host.Link.Role) {
            let (local, peer) = role == .central ? (1, 2) : (2, 1) as (UInt64, UInt64)
            own.entropy = [UInt8](repeating: UInt8(local), count: 16)
            profile.identity = HostRig.peer(local)
            let link = Host.Link(
                role: role, peer: HostRig.peer(peer), connectionHandle: 1,
                parameters: .init(interval: .milliseconds(30), supervisionTimeout: .seconds(2)))
            state = Host.LinkState(
                id: Host.LinkID(1), link: link, localAddress: HostRig.peer(local),
                peerAddressOnAir: HostRig.peer(peer), configuration: Host.Configuration(preferredMTU: 23),
                asksLinkLayer: true)
        }

        /// Gives the manager an input, and does for it what a host does.
        mutating func input(
            at now: Instant, isBetween: Bool = false,
            _ body: (inout Host.SecurityManager, inout Host.SecurityTurn, inout Host.Sink) -> Void
        ) {
            var turn = Host.SecurityTurn(state, own, bonds, profile, shared, at: now)
            body(&manager, &turn, &sink)
            (shared, profile) = (turn.shared, turn.profile)
            if turn.hasNewSecurity { told += 1 }
            switch turn.effect {
            case .encryptedWithBond(let security):
                input(at: now) { $0.restored(security, &$1, into: &$2) }
            case .paired(let outcome):
                input(at: now, isBetween: true) { $0.took(outcome.security, &$1, into: &$2) }
                bonds.keep(outcome.bond)
                input(at: now) { $0.kept(outcome.security, &$1, into: &$2) }
            case nil: break
            }
            if !isBetween, let broken = manager.brokenInvariant { Issue.record("\(broken)") }
        }
    }

    private struct Pair {
        var ends = [End(.central), End(.peripheral)]
        var now = Instant.zero
        var isAnswering = true

        /// Carries PDUs, and does what the controllers do, until nothing happens any more.
        mutating func settle() {
            var isQuiet = false
            while !isQuiet {
                isQuiet = true
                for side in 0...1 {
                    let outputs = SinkOutputs.taken(from: &ends[side].sink)
                    ends[side].events += outputs.events
                    for command in outputs.commands {
                        ends[side].commands.append(command)
                        isQuiet = false
                        control(command, of: side)
                    }
                    for payload in outputs.payloads(on: .smp) where isAnswering {
                        isQuiet = false
                        ends[1 - side].input(at: now) { $0.received(payload, &$1, into: &$2) }
                    }
                }
            }
        }

        private mutating func control(_ command: HCI.Command, of side: Int) {
            switch command {
            case .leEnableEncryption(let enable):
                let request = HCI.LELongTermKeyRequest(
                    connectionHandle: 1, randomNumber: enable.randomNumber,
                    encryptedDiversifier: enable.encryptedDiversifier)
                ends[1].input(at: now) { $0.received(.leLongTermKeyRequest(request), &$1, into: &$2) }
            case .leLongTermKeyRequestReply: reportEncryption(.success, replied: .replyWithKey)
            case .leLongTermKeyRequestNegativeReply:
                reportEncryption(.pinOrKeyMissing, replied: .refuseEncryption)
            default: break
            }
        }

        private mutating func reportEncryption(
            _ status: HCI.ErrorCode, replied: Host.CommandQueue.LinkOperation
        ) {
            ends[1].input(at: now) { $0.commandEnded(replied, .success, [], &$1, into: &$2) }
            for side in 0...1 where side == 0 || status == .success {
                let change = HCI.EncryptionChange(
                    status: status, connectionHandle: 1, encryptionEnabled: status == .success ? .on : .off)
                ends[side].input(at: now) { $0.received(.encryptionChange(change), &$1, into: &$2) }
            }
        }

        mutating func wish(_ wish: Host.SecurityWish, at side: Int) {
            ends[side].input(at: now) { $0.wish(wish, &$1, into: &$2) }
            settle()
        }

        /// The link ends, and another one begins; the bonds stay.
        mutating func reconnect() {
            for side in 0...1 {
                ends[side].input(at: now) { $0.linkLost(&$1, into: &$2) }
                (ends[side].events, ends[side].commands) = ([], [])
            }
        }

        mutating func takeEvents(_ side: Int) -> [Host.Event] {
            defer { ends[side].events = [] }
            return ends[side].events
        }
    }

    private static let encrypted = Host.SecurityWish(level: .encrypted, pairsAnew: false)
    private static let bonded = Host.Security(
        level: .encrypted, keySize: 16, usesSecureConnections: true, isBonded: true)

    private static func ended(_ result: Result<Host.Security, Host.SecurityFailure>) -> Host.Event {
        .securityEnded(Host.LinkID(1), result)
    }

    @Test("two managers pair; then each has the key, the security and one end of its run")
    func pairing() {
        var pair = Pair()
        pair.wish(Self.encrypted, at: 0)
        let changed = Host.Event.securityChanged(Host.LinkID(1), Self.bonded)
        for side in 0...1 {
            let events = pair.takeEvents(side)
            #expect(events.filter { $0 == changed }.count == 1)
            #expect(events.last == Self.ended(.success(Self.bonded)))
            #expect(pair.ends[side].manager.security == Self.bonded && pair.ends[side].told > 0)
            #expect(pair.ends[side].manager.run == nil && pair.ends[side].manager.pairingCount == 1)
        }
        let keys = (pair.ends[0].bonds.bonds.first?.keyAsCentral, pair.ends[1].bonds.bonds.first)
        #expect(keys.0 != nil && keys.0 == keys.1?.keyAsPeripheral)
    }

    @Test("the next link uses the bond's key; if the peer forgot it, the run says so")
    func bondedLinks() {
        var pair = Pair()
        pair.wish(Self.encrypted, at: 0)
        pair.reconnect()
        pair.wish(Self.encrypted, at: 0)
        #expect(pair.takeEvents(0).last == Self.ended(.success(Self.bonded)))
        #expect(pair.ends[0].manager.pairingCount == 0)
        pair.reconnect()
        pair.ends[1].bonds.remove(HostRig.peer(1))
        pair.wish(Self.encrypted, at: 0)
        #expect(pair.takeEvents(0) == [Self.ended(.failure(.keyMissing))])
    }

    @Test("a peripheral asks its central, which decides")
    func securityRequest() {
        var pair = Pair()
        pair.wish(Self.encrypted, at: 1)
        #expect(pair.takeEvents(0) == [.securityRequested(Host.LinkID(1), .encrypted)])
        pair.ends[0].input(at: pair.now) { $0.answer(.reject, &$1, into: &$2) }
        pair.settle()
        #expect(pair.takeEvents(1) == [Self.ended(.failure(.refusedByPeer(.pairingNotSupported)))])
        pair.wish(Self.encrypted, at: 1)
        pair.wish(Self.encrypted, at: 0)
        #expect(pair.takeEvents(1).last == Self.ended(.success(Self.bonded)))
    }

    @Test("a wish that the run does not fulfil begins after it; one that it fulfils shares its end")
    func wishes() {
        var pair = Pair()
        pair.isAnswering = false
        pair.wish(Self.encrypted, at: 0)
        pair.wish(Self.encrypted, at: 0)
        #expect(pair.ends[0].manager.next == nil)
        pair.wish(Host.SecurityWish(level: .authenticated, pairsAnew: false), at: 0)
        #expect(pair.ends[0].manager.next?.level == .authenticated)
        pair.now += Pairing.patience
        pair.ends[0].input(at: pair.now) { $0.deadlineReached(&$1, into: &$2) }
        pair.settle()
        // After the timeout this link allows no more pairing.
        let timeout = Self.ended(.failure(.timeout))
        #expect(pair.takeEvents(0) == [timeout, timeout])
        #expect(pair.ends[0].manager.isSilenced && pair.ends[0].manager.isUsed)
    }

    @Test("a manager that refused, ignored or had nothing to do needs no memory")
    func unused() {
        var pair = Pair()
        for side in 0...1 { pair.ends[side].own.acceptsPairing = false }
        pair.wish(Host.SecurityWish(level: .none, pairsAnew: false), at: 0)
        pair.wish(Self.encrypted, at: 0)
        pair.ends[1].input(at: pair.now) { $0.received([0x05, 1], &$1, into: &$2) }
        pair.ends[1].input(at: pair.now) { $0.received([0x01], &$1, into: &$2) }
        pair.settle()
        #expect(pair.ends.allSatisfy { !$0.manager.isUsed && $0.shared.isEmpty })
        #expect(pair.takeEvents(0).last == Self.ended(.failure(.notBonded)))
    }
}
