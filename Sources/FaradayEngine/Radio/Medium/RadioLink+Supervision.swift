import BluetoothTypes

/// Whether packets arrive, and what follows when they do not.
extension RadioLink {
    /// Something that affects packets has changed: positions, power, conditions on the air, fault layers, an end.
    func conditionsDidChange() {
        let before = quality
        let now = medium.scheduler.now.nanoseconds
        if before == .sound, isEstablished, now >= baseAnchor {
            // Until now all packets arrived: the ends last received each other when the peripheral last listened.
            let counter = baseCounter + (now - baseAnchor) / intervalTime
            let stride = Int64(latency) + 1
            let heard = counter < napCounter ? counter : napCounter + (counter - napCounter) / stride * stride
            (central.lastHeard, peripheral.lastHeard) = (anchor(heard), anchor(heard))
            for end in [central, peripheral] where end.payloadDue <= now { end.notePayload() }
        }
        quality = measure()
        guardSupervision()
        guardProcedures()
        reschedule()
    }

    /// From now on no packet of the link arrives: the ends no longer meet, and each ends by its supervision timeout.
    package func fallOutOfStep() {
        // Otherwise the link would count as one that was never established.
        establish()
        isOutOfStep = true
        conditionsDidChange()
    }

    /// Treats the link as one whose first packets have just arrived. From now on, silence ends it only by the
    /// supervision timeout.
    func establish() {
        guard !isEstablished, central.isOpen, peripheral.isOpen else { return }
        let now = medium.scheduler.now.nanoseconds
        for end in [central, peripheral] {
            (end.lastHeard, end.isEstablished) = (now, true)
            end.linkEstablished()
        }
        conditionsDidChange()
    }

    func measure() -> Quality {
        let (one, other) = (central.controller, peripheral.controller)
        pathLoss = Float(medium.pathLoss(between: one.node.index, and: other.node.index))
        guard central.isOpen, peripheral.isOpen, !isOutOfStep else { return .broken }
        let outward = Float(one.configuration.txPower) - pathLoss - Float(other.configuration.sensitivity)
        let inward = Float(other.configuration.txPower) - pathLoss - Float(one.configuration.sensitivity)
        let spread = Float(6 * medium.configuration.fadingDeviation)
        let margin = min(outward, inward)
        if !(margin >= -spread) { return .broken }
        if margin < spread || medium.layersWatchIdleLinks { return .uncertain }
        let loss = medium.configuration.perPacketLoss
        if loss >= 1 { return .broken }
        return loss > 0 && canTimeOut(loss) ? .uncertain : .sound
    }

    /// Whether an idle link times out with a chance above 10⁻¹².
    private func canTimeOut(_ loss: Double) -> Bool {
        let miss = 1 - (1 - loss) * (1 - loss)
        var chance = 1.0
        var time = intervalTime * (Int64(latency) + 1)
        while time <= timeoutTime, chance > 1e-12 {
            chance *= miss
            time += intervalTime * (Int64(latency) + 1)
        }
        return chance > 1e-12
    }

    private func expiry(_ end: LinkEnd) -> Int64 {
        guard end.isOpen else { return .max }
        // Six intervals to receive the first packet (Core 6.0, Vol 6, Part B, 4.5.2).
        return end.lastHeard + (end.isEstablished ? timeoutTime : 6 * intervalTime)
    }

    func cancelSupervision() {
        guard supervisionTime != .max else { return }
        supervisionTime = .max
        supervisionGeneration &+= 1
    }

    /// Makes sure that the earliest supervision timeout is in the queue, if one is possible.
    func guardSupervision() {
        guard quality != .sound || !isEstablished && (medium.isLossy || !central.isOpen || !peripheral.isOpen)
        else { return cancelSupervision() }
        let time = min(expiry(central), expiry(peripheral))
        guard time != .max else { return cancelSupervision() }
        if supervisionTime != .max {
            if supervisionTime <= time, quality == .uncertain { return }
            if supervisionTime == time { return }
            supervisionGeneration &+= 1
        }
        supervisionTime = time
        medium.schedule(.supervision, index: index, generation: supervisionGeneration, at: time)
    }

    func supervisionDue(generation: UInt32) {
        guard generation == supervisionGeneration, supervisionTime != .max else { return }
        supervisionTime = .max
        let now = medium.scheduler.now.nanoseconds
        for end in [central, peripheral] where expiry(end) <= now {
            end.close(end.isEstablished ? .connectionTimeout : .connectionFailedToBeEstablished)
        }
        if central.isOpen || peripheral.isOpen { guardSupervision() }
    }
}
