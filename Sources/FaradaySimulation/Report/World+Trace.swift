import BluetoothTypes

extension World {
    /// How many records a world keeps for a report, a capture or a page; the story is stored separately.
    package static let reportedTraceCapacity = 200_000

    /// Starts keeping the trace: the last `capacity` records, and the story of what apps and the test did
    /// (`storyText(last:)`), which reaches further back.
    ///
    /// Tracing costs nothing while it is off.
    ///
    /// - Parameter capacity: At least 1.
    public func startTrace(capacity: Int = 100_000) {
        lock.withLock { state in
            state.trace.start(capacity: max(1, capacity))
            let trace = state.trace
            state.medium.air = { frame in
                trace.append(
                    TraceRecord(time: frame.time, node: frame.node, direction: .none, payload: .air(frame)))
            }
        }
    }

    /// Stops keeping the trace; the kept records stay.
    public func stopTrace() {
        lock.withLock { state in
            state.trace.isOn = false
            state.medium.air = nil
        }
    }

    /// The kept records, oldest first.
    package var records: [TraceRecord] { lock.withLock { Array($0.trace.records) } }

    /// How many records there were since tracing began, kept or not.
    public var traceCount: Int { lock.withLock { $0.trace.count } }

    /// The kept trace as lines of text, or its last `count` lines; all text is ASCII.
    public func traceText(last count: Int = .max) -> String {
        let (records, names) = lock.withLock { state in (state.trace.last(count), state.traceNames) }
        return TraceText(names).text(of: records)
    }

    /// The kept trace since `position` as lines of text, and the position for the next call.
    public func traceText(since position: Int) -> (text: String, position: Int) {
        let (records, names, next) = lock.withLock { state in
            (state.trace.records(since: position), state.traceNames, state.trace.count)
        }
        return (TraceText(names).text(of: records), next)
    }

    /// The story: what apps, the test and devices' scripts did since tracing began, one line each, or the last `count`
    /// lines. A failed test prints it.
    ///
    /// ```text
    ///     0.005000  phone  -> scanForPeripherals 180D (Heart Rate)
    ///     0.223211  phone  <- didDiscover HR-1, -46 dBm, 180D (Heart Rate)
    ///    30.000000  HR-1   -- stopAdvertising
    /// ```
    ///
    /// Repetitions, such as reports of one peer or values of one characteristic, take one line that says how often they
    /// came.
    public func storyText(last count: Int = .max) -> String {
        let (entries, names) = lock.withLock { state in
            (Array(state.trace.story.entries.suffix(count)), state.traceNames)
        }
        let story = StoryText(names)
        return entries.map { story.line(of: $0) + "\n" }.joined()
    }

    /// The kept trace as JSON Lines; see `TraceJSON`.
    public func traceJSONLines() -> String { traceJSONLines(since: 0).text }

    /// The kept trace since `position` as JSON Lines, and the position for the next call.
    public func traceJSONLines(since position: Int) -> (text: String, position: Int) {
        let (records, names, next) = lock.withLock { state in
            (state.trace.records(since: position), state.traceNames, state.trace.count)
        }
        return (TraceJSON(names).lines(of: records), next)
    }

    /// The kept trace as a capture file.
    public func capture(_ format: CaptureFormat = .pcapng) -> [UInt8] {
        let (records, names) = lock.withLock { state in (Array(state.trace.records), state.displayNames) }
        var recorder = CaptureRecorder(format, names: names, startDate: configuration.startDate)
        for record in TimeOrder.sorted(records) { recorder.add(record) }
        return recorder.drain()
    }
}
