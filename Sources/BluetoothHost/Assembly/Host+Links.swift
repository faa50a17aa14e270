import BluetoothTypes
import BluetoothWire

/// The controller's power, and the links that it has.
extension Host {
    // MARK: Power

    mutating func powerOn() {
        if isOn { return emit(.ready(profile.identity)) }
        guard let first = power.turnOn(configuration) else { return }
        sink.commands.reset()
        sink.command(first, for: .startup)
    }

    /// The host is off already when the controller answers the Reset, and ignores the answer.
    mutating func powerOff() {
        if forgetController() { sink.reset() }
        emit(.poweredOff)
    }

    /// The controller cannot be used any more.
    mutating func fail(_ failure: ControllerFailure) {
        _ = forgetController()
        emit(.controllerFailed(failure))
    }

    /// Returns whether there was a controller.
    private mutating func forgetController() -> Bool {
        guard power.turnOff() else { return false }
        for index in links.indices {
            links[index].bearer.linkLost(server: &server, into: &actions)
            // Power off drops procedures without events: the upper layer knows that.
            actions.removeAll()
        }
        hostSecurity.value?.controllerKeys = .free
        links = []
        sink.data = ACLDataPath()
        sink.commands.reset()
        gap.forgetController()
        return true
    }

    /// The controller answered a command of the start.
    mutating func startupEnded(
        _ opcode: HCI.Opcode, _ status: HCI.ErrorCode, _ parameters: [UInt8], at now: Instant
    ) {
        switch power.answered(opcode, status, parameters) {
        case .command(let command): sink.command(command, for: .startup)
        case .failed(let failure): fail(failure)
        case .started(let known):
            profile = known
            sink.data = ACLDataPath(
                buffers: ACLDataPath.BufferPool(
                    packetLength: Int(known.aclPacketLength), count: Int(known.aclPacketCount)))
            gap.controllerStarted(known)
            renewAddress(at: now)
            emit(.ready(known.identity))
        case nil: break
        }
    }

    // MARK: Begin

    /// A connection was established, or it failed.
    mutating func connectionCompleted(_ report: ConnectionReport) {
        guard report.status == .success else {
            return gap.connectionFailed(report.status, report.peer, profile, into: &sink)
        }
        guard report.handle <= 0x0EFF else { return }
        let (peer, addresses) = gap.named(report.peer, report.addresses)
        // The controller uses the handle again: it must have lost the old link.
        if let old = index(ofHandle: report.handle) { linkLost(old, .unspecifiedError) }
        if report.role == .central, !gap.connectedAsCentral(peer) {
            let reason = HCI.ErrorCode.remoteUserTerminatedConnection
            return sink.command(
                .disconnect(HCI.Disconnect(connectionHandle: report.handle, reason: reason)),
                for: .unanswered)
        }
        let link = Link(
            role: report.role, peer: peer, connectionHandle: report.handle, parameters: report.parameters,
            isBonded: bondTable.index(peer: peer, onAir: addresses.peer ?? peer) != nil)
        linkOpened(link, addresses)
        if report.role == .peripheral { gap.connectedAsPeripheral(peer, profile, into: &sink) }
    }

    private mutating func linkOpened(_ link: Link, _ addresses: AddressesOnAir) {
        lastLinkID &+= 1
        let id = LinkID(lastLinkID)
        server.linkOpened(id)
        let state = LinkState(
            id: id, link: link, localAddress: addresses.local ?? gap.ownAddress(as: link.role, profile),
            peerAddressOnAir: addresses.peer ?? link.peer, configuration: configuration,
            asksLinkLayer: profile.abilities.contains(.connectionParametersRequest))
        // Exactly: most hosts have one link, and room for further ones would be larger than anything else.
        links.reserveCapacity(links.count + 1)
        links.append(consume state)
        sink.data.open(link.connectionHandle)
        if link.isBonded { tellServer(links.count - 1) }
        emit(.connected(id, link))
        if configuration.connection.readsRemoteFeatures, link.role == .central,
            profile.abilities.contains(.readRemoteFeatures)
        {
            links[links.count - 1].readRemoteFeatures(into: &sink)
        }
        allowRanging(on: links.count - 1)
    }

    /// An advertising set has ended with a link: the link has its address.
    mutating func advertisingTerminated(_ event: HCI.LEAdvertisingSetTerminated) {
        guard profile.usesExtendedCommands else { return }
        if event.status == .success, let index = index(ofHandle: event.connectionHandle),
            links[index].role == .peripheral,
            let address = gap.address(ofSet: event.advertisingHandle, profile)
        {
            links[index].localAddress = address
        }
        gap.terminated(event, profile, into: &sink)
    }

    // MARK: End

    /// A link has ended, or a disconnect failed and the link stays.
    mutating func disconnected(_ event: HCI.DisconnectionComplete) {
        guard let index = index(ofHandle: event.connectionHandle) else { return }
        guard event.status == .success else { return links[index].stays() }
        linkLost(index, event.reason)
    }

    mutating func linkLost(_ index: Int, _ reason: HCI.ErrorCode) {
        let id = links[index].id
        if !links[index].ranging.isEmpty { Self.endRanging(&links[index], into: &sink) }
        securityLost(on: index)
        links[index].bearer.linkLost(server: &server, into: &actions)
        perform(on: index)
        links[index].channels.linkLost(into: &sink)
        for token in sink.commands.linkLost(id) {
            emit(.rssi(id, token, .failure(.unknownConnectionIdentifier)))
        }
        links.remove(at: index)
        sink.data.close(index)
        emit(.disconnected(id, reason))
        gap.retryScanning()
        pump()
    }
}
