import BluetoothTypes
import FaradayAppTime
import FaradayEngine

extension WorldState {
    /// What is still to happen, one line each: first what apps wait for, then what they have set for later, then what
    /// happens next by itself.
    func pendingDescriptions(limit: Int = 12) -> [String] {
        let names = traceNames
        var lines = Array(requestDescriptions(names).prefix(limit))
        lines += dueDescriptions()
        var seen: Set<String> = []
        for (time, event) in scheduler.pending where !isOvertaken(event) {
            // A host has a deadline at all times, and each of a thousand beacons has a next packet.
            guard seen.count < Self.nextEvents, event.kind != .deadline else { continue }
            let text = description(of: event, names)
            if seen.insert(text).inserted { lines.append("at \(time) s: \(text)") }
        }
        if scheduler.count >= Self.many { lines.append("\(scheduler.count) events are pending in total") }
        return lines
    }

    /// What apps have set for a later time, one line each.
    private func dueDescriptions() -> [String] {
        DueText(of: work).next(Self.dueShown).map { time, text in
            "in \(Nanoseconds(time - now.nanoseconds).shortText): \(text)".asciiLine
        }
    }

    private static let dueShown = 5
    private static let nextEvents = 3
    /// From this number on, the list says how many events are pending.
    private static let many = 50

    /// What apps have requested and has not been answered yet, and what they scan for, one line each.
    func requestDescriptions(_ names: TraceNames) -> [String] {
        phones.flatMap { nodes[$0.index].requestDescriptions(names) }.map(\.asciiLine)
    }

    /// Whether `event` has nothing left to do: events stay in the queue when they are no longer wanted.
    func isOvertaken(_ event: Scheduler.Event) -> Bool {
        switch event.kind {
        case .radio: medium.isVoid(event)
        case .deadline: nodes[Int(event.index)].deadlineGeneration != event.generation
        case .action: false
        case .delivery: deliveries?.isWaiting(event.index) != true
        }
    }

    private func description(of event: Scheduler.Event, _ names: TraceNames) -> String {
        switch event.kind {
        case .radio: medium.pendingDescription(of: event) { names.node($0) }
        case .deadline: "\(names.node(nodes[Int(event.index)].id)): a deadline of its host"
        case .action: "an action of the test or of a device's script"
        case .delivery: "a callback of an app, which the world's schedule delays"
        }
    }
}
