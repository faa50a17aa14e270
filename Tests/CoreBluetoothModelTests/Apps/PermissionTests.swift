import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// What apps and their managers may do, by the lives of apps alone.
@Suite struct PermissionTests {
    private static let app = LonelyApps.app

    private func state(
        _ alone: LonelyApps, _ core: SessionCore, _ mode: AppManifest.BackgroundModes = .central,
        _ radio: RadioState = .on, _ level: ManagerState? = .poweredOn
    ) -> ManagerState? {
        alone.apps.managerState(of: core, mode, radio, level: level)
    }

    @Test("Behaviour 1.3, 1.4, 1.5: permission decides about a manager's state before the radio does")
    func authorization() {
        let table: [(Authorization, ManagerState, ManagerState?)] = [
            (.allowedAlways, .unknown, .poweredOff), (.denied, .unknown, .unauthorized),
            (.restricted, .poweredOn, .unauthorized), (.notDetermined, .unknown, nil),
            (.notDetermined, .unauthorized, nil), (.notDetermined, .poweredOn, .poweredOff),
        ]
        for (wanted, present, expected) in table {
            var alone = LonelyApps()
            var core = alone.central()
            core.state = present
            _ = alone.apps.setAuthorization(wanted, of: Self.app)
            #expect(state(alone, core, .central, .off, .poweredOff) == expected, "\(wanted), \(present)")
            #expect(state(alone, core, .central, .unsupported, nil) == .unsupported)
        }
    }

    @Test("Behaviour 1.3: systems that do not ask the user allow at once")
    func older() {
        var alone = LonelyApps(.iOS(12))
        #expect(alone.apps.setAuthorization(.notDetermined, of: Self.app) == nil)
        #expect(alone.apps.setAuthorization(.denied, of: Self.app) == .denied)
        #expect(alone.apps.setAuthorization(.notDetermined, of: Self.app) == .allowedAlways)
    }

    @Test("Behaviour 1.3: an app's permission is asked for once, and the question goes with the answer")
    func asksOnce() {
        var alone = LonelyApps()
        let core = alone.central()
        _ = alone.apps.setAuthorization(.notDetermined, of: Self.app)
        for _ in 0..<2 { alone.apps.askUser(about: core, .on, into: &alone.effects) }
        #expect(alone.apps.questions.count == 1)
        #expect(alone.take().count == 1)
        let number = alone.apps.questions[0].number
        #expect(alone.apps.takeQuestion(number)?.app == Self.app)
        #expect(alone.apps.takeQuestion(number) == nil)
        alone.apps.askUser(about: core, .on, into: &alone.effects)
        #expect(alone.apps.setAuthorization(.allowedAlways, of: Self.app) == .allowedAlways)
        #expect(alone.apps.questions.isEmpty)
    }

    @Test(
        "Behaviour 1.37, 1.38: a manager with access to media needs no permission and reaches media devices only"
    )
    func media() {
        var alone = LonelyApps()
        var core = alone.central()
        core.options.accessesMediaDevices = true
        core.isLimited = alone.apps.isLimited(core.options, Self.app)
        _ = alone.apps.setAuthorization(.denied, of: Self.app)
        #expect(core.isLimited)
        #expect(state(alone, core) == .poweredOn)
        #expect(alone.apps.reach(of: core) == .advertisers(alone.apps.profile.mediaServices))
    }

    @Test(
        "Behaviour 1.38: with AccessorySetupKit a manager is off until an accessory is set up, and then reaches it"
    )
    func accessories() {
        var alone = LonelyApps()
        alone.apps.withLife(of: Self.app) { $0.manifest = AppManifest(accessorySetup: AccessorySetupKeys()) }
        var core = alone.central()
        core.isLimited = alone.apps.isLimited(core.options, Self.app)
        #expect(state(alone, core) == .poweredOff)
        #expect(alone.apps.reach(of: core) == .accessories([]))
        alone.apps.withLife(of: Self.app) { $0.accessories = [LonelyApps.peer] }
        #expect(state(alone, core) == .poweredOn)
        #expect(alone.apps.reach(of: core) == .accessories([LonelyApps.peer]))
    }

    @Test(
        "Behaviour 2.25, 6.11, 1.36: an app's work takes place in the foreground, and with its mode in the background"
    )
    func presence() {
        for state in [AppState.foreground, .background, .suspended, .terminated] {
            for mode in [AppManifest.BackgroundModes.central, .peripheral] {
                var alone = LonelyApps(modes: .central)
                alone.bring(to: state)
                let away: Presence = mode == .central ? .background : .absent
                #expect(
                    alone.apps.presence(of: Self.app, mode) == (state == .foreground ? .foreground : away))
            }
        }
    }

    @Test("Behaviour 7.3: the system continues a manager with identifier, state and mode")
    func continues() {
        var alone = LonelyApps(modes: .central)
        var core = alone.central(identifier: "one")
        #expect(alone.apps.continues(core, .central))
        #expect(!alone.apps.continues(core, .peripheral))
        core.state = .unknown
        #expect(!alone.apps.continues(core, .central))
        core.phase = .restoring
        #expect(alone.apps.continues(core, .central))
        core.options.restoreIdentifier = nil
        #expect(!alone.apps.continues(core, .central))
        core.phase = .preserved
        #expect(alone.apps.continues(core, .peripheral))
    }

    @Test(
        "Behaviour 3.25: of several suspended apps that want an alert, the one that was in front last shows it"
    )
    func alerts() {
        var alone = LonelyApps()
        let first = alone.central(of: AppID(1))
        let second = alone.central(of: AppID(2))
        for app in [AppID(2), AppID(1)] {
            alone.comeToFront(app)
            alone.suspend(app)
        }
        _ = alone.take()
        for core in [first, second] {
            alone.apps.showAlert(
                .connected(LonelyApps.peer), for: core, among: [first.id, second.id], alone.managers,
                into: &alone.effects)
        }
        let alert = SystemAlert(number: 1, app: AppID(1), kind: .connected(LonelyApps.peer))
        #expect(alone.take() == [.systemAlert(alert)])
        #expect(alone.apps.questions.isEmpty)
    }
}
