import FaradaySimulation

/// How far served devices have come with recorded conversations.
struct ReplayOutcome {
    private let replays: [(name: String, progress: DeviceConversation.Progress)]

    init(_ devices: [Device]) {
        replays = devices.compactMap { device in device.replay.map { (device.name, $0) } }
    }

    /// Says it, with the exit status that fits.
    func tell(_ journal: Journal) -> ExitStatus {
        for (name, progress) in replays {
            journal.line(name, "replayed \(progress.done) of \(progress.count) steps")
        }
        if replays.contains(where: { $0.progress.difference != nil }) { return .failure }
        return replays.allSatisfy(\.progress.isComplete) ? .success : .incomplete
    }
}
