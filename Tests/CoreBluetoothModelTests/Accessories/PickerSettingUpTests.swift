import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// How a chosen accessory is set up, and what apps ask their users about accessories that they have.
@Suite struct PickerSettingUpTests {
    private typealias Bench = PickerBench

    private static let item = Bench.item()
    private static let open = Bench.item(pairs: false)
    private static let security = PickerLink.Security(link: 3)
    private static let encrypted = PickerLink.up(.init(link: 3, isEncrypted: true))
    private static let failed =
        [Bench.tells(.pickerSetupFailed(Bench.failure(150)))] + Bench.goes()

    /// The user has chosen this item's accessory, and the picker waits until its link is encrypted.
    private static func pairs(_ item: Accessories.DisplayItem = item) -> [Bench.Step] {
        [.presents(item), .hears(), .answers(.chooseFirst), .follows(.up(security))]
    }

    private static let linking = [
        PickerRow(
            rule: "28.5: the picker connects and pairs",
            steps: [.presents(item), .hears(), .answers(.chooseFirst)],
            leaves: Bench.chosen + [
                Bench.tells(.pickerSetupPairing), Bench.due(.connection, 30_000),
                .connect(Bench.peer, from: Bench.holder), .follow,
            ]),
        PickerRow(
            rule: "28.6: without pairing there is no link",
            steps: [.presents(open), .hears(), .answers(.chooseFirst)],
            leaves: Bench.chosen + [.cancel(.connection)] + Bench.adds(Bench.record(of: open))
                + Bench.goes()),
        PickerRow(
            rule: "28.33: the phone has the bond already", isBonded: true,
            steps: [.presents(item), .hears(), .answers(.chooseFirst)],
            leaves: Bench.chosen + [.cancel(.connection)] + Bench.adds(Bench.record()) + Bench.goes()),
        PickerRow(
            rule: "28.33: another app has it: the user is asked first",
            steps: [.setsUp(AppID(2)), .presents(open), .hears(), .answers(.chooseFirst)],
            leaves: Bench.chosen + [Bench.shows(.confirmation(second), [second])]),
        PickerRow(
            rule: "28.5: a link that is not up yet", steps: pairs().dropLast() + [.follows(.underway)],
            leaves: []),
        PickerRow(
            rule: "28.5: a link that is up is encrypted", steps: pairs(), leaves: [.secure(link: 3), .follow]),
        PickerRow(
            rule: "28.5: a pairing takes place",
            steps: pairs() + [.follows(.up(.init(link: 3, isRunning: true)))], leaves: []),
        PickerRow(
            rule: "28.5: the accessory is the app's when the link is encrypted",
            steps: pairs() + [.follows(encrypted)],
            leaves: [.cancel(.connection)] + Bench.adds(Bench.record()) + Bench.goes()),
        PickerRow(
            rule: "28.12: there is no link", steps: pairs().dropLast() + [.follows(.none)], leaves: failed),
        PickerRow(
            rule: "28.12: the phone does not pair with it",
            steps: pairs().dropLast() + [.follows(.up(.init(link: 3, isBarred: true)))], leaves: failed),
        PickerRow(
            rule: "28.12: the pairing has failed", steps: pairs() + [.follows(.up(security))], leaves: failed),
        PickerRow(
            rule: "28.12: the link is lost while it pairs", steps: pairs() + [.follows(.underway)],
            leaves: failed),
        PickerRow(
            rule: "28.12: it takes too long", steps: pairs() + [.due(.connection)], leaves: failed),
        PickerRow(
            rule: "28.12: nothing is late when the accessory is set up",
            steps: pairs() + [.follows(encrypted), .due(.connection)], leaves: []),
    ]

    /// The accessory in the list of an app that is not the first to get it.
    private static var second: AccessoryPicker.Entry {
        var entry = Bench.entry
        entry.identifier = AccessoryIdentifier(rawValue: 2)
        return entry
    }

    private static let waiting = Bench.item(.confirmAuthorization)
    private static let inApp = Bench.item(.finishInApp)
    private static let named = Bench.item(.rename)
    private static let bridging = Bench.item { $0.supportedOptions.insert(.bridging) }

    private static let finishing = [
        PickerRow(
            rule: "28.5: the user is asked for a name", steps: pairs(named) + [.follows(encrypted)],
            leaves: [
                .cancel(.connection), Bench.tells(.pickerSetupRename),
                Bench.shows(.name(Bench.entry), [Bench.entry]),
            ]),
        PickerRow(
            rule: "28.5: the name is the accessory's",
            steps: pairs(named) + [.follows(encrypted), .answers(.name("Keys"))],
            leaves: Bench.adds(Bench.record(of: named, named: "Keys")) + Bench.goes()),
        PickerRow(
            rule: "28.9: the accessory waits for the app", steps: pairs(waiting) + [.follows(encrypted)],
            leaves: [.cancel(.connection)]
                + Bench.adds(Bench.record(of: waiting, .awaitingAuthorization)) + Bench.goes()),
        PickerRow(
            rule: "28.14: the user is asked to go on in the app", steps: pairs(inApp) + [.follows(encrypted)],
            leaves: [.cancel(.connection)] + Bench.adds(Bench.record(of: inApp)) + [
                Bench.shows(.finishInApp(Bench.entry), [Bench.entry])
            ]),
        PickerRow(
            rule: "28.14: closing that page is no failure",
            steps: pairs(inApp) + [.follows(encrypted), .answers(.cancel)], leaves: Bench.goes()),
        PickerRow(
            rule: "28.10: the picker derives the classic address",
            steps: pairs(bridging) + [.follows(encrypted)],
            leaves: [.cancel(.connection), Bench.tells(.pickerSetupBridging)]
                + Bench.adds(Bench.record(of: bridging, bridged: true)) + Bench.goes()),
        PickerRow(
            rule: "28.30: the accessory can't be retrieved yet",
            profile: {
                var profile = OSProfile.iOS(26)
                profile.accessoryRetrievalDelay = .seconds(2)
                return profile
            }(), steps: pairs() + [.follows(encrypted)],
            leaves: [.cancel(.connection), Bench.due(.known(Bench.accessory), 2000)]
                + Bench.adds(Bench.record()) + Bench.goes()),
        PickerRow(
            rule: "28.18: migration is one sheet", steps: [.presents(Bench.migration)],
            leaves: [Bench.tells(.pickerDidPresent), Bench.shows(.migration(["Old tag"]))]),
        PickerRow(
            rule: "28.18: the user lets peripherals become accessories",
            steps: [.presents(Bench.migration), .answers(.accept)],
            leaves: [
                Bench.tells(
                    .migrationComplete([Bench.record(of: Bench.migration, named: "Old tag")])),
                .accessoriesChanged(Bench.app, [Bench.peer]),
            ] + Bench.goes()),
    ]

    @Test(arguments: linking + finishing) func leaves(_ row: PickerRow) {
        #expect(row.left == row.leaves)
    }
}
