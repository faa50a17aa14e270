import BluetoothTypes
import BluetoothWire

/// The beginning and the end of links.
extension Host {
    /// A connection was established, or it failed.
    mutating func connectionCompleted(
        _ status: HCI.ErrorCode, _ handle: UInt16, _ role: HCI.Role, _ peer: DeviceAddress,
        _ units: ParameterUnits, onAir addresses: AddressesOnAir
    ) {
        guard status == .success else {
            // Only high duty cycle directed advertising ends like this (Core 6.0, Vol 4, Part E, 7.8.9).
            if status == .advertisingTimeout {
                if let ended = broadcaster.connectionEnded(status, profile) { emit(ended) }
                return
            }
            if case .failed(let peers) = initiator.completed(status, peer) {
                for peer in peers { emit(.connectFailed(peer, status)) }
            }
            observer.retry()
            return
        }
        guard handle <= 0x0EFF else { return }
        let (peer, addresses) = named(peer, addresses)
        // The controller uses the handle again: it must have lost the old link.
        if let old = index(ofHandle: handle) { linkLost(old, .unspecifiedError) }
        switch role {
        case .central:
            let completion = initiator.completed(.success, peer)
            observer.retry()
            guard completion == .wanted else {
                let reason = HCI.ErrorCode.remoteUserTerminatedConnection
                commands.append(
                    .disconnect(HCI.Disconnect(connectionHandle: handle, reason: reason)), for: .unanswered)
                return
            }
            linkOpened(
                Link(role: .central, peer: peer, connectionHandle: handle, parameters: units.parameters),
                addresses)
        case .peripheral:
            linkOpened(
                Link(role: .peripheral, peer: peer, connectionHandle: handle, parameters: units.parameters),
                addresses)
            if let ended = broadcaster.connectionEnded(.success, profile) { emit(ended) }
            // Two devices have at most one link; this one was first.
            if initiator.isPending(peer) {
                initiator.cancel(peer)
                emit(.connectFailed(peer, .connectionAlreadyExists))
            }
        }
    }

    private mutating func linkOpened(_ link: Link, _ addresses: AddressesOnAir) {
        var link = link
        let peerOnAir = addresses.peer ?? link.peer
        link.isBonded = bondIndex(peer: link.peer, onAir: peerOnAir) != nil
        lastLinkID &+= 1
        let id = LinkID(lastLinkID)
        let bearer = AttributeBearer(link: id, role: link.role, preferredMTU: configuration.preferredMTU)
        server.linkOpened(id)
        links.append(LinkState(id: id, link: link, bearer: bearer))
        links[links.count - 1].peerAddressOnAir = peerOnAir
        links[links.count - 1].localAddress = addresses.local ?? ownAddress(as: link.role)
        if link.isBonded { tellServer(links.count - 1) }
        emit(.connected(id, link))
        let reads = configuration.connection.readsRemoteFeatures && link.role == .central
        if reads, profile.abilities.contains(.readRemoteFeatures) {
            commands.append(
                .leReadRemoteFeatures(HCI.LEReadRemoteFeatures(connectionHandle: link.connectionHandle)),
                for: .link(id, .readRemoteFeatures))
        }
    }

    /// A link has ended, or a disconnect failed and the link stays.
    mutating func disconnected(_ event: HCI.DisconnectionComplete) {
        guard let index = index(ofHandle: event.connectionHandle) else { return }
        guard event.status == .success else {
            links[index].isClosing = false
            return
        }
        linkLost(index, event.reason)
    }

    private mutating func linkLost(_ index: Int, _ reason: HCI.ErrorCode) {
        let id = links[index].id
        securityLost(on: index)
        links[index].bearer.linkLost(server: &server, into: &actions)
        for action in actions {
            if case .event(let event) = action { emit(event) }
        }
        actions.removeAll(keepingCapacity: actions.count <= 8)
        if !links[index].channels.isEmpty { channelsLost(on: index) }
        for token in commands.linkLost(id) { emit(.rssi(id, token, .failure(.unknownConnectionIdentifier))) }
        let link = links.remove(at: index)
        // The controller has discarded the packets of this link (Core 6.0, Vol 4, Part E, 4.3).
        buffers.give(link.outstanding)
        waitingFrames -= link.outbox.count
        if turn > index { turn -= 1 }
        if turn >= links.count { turn = 0 }
        emit(.disconnected(id, reason))
        observer.retry()
        pump()
    }

    /// A command about a link was answered.
    mutating func linkCommandEnded(
        _ index: Int, _ operation: CommandQueue.LinkOperation, _ status: HCI.ErrorCode, at now: Instant
    ) {
        switch operation {
        case .disconnect:
            guard status != .success else { return }
            links[index].isClosing = false
            // The controller has no such link, and so will not report its end.
            if status == .unknownConnectionIdentifier { linkLost(index, status) }
        case .update:
            if status != .success { updateRefused(index, status, at: now) }
        case .parameterReply: links[index].parameters.asked = nil
        case .enableEncryption:
            if status != .success { encryptionFailed(index, status, at: now) }
        case .replyWithKey:
            withSecurity(of: index) { $0.isReplying = false }
            if status != .success { encryptionFailed(index, status, at: now) }
        case .refuseEncryption: withSecurity(of: index) { $0.isReplying = false }
        case .readRemoteFeatures, .setDataLength, .setPHY, .encryptBlock: break
        }
    }

    /// The controller reports something about a link.
    mutating func linkEvent(_ event: HCI.Event, at now: Instant) {
        switch event {
        case .leReadRemoteFeaturesComplete(let event):
            guard event.status == .success, let index = index(ofHandle: event.connectionHandle) else {
                return
            }
            links[index].remoteFeatures = event.leFeatures
        case .leDataLengthChange(let event):
            guard let index = index(ofHandle: event.connectionHandle) else { return }
            emit(
                .dataLengthChanged(
                    links[index].id, transmit: event.maxTxOctets, receive: event.maxRxOctets))
        case .lePHYUpdateComplete(let event):
            guard event.status == .success, let index = index(ofHandle: event.connectionHandle) else {
                return
            }
            emit(.phyChanged(links[index].id, transmit: event.txPHY, receive: event.rxPHY))
        case .leConnectionUpdateComplete(let event):
            if let index = index(ofHandle: event.connectionHandle) { updated(index, event, at: now) }
        case .leRemoteConnectionParameterRequest(let event):
            let units = ParameterUnits(
                intervalMin: event.intervalMin, intervalMax: event.intervalMax, latency: event.maxLatency,
                timeout: event.timeout)
            if let index = index(ofHandle: event.connectionHandle) { linkLayerAsks(index, units) }
        case .leLongTermKeyRequest(let event):
            keyRequested(event)
        case .encryptionChange(let event): encryptionChanged(event, at: now)
        case .encryptionKeyRefreshComplete(let event): keyRefreshed(event, at: now)
        default: break
        }
    }
}
