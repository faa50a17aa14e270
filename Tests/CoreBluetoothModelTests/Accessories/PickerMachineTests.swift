import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// How the picker comes, what it lists and how it goes.
@Suite struct PickerMachineTests {
    private typealias Bench = PickerBench

    private static let item = Bench.item()
    private static let shows = Bench.Step.calls(.showPicker([item], .init(), call: 1))
    private static let filtered = Accessories.PickerSettings(filtersDiscovery: true)

    private static func manager(isLimited: Bool) -> SessionCore {
        var core = SessionCore(id: SessionID(9), app: Bench.app, options: ManagerOptions())
        core.isLimited = isLimited
        return core
    }

    private static let nameOnly = Bench.item { ($0.service, $0.nameSubstring) = (nil, "Tag") }

    private static func refused(_ code: Int, _ reason: String = "") -> [AccessorySetup.Effect] {
        [Bench.ends(1, code, reason)]
    }

    private static let refusals = [
        PickerRow(
            rule: "28.2: the session is not active", steps: [shows],
            leaves: refused(450, "activate was not called")),
        PickerRow(
            rule: "28.38: no items, and no extension",
            steps: [.calls(.activate), .calls(.showPicker(nil, .init(), call: 1))], leaves: refused(300)),
        PickerRow(
            rule: "28.13: the app is in the background",
            steps: [.calls(.activate), .isIn(.background), shows],
            leaves: refused(550, "Application is not in foreground.")),
        PickerRow(
            rule: "28.13: there is a picker already",
            steps: [.presents(item), .calls(.showPicker([item], .init(), call: 2))],
            leaves: [Bench.ends(2, 500)]),
        PickerRow(
            rule: "28.23: a name needs a company or a service beside it",
            steps: [
                .calls(.activate),
                .calls(.showPicker([nameOnly], .init(), call: 1)),
            ], leaves: refused(450, "a name or data needs a company identifier or a service beside it")),
        PickerRow(
            rule: "28.23: two names of one network end the app",
            steps: [
                .calls(.activate),
                .calls(
                    .showPicker([Bench.item { ($0.ssid, $0.ssidPrefix) = ("A", "B") }], .init(), call: 1)),
            ],
            leaves: [
                .output(.misuse(Bench.session, .invalidDescriptor("ssid and ssidPrefix are both set"))),
                .terminate(Bench.app),
            ]),
        PickerRow(
            rule: "28.3: a service that the Info.plist lacks ends the app",
            steps: [
                .calls(.activate),
                .calls(.showPicker([Bench.item { $0.service = "FD02" }], .init(), call: 1)),
            ],
            leaves: [
                .output(
                    .misuse(
                        Bench.session,
                        .undeclaredAccessory(
                            "NSAccessorySetupBluetoothServices does not contain \(BluetoothUUID("FD02"))"))),
                .terminate(Bench.app),
            ]),
        PickerRow(
            rule: "28.26: a manager with ordinary permission", manager: manager(isLimited: false),
            steps: [.calls(.activate), shows],
            leaves: refused(550, "CBManagers active with global permissions")),
        PickerRow(
            rule: "28.37: migration beside a central manager", manager: manager(isLimited: true),
            steps: [.calls(.activate), .calls(.showPicker([Bench.migration], .init(), call: 1))],
            leaves: refused(550, "CBManagers active")),
        PickerRow(
            rule: "28.37: migration of an app that has an accessory",
            steps: [.setsUp(), .calls(.activate), .calls(.showPicker([Bench.migration], .init(), call: 1))],
            leaves: refused(450, "Migration not allowed since accessories are already authorized")),
    ]

    private static let listing = [
        PickerRow(
            rule: "28.27: a manager that reaches accessories only does not matter",
            manager: manager(isLimited: true), steps: [.calls(.activate), shows],
            leaves: [Bench.due(.moved, 500)]),
        PickerRow(
            rule: "28.5: on the screen it lists, and hears every packet", steps: [.presents(item)],
            leaves: [
                Bench.tells(.pickerDidPresent), Bench.due(.discovery, 30_000), Bench.due(.sweep, 1000),
                Bench.shows(.list), .scan(true),
            ]),
        PickerRow(
            rule: "28.4: what fits an item is in the list", steps: [.presents(item), .hears()],
            leaves: [Bench.shows(.list, [Bench.entry])]),
        PickerRow(
            rule: "28.4: what is not close enough does not fit",
            steps: [.presents(Bench.item { $0.isImmediate = true }), .hears(rssi: -90)], leaves: []),
        PickerRow(
            rule: "28.5: an accessory is listed once", steps: [.presents(item), .hears(), .hears()],
            leaves: []),
        PickerRow(
            rule: "28.5: an accessory of the app is not listed",
            steps: [.setsUp(), .presents(item), .hears()], leaves: []),
        PickerRow(
            rule: "28.5: what is not heard any more leaves the list",
            steps: [.presents(item), .hears(), .waits(.seconds(5)), .due(.sweep)],
            leaves: [Bench.due(.sweep, 6000), Bench.shows(.list)]),
        PickerRow(
            rule: "28.8: nothing is found in time", steps: [.presents(item), .due(.discovery)],
            leaves: Bench.goes()),
        PickerRow(
            rule: "28.8: the failure is an event on some systems",
            profile: {
                var profile = OSProfile.iOS(26)
                profile.pickerTimeoutReport = .event
                return profile
            }(), steps: [.presents(item), .due(.discovery)],
            leaves: [Bench.tells(.pickerSetupFailed(Bench.failure(200)))] + Bench.goes()),
        PickerRow(
            rule: "28.41: an accessory in the list keeps the picker up",
            steps: [.presents(item), .hears(), .due(.discovery)], leaves: []),
        PickerRow(
            rule: "28.41: the picker goes with its last accessory",
            steps: [.presents(item), .hears(), .due(.discovery), .waits(.seconds(5)), .due(.sweep)],
            leaves: [Bench.due(.sweep, 6000), Bench.shows(.list)] + Bench.goes(after: 5000)),
        PickerRow(
            rule: "28.7: the user closes it", steps: [.presents(item), .answers(.cancel)],
            leaves: [.cancel(.moved)] + Bench.goes()),
        PickerRow(
            rule: "28.7: off the screen its call ends",
            steps: [.presents(item), .answers(.cancel), .due(.moved)],
            leaves: [
                .output(.accessoryPickerEnded(Bench.number)), Bench.tells(.pickerDidDismiss),
                Bench.ends(1, 700),
            ]),
        PickerRow(
            rule: "28.21: invalidate takes it away at once", steps: [.presents(item), .calls(.invalidate)],
            leaves: Bench.stops(lingers: false) + [
                .cancel(.moved), .output(.accessoryPickerEnded(Bench.number)),
                Bench.tells(.pickerDidDismiss), Bench.ends(1, 400), Bench.tells(.invalidated(nil)),
            ]),
    ]

    private static let filtering = [
        PickerRow(
            rule: "28.11: the app is told, and the list stays empty",
            steps: [.presents(item, filtered), .hears()],
            leaves: [
                Bench.tells(
                    .discovered(
                        Accessories.Accessory(
                            identifier: Bench.accessory, state: .unauthorized, peer: nil, name: "Tag",
                            descriptor: item.descriptor),
                        heard, rssi: -50))
            ]),
        PickerRow(
            rule: "28.11: the app adds it to the list",
            steps: [.presents(item, filtered), .hears(), .calls(.updatePicker([added(1)], call: 2))],
            leaves: [Bench.shows(.list, [Bench.entry]), Bench.ends(2)]),
        PickerRow(
            rule: "28.11: the app can't add what was not found",
            steps: [.presents(item, filtered), .hears(), .calls(.updatePicker([added(8)], call: 2))],
            leaves: [Bench.ends(2, 450, "the picker has not found this accessory")]),
        PickerRow(
            rule: "28.11: the app ends discovery, and has added nothing",
            steps: [.presents(item, filtered), .hears(), .calls(.finishPickerDiscovery(call: 2))],
            leaves: [.cancel(.discovery)] + Bench.goes() + [Bench.ends(2)]),
        PickerRow(
            rule: "28.11: once it has added something, discovery goes on",
            steps: [
                .presents(item, filtered), .hears(), .calls(.updatePicker([added(1)], call: 2)),
                .calls(.finishPickerDiscovery(call: 3)),
            ], leaves: [Bench.ends(3)]),
        PickerRow(
            rule: "28.11: an ordinary picker has nothing to filter",
            steps: [.presents(item), .calls(.finishPickerDiscovery(call: 2))],
            leaves: [Bench.ends(2, 450, "no picker with filterDiscoveryResults is up")]),
    ]

    private static var heard: Advertisement {
        var heard = Advertisement()
        heard.serviceUUIDs = ["FD01"]
        heard.isConnectable = true
        return heard
    }

    private static func added(_ identifier: UInt64) -> Accessories.DisplayItem {
        var item = item
        item.found = AccessoryIdentifier(rawValue: identifier)
        return item
    }

    @Test(arguments: refusals + listing + filtering) func leaves(_ row: PickerRow) {
        #expect(row.left == row.leaves)
    }
}
