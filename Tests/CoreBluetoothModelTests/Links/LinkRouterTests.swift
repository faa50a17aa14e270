import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// Peers, links and connections together, without a phone.
@Suite struct LinkRouterTests {
    private static let (one, two) = (SessionID(1), SessionID(2))

    /// A router with what the rest of a phone gives it.
    private struct Alone {
        var router: LinkRouter
        var effects = PhoneEffects()
        var managers = Managers()
        var now = Instant.zero
        var following: [LinkRouter.Effect] = []

        init(_ change: (inout OSProfile) -> Void = { _ in }) {
            var profile = OSProfile.plain
            change(&profile)
            router = LinkRouter(profile, seed: 42)
            for id in [LinkRouterTests.one, LinkRouterTests.two] {
                managers.centrals.append(
                    CentralSession(core: SessionCore(id: id, app: AppID(1), options: ManagerOptions())))
            }
        }

        mutating func turn<Result>(
            _ input: (inout LinkRouter, inout LinkRouter.Turn, inout PhoneEffects) -> Result
        ) -> Result {
            var turn = LinkRouter.Turn(now: now, time: 0, managers: managers, isHostReady: true)
            defer { following += turn.following }
            return input(&router, &turn, &effects)
        }

        static func address(_ number: UInt64) -> DeviceAddress { DeviceAddress(number, .random) }

        mutating func connect(
            _ number: UInt64, _ session: SessionID, _ options: Central.ConnectOptions = .init()
        ) {
            turn { router, turn, effects in
                let slot = router.slotForPeer(Self.address(number), &turn)
                router.connect(router.peers[slot].identifier, options, from: session, &turn, into: &effects)
            }
        }

        /// A link comes up, with the number of its peer if it has no other one.
        mutating func linkUp(
            _ number: UInt64, as id: UInt32? = nil, _ role: Host.Link.Role = .central, isBonded: Bool = false
        ) {
            let new = Host.Link(
                role: role, peer: Self.address(number), connectionHandle: 1,
                parameters: Host.ConnectionParameters(
                    interval: .milliseconds(30), supervisionTimeout: .milliseconds(720)), isBonded: isBonded)
            turn { router, turn, effects in
                guard let link = router.add(Host.LinkID(id ?? UInt32(number)), new, &turn) else { return }
                router.linkBegan(link, isBonded: isBonded, &turn, into: &effects)
            }
        }

        mutating func linkDown(_ number: UInt64, _ code: HCI.ErrorCode = .connectionTimeout) {
            let id = Host.LinkID(UInt32(number))
            turn { router, turn, effects in
                router.requestsEnd(id, into: &effects)
                router.linkEnded(id, code, &turn, into: &effects)
            }
        }

        mutating func cancelConnection(_ number: UInt64, _ session: SessionID, reports: Bool = true) {
            turn { router, turn, effects in
                guard let slot = router.peers.slot(of: Self.address(number)) else { return }
                router.cancelConnection(slot, session, reports: reports, turn, into: &effects)
            }
        }

        /// What came out, in words.
        mutating func take() -> [String] {
            var seen: [String] = []
            while let output = effects.nextOutput() {
                switch output {
                case .host(.gap(.connect)): seen.append("connect")
                case .host(.gap(.cancelConnect)): seen.append("cancel")
                case .host(.link(.disconnect)): seen.append("disconnect")
                case .host(.security): seen.append("secure")
                case .host: break
                case .central(let session, .connected): seen.append("connected \(session.rawValue)")
                case .central(let session, .disconnected(_, let error, _, _)):
                    seen.append("disconnected \(session.rawValue)" + (error == nil ? "" : ", error"))
                case .central(let session, .failedToConnect): seen.append("failed \(session.rawValue)")
                default: seen.append("\(output)")
                }
            }
            return seen
        }
    }

    @Test("Behaviour 3.2, 3.5, 3.6, 3.7: managers share a link, and the last one that releases it ends it")
    func shared() {
        var alone = Alone { $0.linkLinger = .zero }
        alone.connect(1, Self.one)
        alone.connect(1, Self.two)
        alone.linkUp(1)
        #expect(alone.take() == ["connect", "connected 1", "connected 2"])
        alone.cancelConnection(1, Self.one)
        alone.cancelConnection(1, Self.one)
        #expect(alone.take() == ["disconnected 1"])
        alone.cancelConnection(1, Self.two)
        #expect(alone.take() == ["disconnect"], "the event comes when the link is down")
        alone.linkDown(1, .connectionTerminatedByLocalHost)
        #expect(alone.take() == ["disconnected 2"])
        #expect(alone.router.links.used.isEmpty && alone.router.brokenRule == nil)
    }

    @Test("Behaviour 3.8: a released link lingers where the system keeps it, and a new connect takes it")
    func lingers() {
        var alone = Alone { $0.linkLinger = .seconds(10) }
        alone.connect(1, Self.one)
        alone.linkUp(1)
        alone.cancelConnection(1, Self.one)
        #expect(alone.take() == ["connect", "connected 1", "disconnected 1"])
        alone.connect(1, Self.two)
        #expect(alone.take() == ["connected 2"])
        alone.router.lingerEnded(Host.LinkID(1), into: &alone.effects)
        #expect(alone.take() == [], "the link is used again")
    }

    @Test("Behaviour 3.9: a connect while the link goes down is repeated when it is down")
    func connectsAgain() {
        var alone = Alone { $0.linkLinger = .zero }
        alone.connect(1, Self.one)
        alone.linkUp(1)
        alone.cancelConnection(1, Self.one)
        alone.connect(1, Self.one)
        #expect(alone.following.isEmpty)
        alone.linkDown(1)
        let peer = alone.router.peers[0].identifier
        #expect(alone.following == [.connect(peer, Central.ConnectOptions(), from: Self.one)])
    }

    @Test(
        "Behaviour 3.24: the end of a link is told, though the peer has another one; a new connect takes that one"
    )
    func otherLink() {
        var alone = Alone()
        alone.connect(1, Self.one)
        alone.linkUp(1)
        alone.linkUp(1, as: 9, .peripheral)
        #expect(alone.take() == ["connect", "connected 1"])
        alone.linkDown(1)
        #expect(alone.take() == ["disconnected 1, error"])
        alone.connect(1, Self.two)
        #expect(alone.take() == ["connected 2"], "the host is not asked for a link that is there")
        #expect(alone.router.linkInUse(0, Self.two) == Host.LinkID(9))
        #expect(alone.router.brokenRule == nil)
    }

    @Test("Behaviour 3.19: whom the system reconnects has the peer's other link at once")
    func otherLinkReconnects() {
        var alone = Alone { $0.supportsAutoReconnect = true }
        alone.connect(1, Self.one, Central.ConnectOptions(enablesAutoReconnect: true))
        alone.linkUp(1)
        alone.linkUp(1, as: 9, .peripheral)
        _ = alone.take()
        alone.linkDown(1)
        #expect(alone.take() == ["disconnected 1, error", "connect", "cancel", "connected 1"])
        #expect(alone.router.linkInUse(0, Self.one) == Host.LinkID(9))
        #expect(alone.router.brokenRule == nil)
    }

    @Test("Behaviour 3.27: one link too many restarts the radio of an older system, and fails on a newer one")
    func tooMany() {
        for restarts in [true, false] {
            var alone = Alone {
                $0.maximumConnections = 1
                $0.restartsAtConnectionLimit = restarts
            }
            alone.connect(1, Self.one)
            alone.linkUp(1)
            _ = alone.take()
            alone.connect(2, Self.two)
            #expect(alone.following == (restarts ? [.restart] : []))
            #expect(alone.take() == (restarts ? [] : ["failed 2"]))
        }
    }

    @Test("Behaviour 3.16: nobody waits for a bonded peer's link any more, so it ends before it is encrypted")
    func abandoned() {
        var alone = Alone()
        alone.connect(1, Self.one)
        alone.linkUp(1, isBonded: true)
        #expect(alone.take() == ["connect", "secure"])
        alone.cancelConnection(1, Self.one)
        #expect(alone.take() == ["disconnect", "disconnected 1"])
    }

    @Test("Behaviour 7.3, 7.11: a preserved manager has another number, and its attempts go on")
    func preserved() {
        var alone = Alone()
        alone.connect(1, Self.one)
        alone.connect(2, Self.one)
        alone.linkUp(1)
        let new = SessionID(7)
        alone.router.preserve(Self.one, as: new, into: &alone.effects)
        #expect(alone.router.peers.attached(to: Self.one).isEmpty)
        #expect(alone.router.pendingConnects(of: new).map(\.peer) == [alone.router.peers[1].identifier])
        #expect(alone.router.linkInUse(0, new) == Host.LinkID(1))
        #expect(alone.router.brokenRule == nil)
    }

    @Test("The rules of peers, links and connections hold after every input", arguments: UInt64(0)..<20)
    func rules(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var alone = Alone {
            $0.maximumConnections = 3
            $0.linkLinger = seed % 2 == 0 ? .seconds(5) : .zero
        }
        for step in 0..<300 {
            let number = UInt64.random(in: 1...5, using: &numbers)
            let session = Bool.random(using: &numbers) ? Self.one : Self.two
            let isUp = alone.router.links.slot(of: Host.LinkID(UInt32(number))) != nil
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0, 1: alone.connect(number, session)
            case 2: if !isUp { alone.linkUp(number, isBonded: Bool.random(using: &numbers)) }
            case 3: alone.linkDown(number)
            case 4: alone.cancelConnection(number, session, reports: Bool.random(using: &numbers))
            case 5:
                alone.turn {
                    $0.securityEnded(Host.LinkID(UInt32(number)), .failure(.timeout), &$1, into: &$2)
                }
            case 6:
                alone.turn { $0.hold(Alone.address(number), offering: [], for: AppID(3), &$1, into: &$2) }
            default:
                if step % 50 == 0 { alone.router.radioWentOff(isSwitchedOff: true, into: &alone.effects) }
                alone.turn { $0.releaseHolds(AppID(3), $1, into: &$2) }
            }
            _ = alone.take()
            let broken = alone.router.brokenRule
            #expect(broken == nil, "step \(step)")
            if broken != nil { return }
        }
    }
}
