import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// One value that crossed a stair, in virtual time.
public struct TraceRecord: Hashable, Sendable {
    /// Where it crossed.
    public enum Stair: String, Hashable, Sendable {
        /// Between app code and the phone's stack.
        case port
        /// Between host and controller.
        case hci
        /// Between controllers.
        case air
        /// What happened to the world itself.
        case world
    }

    /// Which way it went.
    public enum Direction: String, Hashable, Sendable {
        /// Towards the air.
        case down
        /// Towards the app.
        case up
        /// Neither up nor down.
        case none
    }

    /// Which role a manager has.
    public enum Role: String, Hashable, Sendable {
        /// A central manager's.
        case central
        /// A peripheral manager's.
        case peripheral
    }

    /// What crossed.
    public enum Payload: Hashable, Sendable {
        /// An app has made a manager.
        case opened(SessionID, Role)
        /// A manager has gone, with its last reference or with its app.
        case closed(SessionID)
        /// An app asks its central manager for something.
        case centralCommand(SessionID, Central.Command)
        /// A central manager tells its app something.
        case centralEvent(SessionID, Central.Event)
        /// An app asks its peripheral manager for something.
        case peripheralCommand(SessionID, Peripheral.Command)
        /// A peripheral manager tells its app something.
        case peripheralEvent(SessionID, Peripheral.Event)
        /// A packet between host and controller.
        case hci(HCI.Packet)
        /// A packet on air.
        case air(AirFrame)
        /// Something that is no packet.
        case world(Happening)
    }

    /// What happened to the world itself.
    public enum Happening: Hashable, Sendable {
        /// A node was added, with its name and its place.
        case added(name: String, Position)
        /// A node stands somewhere else now.
        case moved(Position)
        /// A node was switched on or off.
        case powered(Bool)
        /// A node was taken away.
        case removed
        /// App code did something that CoreBluetooth logs, drops or throws at.
        case misuse(Misuse)
        /// A phone asks its user to pair.
        case pairingAlert(PairingAlert)
        /// The user has answered.
        case pairingAnswer(Host.PairingAnswer)
        /// The system shows an alert on an app's account.
        case systemAlert(SystemAlert)
        /// The user has answered the alert of this number: allows what it asks for, or not.
        case systemAlertAnswer(UInt32, allows: Bool)
        /// Somebody sets whether an app may use Bluetooth, as in Settings.
        case authorization(AppID, Authorization)
        /// Somebody sets the phone's radio, as in Settings or Control Center.
        case bluetooth(RadioState)
        /// An app ends, and why.
        case termination(AppID, TerminationReason)
        /// An app runs more or less than before.
        case appState(AppID, AppState)
        /// An app starts.
        case launch(AppID, AppLaunch)
        /// A line of the test's own.
        case note(String)
    }

    /// When; a frame on air has its own time, which may lie some milliseconds ahead of its neighbours'.
    public var time: Instant
    /// Whose stair it is; `nil` for the world itself.
    public var node: NodeID?
    /// Which way it went.
    public var direction: Direction
    /// What crossed.
    public var payload: Payload

    /// Creates a record.
    public init(time: Instant, node: NodeID?, direction: Direction, payload: Payload) {
        self.time = time
        self.node = node
        self.direction = direction
        self.payload = payload
    }

    /// Where it crossed.
    public var stair: Stair {
        switch payload {
        case .opened, .closed, .centralCommand, .centralEvent, .peripheralCommand, .peripheralEvent: .port
        case .hci: .hci
        case .air: .air
        case .world: .world
        }
    }
}

extension World {
    /// Starts to keep the trace: the last `capacity` records.
    ///
    /// It costs nothing while it is off.
    public func startTrace(capacity: Int = 100_000) {
        lock.withLock { state in
            state.trace.start(capacity: capacity)
            let trace = state.trace
            state.medium.air = { frame in
                trace.append(
                    TraceRecord(time: frame.time, node: frame.node, direction: .none, payload: .air(frame)))
            }
        }
    }

    /// Stops keeping the trace; what was kept stays.
    public func stopTrace() {
        lock.withLock { state in
            state.trace.isOn = false
            state.medium.air = nil
        }
    }

    /// What was kept, oldest first.
    public var trace: [TraceRecord] { lock.withLock { Array($0.trace.records) } }

    /// How many records were made since tracing began, kept or not.
    public var traceCount: Int { lock.withLock { $0.trace.count } }

    /// The records that are new since `position`, and where to go on; those that are no longer kept are
    /// left out.
    ///
    /// ```swift
    /// let (records, next) = world.trace(since: position)
    /// ```
    public func trace(since position: Int) -> (records: [TraceRecord], position: Int) {
        lock.withLock { state in (Array(state.trace.records(since: position)), state.trace.count) }
    }

    /// Takes the kept records out, for somebody who writes them away as the world runs.
    public func takeTrace() -> [TraceRecord] { lock.withLock { $0.trace.takeAll() } }

    /// How many records have been lost, so far: more were made than are kept, and nobody had taken them.
    public var lostTraceCount: Int { lock.withLock { $0.trace.lost } }

    /// The kept trace as lines of text, or its last `count` lines.
    public func traceText(last count: Int = .max) -> String {
        let (records, names) = lock.withLock { state in
            (Array(state.trace.records.suffix(count)), state.nodes.map(\.name))
        }
        return TraceText(names: names).text(of: records)
    }

    /// The kept trace as JSON Lines; see `TraceJSON`.
    public func traceJSONLines() -> String {
        let (records, names) = lock.withLock { state in
            (Array(state.trace.records), state.nodes.map(\.name))
        }
        return TraceJSON(names: names).lines(of: records)
    }

    /// The kept trace as a capture file.
    public func capture(_ format: CaptureFormat = .pcapng) -> [UInt8] {
        let (records, names) = lock.withLock { state in
            (Array(state.trace.records), state.nodes.map(\.name))
        }
        var recorder = CaptureRecorder(format, names: names)
        // An event's frames are traced when it begins, ahead of what hosts do meanwhile.
        let order = records.indices.sorted { (records[$0].time, $0) < (records[$1].time, $1) }
        for index in order { recorder.add(records[index]) }
        return recorder.drain()
    }
}

/// The records of a world, in a ring of bounded size; used under the world's lock only.
final class TraceLog {
    @exclusivity(unchecked) var isOn = false
    private(set) var count = 0
    /// How many made room for others before they were taken.
    private(set) var lost = 0
    private let scheduler: Scheduler
    private var ring: ContiguousArray<TraceRecord> = []
    private var capacity = 0
    /// Where the oldest record of a full ring is.
    private var oldest = 0

    init(scheduler: Scheduler) { self.scheduler = scheduler }

    func start(capacity: Int) {
        precondition(capacity > 0, "a trace of \(capacity) records")
        if capacity != self.capacity {
            lost += max(0, ring.count - capacity)
            ring = ContiguousArray(records.suffix(capacity))
            oldest = 0
            self.capacity = capacity
        }
        isOn = true
    }

    func record(_ node: NodeID?, _ direction: TraceRecord.Direction, _ payload: TraceRecord.Payload) {
        append(TraceRecord(time: scheduler.now, node: node, direction: direction, payload: payload))
    }

    func append(_ record: TraceRecord) {
        count += 1
        guard ring.count == capacity else { return ring.append(record) }
        lost += 1
        ring[oldest] = record
        oldest = oldest + 1 == capacity ? 0 : oldest + 1
    }

    /// What is kept, oldest first; from now on it is not.
    func takeAll() -> [TraceRecord] {
        defer {
            ring.removeAll()
            oldest = 0
        }
        return Array(records)
    }

    /// What is kept, oldest first.
    var records: ArraySlice<TraceRecord> { records(since: 0) }

    /// What is kept of the records from number `position` on.
    func records(since position: Int) -> ArraySlice<TraceRecord> {
        let ordered = oldest == 0 ? Array(ring) : Array(ring[oldest...] + ring[..<oldest])
        return ordered[min(ordered.count, max(0, position - (count - ordered.count)))...]
    }
}
