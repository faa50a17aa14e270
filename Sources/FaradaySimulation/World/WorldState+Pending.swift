import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

extension WorldState {
    /// What is still to happen, one line each: first what apps wait for, then what happens next by itself.
    func pendingDescriptions(limit: Int = 12) -> [String] {
        let names = traceNames
        var lines = Array(requestDescriptions(names).prefix(limit))
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

    private static let nextEvents = 3
    /// From this number on, the list says how many events are pending.
    private static let many = 50

    /// What apps have requested and has not been answered yet, and what they scan for, one line each.
    func requestDescriptions(_ names: TraceNames) -> [String] {
        var lines: [String] = []
        for id in phones {
            let model = phone(id).stack.model
            let central = CentralText(names: names, node: id)
            let name = names.node(id)
            for request in model.openRequests {
                let peer = request.peer.map { names.peer($0, of: id) } ?? ""
                let text =
                    switch request.kind {
                    case .state: "the first state of manager \(request.session.rawValue)"
                    case .connect: "connect \(peer)"
                    case .cancelConnection: "cancelPeripheralConnection \(peer)"
                    case .attributes(let command): central.text(command)
                    case .readRSSI: "readRSSI of \(peer)"
                    case .openChannel(let psm): "openL2CAPChannel \(psm) of \(peer)"
                    case .addService(let uuid): "add \(uuid.label)"
                    case .startAdvertising: "startAdvertising"
                    }
                lines.append("\(name): \(text)")
            }
            for (_, services) in PhoneStatus(model).openScans {
                lines.append("\(name): " + central.text(.scan(.init(services: services))))
            }
        }
        return lines.map(\.asciiLine)
    }

    /// Whether `event` has nothing left to do: events stay in the queue when they are no longer wanted.
    private func isOvertaken(_ event: Scheduler.Event) -> Bool {
        switch event.kind {
        case .radio: medium.isVoid(event)
        case .deadline: nodes[Int(event.index)].deadlineGeneration != event.generation
        case .action: false
        }
    }

    private func description(of event: Scheduler.Event, _ names: TraceNames) -> String {
        switch event.kind {
        case .radio: medium.pendingDescription(of: event) { names.node($0) }
        case .deadline: "\(names.node(nodes[Int(event.index)].id)): a deadline of its host"
        case .action: "an action of the test or of a device's script"
        }
    }
}
