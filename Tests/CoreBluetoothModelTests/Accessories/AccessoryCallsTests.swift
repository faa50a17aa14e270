import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// What apps ask of their sessions about accessories that they have.
@Suite struct AccessoryCallsTests {
    private typealias Bench = PickerBench

    private static let (app, accessory) = (Bench.app, Bench.accessory)
    private static let changed = AccessorySetup.Effect.accessoriesChanged(app, [Bench.peer])
    private static let sheetEnds = AccessorySetup.Effect.output(.accessoryPickerEnded(Bench.number))
    /// The accessory as a test sets it up without a picker.
    private static let plain = Accessories.DisplayItem(name: "Tag", descriptor: Accessories.Descriptor())
    private static let other = Bench.item().descriptor

    /// The app's accessory waits for its app.
    private static let waits: [Bench.Step] = [
        .presents(Bench.item(pairs: false, .confirmAuthorization)), .hears(), .answers(.chooseFirst),
        .due(.moved),
    ]
    private static let waiting = Bench.item(pairs: false, .confirmAuthorization)

    private static let sessions = [
        PickerRow(
            rule: "28.1: a session gets the accessories", steps: [.setsUp(), .calls(.activate)],
            leaves: [Bench.tells(.activated([Bench.record(of: plain)]))]),
        PickerRow(
            rule: "28.1: this system has no AccessorySetupKit", profile: .iOS(17), steps: [.calls(.activate)],
            leaves: [
                Bench.tells(
                    .invalidated(
                        Accessories.Failure(
                            code: 100, reason: "\(OSProfile.iOS(17)) has no AccessorySetupKit")))
            ]),
        PickerRow(
            rule: "28.21: invalidate", steps: [.calls(.activate), .calls(.invalidate)],
            leaves: [Bench.tells(.invalidated(nil))]),
        PickerRow(
            rule: "28.21: what comes after it",
            steps: [.calls(.activate), .calls(.invalidate), .calls(.remove(accessory, call: 2))],
            leaves: [Bench.ends(2, 400, "the session was invalidated")]),
    ]

    private static let changes = [
        PickerRow(
            rule: "28.16: the bond goes with the accessory",
            steps: [.setsUp(), .calls(.activate), .calls(.remove(accessory, call: 2))],
            leaves: [
                .tellAll(app, .removed(Bench.record(of: plain, .unauthorized))), .forgetBond(Bench.peer),
                .accessoriesChanged(app, []), Bench.ends(2),
            ]),
        PickerRow(
            rule: "28.16: the bond stays for another app",
            steps: [.setsUp(), .setsUp(AppID(2)), .calls(.activate), .calls(.remove(accessory, call: 2))],
            leaves: [
                .tellAll(app, .removed(Bench.record(of: plain, .unauthorized))),
                .cancelConnection(Bench.peer, of: app), .accessoriesChanged(app, []), Bench.ends(2),
            ]),
        PickerRow(
            rule: "28.16: an accessory that the app does not have",
            steps: [.calls(.activate), .calls(.remove(accessory, call: 2))],
            leaves: [Bench.ends(2, 450, "the accessory is none of this app's")]),
        PickerRow(
            rule: "28.9: the app ends the set-up",
            steps: waits + [.calls(.finishAuthorization(accessory, .init(), call: 2))],
            leaves: [.tellAll(app, .changed(Bench.record(of: waiting))), changed, Bench.ends(2)]),
        PickerRow(
            rule: "28.9: the app gives the accessory up",
            steps: waits + [.calls(.failAuthorization(accessory, call: 2))],
            leaves: [
                .tellAll(app, .removed(Bench.record(of: waiting, .unauthorized))), .forgetBond(Bench.peer),
                .accessoriesChanged(app, []), Bench.ends(2),
            ]),
        PickerRow(
            rule: "28.9: an accessory that does not wait",
            steps: [
                .setsUp(), .calls(.activate), .calls(.finishAuthorization(accessory, .init(), call: 2)),
            ], leaves: [Bench.ends(2, 450, "the accessory does not wait for the app")]),
    ]

    private static let sheets = [
        PickerRow(
            rule: "28.17: the user is asked for another name",
            steps: [.setsUp(), .calls(.activate), .calls(.rename(accessory, call: 2))],
            leaves: [Bench.shows(.rename("Tag"))]),
        PickerRow(
            rule: "28.17: the user gives another name",
            steps: [
                .setsUp(), .calls(.activate), .calls(.rename(accessory, call: 2)), .answers(.name("Keys")),
            ],
            leaves: [
                .tellAll(app, .changed(Bench.record(of: plain, named: "Keys"))), changed, sheetEnds,
                Bench.ends(2),
            ]),
        PickerRow(
            rule: "28.17: the user keeps the name",
            steps: [.setsUp(), .calls(.activate), .calls(.rename(accessory, call: 2)), .answers(.cancel)],
            leaves: [sheetEnds, Bench.ends(2, 700)]),
        PickerRow(
            rule: "28.21: a sheet that goes with its session is no picker to the app",
            steps: [.setsUp(), .calls(.activate), .calls(.rename(accessory, call: 2)), .calls(.invalidate)],
            leaves: Bench.stops(lingers: false) + [
                .cancel(.moved), sheetEnds, Bench.ends(2, 400), Bench.tells(.invalidated(nil)),
            ]),
        PickerRow(
            rule: "28.19: the user allows something else",
            steps: [
                .setsUp(), .calls(.activate), .calls(.updateAuthorization(accessory, other, call: 2)),
                .answers(.accept),
            ],
            leaves: [.tellAll(app, .changed(Bench.record())), changed, sheetEnds, Bench.ends(2)]),
        PickerRow(
            rule: "28.19: a descriptor of nothing",
            steps: [
                .setsUp(), .calls(.activate), .calls(.updateAuthorization(accessory, .init(), call: 2)),
            ], leaves: [Bench.ends(2, 450, "a company identifier or a service is missing")]),
        PickerRow(
            rule: "28.13: a sheet of an app in the background",
            steps: [
                .setsUp(), .calls(.activate), .isIn(.background), .calls(.rename(accessory, call: 2)),
            ], leaves: [Bench.ends(2, 550)]),
    ]

    @Test(arguments: sessions + changes + sheets) func leaves(_ row: PickerRow) {
        #expect(row.left == row.leaves)
    }

    @Test("An event waits while its app is suspended, and comes when the app runs")
    func suspended() {
        let app = Bench.app
        let profile = OSProfile.iOS(26)
        var (setup, effects, apps) = (AccessorySetup(), PhoneEffects(), AppLives(profile: profile))
        setup.open(Bench.session, app)
        setup.set(.active, of: Bench.session)
        #expect(apps.enterBackground(app, at: .zero, into: &effects))
        #expect(apps.suspend(app, into: &effects))
        setup.tellAll(of: app, .pickerDidPresent, apps, into: &effects)
        setup.releaseHeld(apps, into: &effects)
        #expect(effects.nextOutput() == nil)
        apps.comeToFront(app, Managers(), into: &effects)
        setup.releaseHeld(apps, into: &effects)
        var told: [PhoneOutput] = []
        while let output = effects.nextOutput() { told.append(output) }
        #expect(told.contains(.accessory(Bench.session, .pickerDidPresent)))
        setup.releaseHeld(apps, into: &effects)
        #expect(effects.nextOutput() == nil, "once is enough")
    }
}
