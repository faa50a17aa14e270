import BluetoothPort
import BluetoothTypes
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// The connection to one peer, without a phone.
@Suite struct PeerConnectionTests {
    typealias State = CoreBluetoothModel.Attachment.State

    private static let (one, two) = (SessionID(1), SessionID(2))
    private static let plain = Central.ConnectOptions()
    private static let late = Central.ConnectOptions(startDelay: 2)
    private static let wrong = Central.ConnectOptions(startDelay: -1)

    /// A connection in which manager 1 is in this state; `nil`: it is not there.
    private static func connection(_ state: State?) -> PeerConnection {
        var connection = PeerConnection()
        guard let state else { return connection }
        _ = connection.connect(one, plain)
        if state == .waiting { return connection }
        _ = connection.start(one, .none, hasRoom: true, isKnown: true)
        if state == .connecting { return connection }
        _ = connection.linkBegan(0, isRequested: true)
        _ = connection.attachNext(commandsAreOpen: true)
        if state == .disconnecting { connection.disconnect(one) }
        return connection
    }

    // MARK: Edges

    @Test(
        "Behaviour 3.2, 3.4, 3.9, 3.22, 3.25: a call of connect in each state",
        arguments: [
            // before, options: the answer, after
            (nil, plain, .starts, .waiting), (nil, late, .startsAfter(.seconds(2)), .waiting),
            (nil, wrong, .refused, nil),
            (.waiting, plain, .starts, .waiting), (.waiting, late, .startsAfter(.seconds(2)), .waiting),
            (.waiting, wrong, .goesOn, .waiting),
            (.connecting, plain, .goesOn, .connecting), (.connecting, late, .goesOn, .connecting),
            (.connecting, wrong, .goesOn, .connecting),
            (.connected, plain, .isConnected, .connected), (.connected, wrong, .isConnected, .connected),
            (.disconnecting, plain, .goesOn, .disconnecting),
        ] as [(State?, Central.ConnectOptions, PeerConnection.Call, State?)])
    func calls(
        before: State?, options: Central.ConnectOptions, answer: PeerConnection.Call,
        after: State?
    ) {
        var connection = Self.connection(before)
        let given = connection.connect(Self.one, options)
        #expect(given == answer)
        #expect(connection.state(of: Self.one) == after)
        #expect(connection.brokenRule == nil)
    }

    @Test(
        "Behaviour 3.3, 3.16, 3.27: what an attempt needs when it starts",
        arguments: [
            // link, room: the answer for the first attempt, and for a second manager's
            (.none, true, .askHost, .wait), (.none, false, .noRoom, .noRoom),
            (.securing, true, .wait, .wait), (.securing, false, .wait, .wait),
            (.usable, false, .attach(3), .attach(3)), (.ending, true, .wait, .wait),
        ] as [(PeerConnection.LinkPhase, Bool, PeerConnection.Start, PeerConnection.Start)])
    func starts(
        phase: PeerConnection.LinkPhase, hasRoom: Bool, first: PeerConnection.Start,
        second: PeerConnection.Start
    ) {
        var connection = PeerConnection()
        if phase != .none { _ = connection.linkBegan(3, isRequested: true) }
        var answers: [PeerConnection.Start] = []
        for session in [Self.one, Self.two] {
            _ = connection.connect(session, Self.plain)
            answers.append(connection.start(session, phase, hasRoom: hasRoom, isKnown: true))
            #expect(connection.brokenRule == nil)
        }
        #expect(answers == [first, second])
        let isOver = first == .noRoom
        #expect(connection.state(of: Self.one) == (isOver ? nil : .connecting))
    }

    @Test func theHostDoesNotLookForAPeerWhoseAddressIsForgotten() {
        var connection = Self.connection(.waiting)
        let start = connection.start(Self.one, .none, hasRoom: true, isKnown: false)
        #expect(start == .wait)
        #expect(!connection.isPending)
    }

    @Test(
        "A new link ends the request to the host; the host has to be told unless it is what was asked for",
        arguments: [true, false])
    func newLink(isRequested: Bool) {
        var connection = Self.connection(.connecting)
        let beginning = connection.linkBegan(0, isRequested: isRequested)
        #expect(beginning == .init(isFirst: true, cancelsRequest: !isRequested))
        let other = connection.linkBegan(1, isRequested: false)
        #expect(other == .init(isFirst: false, cancelsRequest: false))
        #expect(connection.link == 0 && !connection.isPending)
        let wasInUse = [connection.linkEnded(1), connection.linkEnded(0)]
        #expect(wasInUse == [false, true])
        #expect(connection.link == nil)
    }

    @Test("Behaviour 3.2: all managers that wait get the link, in the order they asked")
    func attaching() {
        var connection = Self.connection(.connecting)
        _ = connection.connect(Self.two, Self.plain)
        _ = connection.start(Self.two, .none, hasRoom: true, isKnown: true)
        _ = connection.connect(SessionID(3), Self.late)
        _ = connection.linkBegan(0, isRequested: true)
        var attached: [SessionID] = []
        while let next = connection.attachNext(commandsAreOpen: true) { attached.append(next.session) }
        #expect(attached == [Self.one, Self.two])
        #expect(connection.users == attached)
        #expect(connection.state(of: SessionID(3)) == .waiting)
        #expect(!connection.isLastUser(Self.one))
    }

    @Test("Behaviour 3.6, 3.9, 3.19: what the end of the link means in each state")
    func ends() {
        for state in [nil, .waiting, .connecting, .connected, .disconnecting] as [State?] {
            for reconnects in [nil, .keepingView, .anew] as [PeerConnection.Reconnecting?] {
                var connection = Self.connection(state)
                if state == .disconnecting { _ = connection.connect(Self.one, Self.plain) }
                _ = connection.linkEnded(0)
                let endings = connection.endings(reconnects.map { [Self.one: $0] } ?? [:])
                let asksHost = connection.end(endings, isKnown: true)
                #expect(connection.brokenRule == nil)
                switch state {
                case nil, .waiting, .connecting:
                    #expect(endings.isEmpty)
                    #expect(!asksHost, "the host was asked before")
                    #expect(connection.state(of: Self.one) == state)
                case .connected:
                    #expect(endings.map(\.isOwnWish) == [false])
                    #expect(asksHost == (reconnects != nil))
                    #expect(connection.state(of: Self.one) == (reconnects == nil ? nil : .connecting))
                    #expect(
                        connection.attachments.map(\.isReconnecting)
                            == (reconnects.map { [$0 == .keepingView] } ?? []))
                case .disconnecting:
                    #expect(endings.map(\.isOwnWish) == [true])
                    #expect(endings.first?.connectsAgain == Self.plain)
                    #expect(connection.state(of: Self.one) == nil && !asksHost)
                }
            }
        }
    }

    @Test("A second cancel takes back the connect that came while the link went down")
    func cancelsAgain() {
        var connection = Self.connection(.disconnecting)
        _ = connection.connect(Self.one, Self.plain)
        connection.cancelNextAttempt(Self.one)
        _ = connection.linkEnded(0)
        #expect(connection.endings([:]).map(\.connectsAgain) == [nil])
    }

    @Test("Behaviour 7.3, 7.8: a manager whose app has ended, in each state")
    func preserved() {
        for state in [.waiting, .connecting, .connected, .disconnecting] as [State] {
            var connection = Self.connection(state)
            connection.preserve(Self.one, as: Self.two)
            #expect(connection.state(of: Self.one) == nil)
            #expect(connection.state(of: Self.two) == (state == .disconnecting ? nil : state))
            let stalls = connection.stall(Self.two)
            #expect(stalls == (state == .connecting))
            let tellsHost = connection.cancelUnwantedRequest()
            #expect(tellsHost == stalls)
            #expect(connection.brokenRule == nil)
        }
    }

    // MARK: Anything

    /// A phone that does what the answers say, and nothing else.
    private struct Phone {
        var connection = PeerConnection()
        var phase = PeerConnection.LinkPhase.none
        var random: SeededNumbers
        private var lastSession: UInt32 = 4

        init(random: SeededNumbers) { self.random = random }

        mutating func begin(_ session: SessionID) {
            let start = connection.start(session, phase, hasRoom: random.below(4) > 0, isKnown: true)
            if case .attach = start { attach() }
        }

        mutating func attach() {
            while connection.attachNext(commandsAreOpen: random.below(2) == 0) != nil {}
        }

        mutating func release(_ session: SessionID) {
            switch connection.state(of: session) {
            case nil: break
            case .waiting, .connecting:
                connection.remove(session)
                _ = connection.cancelUnwantedRequest()
            case .connected:
                if connection.isLastUser(session), random.below(2) == 0 {
                    connection.disconnect(session)
                    phase = .ending
                } else {
                    connection.remove(session)
                }
            case .disconnecting: connection.cancelNextAttempt(session)
            }
        }

        mutating func step() {
            let session = SessionID(UInt32(1 + random.below(random.below(2) == 0 ? 4 : Int(lastSession))))
            switch random.below(9) {
            case 0, 1:
                let delay = Double(random.below(3) - 1)
                if connection.connect(session, .init(startDelay: delay)) == .starts { begin(session) }
            case 2: begin(session)
            case 3: release(session)
            case 4 where phase == .none:
                _ = connection.linkBegan(0, isRequested: random.below(2) == 0)
                phase = random.below(2) == 0 ? .usable : .securing
                if phase == .usable { attach() }
            case 5 where phase == .securing:
                phase = .usable
                attach()
            case 6 where phase != .none:
                if phase == .securing { connection.endAttempts() }
                guard connection.linkEnded(0) else { return }
                phase = .none
                let all = connection.users.map { ($0, PeerConnection.Reconnecting.keepingView) }
                let endings = connection.endings(
                    Dictionary(uniqueKeysWithValues: random.below(2) == 0 ? all : []))
                _ = connection.end(endings, isKnown: true)
            case 7:
                lastSession += 1
                connection.preserve(session, as: SessionID(lastSession))
                connection.restore(SessionID(lastSession))
            case 8:
                if connection.cancelRequest() { connection.endAttempts() }
            default: break
            }
        }
    }

    @Test("The connection's rules hold after any inputs", arguments: 1...20)
    func anyInputs(seed: Int) {
        var phone = Phone(random: SeededNumbers(seed: UInt64(seed)))
        for step in 0..<1000 {
            phone.step()
            #expect(phone.connection.brokenRule == nil, "step \(step)")
        }
    }
}
