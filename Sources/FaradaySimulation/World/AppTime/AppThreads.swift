import BluetoothPort
import CInterposition
import FaradayAppTime

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Watches the threads that apps have begun while they have their worlds' turns.
///
/// What they wait for by the system's own means, a socket or a pipe, nobody tells their world. Such a thread loses its turn,
/// so that the world goes on, and gets it back with its next call that waits.
enum AppThreads {
    private struct Entry {
        let thread: Int32
        weak var world: World?
    }

    private struct State {
        var entries: [Entry] = []
        var isWatched = false
    }

    /// What was seen of one world.
    private struct Sight {
        let world: ObjectIdentifier
        let turn: UInt64
        /// In how many of the last looks its thread waited for something outside, and how many there were.
        var outside = 0
        var looks = 0
    }

    private static let state = Lock(State())
    /// Microseconds of real time from one look to the next.
    private static let interval: UInt32 = 2000
    /// A thread that is in the system in so many looks, without another turn in between, waits for something outside.
    private static let outsideLooks = 3
    /// A thread that has its turn for so many looks waits in a loop of its own, or for a thread that waits for its turn by
    /// means that nobody takes over.
    private static let mostLooks = 2500

    static func begin(_ thread: Int32, in world: World) {
        let isFirst = state.withLock { state in
            state.entries.append(Entry(thread: thread, world: world))
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if isFirst { WorkerThreads.run { _ in watch() } }
    }

    static func end(_ thread: Int32) { state.withLock { $0.entries.removeAll { $0.thread == thread } } }

    private static func watch() {
        var sights: [Sight] = []
        while true {
            usleep(interval)
            let entries = state.withLock { state in
                state.entries.removeAll { $0.world == nil }
                if state.entries.isEmpty { state.isWatched = false }
                return state.entries
            }
            if entries.isEmpty { return }
            sights = look(at: entries, sights)
        }
    }

    private static func look(at entries: [Entry], _ before: [Sight]) -> [Sight] {
        var sights: [Sight] = []
        for world in entries.compactMap(\.world) {
            let identifier = ObjectIdentifier(world)
            guard !sights.contains(where: { $0.world == identifier }) else { continue }
            guard let turn = AppWorkHost(world: world).turnOfApps else { continue }
            var sight =
                before.first { $0.world == identifier && $0.turn == turn }
                ?? Sight(world: identifier, turn: turn)
            sight.looks += 1
            // Only one of them has the turn. The others are blocked, and wait for another thread.
            let states = entries.filter { $0.world === world }.map { faraday_thread_state($0.thread) }
            let isOutside = states.contains(Int32(FARADAY_STATE_WAITS_OUTSIDE.rawValue))
            sight.outside = isOutside ? sight.outside + 1 : 0
            if sight.outside >= outsideLooks || sight.looks >= mostLooks {
                AppWorkHost(world: world).revoke(turn)
            } else {
                sights.append(sight)
            }
        }
        return sights
    }
}
