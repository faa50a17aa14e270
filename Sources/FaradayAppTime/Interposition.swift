import BluetoothPort
import CInterposition
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether the system's calls are taken over in this process. It is tried once, by calls of our own.
package enum Interposition {
    /// Calls that are taken over together, or not at all.
    package enum Family: String, CaseIterable, Sendable {
        case queues
        case delays
        case tasks
        case clocks
        case waits
        case locks
        case chance
    }

    /// What was found to be taken over.
    package static let found: Set<Family> = {
        let found = check()
        #if canImport(Darwin)
        if faraday_has_originals() { tell(found) }
        #endif
        return found
    }()

    #if canImport(Darwin)
    /// Says once what was found: what a Mac answers, nobody of us has seen.
    private static func tell(_ found: Set<Family>) {
        let taken = Family.allCases.filter(found.contains)
        let real = Family.allCases.filter { !found.contains($0) }
        let line = "Faraday: FaradayInterposition takes over \(listed(taken)); real: \(listed(real))\n"
        line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }
    #endif

    /// Whether the environment leaves the work of apps to the system in this process: tests run as on a Mac then.
    private static let isTurnedOff = getenv("FARADAY_APP_TIME").map { String(cString: $0) } == "real"

    /// Whether a world can hold the work of apps. Half of it would be worse than nothing: a world without tasks would
    /// move its clock while they run.
    package static let isInForce: Bool =
        !isTurnedOff && [.queues, .delays, .tasks, .clocks].allSatisfy(found.contains)

    /// Why apps have real time in this process; `nil` if they have not.
    package static var reason: String? {
        if isInForce { return nil }
        if isTurnedOff { return "FARADAY_APP_TIME=real is in the environment" }
        #if os(Linux) && canImport(Glibc)
        if found.isEmpty {
            return "this program links Swift's libraries statically, or defines the system's functions itself"
        }
        return "something else in this process has taken over \(listed(missing))"
        #elseif os(macOS) || targetEnvironment(simulator)
        guard faraday_has_originals() else {
            return "the library FaradayInterposition is not in this process, or was built with a sanitizer"
        }
        if found.isEmpty {
            return "the library FaradayInterposition was loaded when this process had already begun"
        }
        return "the library FaradayInterposition could not take over \(listed(missing))"
        #else
        return "this system's functions can't be taken over"
        #endif
    }

    private static var missing: [Family] { Family.allCases.filter { !found.contains($0) } }

    private static func listed(_ families: [Family]) -> String {
        families.isEmpty ? "nothing" : families.map(\.rawValue).joined(separator: ", ")
    }

    private static func check() -> Set<Family> {
        guard faraday_has_originals() else { return [] }
        Handlers.install()
        // As if there were a world: the calls of threads without a context are looked at only then.
        faraday_watch_worlds(1)
        defer { faraday_watch_worlds(-1) }
        let clock = AppClock(start: 0)
        clock.mode = .held
        let host = ProbeHost(clock)
        let context = AppContext(clock)
        context.attach { host }
        var found: Set<Family> = []
        context.run {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            if Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) == AppClock.firstUptime {
                found.insert(.clocks)
            }
            DispatchQueue.global().async {}
            if host.take().count == 1 { found.insert(.queues) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) {}
            if host.dropDeadlines() == 1 { found.insert(.delays) }
            Task.detached {}
            if let job = host.take().first {
                learn(job.piece, job.queue)
                // Now that the runtime's function is known, a task is told by its number.
                Task.detached {}
                if let job = host.take().first {
                    found.insert(.tasks)
                    learn(job.piece, job.queue)
                }
            }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
            if host.waits == 1 { found.insert(.waits) }
            var number: UInt64 = 0
            if getentropy(&number, MemoryLayout.size(ofValue: number)) == 0, number == ProbeHost.chance {
                found.insert(.chance)
            }
        }
        if faraday_takes_locks() { found.insert(.locks) }
        clock.mode = .real
        return found
    }

    /// The first job shows by which function Swift's runtime runs jobs. It still has to run.
    private static func learn(_ piece: Piece, _ queue: UInt) {
        guard case .work(let work) = piece.body, let queue = UnsafeRawPointer(bitPattern: queue) else {
            return
        }
        faraday_learn_job(work.run)
        faraday_post(nil, queue, work)
    }
}

/// A world that only looks at what it is given.
private final class ProbeHost: AppTimeHost {
    static let chance: UInt64 = 0x0101_0101_0101_0101
    private let work: Lock<AppWork>
    private let waitCount = Lock(0)
    var waits: Int { waitCount.withLock { $0 } }

    init(_ clock: AppClock) { work = Lock(AppWork(clock)) }

    // Called by the code that is probed: what runs under the lock must not be told to this host in turn.
    func take() -> [(piece: Piece, queue: UInt)] {
        AppContext.outside {
            work.withLock { work in
                var taken: [(piece: Piece, queue: UInt)] = []
                while case .piece(let piece, let queue)? = work.takeNext(runsMain: true) {
                    taken.append((piece, queue))
                }
                return taken
            }
        }
    }

    func dropDeadlines() -> Int {
        AppContext.outside {
            let (count, left) = work.withLock { ($0.deadlines.count, $0.takeAll()) }
            left.drop()
            return count
        }
    }

    func change<Result>(_ body: (AppWork, Int64) -> Result) -> Result { work.withLock { body($0, 0) } }
    func block(_ strand: Strand, _ also: (AppWork) -> Void) { waitCount.withLock { $0 += 1 } }
    func fail(_ strand: Strand) {}
    func leave() {}
    func drive(until time: Int64, _ isOver: () -> Bool) -> Bool { false }
    func draw(_ bytes: UnsafeMutableRawBufferPointer) { for index in bytes.indices { bytes[index] = 1 } }
    func draw(below count: Int) -> Int { 0 }
    func isSetAside() -> Bool { false }
    func realDelay(until time: Int64) -> Int64 { 0 }
    var pacedTime: Int64 { 0 }
    func threadBegins(_ thread: Int32) {}
    func threadEnds(_ thread: Int32) {}
}
