import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Links that no manager asked for, without a phone.
@Suite struct LinksWithoutManagersTests {
    private static let (one, two) = (DeviceAddress(1, .random), DeviceAddress(2, .random))
    private static let link = Host.LinkID(7)

    private static func attached(_ session: SessionID) -> [CoreBluetoothModel.Attachment] {
        [CoreBluetoothModel.Attachment(session: session, state: .connected, options: .init())]
    }

    // MARK: Holds

    @Test("Behaviour 3.31: an app holds a peer once, and only so many peers are held")
    func holds() {
        var holds = Holds(limit: 1)
        let (mail, maps) = (AppID(1), AppID(2))
        #expect(holds.hasRoom(for: Self.one, mail))
        holds.add(Hold(app: mail, address: Self.one, session: SessionID(1), services: []))
        #expect(!holds.hasRoom(for: Self.one, mail), "it has it already")
        #expect(!holds.hasRoom(for: Self.two, mail), "no room for another peer")
        #expect(holds.hasRoom(for: Self.one, maps), "the peer has a link already")
        holds.add(Hold(app: maps, address: Self.one, session: SessionID(2), services: []))
        #expect(holds.count(of: Self.one) == 2 && holds.brokenRule == nil)
        holds.set([HeartRate.service], of: Self.one)
        #expect(holds.holder(among: Self.attached(SessionID(2)))?.services == [HeartRate.service])
        holds.end(Self.one) { $0 == SessionID(2) }
        #expect(!holds.contains(Self.one, mail) && holds.contains(Self.one, maps))
        let ended = holds.remove(Self.one, maps)
        #expect(ended?.session == SessionID(2) && holds.isEmpty)
    }

    // MARK: Devices of the system

    /// A machine with one device, which gives up after two failures.
    private static func devices() -> (SystemDevices, SessionID) {
        var profile = OSProfile.plain
        profile.fastFailureTime = .seconds(5)
        profile.systemReconnectFailures = 2
        var devices = SystemDevices(profile)
        devices.add(one, as: SessionID(1))
        return (devices, SessionID(1))
    }

    @Test(
        "Behaviour 3.36: links that end soon are failures, and too many in a row end the attempts",
        arguments: [
            // seconds that each link lasts: whether the system goes on
            ([9, 9, 9], [true, true, true]), ([1, 9, 1], [true, true, true]),
            ([9, 1, 1], [true, true, false]),
        ] as [([Int], [Bool])])
    func failures(links: [Int], goesOn: [Bool]) {
        var (devices, session) = Self.devices()
        var now = Instant.zero
        for (seconds, expected) in zip(links, goesOn) {
            devices.linkBegan(Self.attached(session), at: now)
            #expect(devices.all[0].phase == .linked(since: now))
            now += .seconds(seconds)
            let reconnects = devices.linkEnded(session, at: now)
            #expect(reconnects == expected)
            #expect(devices.brokenRule == nil)
            #expect(devices.all[0].phase == (expected ? .apart : .givenUp))
        }
    }

    @Test func aTapInSettingsMakesTheSystemTryAgain() {
        var (devices, session) = Self.devices()
        let tried = (0..<3).map { _ in devices.connectFailed(Self.one) { _ in false }.count }
        #expect(tried == [1, 0, 0])
        #expect(devices.all[0].phase == .givenUp)
        let device = devices.tapped(Self.one, current: { _ in nil }, newSession: SessionID(9))
        #expect(device.session == session && device.isWanted && devices.all.count == 1)
        #expect(devices.all[0].phase == .apart && devices.brokenRule == nil)
        let isAttached = devices.connectFailed(Self.one) { _ in true }
        #expect(isAttached.isEmpty, "another manager's attempt failed")
        #expect(devices.all[0].failures == 0)
    }

    @Test func theSystemBeginsToUseALinkOnce() {
        var (devices, session) = Self.devices()
        var begins: [Bool] = []
        for link in [7, 7, 8] as [UInt32] { begins.append(devices.use(Host.LinkID(link), for: session)) }
        #expect(begins == [true, false, true])
        _ = devices.linkEnded(session, at: .zero)
        #expect(devices.all[0].usedLink == nil)
        let isKnown = devices.use(Self.link, for: SessionID(9))
        #expect(!isKnown)
    }

    @Test func aDeviceIsFoundByItsAddressAndByWhereItIsNow() {
        var (devices, session) = Self.devices()
        devices.rename(Self.one, to: Self.two)
        #expect(devices.device(at: Self.one) { _ in nil } == nil)
        #expect(devices.device(at: Self.two) { _ in nil }?.session == session)
        #expect(devices.device(at: Self.one) { $0 == session ? Self.one : nil }?.session == session)
        let stranger = devices.forget(Self.one) { _ in nil }
        #expect(stranger == nil && devices.contains(session))
        let forgotten = devices.forget(Self.one) { $0 == session ? Self.one : nil }
        #expect(forgotten == session && devices.isEmpty && !devices.contains(session))
    }

    @Test func aTapInSettingsMakesADeviceTheSystems() {
        var (devices, session) = Self.devices()
        let new = devices.tapped(Self.two, current: { _ in nil }, newSession: SessionID(9))
        #expect(new.session == SessionID(9) && new.address == Self.two && new.phase == .apart)
        #expect(devices.all.map(\.session) == [session, SessionID(9)])
    }

    /// A link that the system may use, and what it does about it. The system's device has session 1, and session 3 is a
    /// manager.
    struct UseRow: Sendable, CustomTestStringConvertible {
        var rule: String
        var attached: [UInt32] = []
        var isConnected = true
        var isBonded = false
        var isOfSystem = false
        /// The device of the system is found at the peer's address now.
        var isThere = false
        /// The link that the system uses already.
        var uses: UInt32?
        var use: SystemDevices.Use?

        var testDescription: String { rule }
    }

    private static let useRows = [
        UseRow(rule: "It uses the link to its device", attached: [1], use: .begins(SessionID(1))),
        UseRow(rule: "It waits until it is connected", attached: [1], isConnected: false),
        UseRow(rule: "It uses the link already", attached: [1], uses: 7),
        UseRow(rule: "It uses a new link anew", attached: [3, 1], uses: 6, use: .begins(SessionID(1))),
        UseRow(
            rule: "A bonded keyboard becomes its own", attached: [3], isBonded: true, isOfSystem: true,
            use: .joins(SessionID(9))),
        UseRow(rule: "A keyboard without a bond does not", attached: [3], isOfSystem: true),
        UseRow(rule: "Something else does not", attached: [3], isBonded: true),
        UseRow(
            rule: "Its own device does not again", attached: [3], isBonded: true, isOfSystem: true,
            isThere: true),
    ]

    @Test("Behaviour 3.36: which links the system uses", arguments: useRows) func mayUse(_ row: UseRow) {
        var (devices, session) = Self.devices()
        if let link = row.uses { _ = devices.use(Host.LinkID(link), for: session) }
        let attachments = row.attached.map {
            CoreBluetoothModel.Attachment(
                session: SessionID($0), state: row.isConnected ? .connected : .connecting, options: .init())
        }
        let use = devices.mayUse(
            Self.link, to: Self.two, attachments, isBonded: row.isBonded, isOfSystem: row.isOfSystem,
            current: { row.isThere && $0 == session ? Self.two : nil }, newSession: SessionID(9))
        #expect(use == row.use)
        let user: SessionID? =
            switch use {
            case .begins(let user), .joins(let user): user
            case nil: nil
            }
        #expect(devices.all.contains { $0.session == user && $0.usedLink == Self.link } == (use != nil))
        #expect(devices.all.count == (use == .joins(SessionID(9)) ? 2 : 1))
    }

    @Test(
        "Behaviour 3.36: a refused pairing makes the device nobody's, if the system wanted it",
        arguments: [
            // the session, the link that the system uses, whether there is a bond: whether the device stays
            (1, 7, false, false), (1, 7, true, true), (1, 8, false, true), (3, 7, false, true),
        ] as [(UInt32, UInt32, Bool, Bool)])
    func refusedPairing(attached: UInt32, used: UInt32, isBonded: Bool, stays: Bool) {
        var (devices, session) = Self.devices()
        _ = devices.use(Host.LinkID(used), for: session)
        let ends = devices.pairingFailed(
            on: Self.link, isBonded: isBonded, among: Self.attached(SessionID(attached)))
        #expect(ends == (stays ? nil : session))
        #expect(devices.contains(session) == stays)
    }

    // MARK: Lingering

    @Test("Behaviour 3.8: a link lingers until it is used, has ended, or its time is over")
    func lingering() {
        var effects = PhoneEffects()
        var lingering = Lingering(.seconds(1))
        let begins = lingering.begin(Self.link, at: .zero, into: &effects)
        #expect(begins && lingering.contains(Self.link))
        #expect(effects.nextDeadline == .zero + .seconds(1))
        lingering.end(Self.link, into: &effects)
        #expect(lingering.isEmpty && effects.nextDeadline == nil)
        var none = Lingering(.zero)
        let keeps = none.begin(Self.link, at: .zero, into: &effects)
        #expect(!keeps && none.isEmpty && effects.nextDeadline == nil)
    }

    @Test(
        "Behaviour 3.27: lingering links end when there are more links than the system keeps",
        arguments: [(3, []), (2, [3]), (1, [2, 3]), (0, [1, 2, 3]), (-1, [1, 2, 3])] as [(Int, [UInt32])])
    func surplus(room: Int, ends: [UInt32]) {
        var effects = PhoneEffects()
        var lingering = Lingering(.seconds(1))
        for link in [3, 1, 2] as [UInt32] {
            _ = lingering.begin(Host.LinkID(link), at: .zero, into: &effects)
        }
        let order = (0...4).map { Host.LinkID($0) }
        #expect(lingering.surplus(order, room: room) == ends.map { Host.LinkID($0) })
    }
}
