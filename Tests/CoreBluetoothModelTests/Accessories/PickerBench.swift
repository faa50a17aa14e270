import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// AccessorySetupKit without a phone, a world or a radio: the test says what it sees of them, and reads what it leaves.
struct PickerBench {
    typealias Effect = AccessorySetup.Effect

    static let (app, session, peer) = (AppID(1), SessionID(70), PeerIdentifier(high: 1, low: 2))
    /// The number of the picker, and the session by which it uses a link.
    static let (number, holder) = (UInt32(1), SessionID(1))
    static let address = DeviceAddress(0x0102_0304_0506, .public)
    static let accessory = AccessoryIdentifier(rawValue: 1)

    /// What happens to it.
    enum Step: Sendable {
        case calls(Accessories.Command)
        /// The app shows a picker with this item, and the picker is on the screen.
        case presents(Accessories.DisplayItem, Accessories.PickerSettings = .init())
        case hears(rssi: Int8 = -50)
        case answers(AccessoryPickerReply)
        case waits(Nanoseconds)
        case due(PickerTimer)
        case follows(PickerLink)
        /// The user sets the accessory up for an app, without a picker.
        case setsUp(AppID = PickerBench.app)
        case isIn(AppState)
    }

    var setup = AccessorySetup()
    var effects = PhoneEffects()
    var profile: OSProfile
    var now = Instant.zero
    var managers = Managers()
    var (state, link, isBonded) = (AppState.foreground, PickerLink.none, false)

    init(_ profile: OSProfile, manager: SessionCore? = nil) {
        self.profile = profile
        managers.centrals = [manager].compactMap(\.self).map { CentralSession(core: $0) }
        setup.open(Self.session, Self.app)
    }

    /// Gives it the steps in order. Returns what it leaves at the last one.
    mutating func run(_ steps: [Step]) -> [Effect] {
        var left: [Effect] = []
        for step in steps { left = take(step) }
        return left
    }

    private mutating func take(_ step: Step) -> [Effect] {
        switch step {
        case .calls(let command):
            return turn { $0.handle(command, from: Self.session, &$1, into: &$2) }
        case .presents(let item, let settings):
            _ = take(.calls(.activate))
            _ = take(.calls(.showPicker([item], settings, call: 1)))
            return take(.due(.moved))
        case .hears(let rssi):
            let data: [AdvertisingData.Structure] = [.completeServiceUUIDs(.bits16, ["FD01"])]
            let report = Bench.report(Self.address, data, rssi: rssi)
            var peer = Peer(identifier: Self.peer, address: Self.address)
            _ = peer.sighting.update(report)
            return turn { [peer] setup, turn, _ in setup.heard(report, from: peer, &turn) }
        case .answers(let reply):
            return turn { setup, turn, _ in setup.answer(Self.number, reply, &turn) }
        case .waits(let time): now += time
        case .due(let timer): return turn { setup, turn, _ in setup.due(timer, &turn) }
        case .follows(let link):
            self.link = link
            return turn { setup, turn, _ in setup.follow(&turn) }
        case .setsUp(let app):
            return turn { setup, turn, _ in setup.setUp(Self.peer, named: "Tag", for: app, &turn) }
        case .isIn(let state): self.state = state
        }
        return []
    }

    private mutating func turn(_ input: AccessorySetup.Input) -> [Effect] {
        let (state, link, isBonded) = (state, link, isBonded)
        var turn = AccessorySetup.Turn(
            now: now, profile: profile, managers: managers, state: { _ in state },
            keys: { _ in AccessorySetupKeys(services: ["FD01"], names: ["Tag"]) },
            isBonded: { _ in isBonded },
            address: { $0 == Self.peer ? Self.address : nil }, link: { _, _ in link })
        input(&setup, &turn, &effects)
        return turn.following
    }
}

// What tests give the picker, and what it leaves.
extension PickerBench {
    static func item(
        pairs: Bool = true, _ options: Accessories.SetupOptions = [],
        _ change: (inout Accessories.Descriptor) -> Void = { _ in }
    ) -> Accessories.DisplayItem {
        var descriptor = Accessories.Descriptor()
        descriptor.service = "FD01"
        descriptor.supportedOptions = pairs ? .pairing : []
        change(&descriptor)
        return Accessories.DisplayItem(name: "Tag", descriptor: descriptor, setupOptions: options)
    }

    static let migration = Accessories.DisplayItem(
        name: "Old tag", descriptor: Accessories.Descriptor(),
        migration: Accessories.Migration(peer: peer))

    static let entry = AccessoryPicker.Entry(
        identifier: accessory, itemName: "Tag", advertisedName: nil, address: address, rssi: -50)

    /// The accessory that the picker sets up, as sessions report it.
    static func record(
        of item: Accessories.DisplayItem = item(), named name: String = "Tag",
        _ state: Accessories.State = .authorized, bridged: Bool = false
    ) -> Accessories.Accessory {
        Accessories.Accessory(
            identifier: accessory, state: state, peer: peer, name: name,
            bridgingIdentifier: bridged ? [1, 2, 3, 4, 5, 6] : nil, descriptor: item.descriptor)
    }

    static func tells(_ event: Accessories.Event) -> Effect { .tell(session, event) }

    static func ends(_ call: UInt32 = 1, _ code: Int? = nil, _ reason: String = "") -> Effect {
        let failure = code.map { Accessories.Failure(code: $0, reason: reason) }
        return .tell(session, .completed(call: call, failure))
    }

    static func failure(_ code: Int) -> Accessories.Failure { Accessories.Failure(code: code) }

    static func shows(
        _ page: AccessoryPicker.Page, _ entries: [AccessoryPicker.Entry] = []
    ) -> Effect {
        .output(.accessoryPicker(AccessoryPicker(number: number, app: app, page: page, entries: entries)))
    }

    static func due(_ timer: PickerTimer, _ milliseconds: Int) -> Effect {
        .schedule(timer, at: Instant.zero + Nanoseconds.milliseconds(milliseconds))
    }

    /// The picker's work ends.
    static func stops(lingers: Bool) -> [Effect] {
        [
            .scan(false), .cancel(.discovery), .cancel(.sweep), .cancel(.connection),
            .release(holder, lingers: lingers),
        ]
    }

    /// The picker goes; it does so half a second after `milliseconds`.
    static func goes(after milliseconds: Int = 0) -> [Effect] {
        stops(lingers: true) + [due(.moved, milliseconds + 500)]
    }

    /// The user has chosen: nothing is listed any more.
    static let chosen: [Effect] = [.scan(false), .cancel(.discovery), .cancel(.sweep)]

    /// An accessory is the app's.
    static func adds(_ accessory: Accessories.Accessory) -> [Effect] {
        [.tellAll(app, .added(accessory)), .accessoriesChanged(app, [peer])]
    }
}

/// One rule: what happens, and what AccessorySetupKit leaves at the last step.
struct PickerRow: Sendable, CustomTestStringConvertible {
    var rule: String
    var profile = OSProfile.iOS(26)
    var isBonded = false
    var manager: SessionCore?
    var steps: [PickerBench.Step]
    var leaves: [AccessorySetup.Effect]

    var testDescription: String { rule }

    /// What is left at the last step.
    var left: [AccessorySetup.Effect] {
        var bench = PickerBench(profile, manager: manager)
        bench.isBonded = isBonded
        return bench.run(steps)
    }
}
