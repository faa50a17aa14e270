import BluetoothTypes

/// How a world stood at one moment: what a failed test is told.
package struct WorldSnapshot: Sendable {
    package let time: Instant
    package let eventCount: UInt64
    /// The run that failed, and where it was called; `nil` when something else did.
    package let error: World.RunError?
    package let place: SourcePlace?
    /// What apps wait for, one line each.
    package let requests: [String]
    package let hints: [Hint]
    private let entries: [StoryEntry]
    /// How many lines of the story there were before `entries`.
    private let dropped: Int
    private let tail: [TraceRecord]
    private let names: TraceNames

    fileprivate init(_ state: WorldState, _ error: World.RunError?, _ place: SourcePlace?) {
        time = state.now
        eventCount = state.scheduler.eventCount
        (self.error, self.place) = (error, place)
        let names = state.traceNames
        requests = state.requestDescriptions(names)
        hints = HintFinder(state, names, error).hints
        entries = Array(state.trace.story.entries)
        dropped = state.trace.story.dropped
        tail = state.trace.last(Self.tailLength)
        self.names = names
    }

    /// How many of the last records are kept beside the story.
    private static let tailLength = 40

    /// The story, without what followed from the end of the test: the app's objects let go of at the last moment. If
    /// there is more than `first` and `last` lines, a line in between says so.
    package func story(first: Int, last: Int) -> [String] {
        let text = StoryText(names)
        var told = entries[...]
        while let entry = told.last, isTearDown(entry.record) { told.removeLast() }
        // A line that says that two are left out saves one.
        guard told.count + dropped > first + last + 2 else { return told.map(text.line) }
        let beginning = dropped == 0 ? told.prefix(first) : []
        let end = told.suffix(last)
        let left = told.count + dropped - beginning.count - end.count
        return beginning.map(text.line) + ["     ... \(left) lines are left out ..."] + end.map(text.line)
    }

    /// The last `count` packets of links that crossed HCI or the air; of advertising there is too much to say anything.
    package func packets(last count: Int) -> [String] {
        let text = TraceText(names)
        var told = tail[...]
        if let last = tail.last(where: \.isOfStory), isTearDown(last),
            let first = tail.firstIndex(where: isTearDown)
        {
            told = tail[..<first]
        }
        return told.filter(\.isOfLink).suffix(count).map(text.line)
    }

    /// Whether a record is of the end of the test: nobody drives the world any more, and the app's objects go.
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
    /// Whether it is a packet of a link that says something.
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
    func snapshot(of error: World.RunError? = nil, at place: SourcePlace? = nil) -> WorldSnapshot {
        WorldSnapshot(self, error, place)
    }
}

extension World {
    /// How the world stands now.
    package func snapshot() -> WorldSnapshot { lock.withLock { $0.snapshot() } }
}

extension World {
    /// How far a world has come: whoever looks twice sees whether it goes on.
    package struct Progress: Hashable, Sendable {
        package var eventCount: UInt64
        /// Lines of the story, those that are no longer kept too: repetitions add none.
        package var storyLines: Int
        /// Whether a run is under way, which ends by its timeout.
        package var isRunning: Bool
        /// Whether there is something to do that has not been done yet.
        package var isWaitingForTurn: Bool

        package init(eventCount: UInt64, storyLines: Int, isRunning: Bool, isWaitingForTurn: Bool) {
            (self.eventCount, self.storyLines) = (eventCount, storyLines)
            (self.isRunning, self.isWaitingForTurn) = (isRunning, isWaitingForTurn)
        }
    }

    package var progress: Progress {
        lock.withLock { state in
            Progress(
                eventCount: state.scheduler.eventCount,
                storyLines: state.trace.story.dropped + state.trace.story.entries.count,
                isRunning: state.driver.awake > 0 || !state.driver.parked.isEmpty,
                isWaitingForTurn: state.hasWork || state.driver.thread != 0
                    || state.driver.scopes > 0 && state.scheduler.count > 0)
        }
    }

    /// Whether the trace has packets, which a capture shows; a phone whose managers are a floor's above has only those of
    /// its own start.
    package var hasPackets: Bool {
        lock.withLock { state in
            state.trace.records.contains { $0.stair == .air || $0.stair == .hci && !state.hasOtherManagers }
        }
    }

    /// How many records the trace keeps of how many, and the time of the first that it keeps.
    package var traceExtent: (kept: Int, all: Int, start: Instant?) {
        lock.withLock { state in
            let records = state.trace.records
            return (records.count, state.trace.count, records.first?.time)
        }
    }
}
