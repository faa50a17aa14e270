import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A mock peripheral that is there, without a device below.
final class DirectDevice: SpecBook.Place {
    let spec: CBMPeripheralSpec
    let state: Lock<SpecState>
    let connectable = ConnectableNote()

    /// An advertisement that is to come.
    struct Beat: Sendable {
        let index: Int
        let generation: Int
        let delay: Nanoseconds
    }

    private struct WeakPeripheral {
        weak var peripheral: DirectPeripheral?
    }

    private struct Life {
        /// Peripherals of managers that are linked to it, oldest first.
        var links: [WeakPeripheral] = []
        var sets: [CBMAdvertisementConfig] = []
        /// Since when the sets are advertised.
        var start = Instant.zero
        /// Which of them are to come.
        var armed: [Bool] = []
        /// Tells the sets from earlier ones.
        var generation = 0
        /// It has been taken away: nobody links to it any more.
        var isGone = false
    }

    private let life = Lock(Life())

    init(_ spec: CBMPeripheralSpec, _ state: SpecState) {
        self.spec = spec
        nonisolated(unsafe) let state = state
        self.state = Lock(state)
    }

    /// That library's I: what most answers take.
    var interval: Nanoseconds { state.withLock { .seconds(Self.length($0.connectionInterval ?? 0.045)) } }
    var supervisionTimeout: Nanoseconds {
        state.withLock { .seconds(Self.length($0.supervisionTimeout ?? 4)) }
    }

    /// A length of time that a clock can wait for.
    private static func length(_ seconds: TimeInterval) -> TimeInterval {
        seconds.isNaN ? 0 : min(max(seconds, 0), 3e9)
    }

    // MARK: Links

    /// Peripherals of managers that are linked to it.
    var links: [DirectPeripheral] { life.withLock { $0.links.compactMap(\.peripheral) } }

    /// Whether any app is connected to it.
    var isConnected: Bool { !isGone && (state.withLock { $0.virtualConnections } > 0 || !links.isEmpty) }

    private var isGone: Bool { life.withLock { $0.isGone } }

    /// It is taken away; managers that were linked to it.
    func leave(at now: Instant) -> [DirectPeripheral] {
        startAdvertising(nil, at: now)
        life.withLock { $0.isGone = true }
        return takeLinks()
    }

    func addLink(_ peripheral: DirectPeripheral) {
        life.withLock { $0.links.append(WeakPeripheral(peripheral: peripheral)) }
    }

    /// A manager's link has ended; whether there was one.
    func removeLink(_ peripheral: DirectPeripheral) -> Bool {
        life.withLock { life in
            guard let index = life.links.firstIndex(where: { $0.peripheral === peripheral }) else {
                return false
            }
            life.links.remove(at: index)
            return true
        }
    }

    /// No manager is linked to it any more.
    func takeLinks() -> [DirectPeripheral] {
        let links = links
        life.withLock { $0.links = [] }
        return links
    }

    /// It knows of no links any more; managers hear of that later.
    func endLinks(_ error: Error, after delay: Nanoseconds) {
        for peripheral in takeLinks() { peripheral.lose(error, after: delay) }
    }

    // MARK: Advertising

    /// What it advertises.
    var sets: [CBMAdvertisementConfig] { life.withLock { $0.sets } }

    /// Advertises these from now on, each from its delay.
    func startAdvertising(_ sets: [CBMAdvertisementConfig]?, at now: Instant) {
        nonisolated(unsafe) let sets = sets ?? []
        life.withLock { life in
            life.sets = sets
            life.armed = sets.map { _ in false }
            life.start = now
            life.generation += 1
        }
    }

    /// The next advertisement of a set, from now on to come; `nil` if it is to come already, or if there is none.
    func arm(_ index: Int, at now: Instant) -> Beat? {
        life.withLock { life in
            guard life.sets.indices.contains(index), !life.armed[index],
                let delay = life.sets[index].nextBeat(now - life.start)
            else { return nil }
            life.armed[index] = true
            return Beat(index: index, generation: life.generation, delay: delay)
        }
    }

    /// The set whose advertisement comes now; `nil` if it has been replaced.
    func disarm(_ beat: Beat) -> CBMAdvertisementConfig? {
        life.withLock { life in
            guard life.generation == beat.generation else { return nil }
            life.armed[beat.index] = false
            return life.sets[beat.index]
        }
    }
}

extension CBMAdvertisementConfig {
    /// How long it is to the next advertisement, `time` after the first could have come: at `delay`, or one interval
    /// after the start if that is 0, and then at each interval, to the nanosecond. `nil` if there is none.
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

    /// What timers take for the shortest time.
    private static let shortest = 0.0001
    /// A century: beyond, it is no time to wait for.
    private static let longest = 3e9
}
