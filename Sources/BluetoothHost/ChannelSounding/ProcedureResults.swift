import BluetoothWire

/// Collects the results of one procedure: whole subevents from their parts, and the procedure from its subevents
/// (Core 6.0, Vol 4, Part E, 7.7.65.44 and 7.7.65.45).
struct ProcedureResults: Hashable, Sendable {
    /// A procedure of which all results are there.
    struct Procedure: Hashable, Sendable {
        var counter: UInt16
        var configID: UInt8
        var subevents: [HCI.LECSSubeventResult]
        /// How it ended; `partial` if the controller began the next one before its end.
        var progress: ChannelSounding.Progress

        /// The reason of the first subevent that was aborted.
        var subeventAbort: ChannelSounding.SubeventAbortReason {
            subevents.lazy.map(\.progress.subeventAbort).first { $0 != .none } ?? .none
        }
        /// How strong the peer's last packet of mode 0 was, in dBm.
        var rssi: Int8? {
            for subevent in subevents.reversed() {
                for step in subevent.steps {
                    if case .mode0(let sync) = step.data, let rssi = sync.rssi { return rssi }
                }
            }
            return nil
        }
        /// All steps in order.
        var steps: [ChannelSounding.Step] {
            if subevents.count == 1 { return subevents[0].steps }
            return subevents.flatMap(\.steps)
        }
    }

    private var subevents: [HCI.LECSSubeventResult] = []

    /// The most subevents of one procedure; a controller that reports more is wrong.
    private static let limit = 32

    /// Takes the first part of a subevent. Returns the procedures that are over: the one before, if its end is
    /// missing, and this one, if it is complete.
    mutating func add(_ result: consuming HCI.LECSSubeventResult) -> [Procedure] {
        var over: [Procedure] = []
        if let last = subevents.last,
            last.procedureCounter != result.procedureCounter || last.configID != result.configID
                || subevents.count == Self.limit
        {
            over.append(take())
        }
        subevents.append(result)
        if isOver { over.append(take()) }
        return over
    }

    /// Takes a further part; one that belongs to nothing is dropped. Returns the procedure if it is complete.
    mutating func add(_ more: HCI.LECSSubeventResultContinue) -> Procedure? {
        guard !subevents.isEmpty, subevents[subevents.count - 1].append(more) else { return nil }
        return isOver ? take() : nil
    }

    private var isOver: Bool {
        guard let progress = subevents.last?.progress else { return false }
        return progress.procedure != .partial && progress.subevent != .partial
    }

    private mutating func take() -> Procedure {
        defer { subevents = [] }
        let last = subevents[subevents.count - 1]
        return Procedure(
            counter: last.procedureCounter, configID: last.configID, subevents: subevents,
            progress: last.progress)
    }
}
