import BluetoothHost
import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

@Suite struct PhoneEffectsTests {
    private static let manager = SessionID(1)
    private static let peer = PeerIdentifier(high: 1, low: 2)

    private func outputs(_ effects: inout PhoneEffects) -> [PhoneModel.Output] {
        var all: [PhoneModel.Output] = []
        while let output = effects.nextOutput() { all.append(output) }
        return all
    }

    @Test("While every app is in the foreground, events are outputs at once")
    func direct() {
        var effects = PhoneEffects()
        effects.tell(Self.manager, Central.Event.stateChanged(.poweredOn))
        effects.append(.host(.gap(.stopScanning)))
        #expect(!effects.hasUnscreened)
        let expected: [PhoneModel.Output] = [
            .central(Self.manager, .stateChanged(.poweredOn)), .host(.gap(.stopScanning)),
        ]
        #expect(outputs(&effects) == expected)
    }

    @Test("A screened event waits for the router, and so does everything behind it, in order")
    func screened() {
        var effects = PhoneEffects()
        effects.screensEvents = true
        effects.append(.host(.powerOn))
        effects.tell(Self.manager, Peripheral.Event.readyToUpdateSubscribers)
        effects.append(.host(.gap(.stopScanning)))
        effects.tell(Self.manager, .connected(Central.Peer(identifier: Self.peer, name: nil)))
        let gone = Central.Event.disconnected(Self.peer, nil, timestamp: 0, isReconnecting: false)
        effects.tell(Self.manager, gone, alerting: [SessionID(9)])
        #expect(outputs(&effects) == [.host(.powerOn)])
        let waiting = effects.takeUnscreened()
        #expect(waiting.map(\.isEvent) == [true, false, true, true])
        #expect(waiting.map(\.alerting) == [nil, nil, nil, [SessionID(9)]])
        #expect(!effects.hasUnscreened)
        // What the router decides goes out at once again.
        for entry in waiting { effects.append(entry.output) }
        let events = outputs(&effects)
        #expect(events.count == 4)
        #expect(events.first == .peripheral(Self.manager, .readyToUpdateSubscribers))
        #expect(events.last == .central(Self.manager, gone))
    }

    @Test("Nobody counts who wants an alert while events are not screened")
    func alertingIsLazy() {
        var effects = PhoneEffects()
        var asked = 0
        func count() -> [SessionID] {
            asked += 1
            return []
        }
        let gone = Central.Event.disconnected(Self.peer, nil, timestamp: 0, isReconnecting: false)
        effects.tell(Self.manager, gone, alerting: count())
        #expect(asked == 0)
        effects.screensEvents = true
        effects.tell(Self.manager, gone, alerting: count())
        #expect(asked == 1)
    }

    @Test("Timers come in the order in which they are due; of equal ones the older comes first")
    func timers() {
        var effects = PhoneEffects()
        effects.schedule(.restarted, at: .zero + .seconds(2))
        effects.schedule(.suspend(AppID(1)), at: .zero + .seconds(1))
        effects.schedule(.discard(AppID(1)), at: .zero + .seconds(2))
        effects.schedule(.suspend(AppID(2)), at: .zero + .seconds(2))
        effects.cancel(.suspend(AppID(2)))
        #expect(effects.nextDeadline == .zero + .seconds(1))
        var due: [PhoneEffects.Timer] = []
        while let timer = effects.takeTimer(at: .zero + .seconds(2)) { due.append(timer) }
        #expect(due == [.suspend(AppID(1)), .restarted, .discard(AppID(1))])
        #expect(effects.nextDeadline == nil)
    }

    @Test("Managers and alerts are counted from 1; a token contains its manager")
    func numbers() {
        var effects = PhoneEffects()
        #expect([effects.makeSession(), effects.makeSession()] == [SessionID(1), SessionID(2)])
        #expect([effects.makeAlert(), effects.makeAlert()] == [1, 2])
        let tokens = [effects.token(for: SessionID(7)), effects.token(for: nil)]
        #expect(tokens.map(PhoneEffects.session) == [SessionID(7), SessionID(0)])
        #expect(tokens[0] != effects.token(for: SessionID(7)))
    }
}
