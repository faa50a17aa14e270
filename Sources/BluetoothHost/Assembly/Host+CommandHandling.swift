import BluetoothTypes
import BluetoothWire

extension Host {
    /// Takes a command from the upper layer.
    ///
    /// A command for a link that has ended gets `.linkLost` at once, or nothing if it has no result.
    public mutating func handle(_ command: Command, at now: Instant) {
        switch command {
        case .powerOn: powerOn(at: now)
        case .powerOff: powerOff()
        case .gap(let command):
            handle(command)
            isGAPDirty = true
        case .link(let command): handle(command, at: now)
        case .gatt(let command): handle(command, at: now)
        case .security(let command): handle(command, at: now)
        case .channel(let command): handle(command, at: now)
        }
        settle(at: now)
        findDeadline()
    }

    private mutating func handle(_ command: GAPCommand) {
        switch command {
        case .startScanning(let parameters):
            if isOn { observer.start(parameters) }
        case .stopScanning: observer.stop()
        case .startAdvertising(let set, let parameters): startAdvertising(set, parameters)
        case .updateAdvertisingData(let set, let data, let scanResponse):
            broadcaster.update(set, data: data, scanResponse: scanResponse, profile)
        case .stopAdvertising(let set): broadcaster.stop(set, profile)
        case .connect(let peer): connect(peer)
        case .cancelConnect(let peer): initiator.cancel(peer)
        }
    }

    private mutating func handle(_ command: LinkCommand, at now: Instant) {
        switch command {
        case .disconnect(let link, let reason):
            if let index = index(of: link) { disconnect(index, reason) }
        case .updateParameters(let link, let parameters):
            if let index = index(of: link) { updateParameters(index, parameters, at: now) }
        case .answerParameterRequest(let link, let accept):
            if let index = index(of: link) { answerParameterRequest(index, accept: accept, at: now) }
        case .setDataLength(let link, let octets): setDataLength(link, octets)
        case .setPHY(let link, let phy): setPHY(link, phy)
        case .readRSSI(let link, let token): readRSSI(link, token)
        }
    }

    private mutating func handle(_ command: GATTCommand, at now: Instant) {
        switch command {
        case .procedure(let link, let token, let procedure):
            guard let index = index(of: link) else {
                return emit(.procedureEnded(link, token, .failed(.linkLost)))
            }
            links[index].bearer.perform(procedure, token: token, at: now, into: &actions)
            perform(on: index)
        case .writeWithoutResponse(let link, let token, let handle, let value):
            // The same as for those that a lost link drops: they get no answer anyway.
            guard let index = index(of: link) else { return emit(.commandSent(link, token)) }
            links[index].bearer.writeWithoutResponse(value, to: handle, token: token, into: &actions)
            perform(on: index)
        case .update(let link, let token, let handle, let value, let kind):
            guard let index = index(of: link) else {
                return emit(.updateSent(link, token, .failure(.linkLost)))
            }
            links[index].bearer.update(
                value, of: handle, kind: kind, token: token, server: &server, at: now, into: &actions)
            perform(on: index)
        case .respond(let request, let result): respond(request, result, at: now)
        case .addService(let token, let service): addService(token, service, at: now)
        case .removeService(let handle): removeService(handle, at: now)
        // A service that does not exist includes nothing.
        case .includeServices(let services, let service): try? server.include(services, in: service)
        case .setValue(let handle, let value): server.setValue(handle, value)
        case .holdServiceChanged: holdsServiceChanged = true
        case .tellServiceChanged(let ranges):
            holdsServiceChanged = false
            for range in server.joined(ranges) { databaseChanged(range, at: now) }
        case .setDeviceName(let name):
            server.setDeviceName(name)
            databaseChanged(GATTServer.deviceNameRange, at: now)
        }
    }

    // MARK: GAP

    private mutating func startAdvertising(_ set: AdvertisingSetID, _ parameters: AdvertisingParameters) {
        let refusal = isOn ? broadcaster.start(set, parameters, profile) : .commandDisallowed
        if let refusal { emit(.advertisingStarted(set, refusal)) }
    }

    private mutating func connect(_ peer: DeviceAddress) {
        if !isOn {
            emit(.connectFailed(peer, .commandDisallowed))
        } else if links.contains(where: { $0.link.peer.onAir == peer.onAir }) {
            emit(.connectFailed(peer, .connectionAlreadyExists))
        } else {
            initiator.connect(peer)
        }
    }

    private mutating func setDataLength(_ link: LinkID, _ octets: UInt16) {
        guard let index = index(of: link), profile.abilities.contains(.setDataLength) else { return }
        let octets = min(max(octets, 27), 251)
        commands.append(
            .leSetDataLength(
                HCI.LESetDataLength(
                    connectionHandle: links[index].handle, txOctets: octets,
                    // The time on the 1M PHY: 8 µs for each octet, with 14 around the payload.
                    txTime: (octets + 14) * 8)), for: .link(link, .setDataLength))
    }

    private mutating func setPHY(_ link: LinkID, _ phy: HCI.PHY) {
        guard let index = index(of: link), profile.abilities.contains(.setPHY) else { return }
        commands.append(
            .leSetPHY(
                HCI.LESetPHY(connectionHandle: links[index].handle, txPHYs: phy.mask, rxPHYs: phy.mask)),
            for: .link(link, .setPHY))
    }

    private mutating func readRSSI(_ link: LinkID, _ token: Token) {
        guard let index = index(of: link) else {
            emit(.rssi(link, token, .failure(.unknownConnectionIdentifier)))
            return
        }
        commands.append(
            .readRSSI(HCI.ReadRSSI(connectionHandle: links[index].handle)), for: .rssi(link, token))
    }

    /// Ends a link once. Reasons that the command does not allow become Remote User Terminated Connection.
    mutating func disconnect(_ index: Int, _ reason: HCI.ErrorCode) {
        guard !links[index].isClosing else { return }
        links[index].isClosing = true
        let reason = Self.disconnectReasons.contains(reason) ? reason : .remoteUserTerminatedConnection
        commands.append(
            .disconnect(HCI.Disconnect(connectionHandle: links[index].handle, reason: reason)),
            for: .link(links[index].id, .disconnect))
    }

    /// The reasons of HCI Disconnect (Core 6.0, Vol 4, Part E, 7.1.6).
    private static let disconnectReasons: [HCI.ErrorCode] = [
        .authenticationFailure, .remoteUserTerminatedConnection,
        .remoteDeviceTerminatedConnectionDueToLowResources,
        .remoteDeviceTerminatedConnectionDueToPowerOff, .unsupportedRemoteFeature,
        .pairingWithUnitKeyNotSupported, .unacceptableConnectionParameters,
    ]

    // MARK: GATT server

    private mutating func addService(_ token: Token, _ service: GATT.ServiceDefinition, at now: Instant) {
        do throws(GATT.DatabaseError) {
            let handles = try server.add(service)
            emit(.serviceAdded(token, .success(handles)))
            databaseChanged(handles.range, at: now)
        } catch {
            emit(.serviceAdded(token, .failure(error)))
        }
    }

    private mutating func removeService(_ handle: ATT.Handle, at now: Instant) {
        // Removing a service that does not exist does nothing.
        if let range = try? server.remove(handle) {
            databaseChanged(range, at: now)
            forgetSubscriptions(in: range)
        }
        emit(.serviceRemoved(handle))
    }

    private mutating func databaseChanged(_ range: ATT.HandleRange, at now: Instant) {
        guard !holdsServiceChanged else { return }
        for id in server.clientsToTellOfChange {
            guard let index = index(of: id) else { continue }
            links[index].bearer.databaseChanged(range, server: &server, at: now, into: &actions)
            perform(on: index)
        }
        server.keepChange(range)
    }

    private mutating func respond(
        _ request: GATT.RequestID, _ result: Result<[UInt8], ATT.Failure>, at now: Instant
    ) {
        guard let index = index(of: request.link) else { return }
        links[index].bearer.respond(request, result, server: &server, at: now, into: &actions)
        perform(on: index)
    }
}
