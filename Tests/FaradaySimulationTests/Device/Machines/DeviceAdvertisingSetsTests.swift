import BluetoothTypes
import RandomCases
import Testing

@testable import FaradaySimulation

/// Which sets of a device are on air, without a device.
@Suite struct DeviceAdvertisingSetsTests {
    private static func set(
        _ kind: DeviceAdvertising.Kind = .connectable, delay: Nanoseconds = .zero, continues: Bool = false,
        isOneShot: Bool = false
    ) -> DeviceAdvertising {
        var set = DeviceAdvertising(kind, continuesWhileConnected: continues)
        (set.delay, set.isOneShot) = (delay, isOneShot)
        return set
    }

    private static func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test func aDelayedSetStartsWhenItsTimeHasCome() {
        var sets = DeviceAdvertisingSets(count: 1)
        let definition = Self.set(delay: .milliseconds(50))
        #expect(sets.start(0, definition, at: Self.instant(10)) == nil)
        #expect(sets[0] == .delayed && sets.nextDue == Self.instant(60))
        #expect(sets.startIfDue(0, definition, isLinked: false, at: Self.instant(59)) == nil)
        #expect(sets.startIfDue(0, definition, isLinked: false, at: Self.instant(60)) == .start)
        #expect(sets[0] == .running && sets.nextDue == nil)
        // Started again while it runs, it is silent until its delay has passed.
        #expect(sets.start(0, definition, at: Self.instant(70)) == .stop)
        #expect(sets.stop(0) == nil)
        #expect(sets[0] == .off && sets.nextDue == nil && sets.brokenInvariant == nil)
    }

    @Test func aDelayThatEndsDuringALinkStartsNothing() {
        var sets = DeviceAdvertisingSets(count: 1)
        let definition = Self.set(delay: .milliseconds(5))
        _ = sets.start(0, definition, at: .zero)
        #expect(sets.startIfDue(0, definition, isLinked: true, at: Self.instant(5)) == nil)
        #expect(sets[0] == .off)
        #expect(sets.restart(0, definition, isLinked: true) == nil)
        #expect(sets.restart(0, definition, isLinked: false) == .start)
    }

    @Test(arguments: [
        (DeviceAdvertising.Kind.connectable, true), (.scannable, true), (.nonConnectable, true),
        (.directed(to: DeviceAddress(1, .public)), false),
    ])
    func onlyDirectedSetsAreSilentWhileTheDeviceIsNotConnectable(
        kind: DeviceAdvertising.Kind, runs: Bool
    ) {
        var sets = DeviceAdvertisingSets(count: 1)
        sets.isConnectable = false
        #expect(sets.start(0, Self.set(kind), at: .zero) == (runs ? .start : nil))
        #expect(sets[0] == (runs ? .running : .off))
    }

    @Test func aLinkPausesTheSetsThatDoNotContinue() {
        var sets = DeviceAdvertisingSets(count: 2)
        let (ends, continues) = (Self.set(), Self.set(continues: true))
        _ = (sets.start(0, ends, at: .zero), sets.start(1, continues, at: .zero))
        #expect(sets.pause(0, ends) == .stop)
        #expect(sets.pause(1, continues) == nil)
        #expect(sets[0] == .off && sets[1] == .running)
        sets.isSilenced = true
        #expect(sets.restart(0, ends, isLinked: false) == nil)
    }

    @Test func aOneShotSetIsSpent() {
        var sets = DeviceAdvertisingSets(count: 1)
        let definition = Self.set(isOneShot: true)
        _ = sets.start(0, definition, at: .zero)
        sets.ended(0, definition)
        #expect(sets[0] == .spent)
        #expect(sets.restart(0, definition, isLinked: false) == nil)
        #expect(sets.start(0, definition, at: .zero) == .start)
    }

    /// A set that the host was told to start is told to stop before it is told to start with a delay, and the host is
    /// never told to stop one that it was not told to start.
    @Test func ordersAlternateWhateverHappens() {
        var random = Entropy(seed: 7).stream("sets")
        let definitions = [
            Self.set(), Self.set(delay: .milliseconds(3)), Self.set(.nonConnectable, continues: true),
            Self.set(delay: .milliseconds(2), isOneShot: true),
        ]
        for _ in 0..<randomCases(200) {
            var sets = DeviceAdvertisingSets(count: definitions.count)
            var onAir = Set<Int>()
            for step in 0..<80 {
                let index = Int(random.below(4))
                let (definition, now) = (definitions[index], Self.instant(step))
                var order: DeviceAdvertisingSets.Order?
                switch random.below(8) {
                case 0: order = sets.start(index, definition, at: now)
                case 1: order = sets.stop(index)
                case 2: order = sets.restart(index, definition, isLinked: random.below(2) == 0)
                case 3: order = sets.pause(index, definition)
                case 4:
                    if sets[index] == .running {
                        sets.ended(index, definition)
                        onAir.remove(index)
                    }
                case 5: sets.isSilenced.toggle()
                case 6:
                    sets.forget(index)
                    onAir.remove(index)
                default:
                    order = sets.startIfDue(index, definition, isLinked: random.below(2) == 0, at: now)
                }
                if order == .stop { #expect(onAir.remove(index) != nil) }
                if order == .start { onAir.insert(index) }
                #expect(onAir == Set(sets.indices.filter { sets[$0] == .running }))
                #expect(sets.brokenInvariant == nil)
            }
        }
    }
}
