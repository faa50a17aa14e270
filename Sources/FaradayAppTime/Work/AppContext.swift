import BluetoothPort
import CInterposition

/// Whose code runs: a world, and the phone of which it is an app.
///
/// A thread has a context while a world calls something on it. What that code hands on, a block or a task or a timer,
/// keeps the context.
package final class AppContext: Sendable {
    /// What the C side knows the context by; it lives as long as this object.
    nonisolated(unsafe) package let raw: UnsafeMutablePointer<faraday_context>
    package let clock: AppClock
    /// Who knows the host. A closure in a lock would get a layer more with each access.
    private struct Place: Sendable { let host: @Sendable () -> (any AppTimeHost)? }
    private let place = Lock<Place?>(nil)
    private let question: @Sendable () -> (any PortProvider)?

    /// - Parameter provider: Answers with the phone of managers that the code creates.
    package init(_ clock: AppClock, provider: @escaping @Sendable () -> (any PortProvider)? = { nil }) {
        self.clock = clock
        question = provider
        raw = .allocate(capacity: 1)
        raw.initialize(to: faraday_context(clock: clock.raw, owner: nil, task: nil))
        raw.pointee.owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// From now on this closure answers with the context's world, as long as it exists.
    package func attach(_ host: @escaping @Sendable () -> (any AppTimeHost)?) {
        place.withLock { $0 = Place(host: host) }
    }

    /// The phone of managers that the code creates.
    package var provider: (any PortProvider)? { question() }

    deinit { raw.deallocate() }

    /// The world, as long as it exists.
    package var host: (any AppTimeHost)? { place.withLock { $0 }?.host() }

    /// The object behind a raw context.
    static func of(_ raw: UnsafeMutablePointer<faraday_context>) -> AppContext {
        guard let owner = raw.pointee.owner else { preconditionFailure("a context without an object") }
        return Unmanaged<AppContext>.fromOpaque(owner).takeUnretainedValue()
    }

    /// The context of the code that runs, if it is in force.
    package static var current: AppContext? { faraday_current().map(of) }

    /// Runs `body` with this context.
    @inline(__always)
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = faraday_enter(raw)
        defer { _ = faraday_enter(outer) }
        return try body()
    }

    /// Runs `body` without a context: its calls go to the system.
    @inline(__always)
    package static func outside<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = faraday_enter(nil)
        defer { _ = faraday_enter(outer) }
        return try body()
    }
}

/// The clock that all code of a world reads.
package final class AppClock: Sendable {
    /// How the time of a world moves.
    package enum Mode: Int32, Sendable {
        case real = 0
        case held = 1
        case paced = 2
    }

    nonisolated(unsafe) package let raw: UnsafeMutablePointer<faraday_clock>
    /// What the monotonic clocks show when a world begins. Not zero, which dispatch reads as the present.
    package static let firstUptime: Int64 = 86_400_000_000_000
    /// From 1970 to the date from which Core Foundation counts.
    package static let secondsToReferenceDate = 978_307_200.0

    private static let count = Lock<UInt64>(0)
    let mainOperations = KeptMainOperations()

    /// - Parameter start: When the world begins, in nanoseconds since 1970.
    package init(start: Int64) {
        raw = .allocate(capacity: 1)
        raw.initialize(to: faraday_clock())
        raw.pointee.uptime = Self.firstUptime
        raw.pointee.number = Self.count.withLock { count in
            count += 1
            return count
        }
        raw.pointee.wall_offset = start - Self.firstUptime
    }

    deinit { raw.deallocate() }

    /// The virtual time that running code reads, in nanoseconds since the world began.
    @inline(__always)
    package func show(_ time: Int64) { faraday_clock_set(raw, Self.firstUptime + time) }

    package var mode: Mode {
        get { Mode(rawValue: faraday_clock_mode(raw)) ?? .real }
        set { faraday_clock_set_mode(raw, newValue.rawValue) }
    }

    /// Whether anything waits or is blocked; while nothing is, calls that run something at once need not ask.
    package var isBusy: Bool {
        get { raw.pointee.busy != 0 }
        set { faraday_clock_set_busy(raw, newValue ? 1 : 0) }
    }

    /// Whether threads are blocked: a call for a lock may have to wait for one of them.
    package var watchesLocks: Bool {
        get { raw.pointee.watches_locks != 0 }
        set { faraday_clock_set_watches_locks(raw, newValue ? 1 : 0) }
    }

    /// What a world has of the things that are the whole process's.
    enum Concern: Int32 {
        case queues = 1
        case loops = 2
    }

    /// The world has such a thing, and is asked about it from now on.
    func add(_ concern: Concern) { faraday_clock_add_concern(raw, concern.rawValue) }

    func has(_ concern: Concern) -> Bool { faraday_clock_has_concern(raw, concern.rawValue) }

    /// How many calls for locks and queues there are until one is told to the world; 0 if none is.
    package var callsLeft: Int {
        get { Int(raw.pointee.calls_left) }
        set { faraday_clock_set_calls_left(raw, Int32(newValue)) }
    }
}
