import BluetoothHost
import BluetoothPort
import BluetoothTypes

// A manager whose app has ended gets another number, so that nothing left of the app can reach it.
extension PhoneModel {
    mutating func preserve(_ old: SessionID) {
        endChannels(of: old)
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
            abandonRequests(of: old)
            preserveServices(index, of: old, as: new)
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

    private mutating func preserveServices(_ index: Int, of old: SessionID, as new: SessionID) {
        _ = server.additions.extract { $0.session == old }
        for service in peripherals[index].services {
            for handle in service.characteristics {
                guard let local = server.characteristics[handle] else { continue }
                server.characteristics[handle]?.session = new
                server.handles[ServerState.Name(session: old, identifier: local.identifier)] = nil
                server.handles[ServerState.Name(session: new, identifier: local.identifier)] = handle
            }
        }
        peripherals[index].updatesInFlight = 0
        peripherals[index].owesReadiness = false
        for slot in links.indices { links[slot].updatesInFlight.removeAll { $0.session == old } }
        if let index = server.broadcasts.firstIndex(where: { $0.session == old }) {
            server.broadcasts[index].session = new
            server.broadcasts[index].owesStart = false
        }
    }
}

extension Link {
    fileprivate mutating func preserve(_ old: SessionID, as new: SessionID) {
        client.preserve(old, as: new)
    }
}
