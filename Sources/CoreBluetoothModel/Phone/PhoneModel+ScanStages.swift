import BluetoothTypes

// A scan in the background takes place less and less often (behaviour 27.22).
extension PhoneModel {
    /// Waits for the next stage while all scans are for apps in the background.
    mutating func paceScan(at now: Instant) {
        guard !profile.backgroundScanStages.isEmpty else { return }
        guard scanning.isRare else {
            effects.cancel(.scanStage)
            return scanning.setStage(0, into: &effects)
        }
        guard let delay = scanning.nextStage, !effects.timers.contains(where: { $0.timer == .scanStage })
        else { return }
        effects.schedule(.scanStage, at: now + delay)
    }

    /// The time of a stage is over.
    mutating func endScanStage(at now: Instant) {
        guard scanning.isRare else { return }
        scanning.setStage(scanning.backgroundStage + 1, into: &effects)
        paceScan(at: now)
    }
}
