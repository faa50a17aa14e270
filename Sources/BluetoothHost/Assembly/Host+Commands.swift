import BluetoothTypes
import BluetoothWire

/// Commands of the upper layer, each for the machine that does it.
extension Host {
    /// Takes a command from the upper layer.
    ///
    /// A command for a link that has ended gets `.linkLost` at once, or nothing if it has no result.
    package mutating func handle(_ command: consuming Command, at now: Instant) {
        switch consume command {
        case .gatt(let command): return handle(command, at: now)
        case .powerOn: powerOn()
        case .powerOff: powerOff()
        case .gap(let command): handle(command)
        case .link(let command): handle(command, at: now)
        case .security(let command): handle(command, at: now)
        case .channel(let command): handle(command, at: now)
        case .ranging(let command): handle(command, at: now)
        }
        settle(at: now)
        findDeadline()
    }

    private mutating func handle(_ command: GAPCommand) {
        if case .connect(let peer) = command, isOn,
            links.contains(where: { $0.peer.onAir == peer.onAir })
        {
            gap.touch()
            return emit(.connectFailed(peer, .connectionAlreadyExists))
        }
        gap.handle(command, isOn: isOn, profile, into: &sink)
    }

    private mutating func handle(_ command: LinkCommand, at now: Instant) {
        if let index = index(of: command.link) {
            links[index].handle(command, profile, at: now, into: &sink)
        } else if case .readRSSI(let link, let token) = command {
            emit(.rssi(link, token, .failure(.unknownConnectionIdentifier)))
        }
    }

    private mutating func handle(_ command: ChannelCommand, at now: Instant) {
        switch command {
        case .addService(let service): channelRegistry.add(service)
        case .removeService(let psm): channelRegistry.remove(psm: psm)
        case .open(let link, let token, let psm, let mtu):
            guard let index = index(of: link) else { return emit(.channelFailed(link, token, .linkLost)) }
            links[index].channels.open(
                token, psm: psm, mtu: mtu, &channelRegistry, at: now, into: &sink)
        case .send(let id, let token, let sdu):
            guard let index = index(of: id) else { return emit(.channelSent(id, token, .success(false))) }
            links[index].channels.send(sdu, token, on: id, into: &sink)
            drain(index)
        case .consume(let id, let sdus):
            guard let index = index(of: id) else { return }
            links[index].channels.consume(sdus, on: id, into: &sink)
            drain(index)
        case .close(let id):
            if let index = index(of: id) { links[index].channels.close(id, at: now, into: &sink) }
        }
    }

    /// The link of an open channel.
    private func index(of id: ChannelID) -> Int? { links.firstIndex { $0.channels.isOpen(id) } }

    private mutating func handle(_ command: SecurityCommand, at now: Instant) {
        switch command {
        case .secure(let link, _), .pair(let link, _):
            guard let index = index(of: link), let wish = SecurityWish(command) else {
                return emit(.securityEnded(link, .failure(.linkLost)))
            }
            secure(index, at: now) { $0.wish(wish, &$1, into: &$2) }
        case .answerPairing(let link, let answer):
            guard let index = index(of: link) else { return }
            secure(index, at: now) { $0.answer(answer, &$1, into: &$2) }
        case .authorize(let link, let isAuthorized): server.authorize(link, isAuthorized)
        case .setBonds(let bonds):
            bondTable = BondTable(bonds)
            bondsChanged()
        case .removeBond(let peer):
            bondTable.remove(peer)
            bondsChanged()
        case .makeOutOfBandData: emit(.outOfBandData(shareSecurity { $0.makeOutOfBandData() }))
        case .setPeerOutOfBandData(let peer, let data): shareSecurity { $0.setData(data, of: peer) }
        }
    }
}

// MARK: - GATT

extension Host {
    private mutating func handle(_ command: consuming GATTCommand, at now: Instant) {
        switch consume command {
        case .procedure(let link, let token, let procedure):
            guard let index = index(of: link) else {
                return emit(.procedureEnded(link, token, .failed(.linkLost)))
            }
            let due = links[index].bearer.due()
            links[index].perform(procedure, token, from: index, at: now, into: &sink, &actions)
            return bearerActed(index, dueBefore: due, at: now)
        case .writeWithoutResponse(let link, let token, let handle, let value):
            // The same as for those that a lost link drops: they get no answer anyway.
            guard let index = index(of: link) else { return emit(.commandSent(link, token)) }
            let due = links[index].bearer.due()
            links[index].bearer.writeWithoutResponse(value, to: handle, token: token, into: &actions)
            return bearerActed(index, dueBefore: due, at: now)
        case .update(let link, let token, let handle, let value, let kind):
            guard let index = index(of: link) else {
                return emit(.updateSent(link, token, .failure(.linkLost)))
            }
            let due = links[index].bearer.due()
            links[index].update(
                value, of: handle, kind, token, from: index, server: &server, at: now, into: &sink, &actions)
            return bearerActed(index, dueBefore: due, at: now)
        case .respond(let request, let result, let refused):
            guard let index = index(of: request.link) else { return }
            let due = links[index].bearer.due()
            links[index].respond(
                request, result, refused, from: index, server: &server, at: now, into: &sink, &actions)
            return bearerActed(index, dueBefore: due, at: now)
        case .setValue(let handle, let value): return server.setValue(handle, value)
        case .removeService(let handle): removeService(handle, at: now)
        case .addService(let token, let service): changeDatabase(.addService(token, service), at: now)
        case .includeServices(let services, let service):
            changeDatabase(.includeServices(services, in: service), at: now)
        case .holdServiceChanged: changeDatabase(.holdServiceChanged, at: now)
        case .tellServiceChanged(let ranges): changeDatabase(.tellServiceChanged(ranges), at: now)
        case .setDeviceName(let name): changeDatabase(.setDeviceName(name), at: now)
        }
        settle(at: now)
        findDeadline()
    }

    private mutating func removeService(_ handle: ATT.Handle, at now: Instant) {
        // Removing a service that does not exist does nothing.
        if let range = try? server.remove(handle) {
            databaseChanged(range, at: now)
            bondTable.forgetSubscriptions(in: range, into: &sink)
        }
        emit(.serviceRemoved(handle))
    }

    @inline(never) private mutating func changeDatabase(_ command: GATTCommand, at now: Instant) {
        for range in server.handle(command, into: &sink) { databaseChanged(range, at: now) }
    }

    private mutating func databaseChanged(_ range: ATT.HandleRange, at now: Instant) {
        guard !server.holdsChanges else { return }
        for id in server.clientsToTellOfChange {
            guard let index = index(of: id) else { continue }
            links[index].bearer.databaseChanged(range, server: &server, at: now, into: &actions)
            perform(on: index)
        }
        server.keepChange(range)
    }
}
