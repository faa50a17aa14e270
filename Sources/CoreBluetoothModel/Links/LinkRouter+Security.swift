import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The security of links: what the host reports, and what the user decides.
extension LinkRouter {
    mutating func securityRequested(
        _ id: Host.LinkID, _ level: Host.SecurityLevel, into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id), !links[link].isEnding else { return }
        let barrier = peers.barrier(links[link].peer)
        links[link].security.peerAsks(for: level, barrier: barrier, into: &effects)
    }

    mutating func securityChanged(
        _ id: Host.LinkID, _ security: Host.Security, into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id) else { return }
        if links[link].security.changed(security) { systemMayUse(link, into: &effects) }
    }

    mutating func securityEnded(
        _ id: Host.LinkID, _ result: Result<Host.Security, Host.SecurityFailure>, _ turn: inout Turn,
        into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id), links[link].security.state != .idle else { return }
        let slot = links[link].peer
        peers.bonds.pairingEnded(result, with: peers[slot].address)
        switch links[link].security.ended(result) {
        case .nothing: break
        case .connects: attachWaiting(slot, to: link, &turn, into: &effects)
        case .connectFails(let failure):
            failWaiting(slot, profile.error(bondFailedBy: failure), &turn, into: &effects)
            end(link, saying: nil, into: &effects)
        case .resumes(let code, let isSecured):
            links[link].client.pairingEnded(code, isSecured: isSecured, into: &effects)
        case .fails: systemPairingFailed(link, turn, into: &effects)
        }
        switch result {
        case .success:
            let isUsable = !links[link].isEnding
            turn.following.append(.pairingEnded(id, isSecured: isUsable))
            if isUsable { askForNotificationSharing(link, &turn) }
        case .failure(.linkLost): break
        case .failure: turn.following.append(.pairingEnded(id, isSecured: false))
        }
    }

    /// A channel was refused. Begins to pair if that may help; a pairing that is already running serves the channel too.
    mutating func verdict(
        on refusal: Channels.Refusal, into effects: inout PhoneEffects
    ) -> LinkSecurity.Verdict {
        guard let link = links.slot(of: refusal.link), !links[link].isEnding else { return .useless }
        let barrier = peers.barrier(links[link].peer)
        return links[link].security.channelRefused(
            refusal.code, after: refusal.pairings, barrier: barrier, into: &effects)
    }

    /// The identity address of a link's peer has become known. From now on the phone knows the peer by it, under the
    /// same identifier (3.34).
    mutating func identityResolved(_ id: Host.LinkID, _ identity: DeviceAddress) {
        guard let link = links.slot(of: id) else { return }
        connections.systemDevices.rename(peers[links[link].peer].address, to: identity)
        peers.rename(links[link].peer, to: identity)
    }

    // MARK: The user

    /// A pairing asks the user. On links of `consenting` the user has consented already.
    mutating func pairingPrompted(
        _ id: Host.LinkID, _ prompt: Host.PairingPrompt, consenting: SessionID?,
        into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id) else { return }
        let peer = peers[links[link].peer]
        if prompt == .consent, let consenting, peer.attachment(of: consenting) != nil {
            return effects.append(.host(.security(.answerPairing(id, .accept))))
        }
        let number = effects.makeAlert()
        links[link].security.alertShown(number)
        effects.append(
            .pairingAlert(
                PairingAlert(
                    number: number, link: id, peer: peer.identifier, address: peer.address,
                    peerName: peer.name, prompt: prompt)))
    }

    mutating func pairingPromptEnded(_ id: Host.LinkID, into effects: inout PhoneEffects) {
        if let link = links.slot(of: id) { endPairingAlert(link, into: &effects) }
    }

    /// An alert about a link is gone, if there was one.
    mutating func endPairingAlert(_ link: Int, into effects: inout PhoneEffects) {
        if links[link].security.alertEnded() { effects.append(.pairingAlertEnded(links[link].id)) }
    }

    /// The user answers the alert with this number. Does nothing if the alert is no longer shown.
    func answerPairing(_ alert: UInt32, _ answer: Host.PairingAnswer, into effects: inout PhoneEffects) {
        guard let link = links.all.first(where: { !$0.isFree && $0.security.alert == alert }) else { return }
        effects.append(.host(.security(.answerPairing(link.id, answer))))
    }

    /// The user chose "Forget This Device": ends the bond and the link (3.17).
    mutating func forget(_ peer: DeviceAddress, into effects: inout PhoneEffects) {
        effects.append(.host(.security(.removeBond(peer))))
        peers.bonds.forget(peer)
        forgetSystemDevice(peer, into: &effects)
        guard let slot = peers.slot(of: peer) else { return }
        links.cache.forget(slot)  // 4.11
        if let link = peers[slot].link { links[link].client.keepNothing() }
        if peers.sharing.forget(peers[slot].identifier) { tellSharingChanged(slot, into: &effects) }
        if let link = peers[slot].link { end(link, saying: .peripheralDisconnected, into: &effects) }
    }

    // MARK: Notifications (behaviour 3.25)

    /// An app needs the peer to get the phone's notifications: the link is encrypted first, then the user is asked.
    mutating func requireNotificationSharing(
        _ link: Int, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        guard profile.sharesNotifications, links[link].role == .central else { return }
        links[link].wantsNotificationSharing = true
        if links[link].security.level >= .encrypted { return askForNotificationSharing(link, &turn) }
        if peers.barrier(links[link].peer) == nil { links[link].security.secure(into: &effects) }
    }

    /// The user is asked once for each peer.
    private mutating func askForNotificationSharing(_ link: Int, _ turn: inout Turn) {
        guard links[link].wantsNotificationSharing else { return }
        links[link].wantsNotificationSharing = false
        let peer = peers[links[link].peer]
        guard !peers.sharing.hasAnswer(peer.identifier),
            let attachment = peer.attachments.first(where: { $0.options.requiresNotificationSharing })
        else { return }
        turn.following.append(.askAboutSharing(peer.identifier, for: attachment.session))
    }

    /// The user allows a peer to get the phone's notifications, or revokes that in Settings.
    mutating func setNotificationSharing(
        _ isAllowed: Bool, with identifier: PeerIdentifier, into effects: inout PhoneEffects
    ) {
        guard profile.sharesNotifications, peers.sharing.set(isAllowed, for: identifier),
            let slot = peers.slot(of: identifier)
        else { return }
        tellSharingChanged(slot, into: &effects)
    }

    private func tellSharingChanged(_ slot: Int, into effects: inout PhoneEffects) {
        for session in peers[slot].connection.users {
            effects.tell(session, .notificationSharingChanged(peers[slot].portValue))
        }
    }
}

extension OSProfile {
    /// The error that an app gets when the link to a bonded peer could not be encrypted (behaviour 3.14,
    /// 3.17, section 8).
    func error(bondFailedBy failure: Host.SecurityFailure) -> PortError {
        guard reportsLostBonds else { return .unknown }
        return switch failure {
        case .keyMissing, .refusedByPeer: .peerRemovedPairingInformation
        case .timeout, .encryption: .encryptionTimedOut
        case .refused, .notBonded, .linkLost: .connectionFailed
        }
    }

    /// The error that an app gets when the link to a bonded peer ended while it was being encrypted.
    func error(bondLostBy code: HCI.ErrorCode) -> PortError {
        guard reportsLostBonds else { return PortError(linkEndedBy: code) }
        return switch code {
        // The peer has another key: the user has to pair again, just as if the peer had none.
        case .connectionTerminatedDueToMICFailure: .peerRemovedPairingInformation
        case .connectionTimeout, .llResponseTimeout: .encryptionTimedOut
        default: PortError(linkEndedBy: code)
        }
    }
}
