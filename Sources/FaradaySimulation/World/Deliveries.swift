import BluetoothTypes
import FaradayEngine

/// Calls that a world with a schedule has not handed over yet: those that are due, from which it picks, and those that
/// are still on their way.
///
/// An object, so that the state of a world, which nearly always has none, grows by a pointer only; used only under the
/// world's lock. Its properties have no run-time checks for exclusive access: none is read while it is being changed.
final class Deliveries {
    /// Whose order stays: a manager's, a node's or the test's.
    typealias Stream = ObjectIdentifier

    let parts: Schedule.Parts
    /// The streams of the schedule's seed, which is not the world's.
    let entropy: Entropy
    /// How many calls are on their way.
    @exclusivity(unchecked) private(set) var waiting = 0
    /// The calls that are due, oldest first.
    @exclusivity(unchecked) private var due: ContiguousArray<(stream: Stream?, call: World.PendingCall)> = []
    /// The managers whose calls were ever late, by the number that their events carry.
    @exclusivity(unchecked) private var late: ContiguousArray<Lateness> = []
    @exclusivity(unchecked) private var order: EntropyStream
    @exclusivity(unchecked) private var jobs: EntropyStream
    @exclusivity(unchecked) private var gaps: EntropyStream
    /// How often a piece was set aside.
    @exclusivity(unchecked) private var preemptions = 0

    init(_ schedule: Schedule) {
        parts = schedule.parts
        entropy = Entropy(seed: schedule.seed)
        order = entropy.stream("schedule/managers")
        jobs = entropy.stream("schedule/jobs")
        gaps = entropy.stream("schedule/preemptions")
    }

    /// Whether a call is due.
    var hasDue: Bool { !due.isEmpty }

    // MARK: Calls

    /// A call that is due.
    func append(_ call: consuming World.PendingCall, of stream: Stream?) {
        due.append((stream, call))
    }

    /// A call for a manager: due at once, or later. Returns the event that stands for it, and its time, if it is late.
    func admit(
        _ call: consuming World.PendingCall, for recipient: Recipient, at now: Instant
    ) -> (event: Scheduler.Event, time: Instant)? {
        guard parts.contains(.delays) else {
            append(call, of: Stream(recipient))
            return nil
        }
        let lateness = lateness(of: recipient)
        let time = max(lateness.last, now + lateness.delays.next())
        if time <= now, lateness.calls.isEmpty {
            append(call, of: Stream(recipient))
            return nil
        }
        lateness.last = time
        lateness.calls.append((call, time))
        waiting += 1
        return (Scheduler.Event(.delivery, index: lateness.index), time)
    }

    private func lateness(of recipient: Recipient) -> Lateness {
        if let lateness = recipient.lateness { return lateness }
        let name = "schedule/delays \(recipient.node.rawValue) \(recipient.id.rawValue)"
        let lateness = Lateness(
            of: recipient, index: UInt32(late.count), delays: DelayDraw(entropy.stream(name)))
        recipient.lateness = lateness
        late.append(lateness)
        return lateness
    }

    /// What is on its way to a manager becomes due, as far as its time has come.
    func deliver(_ index: UInt32, at now: Instant) {
        let lateness = late[Int(index)]
        while lateness.calls.isFirst({ $0.due <= now }), let (call, _) = lateness.calls.popFirst() {
            waiting -= 1
            append(call, of: lateness.stream)
        }
    }

    /// What is on its way to any manager of a node becomes due.
    func deliverAll(of node: NodeID, at now: Instant) {
        for lateness in late where lateness.node == node {
            lateness.last = now
            while let (call, _) = lateness.calls.popFirst() {
                waiting -= 1
                append(call, of: lateness.stream)
            }
        }
    }

    /// Whether something is on its way to a manager.
    func isWaiting(_ index: UInt32) -> Bool { !late[Int(index)].calls.isEmpty }

    /// Picks one of the calls that are due and takes it out: the oldest of a stream.
    func pick() -> World.PendingCall? {
        guard due.count > 1, parts.contains(.managers) else {
            return due.isEmpty ? nil : due.removeFirst().call
        }
        var seen: [Stream?] = []
        var eligible: [Int] = []
        for index in due.indices where !seen.contains(due[index].stream) {
            seen.append(due[index].stream)
            eligible.append(index)
        }
        let choice = eligible.count == 1 ? 0 : Int(order.below(UInt64(eligible.count)))
        return due.remove(at: eligible[choice]).call
    }

    /// Takes everything out that waits.
    func takeAll() -> [World.PendingCall] {
        var all = due.map(\.call)
        due = []
        for lateness in late {
            while let (call, _) = lateness.calls.popFirst() { all.append(call) }
        }
        waiting = 0
        return all
    }

    // MARK: Jobs

    /// Whether a job runs before calls that wait.
    func putsJobFirst() -> Bool { parts.contains(.jobs) && jobs.below(2) == 0 }

    /// Draws which of so many pieces of the apps' work runs next.
    func drawPiece(_ count: Int) -> Int { Int(jobs.below(UInt64(count))) }

    // MARK: Preemptions

    /// How often a piece of the apps' work is set aside at most: nearly every race shows with two.
    private static let mostPreemptions = 3
    /// So many calls for locks and queues are passed over at most.
    private static let longestGap: UInt64 = 12

    /// How many calls for locks and queues are passed over until one may be set aside; `nil` for all.
    func nextGap() -> Int? {
        guard parts.contains(.preemptions), preemptions < Self.mostPreemptions else { return nil }
        return 1 + Int(gaps.below(Self.longestGap))
    }

    /// A piece is set aside.
    func setAside() { preemptions += 1 }
}

/// The calls that are on their way to one manager, in order; used only under the world's lock.
final class Lateness {
    let node: NodeID
    let stream: Deliveries.Stream
    /// The number that its events carry.
    let index: UInt32
    @exclusivity(unchecked) var delays: DelayDraw
    /// When the last call comes that is on its way, or came.
    @exclusivity(unchecked) var last = Instant.zero
    @exclusivity(unchecked) var calls = Fifo<(call: World.PendingCall, due: Instant)>()

    init(of recipient: Recipient, index: UInt32, delays: DelayDraw) {
        node = recipient.node
        stream = Deliveries.Stream(recipient)
        self.index = index
        self.delays = delays
    }
}
