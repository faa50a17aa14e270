import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// Why the phone secures a link.
enum Securing: Hashable, Sendable {
    /// The peer is bonded: managers get no event for the link before it is encrypted (behaviour 3.16).
    case beforeConnect
    /// The peer refused a request with this code; the request waits in `Link.current` (behaviour 5.31).
    case blocked(ATT.ErrorCode)
    /// The peer asked with a Security Request (behaviour 5.36) or refused a channel (6.35), or the system itself
    /// needs it (3.25).
    case asked
}

// Pairing. Apps never ask for it: it follows from what peers refuse (behaviour 5.31–5.36, 3.14–3.17).
extension PhoneModel {
    // MARK: Requests that wait for a pairing

    /// Lets a refused request wait while the phone pairs. Returns false if pairing would not help. A pairing
    /// that the peer asked for and that is already running serves the request too.
    mutating func waitForPairing(_ operation: Operation, _ code: ATT.ErrorCode, _ slot: Int) -> Bool {
        let isUnderWay = links[slot].securing == .asked
        guard operation.session != nil, !links[slot].isEnding, links[slot].securing == nil || isUnderWay,
            let command = remedy(for: code, after: operation.pairings, slot)
        else { return false }
        if !isUnderWay, let barrier = peers.barrier(links[slot].peer) {
            guard barrier == .tableFull else { return false }
            fail(operation, .tooManyBonds, slot)
            pump(slot)
            return true
        }
        var blocked = operation
        blocked.pairings += 1
        links[slot].current = blocked
        links[slot].currentToken = Host.Token(0)
        links[slot].securing = .blocked(code)
        if !isUnderWay { effects.append(.host(command)) }
        return true
    }

    /// What may make the peer accept the request: first an encrypted link, then an authenticated key.
    func remedy(for code: ATT.ErrorCode, after pairings: UInt8, _ slot: Int) -> Host.Command? {
        let link = links[slot].id
        switch (code, links[slot].level) {
        case (.insufficientAuthentication, .none), (.insufficientEncryption, .none),
            (.insufficientAuthorization, .none):
            return pairings == 0 ? .security(.secure(link, .encrypted)) : nil
        case (.insufficientAuthentication, .encrypted):
            return pairings < 2 ? .security(.pair(link, .authenticated)) : nil
        default: return nil
        }
    }

    /// The pairing that a request waited for has ended. The phone repeats the request by itself, or the app
    /// gets the refusal (5.31, 5.33).
    private mutating func resume(_ code: ATT.ErrorCode, isSecured: Bool, _ slot: Int) {
        guard let operation = links[slot].current else { return }
        links[slot].current = nil
        guard let session = operation.session else { return pump(slot) }
        if isSecured {
            if case .setNotify(let handle, true) = operation.kind {
                removeSubscriber(session, from: handle, slot)
            }
            start(operation, slot)
        } else {
            fail(operation, .att(code: code.rawValue), slot)
        }
        if links[slot].current == nil { pump(slot) }
    }

    // MARK: Events of the host

    /// A peripheral asks for security: the user is asked, as after a refused request (5.36).
    mutating func securityRequested(_ id: Host.LinkID, _ level: Host.SecurityLevel) {
        guard let slot = slotOfLink[id], !links[slot].isEnding else { return }
        if peers.barrier(links[slot].peer) != nil {
            effects.append(.host(.security(.answerPairing(id, .reject))))
            return
        }
        if links[slot].securing == nil { links[slot].securing = .asked }
        effects.append(.host(.security(.secure(id, max(level, .encrypted)))))
    }

    mutating func securityChanged(_ id: Host.LinkID, _ security: Host.Security) {
        guard let slot = slotOfLink[id] else { return }
        links[slot].level = security.level
        if security.isBonded {
            links[slot].isBonded = true
            systemMayUse(slot)
        }
    }

    mutating func securityEnded(
        _ id: Host.LinkID, _ result: Result<Host.Security, Host.SecurityFailure>, at now: Instant
    ) {
        guard let slot = slotOfLink[id], let securing = links[slot].securing else { return }
        peers.bonds.pairingEnded(result, with: peers[links[slot].peer].address)
        defer {
            if case .success = result, !links[slot].isEnding { askForNotificationSharing(slot) }
        }
        switch (securing, result) {
        case (.beforeConnect, .success):
            links[slot].securing = nil
            attachWaiting(links[slot].peer, to: slot, at: now)
        case (.beforeConnect, .failure(.linkLost)): break  // `linkEnded` follows, with the reason.
        case (.beforeConnect, .failure(let failure)):
            links[slot].securing = nil
            failWaiting(links[slot].peer, profile.error(bondFailedBy: failure), at: now)
            end(slot, saying: nil)
        case (.blocked, .failure(.linkLost)): break  // `linkEnded` follows, and ends all requests alike.
        case (.blocked(let code), .success):
            links[slot].securing = nil
            resume(code, isSecured: true, slot)
        case (.blocked(let code), .failure):
            links[slot].securing = nil
            resume(code, isSecured: false, slot)
        case (.asked, .success): links[slot].securing = nil
        case (.asked, .failure):
            links[slot].securing = nil
            systemPairingFailed(slot, at: now)
        }
        switch result {
        case .success: resumeOpenings(slot, isSecured: true)
        case .failure(.linkLost): break
        case .failure: resumeOpenings(slot, isSecured: false)
        }
    }

    /// The identity address of a link's peer has become known. From now on the phone knows the peer by it,
    /// under the same identifier (3.34).
    mutating func identityResolved(_ id: Host.LinkID, _ identity: DeviceAddress) {
        guard let slot = slotOfLink[id] else { return }
        systemDevices.rename(peers[links[slot].peer].address, to: identity)
        peers.rename(links[slot].peer, to: identity)
    }

    // MARK: The user

    mutating func pairingPrompted(_ id: Host.LinkID, _ prompt: Host.PairingPrompt) {
        guard let slot = slotOfLink[id] else { return }
        let peer = peers[links[slot].peer]
        let number = effects.makeAlert()
        links[slot].alert = number
        effects.append(
            .pairingAlert(
                PairingAlert(
                    number: number, link: id, peer: peer.identifier, address: peer.address,
                    peerName: peer.name,
                    prompt: prompt)))
    }

    mutating func pairingPromptEnded(_ id: Host.LinkID) {
        guard let slot = slotOfLink[id], links[slot].alert != nil else { return }
        links[slot].alert = nil
        effects.append(.pairingAlertEnded(id))
    }

    /// The user answers the alert with this number. Does nothing if the alert is no longer shown.
    public mutating func answerPairing(_ alert: UInt32, _ answer: Host.PairingAnswer, at now: Instant) {
        guard let link = links.first(where: { !$0.isFree && $0.alert == alert }) else { return }
        effects.append(.host(.security(.answerPairing(link.id, answer))))
    }

    /// The user chose "Forget This Device": ends the bond and the link (3.17).
    public mutating func forget(_ peer: DeviceAddress, at now: Instant) {
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
