import BluetoothHost
import BluetoothPort
import BluetoothTypes

// A manager whose app has ended gets another number, so that nothing left of the app can reach it.
extension PhoneModel {
    mutating func preserve(_ old: SessionID) {
        channels.end(of: old, into: &effects)
        effects.timers.removeAll { $0.timer == .firstState(old) }
        let new = effects.makeSession()
        if let index = centralIndex(old) {
            preserveLinks(of: old, as: new)
            scanning.rename(old, to: new)
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
            peers[slot].connection.preserve(old, as: new)
            effects.cancel(.commandReadiness(old, peers[slot].identifier))
        }
        connectionEvents.preserve(old, as: new)
        for slot in links.indices where !links[slot].isFree {
            links[slot].preserve(old, as: new)
        }
        attributeCache.preserve(old, as: new)
    }
}

extension Link {
    fileprivate mutating func preserve(_ old: SessionID, as new: SessionID) {
        client.preserve(old, as: new)
    }
}
