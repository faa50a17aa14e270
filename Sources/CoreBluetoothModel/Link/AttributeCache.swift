import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What the phone keeps of a peer's attributes while it is not linked to it (behaviour 4.7–4.10).
struct RememberedAttributes: Sendable {
    var database: AttributeDatabase
    /// The handle of the peer's Service Changed value. A peer without one does not report changes of its
    /// attributes.
    var serviceChanged: ATT.Handle?
}

// The system's attribute cache: which databases outlive their link, and how apps find them (behaviour 4.7–4.12).
extension PhoneModel {
    /// Keeps what was found on a link that ends, if behaviour 4.10 says so. The phone keeps everything of a
    /// peer without Service Changed. It keeps what it knows of a peer with Service Changed only while they
    /// are bonded, because only then the peer reports changes.
    mutating func rememberAttributes(_ slot: Int) {
        let peer = links[slot].peer
        guard peers[peer].link == slot else { return }
        peers[peer].remembered = []
        let link = links[slot]
        guard link.keepsAttributes, link.hasLookedForServiceChanged || !profile.subscribesToServiceChanged,
            link.serviceChanged == nil || link.isBonded, !link.database.isEmpty,
            link.database.count <= profile.maximumRememberedAttributes,
            !link.database.isUncertain || link.database.isComplete
        else { return }
        var database = link.database
        database.subscriptions = []  // 5.25
        database.isRemembered = true
        database.isUncertain = false
        peers[peer].remembered = [
            RememberedAttributes(database: database, serviceChanged: link.serviceChanged)
        ]
        rememberedPeers.removeAll { $0 == peer }
        rememberedPeers.append(peer)
        if rememberedPeers.count > max(profile.maximumRememberedDatabases, 1) {
            peers[rememberedPeers.removeFirst()].remembered = []
        }
    }

    /// A link begins with what the phone has kept of the peer. A peer with Service Changed that is no longer
    /// bonded would not have reported changes, so nothing is used of it.
    mutating func recallAttributes(_ slot: Int) {
        guard let kept = peers[links[slot].peer].remembered.popLast() else { return }
        guard kept.serviceChanged == nil || links[slot].isBonded else { return }
        links[slot].database = kept.database
        links[slot].serviceChanged = kept.serviceChanged
        links[slot].hasLookedForServiceChanged = true
    }

    /// Power-off ends all links. What was found on them is kept as at any other end, unless this system
    /// forgets it (4.11).
    mutating func rememberAttributesAtPowerOff() {
        if profile.powerOffForgetsAttributes, radio == .off { return forgetAttributes() }
        for slot in links.indices where !links[slot].isFree { rememberAttributes(slot) }
    }

    /// Forgets the attributes of all peers, as a phone does when it restarts (4.11). Links that are up keep
    /// what they have, but nothing of it is kept when they end.
    public mutating func forgetAttributes() {
        for peer in rememberedPeers { peers[peer].remembered = [] }
        rememberedPeers = []
        for slot in links.indices { links[slot].keepsAttributes = false }
    }

    /// Forgets the attributes of one peer, with its bond (4.11).
    mutating func forgetAttributes(of peer: Int) {
        peers[peer].remembered = []
        if let link = peers[peer].link { links[link].keepsAttributes = false }
    }

    // MARK: What apps find

    /// Reports to a manager, before its discovery completes, what is known below services that are new to it
    /// (4.7, 4.9). All of that counts as discovered.
    mutating func tellKnown(_ found: [ATT.Handle], _ session: SessionID, _ attachment: Int, _ slot: Int) {
        let peer = links[slot].peer
        let seen = peers[peer].attachments[attachment].view.services ?? []
        var known: [Central.KnownService] = []
        for handle in found where !seen.contains(handle) {
            guard let service = links[slot].database.service(handle),
                service.characteristics != nil || service.includedServices != nil
            else { continue }
            peers[peer].attachments[attachment].view.characteristics[handle] = service.characteristics
            peers[peer].attachments[attachment].view.includedServices[handle] = service.includedServices?
                .filter {
                    !isHidden($0, slot)
                }
            known += knownServices([handle], of: session, peers[peer].attachments[attachment].view, slot)
        }
        if !known.isEmpty { tell(session, .attributesKnown(peers[peer].identifier, known)) }
    }

    /// Whether a service is hidden from apps (4.18).
    private func isHidden(_ handle: ATT.Handle, _ slot: Int) -> Bool {
        links[slot].database.service(handle).map { profile.hiddenServices.contains($0.uuid) } ?? false
    }

    /// Services with all that a manager has discovered below them (4.7, 7.6).
    func knownServices(
        _ handles: [ATT.Handle], of session: SessionID, _ view: AttributeView, _ slot: Int
    ) -> [Central.KnownService] {
        zip(handles, services(handles, slot)).map { handle, service in
            Central.KnownService(
                service: service,
                includedServices: view.includedServices[handle].map { services($0, slot) },
                characteristics: view.characteristics[handle].map { values in
                    zip(values, characteristics(values, slot)).map { value, characteristic in
                        Central.KnownCharacteristic(
                            characteristic: characteristic,
                            isNotifying: isSubscribed(session, to: value, slot),
                            descriptors: descriptors(of: value, slot))
                    }
                })
        }
    }

    /// The descriptors of a value; `nil` if they have not been discovered.
    func descriptors(of handle: ATT.Handle, _ slot: Int) -> [Central.Descriptor]? {
        guard let entry = links[slot].database.characteristics[handle] else { return nil }
        return entry.descriptors?.map {
            Central.Descriptor(identifier: links[slot].name($0.handle), uuid: $0.uuid)
        }
    }
}
