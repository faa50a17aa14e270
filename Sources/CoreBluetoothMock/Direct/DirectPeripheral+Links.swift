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
        case .connected: askAgain()
        case .disconnecting: break
        default: waitForLink()
        }
    }

    /// The app asks for the link that it has: it gets `didConnect` again, and is connecting until then.
    private func askAgain() {
        let isAsked = change({ $0.state == .connected }) { storage in
            storage.state = .connecting
            storage.isAskedAgain = true
        }
        guard isAsked else { return }
        let era = read(\.era)
        after(.zero) { peripheral in
            // A link that the device has ended already is not given again; the app is about to hear of its end.
            guard peripheral.device.hasLink(peripheral) else { return }
            let isGiven = peripheral.change({ $0.isAskedAgain && $0.era == era }) { storage in
                storage.state = .connected
                storage.isAskedAgain = false
            }
            if isGiven { peripheral.central?.tellConnected(peripheral) }
        }
    }

    /// Whether the app waits for a link to the device.
    var isWaiting: Bool { isCurrent && read { $0.state == .connecting && !$0.isAskedAgain } }

    private func waitForLink() {
        change({ $0.state == .disconnected }) { storage in
            storage.state = .connecting
            storage.era += 1
        }
        let isNear = device.state.withLock { $0.proximity != .outOfRange }
        guard isWaiting, device.isConnected, isNear else { return simulation.look(at: device) }
        let era = read(\.era)
        after(.zero) { $0.join(era) }
    }

    /// The device sends a connectable advertisement. Its delegate is asked at each of these until a link is
    /// established.
    func hearConnectable() {
        let era = read(\.era)
        guard isWaiting, device.state.withLock({ $0.takesConnections }) else { return }
        if device.isConnected { return after(.zero) { $0.join(era) } }
        let (spec, restarts) = (device.spec, device.restarts)
        guard let result = simulation.ask(device, { $0.peripheralDidReceiveConnectionRequest(spec) }) else {
            return
        }
        after(device.interval) { peripheral in
            // A device that has restarted meanwhile knows nothing of the request: its next advertisement decides.
            guard peripheral.device.restarts == restarts else {
                return peripheral.simulation.look(at: peripheral.device)
            }
            switch result {
            case .success: peripheral.link(era)
            case .failure(let error): peripheral.fail(era, error)
            }
        }
    }

    /// Another app has a link to the device, so this app gets one too; if that link has ended meanwhile, the device
    /// advertises again.
    private func join(_ era: Int) {
        guard device.isConnected else { return simulation.look(at: device) }
        link(era)
    }

    private func link(_ era: Int) {
        let (isNear, name) = device.state.withLock { ($0.proximity != .outOfRange, $0.name) }
        guard isNear, isWaiting, !device.isGone, central?.isPoweredOn == true else { return }
        let isLinked = change({ $0.state == .connecting && $0.era == era }) { storage in
            storage.state = .connected
            storage.canSend = true
            storage.name = name
            storage.isNameRead = true
            storage.era += 1
        }
        guard isLinked else { return }
        device.addLink(self)
        simulation.tellFirmware(of: device)
        central?.tellConnected(self)
        joinOthers()
    }

    /// Connects other managers that wait for the device too, because it may stop advertising now.
    private func joinOthers() {
        for other in simulation.centrals.compactMap({ $0.known(device) }) where other !== self {
            let era = other.read(\.era)
            other.after(.zero) { if $0.isWaiting { $0.join(era) } }
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
        let wasConnecting = change({ $0.state == .connecting && !$0.isAskedAgain }) { storage in
            storage.state = .disconnected
            storage.era += 1
        }
        if wasConnecting { return tellCancelled() }
        let isEnding = change({ $0.isLinked }) { storage in
            storage.state = .disconnecting
            storage.isAskedAgain = false
        }
        guard isEnding else { return }
        let era = read(\.era)
        after(device.interval) { $0.endCancelled(era) }
    }

    /// The app hears of it even if Bluetooth is switched off before that, when the manager lets go of its peripherals.
    private func tellCancelled() {
        let central = central
        nonisolated(unsafe) let owner = owner
        central?.after(.zero) { [weak central] in
            central?.tellDisconnected(self, nil)
            withExtendedLifetime(owner) {}
        }
    }

    /// The spec delegate gets a callback only for the end of the last link, and before the app.
    private func endCancelled(_ era: Int) {
        guard central?.isPoweredOn == true, disconnect({ $0.state == .disconnecting && $0.era == era }) else {
            return
        }
        let wasLinked = device.removeLink(self)
        simulation.tellFirmware(of: device)
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
        let isDue = { (storage: Storage) in storage.isLinked && storage.era == era }
        var reconnects = false
        // An app that has asked for the link again waits for the next one.
        let isStillWaiting = change({ isDue($0) && ($0.reconnects || $0.isAskedAgain) }) { storage in
            reconnects = storage.reconnects
            storage.state = .connecting
            if !reconnects { storage.services = nil }
            storage.isAskedAgain = false
            storage.canSend = false
            storage.era += 1
        }
        guard isStillWaiting || disconnect(isDue) else { return }
        central?.tellDisconnected(self, error, isReconnecting: reconnects)
        if isStillWaiting { waitForLink() } else { afterEnd() }
    }

    private func disconnect(_ isDue: (Storage) -> Bool) -> Bool { change(isDue) { $0.endLink() } }

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
            storage.endLink()
            storage.central = nil
        }
        simulation.tellFirmware(of: device)
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
            if isLinked { (storage.name, storage.isNameRead) = (name, true) }
        }
        guard isLinked else { return simulation.look(at: device) }
        // The link of the earlier launch; the test has simulated it as a link of another app.
        simulation.book.change(device.spec) { $0.virtualConnections = max(0, $0.virtualConnections - 1) }
        device.addLink(self)
        simulation.tellFirmware(of: device)
    }
}
