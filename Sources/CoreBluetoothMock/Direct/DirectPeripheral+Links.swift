import FaradayCoreBluetooth
import FaradaySimulation

// The beginning and the end of links.
extension DirectPeripheral {
    // MARK: Connecting

    /// The app requests a link. It is established at the next connectable advertisement, or at once if another app
    /// already has one.
    func connect(reconnects: Bool) {
        let state = write { storage in
            storage.reconnects = reconnects
            if storage.state == .disconnecting { storage.connectsAgain = true }
            return storage.state
        }
        switch state {
        case .connected: after(.zero) { if $0.state == .connected { $0.central?.tellConnected($0) } }
        case .disconnecting: break
        default: waitForLink()
        }
    }

    private func waitForLink() {
        change({ $0.state == .disconnected }) { storage in
            storage.state = .connecting
            storage.era += 1
        }
        let isNear = device.state.withLock { $0.proximity != .outOfRange }
        guard device.isConnected, isNear else { return simulation.look(at: device) }
        let era = read(\.era)
        after(.zero) { $0.link(era) }
    }

    /// The device sends a connectable advertisement. Its delegate is asked at each of these until a link is
    /// established.
    func hearConnectable() {
        let (isPending, era) = read { ($0.state == .connecting, $0.era) }
        let takesConnections = device.state.withLock { $0.takesConnections }
        guard isPending, takesConnections else { return }
        if device.isConnected { return after(.zero) { $0.link(era) } }
        let spec = device.spec
        guard let result = simulation.ask(device, { $0.peripheralDidReceiveConnectionRequest(spec) }) else {
            return
        }
        after(device.interval) { peripheral in
            switch result {
            case .success: peripheral.link(era)
            case .failure(let error): peripheral.fail(era, error)
            }
        }
    }

    private func link(_ era: Int) {
        let (isNear, name) = device.state.withLock { ($0.proximity != .outOfRange, $0.name) }
        guard isNear, central?.isPoweredOn == true else { return }
        let isLinked = change({ $0.state == .connecting && $0.era == era }) { storage in
            storage.state = .connected
            storage.canSend = true
            storage.name = name
            storage.loss = nil
            storage.era += 1
        }
        guard isLinked else { return }
        device.addLink(self)
        central?.tellConnected(self)
        joinOthers()
    }

    /// Connects other managers that wait for the device too, because it may stop advertising now.
    private func joinOthers() {
        for central in simulation.centrals {
            for other in central.engines(of: device) where other !== self {
                let era = other.read(\.era)
                other.after(.zero) { $0.link(era) }
            }
        }
    }

    private func fail(_ era: Int, _ error: Error) {
        let hasFailed = change({ $0.state == .connecting && $0.era == era }) { storage in
            storage.state = .disconnected
            storage.era += 1
        }
        if hasFailed { central?.tellFailed(self, error) }
    }

    // MARK: Ending

    /// The app cancels the link.
    func cancel() {
        write { $0.connectsAgain = false }
        let wasConnecting = change({ $0.state == .connecting }) { storage in
            storage.state = .disconnected
            storage.era += 1
        }
        if wasConnecting { return after(.zero) { $0.central?.tellDisconnected($0, nil) } }
        guard change({ $0.state == .connected }, { $0.state = .disconnecting }) else { return }
        let era = read(\.era)
        after(device.interval) { $0.endCancelled(era) }
    }

    /// The spec delegate gets a callback only for the end of the last link, and before the app.
    private func endCancelled(_ era: Int) {
        guard central?.isPoweredOn == true, disconnect({ $0.state == .disconnecting && $0.era == era }) else {
            return
        }
        let wasLinked = device.removeLink(self)
        let spec = device.spec
        if wasLinked, !device.isConnected {
            simulation.ask(device) { $0.peripheral(spec, didDisconnect: nil) }
        }
        central?.tellDisconnected(self, nil)
        afterEnd()
    }

    /// The device has ended the link, or does not answer any more; the app gets the callback after `delay`.
    func lose(_ error: Error, after delay: Nanoseconds) {
        let era = read(\.era)
        after(delay) { $0.endLost(era, error) }
    }

    private func endLost(_ era: Int, _ error: Error) {
        let isDue = { (storage: Storage) in storage.state == .connected && storage.era == era }
        let reconnects = change({ isDue($0) && $0.reconnects }) { storage in
            storage.state = .connecting
            storage.canSend = false
            storage.loss = error
            storage.era += 1
        }
        guard reconnects || disconnect(isDue, error) else { return }
        central?.tellDisconnected(self, error, isReconnecting: reconnects)
        afterEnd()
    }

    private func disconnect(_ isDue: (Storage) -> Bool, _ error: Error? = nil) -> Bool {
        return change(isDue) { storage in
            storage.state = .disconnected
            storage.services = nil
            storage.canSend = false
            storage.loss = error
            storage.era += 1
        }
    }

    private func afterEnd() {
        let connectsAgain = write { storage in
            defer { storage.connectsAgain = false }
            return storage.connectsAgain && storage.state == .disconnected
        }
        if connectsAgain { waitForLink() }
        simulation.look(at: device)
    }

    /// The manager was released, or its radio was turned off: the link ends without a callback, and the object belongs
    /// to no manager.
    func close() {
        _ = device.removeLink(self)
        change { storage in
            storage.state = .disconnected
            storage.services = nil
            storage.canSend = false
            storage.central = nil
            storage.era += 1
        }
    }

    /// Restores the peripheral from an earlier launch of the app: connected if its device is, otherwise connecting.
    func restore() {
        let isNear = device.state.withLock { $0.proximity != .outOfRange }
        guard device.state.withLock({ $0.takesConnections }) else {
            central?.log(
                "\(simulation.title(of: device.spec)) accepts no connections, so it is restored without one")
            return
        }
        let isLinked = device.isConnected && isNear
        let name = device.state.withLock { $0.name }
        change { storage in
            storage.state = isLinked ? .connected : .connecting
            storage.canSend = isLinked
            storage.reconnects = true
            storage.era += 1
            if isLinked { storage.name = name }
        }
        guard isLinked else { return simulation.look(at: device) }
        // The link of the earlier launch; the test has simulated it as a link of another app.
        simulation.book.change(device.spec) { $0.virtualConnections = max(0, $0.virtualConnections - 1) }
        device.addLink(self)
    }
}
