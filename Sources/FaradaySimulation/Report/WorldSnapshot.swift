import BluetoothTypes
import FaradayAppTime

/// The state of a world at one moment, for the report of a failed test.
package struct WorldSnapshot: Sendable {
    package let time: Instant
    package let eventCount: UInt64
    /// The run that failed, with the place of its call; `nil` when something else failed.
    package let error: World.RunError?
    package let place: SourcePlace?
    /// What apps wait for, one line each.
    package let requests: [String]
    package let hints: [Hint]
    /// Where each hint's thing was called, if that is known.
    let hintPlaces: [CallPlace?]
    /// Where the test has run another world.
    private let otherRun: String?
    private let entries: [StoryEntry]
    /// How many lines of the story came before `entries`.
    private let dropped: Int
    private let tail: [TraceRecord]
    private let names: TraceNames
    /// When that happened which the report is about, if the world went on after it.
    private var focus: Instant?

    fileprivate init(_ state: borrowing WorldState, _ error: World.RunError?, _ place: SourcePlace?) {
        time = state.now
        eventCount = state.scheduler.eventCount
        (self.error, self.place) = (error, place)
        let names = state.traceNames
        requests = state.requestDescriptions(names)
        let evidence = WorldEvidence(state)
        hints = HintFinder(evidence, names, error).hints
        entries = Array(state.trace.story.entries)
        let other = (state.kept[ObjectIdentifier(OtherRun.self)] as? OtherRun)?.site.place
        otherRun = other.map { "\($0.fileName):\($0.line)" }
        let places = HintPlaces(entries: entries, names: names, state: evidence)
        hintPlaces = hints.map(places.place(of:))
        dropped = state.trace.story.dropped
        tail = state.trace.last(Self.tailLength)
        self.names = names
    }

    /// The hints with their places: with the lines of the calls, if they were looked up, or else with the functions.
    package var hintLines: [String] {
        zip(hints, hintPlaces).map { hint, place in
            let text = place?.text ?? (hint == .otherWorld ? otherRun : nil)
            return "\(hint)" + (text.map { " (\($0))" } ?? "").asciiLine
        }
    }

    /// How many of the last records are kept beside the story.
    private static let tailLength = 40

    /// The same state, for a report about something that happened at `time`: the story ends a few lines after
    /// it, if the lines of that time are still kept.
    package func focused(on time: Instant) -> WorldSnapshot {
        var focused = self
        let isKept = dropped == 0 || entries.first.map { $0.record.time < time } ?? false
        focused.focus = time < self.time && isKept ? time : nil
        return focused
    }

    /// The story, without what followed from the end of the test, such as the release of the app's objects. If there
    /// are more than `first` and `last` lines, a line in between says so.
    package func story(first: Int, last: Int) -> [String] {
        let text = StoryText(names)
        var told = entries[...]
        while let entry = told.last, isTearDown(entry.record) { told.removeLast() }
        var following = 0
        if let focus {
            let end = told.firstIndex { $0.record.time > focus } ?? told.endIndex
            following = max(0, told.endIndex - end - Self.linesAfterFocus)
            told.removeLast(following)
        }
        let rest = following == 0 ? [] : ["     ... \(following) lines follow ..."]
        return story(told, first, last, text) + rest
    }

    private func story(
        _ told: ArraySlice<StoryEntry>, _ first: Int, _ last: Int, _ text: StoryText
    ) -> [String] {
        // A line that replaces two lines saves only one.
        guard told.count + dropped > first + last + 2 else { return told.map(text.line) }
        let beginning = dropped == 0 ? told.prefix(first) : []
        let end = told.suffix(last)
        let left = told.count + dropped - beginning.count - end.count
        return beginning.map(text.line) + ["     ... \(left) lines are left out ..."] + end.map(text.line)
    }

    /// The beginning of a report: the seed, what apps and the test did, and what is still open.
    package func account(seed: UInt64, showsPlace: Bool = false) -> [String] {
        var lines = ["seed \(seed), \(time) s of virtual time, \(eventCount) events"]
        if showsPlace, let place {
            lines.append("the run that gave up: \(place.filePath):\(place.line)")
        }
        let story = story(first: Self.storyBeginning, last: Self.storyEnd)
        if !story.isEmpty { lines += ["what apps and the test did:"] + story }
        // The error of a run already lists them.
        if error == nil, focus == nil, !requests.isEmpty {
            lines += ["still open:"] + requests.prefix(6).map { "  " + $0 }
        }
        return lines
    }

    /// How many lines of the story are shown, from its beginning and from its end.
    private static let storyBeginning = 12
    private static let storyEnd = 24
    /// How many lines are shown of what followed the moment that the report is about.
    private static let linesAfterFocus = 4

    /// The last `count` packets of links that crossed HCI or the air, without advertising, of which there is too much.
    package func packets(last count: Int) -> [String] {
        if focus != nil { return [] }
        let text = TraceText(names)
        var told = tail[...]
        if let last = tail.last(where: \.isOfStory), isTearDown(last),
            let first = tail.firstIndex(where: isTearDown)
        {
            told = tail[..<first]
        }
        return told.filter(\.isOfLink).suffix(count).map(text.line)
    }

    /// Whether a record belongs to the end of the test: nobody drives the world any more, and the app's objects are
    /// released.
    private func isTearDown(_ record: TraceRecord) -> Bool {
        guard record.time == time else { return false }
        return switch record.payload {
        case .closed, .centralCommand(_, .release): true
        case .world(.misuse(let misuse)):
            misuse.kind == .unusedConnectedPeripheral || misuse.kind == .unusedConnectingPeripheral
        default: false
        }
    }
}

extension TraceRecord {
    /// Whether it is a packet of a link with useful content.
    fileprivate var isOfLink: Bool {
        switch payload {
        case .hci(.acl): return true
        case .air(let frame):
            if case .data(let pdu) = frame.kind { return !pdu.isEmpty }
            return false
        default: return false
        }
    }
}

extension WorldState {
    /// A run throws: stores the state of the world for the report.
    mutating func keepSnapshot(of error: World.RunError, at place: SourcePlace) {
        kept[ObjectIdentifier(WorldSnapshot.self)] = WorldSnapshot(self, error, place)
    }
}

extension World {
    /// The state of the world now.
    package func snapshot() -> WorldSnapshot { lock.withLock { WorldSnapshot($0, nil, nil) } }

    /// The state of the world when a run last threw. The error itself has no source location, and objects of the app
    /// may be released while it propagates.
    package var failedRun: WorldSnapshot? { kept(as: WorldSnapshot.self) }
}

extension World {
    /// How far a world has come: two values show whether the world goes on.
    package struct Progress: Hashable, Sendable {
        package var eventCount: UInt64
        /// Lines of the story, including dropped ones; repetitions add none.
        package var storyLines: Int
        /// Whether a run is active; its timeout will end it.
        package var isRunning: Bool
        /// Whether there is work that has not been done yet.
        package var isWaitingForTurn: Bool
        package var now = Instant.zero
        /// When the last thing is due that the apps or the test have set for later.
        package var latestPlan: Instant?
        /// Whether the test itself is blocked, on a thread or on the main queue that others may wait for.
        package var isBlocked = false

        package init(eventCount: UInt64, storyLines: Int, isRunning: Bool, isWaitingForTurn: Bool) {
            (self.eventCount, self.storyLines) = (eventCount, storyLines)
            (self.isRunning, self.isWaitingForTurn) = (isRunning, isWaitingForTurn)
        }
    }

    package var progress: Progress { lock.withLock { Progress(of: $0) } }

    /// Whether the trace has packets, which a capture shows. A phone whose managers belong to a higher layer has only
    /// the packets of its own start.
    package var hasPackets: Bool { lock.withLock { $0.hasPackets } }

    /// How many records the trace keeps, how many there were in total, and the time of the first kept record.
    package var traceExtent: (kept: Int, all: Int, start: Instant?) { lock.withLock { $0.traceExtent } }
}

extension WorldState {
    fileprivate var hasPackets: Bool {
        trace.records.contains { $0.stair == .air || $0.stair == .hci && !hasOtherManagers }
    }

    fileprivate var traceExtent: (kept: Int, all: Int, start: Instant?) {
        let records = trace.records
        return (records.count, trace.count, records.first?.time)
    }
}

extension World.Progress {
    fileprivate init(of state: borrowing WorldState) {
        let (driver, work, story) = (state.driver, state.work, state.trace.story)
        self.init(
            eventCount: state.scheduler.eventCount, storyLines: story.dropped + story.entries.count,
            isRunning: driver.runs.awake > 0 || !driver.runs.parked.isEmpty,
            isWaitingForTurn: state.hasWork || driver.thread != 0
                || driver.runs.scopes > 0 && state.scheduler.count > 0)
        now = state.now
        let ofApps = work.deadlines.latest.map { Instant(nanoseconds: $0) }
        // A host has a deadline at all times, and a device a next packet.
        let pending = state.scheduler.pending.lazy.reversed()
        let ofTest = pending.first { $0.1.kind == .action && !state.isOvertaken($0.1) }?.0
        latestPlan = [ofApps, ofTest].compactMap(\.self).max()
        isBlocked = state.hasStuckWork
    }
}
