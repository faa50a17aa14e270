import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// When a device's advertising sets are on air.
extension DeviceNode {
    func startAdvertising(at now: Instant) {
        isSilenced = false
        for index in sets.indices { startSet(index, at: now) }
    }

    /// Starts a set after its delay.
    private func startSet(_ index: Int, at now: Instant) {
        let delay = definition.advertising[index].delay
        guard delay > .zero else { return putOnAir(index, at: now) }
        stopSet(index, at: now)
        sets[index] = .delayed
        timers.append(Timer(work: .startSet(index), due: now + delay))
    }

    private func putOnAir(_ index: Int, at now: Instant) {
        guard isConnectable || definition.advertising[index].runsUnconnectable else { return }
        sets[index] = .running
        let parameters = definition.advertising[index].parameters(
            name: definition.name, isConnectable: isConnectable)
        host.handle(.gap(.startAdvertising(Host.AdvertisingSetID(UInt8(index)), parameters)), at: now)
    }

    /// Stops a set, or cancels its start.
    func stopSet(_ index: Int, at now: Instant) {
        if sets[index] == .running {
            host.handle(.gap(.stopAdvertising(Host.AdvertisingSetID(UInt8(index)))), at: now)
        }
        forgetSet(index)
    }

    /// Marks a set as off, without a command to the host.
    func forgetSet(_ index: Int) {
        if sets[index] == .delayed { forgetDelay(of: index) }
        sets[index] = .off
    }

    private func forgetDelay(of index: Int) {
        timers.removeAll { timer in
            if case .startSet(index) = timer.work { true } else { false }
        }
    }

    func startDelayedSets(at now: Instant) {
        guard sets.contains(.delayed) else { return }
        for index in sets.indices where sets[index] == .delayed {
            let isDue = timers.contains { timer in
                if case .startSet(index) = timer.work, let due = timer.due { due <= now } else { false }
            }
            guard isDue else { continue }
            forgetSet(index)
            if mayRun(index) { putOnAir(index, at: now) }
        }
    }

    /// Whether the set may be on air: no central is connected, or the set continues while one is.
    private func mayRun(_ index: Int) -> Bool {
        links.isEmpty || definition.advertising[index].continuesWhileConnected
    }

    /// A connectable set stops when it leads to a connection. It restarts when the connection has ended, or at once if
    /// the definition says so, and without its delay.
    func restartAdvertising(at now: Instant) {
        guard isOn, !isSilenced else { return }
        for index in sets.indices where sets[index] == .off && mayRun(index) { putOnAir(index, at: now) }
    }

    func advertisingEnded(_ index: Int, _ status: HCI.ErrorCode, at now: Instant) {
        guard index < sets.count else { return }
        sets[index] = definition.advertising[index].isOneShot ? .spent : .off
        if status == .success, !links.isEmpty { pauseAdvertising(at: now) }
        restartAdvertising(at: now)
    }

    /// A central has connected to one set: other sets without `continuesWhileConnected` pause.
    private func pauseAdvertising(at now: Instant) {
        for index in sets.indices where sets[index] == .running && !mayRun(index) { stopSet(index, at: now) }
    }

    func replaceAdvertising(_ new: [DeviceAdvertising], at now: Instant) {
        for index in sets.indices { stopSet(index, at: now) }
        definition.advertising = new
        sets = new.map { _ in .off }
        isSilenced = false
        guard isOn else { return }
        for index in sets.indices where mayRun(index) || new[index].delay > .zero { startSet(index, at: now) }
        drainHost(at: now)
    }

    /// Puts the new name into the sets that carry the device's name.
    func renameAdvertising(at now: Instant) {
        for (index, advertising) in definition.advertising.enumerated()
        where sets[index] == .running && advertising.addsName {
            let parameters = advertising.parameters(
                name: definition.name, isConnectable: isConnectable)
            host.handle(
                .gap(
                    .updateAdvertisingData(
                        Host.AdvertisingSetID(UInt8(index)), data: parameters.data,
                        scanResponse: parameters.scanResponse)), at: now)
        }
    }
}
