import BluetoothPort
import CInterposition

/// The worlds of the process that hold an app's work: threads without a context ask them about what they share.
package enum LiveHosts {
    package typealias Place = @Sendable () -> (any AppTimeHost)?

    private static let places = Lock<[(clock: AppClock, host: Place)]>([])

    /// - Parameter host: Answers with the world, as long as it exists.
    package static func add(_ clock: AppClock, _ host: @escaping Place) {
        places.withLock { $0.append((clock, host)) }
        faraday_watch_worlds(1)
    }

    package static func remove(_ clock: AppClock) {
        // Released outside the lock.
        let removed = places.withLock { places in
            let removed = places.filter { $0.clock === clock }
            places.removeAll { $0.clock === clock }
            return removed
        }
        if !removed.isEmpty { faraday_watch_worlds(-1) }
    }

    /// Those that have such things. The others are not asked: to ask a world means to keep it for that time, on a thread
    /// that knows nothing of it, where it may then end.
    static func with(_ concern: AppClock.Concern) -> [any AppTimeHost] {
        let places = places.withLock { $0.filter { $0.clock.has(concern) } }
        return places.compactMap { $0.host() }
    }

    /// Those in which threads are blocked, but for the one with this clock.
    static func blocked(otherThan clock: UnsafeMutablePointer<faraday_clock>?) -> [any AppTimeHost] {
        let places = places.withLock { $0.filter { $0.clock.mode == .held && $0.clock.watchesLocks } }
        return places.compactMap { $0.clock.raw == clock ? nil : $0.host() }
    }
}
