import BluetoothPort
import BluetoothTypes
import RandomCases
import Testing

@testable import CoreBluetoothModel

@Suite struct AppLivesTests {
    private static let app = LonelyApps.app
    private static let states = [AppState.foreground, .background, .suspended, .terminated]

    // MARK: States

    /// What can happen to an app, and where it is then: from the foreground, the background, suspended, terminated.
    private static let edges: [(String, [AppState])] = [
        ("enterBackground", [.background, .background, .suspended, .terminated]),
        ("suspend", [.suspended, .suspended, .suspended, .terminated]),
        ("comeToFront", [.foreground, .foreground, .foreground, .foreground]),
        ("launch", [.foreground, .foreground, .foreground, .foreground]),
        ("time", [.foreground, .suspended, .suspended, .terminated]),
        ("end", [.terminated, .terminated, .terminated, .terminated]),
    ]

    @Test("Every input in every state ends in its state, keeps the rules, and is told once", arguments: 0..<6)
    func edges(_ row: Int) {
        let (input, expected) = Self.edges[row]
        for (state, next) in zip(Self.states, expected) {
            var alone = LonelyApps()
            alone.bring(to: state)
            _ = alone.take()
            switch input {
            case "enterBackground": alone.enterBackground()
            case "suspend": alone.suspend()
            case "comeToFront": alone.comeToFront()
            case "launch": alone.launch()
            case "time": alone.advance(.seconds(60))
            default: alone.end()
            }
            #expect(alone.apps.state(of: Self.app) == next, "\(input) in \(state)")
            #expect(alone.brokenRule == nil, "\(input) in \(state)")
            let told = alone.take().filter { if case .appStateChanged = $0 { true } else { false } }
            #expect(told == (state == next ? [] : [.appStateChanged(Self.app, next)]), "\(input) in \(state)")
            #expect(alone.effects.screensEvents == (next != .foreground), "\(input) in \(state)")
        }
    }

    @Test("Only an ended app can't be suspended")
    func possibleEdges() {
        for state in Self.states {
            for next in Self.states {
                #expect(state.canBecome(next) == !(state == .terminated && next == .suspended))
            }
        }
    }

    @Test("Behaviour 9.14: a Mac's app stays in the foreground")
    func mac() {
        var alone = LonelyApps(.macOS(15))
        alone.enterBackground()
        alone.suspend()
        #expect(alone.apps.state(of: Self.app) == .foreground)
        #expect(alone.take().isEmpty)
    }

    @Test("Behaviour 7.2: each event lets the app run ten seconds more, never less than it had")
    func prolongs() {
        var alone = LonelyApps(modes: .central)
        let core = alone.central()
        alone.enterBackground()
        alone.advance(.seconds(4))
        alone.screen(LonelyApps.value(1), core)
        alone.advance(.seconds(9))
        #expect(alone.apps.state(of: Self.app) == .background)
        #expect(alone.brokenRule == nil)
        alone.advance(.seconds(1))
        #expect(alone.apps.state(of: Self.app) == .suspended)
    }

    // MARK: Events

    @Test("Behaviour 7.1, 7.2, 7.3, 7.4, 7.11, 7.12: what becomes of an event, by state, phase and mode")
    func receptions() {
        let value = PhoneModel.Output.central(SessionID(1), LonelyApps.value(1))
        let renamed = PhoneModel.Output.central(SessionID(1), .nameChanged(LonelyApps.peer, nil))
        let subscriber = Peripheral.Subscriber(identifier: LonelyApps.peer, maximumUpdateLength: 20)
        let room = PhoneModel.Output.peripheral(SessionID(1), .updateLengthChanged(subscriber))
        for phase in [SessionPhase.live, .preserved, .restoring] {
            for hasMode in [false, true] {
                let live = phase == .live
                let table: [(PhoneModel.Output, AppState, Reception)] = [
                    (value, .foreground, live ? .now : .later),
                    (value, .background, live ? (hasMode ? .prolongs : .now) : .later),
                    (value, .suspended, live && hasMode ? .wakes : .later),
                    (value, .terminated, .launches),
                    (renamed, .terminated, .later),
                    (room, .suspended, .later),
                    (room, .terminated, .later),
                ]
                for (output, state, expected) in table {
                    let reception = Reception(of: output, in: state, phase, hasMode: hasMode)
                    #expect(reception == expected, "\(output) in \(state), \(phase), mode \(hasMode)")
                }
            }
        }
    }

    @Test("A woken app gets its state, then what waited, then the event")
    func wakes() {
        var alone = LonelyApps(modes: .central)
        let core = alone.central()
        alone.suspend()
        alone.apps.withLife(of: Self.app) { $0.hold(.central(core.id, LonelyApps.value(1)), limit: 9) }
        alone.settle()
        _ = alone.take()
        alone.screen(LonelyApps.value(2), core)
        let expected: [PhoneModel.Output] = [
            .appStateChanged(Self.app, .background), .central(core.id, LonelyApps.value(1)),
            .central(core.id, LonelyApps.value(2)),
        ]
        #expect(alone.take() == expected)
        #expect(alone.brokenRule == nil)
    }

    @Test(
        "Behaviour 7.1, 2.28: without a mode events wait, and discoveries are lost; beyond the limit the oldest value is"
    )
    func waits() {
        var profile = OSProfile.iOS(18)
        profile.heldEventLimit = 3
        var alone = LonelyApps(profile)
        let core = alone.central()
        alone.suspend()
        let gone = Central.Event.disconnected(LonelyApps.peer, nil, timestamp: 0, isReconnecting: false)
        let found = Central.Event.discovered(
            Central.Peer(identifier: LonelyApps.peer, name: nil), Advertisement(), rssi: -50)
        let events = [gone, found, LonelyApps.value(1), LonelyApps.value(2), LonelyApps.value(3)]
        for event in events { alone.screen(event, core) }
        #expect(alone.brokenRule == nil)
        _ = alone.take()
        alone.comeToFront()
        let kept = [gone, LonelyApps.value(2), LonelyApps.value(3)].map {
            PhoneModel.Output.central(core.id, $0)
        }
        #expect(alone.take() == [.appStateChanged(Self.app, .foreground)] + kept)
    }

    // MARK: Ends and launches

    @Test(
        "Behaviour 7.11, 7.12: an ended app is launched for the first event that it waited for, and told what to restore"
    )
    func relaunched() {
        var alone = LonelyApps(modes: .central)
        let core = alone.central(.preserved, identifier: "one")
        alone.end()
        _ = alone.take()
        alone.screen(.nameChanged(LonelyApps.peer, "n"), core)
        #expect(alone.take().isEmpty)
        alone.screen(LonelyApps.value(1), core)
        let launch = AppLaunch(isInBackground: true, centralIdentifiers: ["one"])
        #expect(alone.take() == [.appStateChanged(Self.app, .background), .launch(Self.app, launch)])
        #expect(alone.effects.timers.contains { $0.timer == .discard(Self.app) })
        #expect(alone.apps.life(of: Self.app)?.held.count == 2)
        #expect(alone.brokenRule == nil)
        // The app has created its manager again, and the manager has its state.
        alone.managers.update(core.id) { $0.phase = .live }
        let waiting = alone.apps.withLife(of: Self.app) { $0.takeHeld(of: core.id) }
        alone.apps.endRestoring(Self.app, waiting, alone.managers, into: &alone.effects)
        #expect(alone.take().count == 2)
    }

    @Test(
        "Behaviour 7.42: an app that the user starts is not told what to restore; one that runs is not launched"
    )
    func launches() {
        var alone = LonelyApps(modes: .central)
        alone.central(.preserved, identifier: "one")
        alone.end()
        _ = alone.take()
        alone.launch()
        #expect(alone.take() == [.appStateChanged(Self.app, .foreground), .launch(Self.app, AppLaunch())])
        alone.launch()
        #expect(alone.take().isEmpty)
    }

    @Test("What an ended app waited for is kept for its preserved managers only")
    func keepsForPreserved() {
        var alone = LonelyApps()
        let (mortal, preserved) = (alone.central(), alone.central(identifier: "one"))
        alone.suspend()
        for core in [mortal, preserved] { alone.screen(LonelyApps.value(1), core) }
        alone.managers.update(preserved.id) { $0.preserve(as: $0.id) }
        alone.end()
        #expect(alone.apps.life(of: Self.app)?.held.map(\.session) == [preserved.id])
        #expect(alone.brokenRule == nil)
        alone.managers.centrals = []
        alone.apps.forgetHeld(of: nil, alone.managers)
        #expect(alone.apps.life(of: Self.app)?.held.isEmpty == true)
    }

    // MARK: Any order

    @Test("The rules hold after every input, in any order", arguments: 0..<40)
    func invariant(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var alone = LonelyApps(seed % 3 == 0 ? .iOS(12) : .iOS(18), modes: seed % 2 == 0 ? .central : [])
        let apps = [AppID(1), AppID(2)]
        for step in 0..<150 {
            let app = apps.randomElement(using: &random) ?? Self.app
            switch Int.random(in: 0..<9, using: &random) {
            case 0: alone.enterBackground(app)
            case 1: alone.suspend(app)
            case 2: alone.comeToFront(app)
            case 3: alone.launch(app)
            case 4: alone.end(app)
            case 5: alone.advance(.seconds(Int.random(in: 0..<12, using: &random)))
            case 6 where alone.apps.state(of: app) != .terminated: alone.central(of: app)
            case 7:
                _ = alone.apps.setAuthorization(step % 2 == 0 ? .notDetermined : .denied, of: app)
                if let core = alone.managers.cores.first(where: { $0.app == app }) {
                    alone.apps.askUser(about: core, .on, into: &alone.effects)
                }
            default:
                guard let core = alone.managers.cores.randomElement(using: &random) else { continue }
                alone.screen(LonelyApps.value(UInt8(step)), core)
            }
            #expect(alone.brokenRule == nil, "seed \(seed), step \(step)")
        }
    }
}
