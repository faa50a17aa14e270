import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// The advertiser alone: no phone and no host.
@Suite struct AdvertiserTests {
    static let set = Host.AdvertisingSetID(0)
    static let (first, second) = (SessionID(1), SessionID(2))
    static let (app, other) = (AppID(1), AppID(2))
    static let interval = Nanoseconds.milliseconds(180)
    static var profile: OSProfile {
        var profile = OSProfile.iOS(18)
        (profile.advertisingInterval, profile.backgroundAdvertisingInterval) = (interval, .seconds(1))
        return profile
    }

    /// What the host was asked for, as a word.
    enum Asked: Hashable {
        case start
        case update
        case stop
    }

    /// The machine with what it has left behind.
    struct Bench {
        var advertiser = Advertiser(profile: profile)
        var effects = PhoneEffects()

        init(isOn: Bool = true) {
            if isOn { advertiser.powerOn() }
        }

        mutating func start(
            _ session: SessionID, _ app: AppID = AdvertiserTests.app, name: String = "A",
            in presence: Presence = .foreground
        ) {
            advertiser.start(
                .init(localName: name), for: session, of: app, in: presence, into: &effects)
        }

        mutating func confirm(_ code: HCI.ErrorCode = .success) {
            advertiser.started(AdvertiserTests.set, code, into: &effects)
        }

        /// Takes what was asked of the host and what managers were told.
        mutating func take() -> (asked: [Asked], told: [SessionID: [PortError?]]) {
            var asked: [Asked] = []
            var told: [SessionID: [PortError?]] = [:]
            while let output = effects.nextOutput() {
                switch output {
                case .host(.gap(.startAdvertising)): asked.append(.start)
                case .host(.gap(.updateAdvertisingData)): asked.append(.update)
                case .host(.gap(.stopAdvertising)): asked.append(.stop)
                case .peripheral(let session, .advertisingStarted(let error)):
                    told[session, default: []].append(error)
                default: break
                }
            }
            return (asked, told)
        }
    }

    // MARK: The air

    @Test("Nothing is asked of a host that is down; what was started goes on air when it is up")
    func down() {
        var bench = Bench(isOn: false)
        bench.start(Self.first)
        #expect(bench.take().asked.isEmpty)
        #expect(bench.advertiser.air == .off)
        bench.advertiser.powerOn()
        #expect(bench.advertiser.air == .idle)
        bench.advertiser.resume(into: &bench.effects)
        #expect(bench.take().asked == [.start])
        bench.confirm()
        #expect(bench.take().told == [Self.first: [nil]])
        bench.advertiser.powerOff(isCleared: false)
        #expect(bench.advertiser.advertisements.map(\.state) == [.started])
        bench.advertiser.powerOff(isCleared: true)
        #expect(bench.advertiser.advertisements.isEmpty)
    }

    /// How a set ends by itself, and what is asked then and after the next link has ended.
    static let ends: [(HCI.ErrorCode, then: [Asked], later: [Asked])] = [
        (.success, [.start], []), (.limitReached, [], [.start]),
    ]

    @Test(
        "A set that a connection ended is on air again at once; after another end it waits", arguments: ends)
    func ending(_ code: HCI.ErrorCode, _ then: [Asked], _ later: [Asked]) {
        var bench = Bench()
        bench.start(Self.first)
        bench.confirm()
        _ = bench.take()
        bench.advertiser.ended(Host.AdvertisingSetID(9), code, into: &bench.effects)
        #expect(bench.take().asked.isEmpty, "another set is not the advertiser's")
        bench.advertiser.ended(Self.set, code, into: &bench.effects)
        #expect(bench.take().asked == then)
        bench.advertiser.resume(into: &bench.effects)
        #expect(bench.take().asked == later)
    }

    @Test("Only the managers that wait get the error of a host that refuses, and may start again")
    func refusal() {
        var bench = Bench()
        bench.start(Self.first)
        bench.confirm()
        bench.advertiser.ended(Self.set, .limitReached, into: &bench.effects)
        _ = bench.take()
        bench.start(Self.second, Self.other)
        bench.confirm(.commandDisallowed)
        #expect(bench.take().told == [Self.second: [.unknown]])
        #expect(bench.advertiser.advertisements.map(\.session) == [Self.first])
        #expect(bench.advertiser.air == .idle)
    }

    // MARK: Managers

    @Test("Behaviour 6.9, 1.33: one advertisement for each manager, and one on air for each app")
    func oneForEach() {
        var bench = Bench()
        bench.start(Self.first)
        bench.start(Self.first)
        bench.start(Self.second)
        var taken = bench.take()
        #expect(taken.asked == [.start])
        #expect(taken.told == [Self.first: [.alreadyAdvertising], Self.second: [nil]])
        bench.confirm()
        bench.advertiser.stop(Self.second, into: &bench.effects)
        taken = bench.take()
        #expect(taken.asked.isEmpty, "it never was on air")
        bench.start(Self.second, name: "B")
        bench.advertiser.stop(Self.first, into: &bench.effects)
        #expect(bench.take().asked == [.stop], "the other one of the app does not take its place")
    }

    @Test("Behaviour 6.10: the app that stops is taken out of what stays on air")
    func sharing() {
        var bench = Bench()
        bench.start(Self.first, name: "A")
        bench.confirm()
        bench.start(Self.second, Self.other, name: "B")
        let both = bench.take()
        #expect(both.asked == [.start], "the first name stays, so nothing changes")
        #expect(both.told == [Self.first: [nil], Self.second: [nil]])
        bench.advertiser.stop(Self.first, into: &bench.effects)
        #expect(bench.take().asked == [.update])
        bench.advertiser.stop(Self.second, into: &bench.effects)
        #expect(bench.take().asked == [.stop])
    }

    /// Where an app goes while it advertises, and what is asked of the host.
    static let moves: [(from: Presence, to: Presence, asked: [Asked])] = [
        (.foreground, .background, [.stop, .start]), (.foreground, .absent, [.stop]),
        (.background, .foreground, [.stop, .start]), (.background, .absent, [.stop]),
        (.absent, .foreground, [.start]), (.absent, .background, [.start]),
        (.foreground, .foreground, []), (.absent, .absent, []),
    ]

    @Test(
        "Behaviour 6.11, 9.12: the set follows the app, and has another interval in the background",
        arguments: moves)
    func moving(_ from: Presence, _ to: Presence, _ asked: [Asked]) {
        var bench = Bench()
        bench.start(Self.first, in: from)
        bench.confirm()
        let isToldAtOnce = from != .absent
        #expect(bench.take().told == (isToldAtOnce ? [Self.first: [nil]] : [:]))
        bench.advertiser.setPresence(to, of: Self.first)
        bench.advertiser.refresh(into: &bench.effects)
        #expect(bench.take().asked == asked)
        bench.confirm()
        let isToldNow = !isToldAtOnce && to != .absent
        #expect(bench.take().told == (isToldNow ? [Self.first: [nil]] : [:]))
        #expect(bench.advertiser.brokenRule == nil)
    }

    @Test("A manager that is preserved keeps its advertisement, and is not told that it started")
    func preserving() {
        var bench = Bench()
        bench.start(Self.first)
        bench.advertiser.preserve(Self.first, as: SessionID(9))
        #expect(bench.advertiser.starting.isEmpty)
        #expect(bench.advertiser.request(of: Self.first) == nil)
        #expect(bench.advertiser.request(of: SessionID(9))?.localName == "A")
        bench.confirm()
        #expect(bench.take().told.isEmpty)
    }

    // MARK: Any order

    @Test(
        "Whatever comes in any order, no rule of the advertiser is broken", arguments: 0..<20 as Range<UInt64>
    )
    func anyOrder(_ seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var bench = Bench()
        var confirmed = 0
        for step in 0..<400 {
            let session = SessionID(UInt32.random(in: 1...5, using: &numbers))
            let app = AppID(session.rawValue % 3)
            let presence = [Presence.foreground, .background, .absent].randomElement(using: &numbers)!
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0, 1, 2: bench.start(session, app, name: "\(session.rawValue)", in: presence)
            case 3: bench.advertiser.stop(session, into: &bench.effects)
            case 4, 5, 6: bench.confirm()
            case 7: bench.confirm(.commandDisallowed)
            case 8:
                bench.advertiser.ended(
                    Self.set, step % 2 == 0 ? .success : .limitReached, into: &bench.effects)
            case 9:
                bench.advertiser.setPresence(presence, of: session)
                bench.advertiser.refresh(into: &bench.effects)
            case 10: bench.advertiser.resume(into: &bench.effects)
            default:
                if step % 3 == 0 { bench.advertiser.powerOff(isCleared: step % 2 == 0) }
                bench.advertiser.powerOn()
                bench.advertiser.preserve(session, as: SessionID(UInt32(100 + step)))
            }
            if case .confirmed = bench.advertiser.air { confirmed += 1 }
            let broken = bench.advertiser.brokenRule
            #expect(broken == nil, "seed \(seed), step \(step)")
            if broken != nil { return }
        }
        #expect(confirmed > 10, "some of it is on air")
    }
}
