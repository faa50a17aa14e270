import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Who listens, and what is sent.
extension PublicationMachine {
    // MARK: Centrals

    /// Something came from a central; returns whether the rules run.
    mutating func hear(from central: Peripheral.Subscriber, at now: Instant) -> DeviceLink {
        let peer = central.identifier
        lastHeard += 1
        if let known = centrals[peer] {
            centrals[peer]?.heard = lastHeard
            centrals[peer]?.farewell = nil
            centrals[peer]?.updateLength = central.maximumUpdateLength
            return known.link
        }
        if centrals.count >= Self.mostCentrals {
            let oldest = centrals.filter(\.value.subscriptions.isEmpty).min {
                $0.value.heard < $1.value.heard
            }
            if let oldest { leave(oldest.key, at: now) }
        }
        lastLink &+= 1
        let link = DeviceLink(
            id: .init(lastLink), peer: DeviceAddress(0xC000_0000_0000 | UInt64(lastLink), .random))
        var new = Central(link: link, updateLength: central.maximumUpdateLength)
        new.heard = lastHeard
        centrals[peer] = new
        outputs.append(.news(.happened("\(peer) uses it")))
        if isRunning { tell(.event(.connected, link, mtu: central.maximumUpdateLength), at: now) }
        return link
    }

    mutating func leave(_ peer: PeerIdentifier, at now: Instant) {
        guard let central = centrals.removeValue(forKey: peer) else { return }
        outputs.append(.news(.happened("\(peer) seems to have gone")))
        if isRunning { tell(.event(.disconnected, central.link, mtu: central.updateLength), at: now) }
    }

    // MARK: Subscriptions

    mutating func subscribe(
        _ central: Peripheral.Subscriber, to characteristic: AttributeIdentifier, at now: Instant
    ) {
        guard let place = plan.places[characteristic] else { return }
        _ = hear(from: central, at: now)
        guard centrals[central.identifier]?.subscriptions.insert(place).inserted == true else { return }
        outputs.append(.news(.happened("\(central.identifier) subscribed to \(name(of: place))")))
        if isRunning { tellListeners(of: place, central.identifier, at: now) }
    }

    mutating func unsubscribe(
        _ central: Peripheral.Subscriber, from characteristic: AttributeIdentifier, at now: Instant
    ) {
        let peer = central.identifier
        guard let place = plan.places[characteristic],
            centrals[peer]?.subscriptions.remove(place) != nil
        else { return }
        outputs.append(.news(.happened("\(peer) unsubscribed from \(name(of: place))")))
        if centrals[peer]?.subscriptions.isEmpty == true { centrals[peer]?.farewell = now + Self.farewell }
        dropUpdates(of: characteristic, for: peer, isHeard: listenerCounts[place] != nil)
        if isRunning { tellListeners(of: place, peer, at: now) }
    }

    /// How many centrals are subscribed to each characteristic that anyone is subscribed to.
    var listenerCounts: [DeviceCharacteristicPlace: Int] {
        centrals.values.reduce(into: [:]) { counts, central in
            for place in central.subscriptions { counts[place, default: 0] += 1 }
        }
    }

    /// Tells the rules how many centrals are subscribed, because `peer` has changed that.
    mutating func tellListeners(
        of place: DeviceCharacteristicPlace, _ peer: PeerIdentifier, at now: Instant
    ) {
        guard let central = centrals[peer] else { return }
        tell(.heard(place, listenerCounts[place] ?? 0, central.link, mtu: central.updateLength), at: now)
    }

    func name(of place: DeviceCharacteristicPlace) -> String {
        plan.entries[place].map { "\($0.uuid)" } ?? ""
    }

    // MARK: Updates

    /// The next value to send; nil if there is none, or no room.
    var nextUpdate: Peripheral.Update? {
        hasRoom && sentUpdates < updates.count ? updates[sentUpdates] : nil
    }

    /// The port has taken `nextUpdate`, or had no room for it.
    mutating func answered(isSent: Bool) {
        hasRoom = isSent
        guard isSent, sentUpdates < updates.count else { return }
        sentUpdates += 1
        if sentUpdates == updates.count {
            (updates, sentUpdates) = ([], 0)
        } else if sentUpdates >= 1024 {
            updates.removeFirst(sentUpdates)
            sentUpdates = 0
        }
    }

    /// Queues a value for one central, or for all subscribers; nobody else gets it later.
    mutating func send(_ value: [UInt8], at place: DeviceCharacteristicPlace, to link: DeviceLink?) {
        guard isRunning, let entry = plan.entries[place] else { return }
        var centrals: [PeerIdentifier]?
        if let link {
            guard let found = self.centrals.first(where: { $0.value.link == link }),
                found.value.subscriptions.contains(place)
            else { return }
            centrals = [found.key]
        } else if listenerCounts[place] == nil {
            return
        }
        guard updates.count - sentUpdates < Self.mostUpdates else {
            if !hasOverflowed {
                outputs.append(
                    .news(
                        .problem("more than \(Self.mostUpdates) values wait to be sent; it leaves out others")
                    ))
            }
            hasOverflowed = true
            return
        }
        updates.append(Peripheral.Update(value, characteristic: entry.identifier, centrals: centrals))
        outputs.append(.sendUpdates)
    }

    /// Values for somebody who no longer listens are not sent.
    private mutating func dropUpdates(
        of characteristic: AttributeIdentifier, for peer: PeerIdentifier, isHeard: Bool
    ) {
        guard !updates.isEmpty else { return }
        updates.removeFirst(sentUpdates)
        sentUpdates = 0
        updates.removeAll { $0.characteristic == characteristic && (!isHeard || $0.centrals == [peer]) }
    }
}
