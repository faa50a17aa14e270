import BluetoothTypes

// A scan in the background takes place less and less often (behaviour 27.22).
extension Scanning {
    /// Waits for the next stage while all scans are for apps in the background; the first stage comes back otherwise.
    mutating func pace(at now: Instant, into effects: inout PhoneEffects) {
        guard hasStages else { return }
        guard isRare else {
            effects.cancel(.scanStage)
            return setStage(0, into: &effects)
        }
        guard let delay = nextStage, !effects.timers.contains(where: { $0.timer == .scanStage }) else {
            return
        }
        effects.schedule(.scanStage, at: now + delay)
    }

    /// The time of a stage is over.
    mutating func endStage(at now: Instant, into effects: inout PhoneEffects) {
        guard isRare else { return }
        setStage(backgroundStage + 1, into: &effects)
        pace(at: now, into: &effects)
    }
}
