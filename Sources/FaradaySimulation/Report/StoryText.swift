import BluetoothTypes

/// Lines of the story: time, node, direction, what, and how often.
package struct StoryText: Sendable {
    private let trace: TraceText

    init(_ names: TraceNames) { trace = TraceText(names) }

    package func line(of entry: StoryEntry) -> String {
        let record = entry.record
        var line =
            TraceText.pad(record.time.description, 12, left: true) + "  " + trace.name(record.node) + "  "
            + record.direction.arrow + " " + what(record)
        if let latest = entry.latest { line += " (\(entry.count) times, last \(self.latest(latest)))" }
        return line
    }

    /// What happened. The number of a manager is left out if it is the phone's only one.
    package func what(_ record: TraceRecord) -> String {
        trace.what(record, numbersManagers: trace.managerCount(of: record.node) > 1)
    }

    /// The time of the latest record, and its value.
    private func latest(_ record: TraceRecord) -> String {
        let time = "at \(record.time)"
        return switch record.payload {
        case .centralEvent(_, .characteristicValue(_, _, .success(let value))),
            .world(.device(.update(_, let value))), .world(.device(.refusedUpdate(_, let value))):
            "\(time): \(CompactText.text(value))"
        case .peripheralUpdate(_, let update): "\(time): \(CompactText.text(update.value))"
        default: time
        }
    }
}
