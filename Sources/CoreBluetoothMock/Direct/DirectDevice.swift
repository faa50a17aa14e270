import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// A mock peripheral without a simulated device.
final class DirectDevice: SpecBook.Place {
    let spec: CBMPeripheralSpec
    let state: Lock<SpecState>
    let connectable = ConnectableNote()

    /// A future advertisement.
    struct Beat: Sendable {
        let index: Int
        let generation: Int
        let delay: Nanoseconds
    }

    /// What firmware was told of links and subscriptions.
    struct Told {
        var isConnected = false
        var heard: [CBMCharacteristicMock] = []
    }

    private struct WeakPeripheral {
        weak var peripheral: DirectPeripheral?
    }

    private struct Life {
        /// Peripherals of managers that are linked to it, oldest first.
        var links: [WeakPeripheral] = []
        var sets: [CBMAdvertisementConfig] = []
        /// The time at which the advertising of the sets started.
        var start = Instant.zero
        /// For each set, whether its next advertisement is scheduled.
        var armed: [Bool] = []
        /// A number that distinguishes the sets from earlier ones.
        var generation = 0
        /// The peripheral was removed: nobody can connect to it any more.
        var isGone = false
        /// How often it has restarted.
        var restarts = 0
        /// What its firmware knows.
        var told = Told()
    }

    private let life = Lock(Life())

    init(_ spec: CBMPeripheralSpec, _ state: SpecState) {
        self.spec = spec
        nonisolated(unsafe) let state = state
        self.state = Lock(state)
    }

    /// The interval "I" of CoreBluetoothMock: the time that most answers take.
    var interval: Nanoseconds { state.withLock { .seconds(Self.length($0.connectionInterval ?? 0.045)) } }
    var supervisionTimeout: Nanoseconds {
        state.withLock { .seconds(Self.length($0.supervisionTimeout ?? 4)) }
    }

    /// A duration within the range that a clock can wait for.
    private static func length(_ seconds: TimeInterval) -> TimeInterval {
        seconds.isNaN ? 0 : min(max(seconds, 0), 3e9)
    }

    // MARK: Links

    /// The managers' peripheral objects that have a link to this device, oldest first.
    var links: [DirectPeripheral] { life.withLock { $0.links.compactMap(\.peripheral) } }

    /// Whether any app is connected to it.
    var isConnected: Bool { !isGone && (state.withLock { $0.virtualConnections } > 0 || !links.isEmpty) }

    /// Whether the peripheral was removed.
    var isGone: Bool { life.withLock { $0.isGone } }

    /// A number that changes when the peripheral restarts or is removed: what it has begun before then comes to nothing.
    var restarts: Int { life.withLock { $0.restarts } }

    func noteRestart() { life.withLock { $0.restarts += 1 } }

    /// What its firmware was told last; replaces it.
    func tell(_ new: Told) -> Told {
        nonisolated(unsafe) let new = new
        return life.withLock { life in
            defer { life.told = new }
            return life.told
        }
    }

    /// Removes the peripheral; returns the managers' peripheral objects that had a link to it.
    func leave(at now: Instant) -> [DirectPeripheral] {
        startAdvertising(nil, at: now)
        life.withLock { life in
            life.isGone = true
            life.restarts += 1
        }
        return takeLinks()
    }

    func addLink(_ peripheral: DirectPeripheral) {
        life.withLock { $0.links.append(WeakPeripheral(peripheral: peripheral)) }
    }

    func hasLink(_ peripheral: DirectPeripheral) -> Bool {
        life.withLock { $0.links.contains { $0.peripheral === peripheral } }
    }

    /// A manager's link has ended; returns whether there was one.
    func removeLink(_ peripheral: DirectPeripheral) -> Bool {
        life.withLock { life in
            guard let index = life.links.firstIndex(where: { $0.peripheral === peripheral }) else {
                return false
            }
            life.links.remove(at: index)
            return true
        }
    }

    /// Removes all links of managers, and returns their peripheral objects.
    func takeLinks() -> [DirectPeripheral] {
        let links = links
        life.withLock { $0.links = [] }
        return links
    }

    // MARK: Advertising

    /// The advertising sets.
    var sets: [CBMAdvertisementConfig] { life.withLock { $0.sets } }

    /// Advertises these sets from now on, each after its delay.
    func startAdvertising(_ sets: [CBMAdvertisementConfig]?, at now: Instant) {
        nonisolated(unsafe) let sets = sets ?? []
        life.withLock { life in
            life.sets = sets
            life.armed = sets.map { _ in false }
            life.start = now
            life.generation += 1
        }
    }

    /// Schedules the next advertisement of a set and returns it; `nil` if one is already scheduled, or if there is
    /// none.
    func arm(_ index: Int, at now: Instant) -> Beat? {
        life.withLock { life in
            guard life.sets.indices.contains(index), !life.armed[index],
                let delay = life.sets[index].nextBeat(now - life.start)
            else { return nil }
            life.armed[index] = true
            return Beat(index: index, generation: life.generation, delay: delay)
        }
    }

    /// The set whose advertisement is sent now; `nil` if the set was replaced.
    func disarm(_ beat: Beat) -> CBMAdvertisementConfig? {
        life.withLock { life in
            guard life.generation == beat.generation else { return nil }
            life.armed[beat.index] = false
            return life.sets[beat.index]
        }
    }
}

extension CBMAdvertisementConfig {
    /// The time until the next advertisement, seen from `time` after the start. The first advertisement comes at
    /// `delay`, or one interval after the start if `delay` is 0; then one comes at each interval, to the nanosecond.
    /// `nil` if there is none.
    func nextBeat(_ time: Nanoseconds) -> Nanoseconds? {
        guard interval.isFinite, delay.isFinite, interval >= 0, delay >= 0, interval + delay > 0,
            interval < Self.longest, delay < Self.longest
        else { return nil }
        let first = Nanoseconds.seconds(delay > 0 ? delay : max(interval, Self.shortest))
        if time < first { return first - time }
        guard interval > 0 else { return nil }
        let period = Nanoseconds.seconds(max(interval, Self.shortest)).count
        return Nanoseconds(period - (time - first).count % period)
    }

    /// The shortest interval that timers accept.
    private static let shortest = 0.0001
    /// About a century; longer times make no sense.
    private static let longest = 3e9
}
