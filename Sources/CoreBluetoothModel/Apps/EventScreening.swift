import BluetoothPort
import BluetoothTypes

// How events reach an app while some app is not in the foreground. Otherwise events are delivered directly.
extension PhoneModel {
    mutating func screen(_ session: SessionID, _ event: Central.Event) {
        guard let index = centralIndex(session) else { return }
        let core = centrals[index].core
        switch event {
        case .disconnected(let peer, _, _, _):
            countAsNew(peer, for: core)
            showAlert(.disconnection, peer, .disconnected(peer), core)
        case .connected(let peer):
            showAlert(.connection, peer.identifier, .connected(peer.identifier), core)
        case .characteristicValue(let peer, _, .success):
            showAlert(.notification, peer, .notified(peer), core)
        default: break
        }
        pass(.central(session, event), of: core, .central)
    }

    mutating func screen(_ session: SessionID, _ event: Peripheral.Event) {
        guard let index = peripheralIndex(session) else { return }
        if case .updateLengthChanged = event, state(of: peripherals[index].core.app) == .suspended {
            // This event has no callback, so it wakes no app.
            return hold(.peripheral(session, event), place(of: peripherals[index].core.app))
        }
        pass(.peripheral(session, event), of: peripherals[index].core, .peripheral)
    }

    private mutating func pass(
        _ output: Output, of core: SessionCore, _ mode: AppManifest.BackgroundModes
    ) {
        let index = place(of: core.app)
        let mayWake = hasMode(mode, apps[index])
        switch (apps[index].state, core.phase) {
        case (.terminated, _):  // 7.11, 7.12
            hold(output, index)
            if output.relaunches { relaunch(index) }
        case (.suspended, .live) where mayWake:  // 7.2
            wake(index)
            effects.append(output)
            appsMoved()
        case (.background, .live):
            if mayWake { wake(index) }
            effects.append(output)
        case (.foreground, .live): effects.append(output)
        case (.suspended, .live), (_, .preserved), (_, .restoring): hold(output, index)  // 7.1, 7.4
        }
    }

    /// Keeps an event for later. A suspended app's discoveries are not kept (behaviour 2.28); beyond the
    /// limit the oldest value is lost.
    private mutating func hold(_ output: Output, _ index: Int) {
        if apps[index].state == .suspended, case .central(_, .discovered) = output { return }
        if apps[index].held.count >= max(profile.heldEventLimit, 1) {
            let oldest = apps[index].held.firstIndex {
                if case .central(_, .characteristicValue) = $0 { true } else { false }
            }
            apps[index].held.remove(at: oldest ?? 0)
        }
        apps[index].held.append(output)
    }

    /// A device that was connected counts as new for the background scans of its app (behaviour 2.26).
    private mutating func countAsNew(_ peer: PeerIdentifier, for core: SessionCore) {
        guard let slot = peers.slot(of: peer) else { return }
        var isScanning = false
        for index in centrals.indices where centrals[index].core.app == core.app {
            centrals[index].endedScan?.forget(slot)
            guard centrals[index].scan?.isInBackground == true else { continue }
            centrals[index].scan?.forget(slot)
            isScanning = true
        }
        // The controller filters duplicates too.
        if isScanning { updateScanning(restart: true) }
    }

    /// Shows the alert that a suspended app asked for. If several apps did, only the one that was in the
    /// foreground last shows it (behaviour 3.25).
    private mutating func showAlert(
        _ alert: Central.ConnectionAlerts, _ peer: PeerIdentifier, _ kind: SystemAlert.Kind,
        _ core: SessionCore
    ) {
        guard state(of: core.app) == .suspended, let slot = peers.slot(of: peer) else { return }
        var best: (stamp: UInt32, session: SessionID)?
        for attachment in peers[slot].attachments where attachment.options.alerts.contains(alert) {
            guard let app = self.core(of: attachment.session)?.app, let record = record(of: app),
                record.state == .suspended, record.foregroundStamp >= best?.stamp ?? 0
            else { continue }
            best = (record.foregroundStamp, attachment.session)
        }
        if best?.session == core.id { show(kind, for: core.app) }
    }
}

extension PhoneModel.Output {
    /// Whether the system launches an ended app for this event, because the app waited for it (behaviour
    /// 7.12). All other events wait for the next launch.
    fileprivate var relaunches: Bool {
        switch self {
        case .central(_, let event):
            switch event {
            case .discovered, .connected, .failedToConnect, .characteristicValue: true
            default: false
            }
        case .peripheral(_, let event):
            switch event {
            case .subscribed, .readRequest, .writeRequests: true
            default: false
            }
        default: false
        }
    }
}
