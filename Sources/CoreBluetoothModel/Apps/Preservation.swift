import BluetoothHost
import BluetoothPort
import BluetoothTypes

// A manager whose app has ended gets another number, so that nothing left of the app can reach it.
extension PhoneModel {
    mutating func preserve(_ old: SessionID) {
        channels.end(of: old, into: &effects)
        effects.timers.removeAll { $0.timer == .firstState(old) }
        lastSession += 1
        let new = SessionID(lastSession)
        if let index = centralIndex(old) {
            preserveLinks(of: old, as: new)
            centrals[index].core.preserve(as: new)
            for timer in effects.timers.indices {
                if case .connect(old, let peer) = effects.timers[timer].timer {
                    effects.timers[timer].timer = .connect(new, peer)
                }
            }
        } else if let index = peripheralIndex(old) {
            server.preserve(old, as: new, into: &effects)
            advertiser.preserve(old, as: new)
            peripherals[index].core.preserve(as: new)
        }
    }

    /// Links, attempts and subscriptions stay. Requests on them get no answer, because the app is gone.
    private mutating func preserveLinks(of old: SessionID, as new: SessionID) {
        for slot in peers.attached(to: old) {
            guard let index = peers[slot].attachment(of: old) else { continue }
            guard peers[slot].attachments[index].state != .disconnecting else {
                peers[slot].attachments.remove(at: index)
                continue
            }
            peers[slot].attachments[index].session = new
            effects.cancel(.commandReadiness(old, peers[slot].identifier))
            // When the app creates the manager again, no write is in flight any more.
            peers[slot].attachments[index].commands = CommandCredit(isOpen: true)
        }
        for slot in links.indices where !links[slot].isFree {
            links[slot].preserve(old, as: new)
        }
    }
}

extension SessionCore {
    mutating func preserve(as new: SessionID) {
        id = new
        phase = .preserved
        state = .unknown
    }
}

extension Link {
    fileprivate mutating func preserve(_ old: SessionID, as new: SessionID) {
        if current?.session == old { current?.session = nil }
        _ = queue.extract { $0.session == old }
        signalReads.removeAll { $0.session == old }
        if let index = listeners.firstIndex(of: old) { listeners[index] = new }
        for index in database.subscriptions.indices {
            for place in database.subscriptions[index].sessions.indices
            where database.subscriptions[index].sessions[place] == old {
                database.subscriptions[index].sessions[place] = new
            }
        }
    }
}
