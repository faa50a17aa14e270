import BluetoothTypes
import Testing

@testable import BluetoothPort

/// What one manager on two phones decides.
@Suite("A manager on a real phone and a simulated one")
struct CombinedCentralTests {
    private typealias Side = CombinedCentral.Side
    private static let (strap, tag) = (PeerIdentifier(high: 1, low: 1), PeerIdentifier(high: 2, low: 2))
    private static let attribute = AttributeIdentifier(rawValue: 7)

    /// Both phones are on.
    private static func on() -> CombinedCentral {
        var machine = CombinedCentral()
        for side in Side.allCases { _ = machine.receive(.stateChanged(.poweredOn), from: side) }
        return machine
    }

    /// Both are on; the strap is real, and the tag is simulated.
    private static func found() -> CombinedCentral {
        var machine = on()
        #expect(machine.receive(found(strap), from: .real) == [.tell(found(strap))])
        #expect(machine.receive(found(tag), from: .simulated) == [.tell(found(tag))])
        return machine
    }

    private static func found(_ peer: PeerIdentifier) -> Central.Event {
        .discovered(.init(identifier: peer, name: nil), .init(), rssi: -40)
    }

    private static func connected(_ peer: PeerIdentifier) -> Central.Event {
        .connected(.init(identifier: peer, name: nil))
    }

    private static func ended(_ peer: PeerIdentifier, again isReconnecting: Bool = false) -> Central.Event {
        .disconnected(peer, nil, timestamp: 1, isReconnecting: isReconnecting)
    }

    // MARK: State

    @Test(
        "The manager is on when both are, and else has the state of the real one first",
        arguments: [
            ([(.real, .poweredOn)], []),
            ([(.simulated, .poweredOn)], []),
            ([(.real, .poweredOff)], []),
            ([(.real, .poweredOn), (.simulated, .poweredOn)], [.poweredOn]),
            ([(.real, .unknown), (.simulated, .poweredOn), (.real, .poweredOn)], [.poweredOn]),
            ([(.simulated, .poweredOn), (.real, .poweredOff)], [.poweredOff]),
            ([(.simulated, .poweredOn), (.real, .unauthorized)], [.unauthorized]),
            ([(.simulated, .poweredOff), (.real, .unauthorized)], [.unauthorized]),
            ([(.simulated, .poweredOff), (.real, .poweredOn)], [.poweredOff]),
            ([(.simulated, .unauthorized), (.real, .poweredOn)], [.unauthorized]),
            (
                [
                    (.simulated, .poweredOn), (.real, .poweredOn), (.simulated, .poweredOff),
                    (.real, .resetting),
                ],
                [.poweredOn, .poweredOff, .resetting]
            ),
            (
                [
                    (.real, .poweredOn), (.simulated, .poweredOn), (.real, .poweredOff),
                    (.simulated, .poweredOff),
                ],
                [.poweredOn, .poweredOff]
            ),
            // Where there is no Bluetooth, the other one counts.
            ([(.real, .unsupported)], []),
            ([(.real, .unsupported), (.simulated, .poweredOn)], [.poweredOn]),
            ([(.real, .unsupported), (.simulated, .poweredOff)], [.poweredOff]),
            ([(.simulated, .unsupported), (.real, .poweredOn)], [.poweredOn]),
            ([(.simulated, .unsupported), (.real, .unsupported)], [.unsupported]),
        ] as [([(CombinedCentral.Side, ManagerState)], [ManagerState])])
    func states(_ events: [(CombinedCentral.Side, ManagerState)], _ told: [ManagerState]) {
        var machine = CombinedCentral()
        let outputs = events.flatMap { side, state in machine.receive(.stateChanged(state), from: side) }
        #expect(outputs == told.map { .tell(.stateChanged($0)) })
    }

    @Test("What a side tells before the other one's state waits for the manager's first state")
    func early() {
        var machine = CombinedCentral()
        let value = Central.Event.characteristicValue(Self.strap, Self.attribute, .success([1]))
        #expect(machine.receive(.stateChanged(.poweredOn), from: .real).isEmpty)
        #expect(machine.receive(value, from: .real).isEmpty)
        #expect(
            machine.receive(.stateChanged(.poweredOn), from: .simulated)
                == [.tell(.stateChanged(.poweredOn)), .tell(value)])
    }

    @Test(
        "While the manager is not on, the side that keeps it from that gets the commands and is heard",
        arguments: [
            ([], .real), ([(.real, .poweredOn)], .simulated), ([(.simulated, .poweredOn)], .real),
            ([(.simulated, .poweredOn), (.real, .poweredOff)], .real),
            ([(.simulated, .poweredOff), (.real, .poweredOn)], .simulated),
            ([(.simulated, .poweredOff), (.real, .unsupported)], .simulated),
        ] as [([(CombinedCentral.Side, ManagerState)], CombinedCentral.Side)])
    func leads(_ states: [(CombinedCentral.Side, ManagerState)], _ leader: CombinedCentral.Side) {
        var machine = CombinedCentral()
        for (side, state) in states { _ = machine.receive(.stateChanged(state), from: side) }
        for command in [Central.Command.scan(.init()), .connect(Self.tag, .init()), .stopScan] {
            #expect(machine.perform(command) == [.init(command, leader)])
        }
        #expect(machine.askedSides == [leader])
        guard states.count == 2 else { return }
        #expect(machine.receive(Self.found(Self.tag), from: leader.other).isEmpty)
        #expect(machine.receive(Self.found(Self.tag), from: leader) == [.tell(Self.found(Self.tag))])
    }

    @Test(
        "If one side goes off, the scan and the links of the other one end, and the app hears nothing of that"
    )
    func quiet() {
        var machine = Self.found()
        _ = machine.perform(.scan(.init()))
        for peer in [Self.strap, Self.tag] { _ = machine.perform(.connect(peer, .init())) }
        _ = machine.receive(Self.connected(Self.tag), from: .simulated)
        #expect(
            machine.receive(.stateChanged(.poweredOff), from: .real) == [
                .tell(.stateChanged(.poweredOff)), .order(.init(.stopScan, .simulated)),
                .order(.init(.cancelConnection(Self.tag), .simulated)),
            ])
        #expect(machine.receive(.stateChanged(.poweredOn), from: .real) == [.tell(.stateChanged(.poweredOn))])
        // The answer to that comes late, and then all is as before.
        #expect(machine.receive(Self.ended(Self.tag), from: .simulated).isEmpty)
        #expect(
            machine.receive(Self.connected(Self.tag), from: .simulated) == [.tell(Self.connected(Self.tag))])
        #expect(machine.receive(Self.ended(Self.tag), from: .simulated) == [.tell(Self.ended(Self.tag))])
    }

    @Test("A link that ended before, was refused or was let go needs no end when the manager goes off")
    func nothingToEnd() {
        var machine = Self.found()
        for peer in [Self.strap, Self.tag] { _ = machine.perform(.connect(peer, .init())) }
        _ = machine.receive(Self.ended(Self.tag), from: .simulated)
        _ = machine.perform(.scan(.init()))
        _ = machine.perform(.stopScan)
        let refused = CombinedCentral.Order(.connect(PeerIdentifier(high: 3, low: 3), .init()), .real)
        #expect(machine.perform(refused.command) == [refused])
        machine.take(.ignored, of: refused)
        #expect(machine.perform(.release(Self.strap)) == [.init(.release(Self.strap), .real)])
        #expect(
            machine.receive(.stateChanged(.poweredOff), from: .simulated) == [
                .tell(.stateChanged(.poweredOff))
            ])
    }

    @Test("A link that the system makes again counts as one, and so does one that is asked for again")
    func again() {
        var machine = Self.found()
        _ = machine.perform(.connect(Self.strap, .init(enablesAutoReconnect: true)))
        _ = machine.receive(Self.ended(Self.strap, again: true), from: .real)
        let end = CombinedCentral.Output.order(.init(.cancelConnection(Self.strap), .real))
        #expect(machine.receive(.stateChanged(.poweredOff), from: .simulated).contains(end))
        _ = machine.receive(.stateChanged(.poweredOn), from: .simulated)
        #expect(machine.receive(Self.found(Self.strap), from: .real) == [.tell(Self.found(Self.strap))])
        _ = machine.perform(.connect(Self.strap, .init()))
        #expect(
            machine.receive(Self.connected(Self.strap), from: .real) == [.tell(Self.connected(Self.strap))])
    }

    // MARK: Peers

    @Test("A scan and a registration go to both, and the rest to the side of the peer")
    func routes() {
        var machine = Self.found()
        for command in [Central.Command.scan(.init()), .registerForConnectionEvents(.init()), .stopScan] {
            #expect(machine.perform(command) == [.init(command, .real), .init(command, .simulated)])
        }
        let unknown = PeerIdentifier(high: 9, low: 9)
        for (peer, side) in [(Self.strap, Side.real), (Self.tag, .simulated), (unknown, .real)] {
            #expect(machine.owner(of: peer) == side)
            for command in [
                Central.Command.connect(peer, .init()), .discoverServices(peer, nil),
                .readCharacteristic(peer, Self.attribute), .openChannel(peer, psm: 0x80), .readRSSI(peer),
                .ranging(peer, .cancel), .cancelConnection(peer), .release(peer),
            ] {
                #expect(machine.perform(command) == [.init(command, side)], "\(command)")
            }
            // An app may know a peer whose object it has let go.
            #expect(machine.owner(of: peer) == side)
        }
        let misuse = Central.Command.reportMisuse(.init(kind: .foreignObject, call: "", message: ""))
        #expect(machine.perform(misuse) == [.init(misuse, .real)])
    }

    @Test("Without real Bluetooth, everything goes to the simulated side")
    func withoutReal() {
        var machine = CombinedCentral()
        _ = machine.receive(.stateChanged(.unsupported), from: .real)
        _ = machine.receive(.stateChanged(.poweredOn), from: .simulated)
        for command in [
            Central.Command.scan(.init()), .connect(Self.tag, .init()), .discoverServices(Self.tag, nil),
        ] {
            #expect(machine.perform(command) == [.init(command, .simulated)])
        }
        #expect(machine.askedSides == [.simulated])
        #expect(machine.receive(Self.found(Self.strap), from: .real).isEmpty)
    }

    @Test("If both have an identifier, it is the device of the side that told of it first")
    func collision() {
        var machine = Self.found()
        #expect(machine.receive(Self.found(Self.strap), from: .simulated).isEmpty)
        #expect(machine.receive(Self.connected(Self.tag), from: .real).isEmpty)
        let strap = Central.Peer(identifier: Self.strap, name: nil)
        #expect(machine.join([(.real, []), (.simulated, [strap])]) == [])
        #expect(machine.owner(of: Self.strap) == .real)
    }

    @Test("Answers keep the order of the question, or have the real side's in front")
    func answers() {
        var machine = Self.on()
        let peers = (1...4).map { Central.Peer(identifier: .init(high: 0, low: $0), name: "\($0)") }
        let asked = [3, 0, 2, 1, 0].map { peers[$0].identifier } + [.init(high: 5, low: 5)]
        let joined = machine.join(
            [(.real, [peers[0], peers[2], peers[0]]), (.simulated, [peers[3], peers[1]])], inOrderOf: asked)
        #expect(joined.map(\.name) == ["4", "1", "3", "2", "1"])
        #expect(machine.owner(of: peers[3].identifier) == .simulated)
        #expect(
            machine.join([(.real, [peers[2]]), (.simulated, [peers[1]])]).map(\.name) == ["3", "2"])
    }

    // MARK: Restoration

    @Test("What both restore is told once, in front of the first state")
    func restoration() {
        func restored(_ peer: PeerIdentifier, _ state: Central.RestoredPeripheral.State)
            -> Central.RestoredPeripheral
        {
            .init(peer: .init(identifier: peer, name: nil), state: state)
        }
        let (strap, tag) = (restored(Self.strap, .connected), restored(Self.tag, .connecting))
        let scan = Central.ScanRequest(services: ["180D"])
        var machine = CombinedCentral()
        #expect(machine.receive(.willRestoreState(.init(peripherals: [strap])), from: .real).isEmpty)
        #expect(machine.receive(.stateChanged(.poweredOn), from: .real).isEmpty)
        #expect(
            machine.receive(
                .willRestoreState(.init(peripherals: [tag, strap], scan: scan)), from: .simulated
            )
            .isEmpty)
        #expect(
            machine.receive(.stateChanged(.poweredOn), from: .simulated) == [
                .tell(.willRestoreState(.init(peripherals: [strap, tag], scan: scan))),
                .tell(.stateChanged(.poweredOn)),
            ])
        // They count as scans and links that the app wants.
        #expect(
            machine.receive(.stateChanged(.poweredOff), from: .real) == [
                .tell(.stateChanged(.poweredOff)), .order(.init(.stopScan, .simulated)),
                .order(.init(.cancelConnection(Self.tag), .simulated)),
            ])
    }

    // MARK: Channels

    @Test("Channels have numbers of their own, because each phone counts its own")
    func channels() {
        var machine = Self.found()
        let own = ChannelIdentifier(rawValue: 1)
        func open(_ peer: PeerIdentifier, _ side: Side) -> ChannelIdentifier? {
            let event = Central.Event.channelOpened(peer, .success(.init(identifier: own, psm: 0x80)))
            guard
                case .tell(.channelOpened(peer, .success(let shown)))? = machine.receive(event, from: side)
                    .first
            else { return nil }
            return shown.psm == 0x80 ? shown.identifier : nil
        }
        guard let first = open(Self.strap, .real), let second = open(Self.tag, .simulated) else {
            Issue.record("no channel")
            return
        }
        #expect(first != second)
        for (shown, side) in [(first, Side.real), (second, .simulated)] {
            #expect(machine.perform(.channel(shown, .send([1]))) == [.init(.channel(own, .send([1])), side)])
            #expect(
                machine.receive(.channel(own, .received([2])), from: side)
                    == [.tell(.channel(shown, .received([2])))])
        }
        #expect(
            machine.receive(.channel(own, .closed(nil)), from: .real) == [
                .tell(.channel(first, .closed(nil)))
            ])
        #expect(machine.perform(.channel(second, .close)) == [.init(.channel(own, .close), .simulated)])
        for shown in [first, second] { #expect(machine.perform(.channel(shown, .consume(1))).isEmpty) }
        #expect(machine.receive(.channel(own, .sent(1)), from: .simulated).isEmpty)
    }
}
