import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Pairing: events of the host about the security of links, and what follows from them for the rest of the phone.
extension PhoneModel {
    // MARK: Events of the host

    mutating func securityRequested(_ id: Host.LinkID, _ level: Host.SecurityLevel) {
        guard let slot = slotOfLink[id], !links[slot].isEnding else { return }
        let barrier = peers.barrier(links[slot].peer)
        links[slot].security.peerAsks(for: level, barrier: barrier, into: &effects)
    }

    mutating func securityChanged(_ id: Host.LinkID, _ security: Host.Security) {
        guard let slot = slotOfLink[id] else { return }
        if links[slot].security.changed(security) { systemMayUse(slot) }
    }

    mutating func securityEnded(
        _ id: Host.LinkID, _ result: Result<Host.Security, Host.SecurityFailure>, at now: Instant
    ) {
        guard let slot = slotOfLink[id], links[slot].security.state != .idle else { return }
        let peer = links[slot].peer
        peers.bonds.pairingEnded(result, with: peers[peer].address)
        switch links[slot].security.ended(result) {
        case .nothing: break
        case .connects: attachWaiting(peer, to: slot, at: now)
        case .connectFails(let failure):
            failWaiting(peer, profile.error(bondFailedBy: failure), at: now)
            end(slot, saying: nil)
        case .resumes(let code, let isSecured):
            client(slot) { $0.pairingEnded(code, isSecured: isSecured, into: &$1) }
        case .fails: systemPairingFailed(slot, at: now)
        }
        switch result {
        case .success: resumeOpenings(slot, isSecured: true)
        case .failure(.linkLost): break
        case .failure: resumeOpenings(slot, isSecured: false)
        }
        if case .success = result, !links[slot].isEnding { askForNotificationSharing(slot) }
    }

    /// The identity address of a link's peer has become known. From now on the phone knows the peer by it,
    /// under the same identifier (3.34).
    mutating func identityResolved(_ id: Host.LinkID, _ identity: DeviceAddress) {
        guard let slot = slotOfLink[id] else { return }
        connections.systemDevices.rename(peers[links[slot].peer].address, to: identity)
        peers.rename(links[slot].peer, to: identity)
    }

    // MARK: The user

    mutating func pairingPrompted(_ id: Host.LinkID, _ prompt: Host.PairingPrompt) {
        guard let slot = slotOfLink[id] else { return }
        let peer = peers[links[slot].peer]
        let number = effects.makeAlert()
        links[slot].security.alertShown(number)
        effects.append(
            .pairingAlert(
                PairingAlert(
                    number: number, link: id, peer: peer.identifier, address: peer.address,
                    peerName: peer.name,
                    prompt: prompt)))
    }

    mutating func pairingPromptEnded(_ id: Host.LinkID) {
        guard let slot = slotOfLink[id], links[slot].security.alertEnded() else { return }
        effects.append(.pairingAlertEnded(id))
    }

    /// The user answers the alert with this number. Does nothing if the alert is no longer shown.
    package mutating func answerPairing(_ alert: UInt32, _ answer: Host.PairingAnswer, at now: Instant) {
        guard let link = links.first(where: { !$0.isFree && $0.security.alert == alert }) else { return }
        effects.append(.host(.security(.answerPairing(link.id, answer))))
    }

    /// The user chose "Forget This Device": ends the bond and the link (3.17).
    package mutating func forget(_ peer: DeviceAddress, at now: Instant) {
        effects.append(.host(.security(.removeBond(peer))))
        peers.bonds.forget(peer)
        forgetSystemDevice(peer)
        guard let slot = peers.slot(of: peer) else { return }
        forgetAttributes(of: slot)
        forgetNotificationSharing(peers[slot].identifier)
        if let link = peers[slot].link { end(link, saying: .peripheralDisconnected) }
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
