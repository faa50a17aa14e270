import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// A central manager's commands and questions.
extension PhoneModel {
    /// Executes a command of a central manager; events follow as outputs.
    @discardableResult
    package mutating func handle(
        _ command: Central.Command, from session: SessionID, at now: Instant
    ) -> CommandResult {
        guard let index = managers.central(session) else { return .ignored }
        if effects.screensEvents { clock = now }
        defer { screenEvents() }
        switch command {
        case .reportMisuse(let misuse):
            effects.append(.misuse(session, misuse))
            return .accepted
        case .release(let identifier):
            guard let slot = router.peers.slot(of: identifier) else { return .accepted }
            router.tellUnused(slot, session, into: &effects)
            cancelConnection(slot, session, reports: false, at: now)
            return .accepted
        case .channel(let channel, let command):
            // Channel streams outlive the radio; using them after power off is no misuse.
            return channels.handle(command, on: channel, of: session, into: &effects) ? .accepted : .ignored
        default: break
        }
        guard managers.centrals[index].core.state == .poweredOn else {  // 1.7, 1.8, 1.9
            effects.append(.misuse(session, .centralNotPoweredOn(session, call: command.call)))
            return .ignored
        }
        switch command {
        case .reportMisuse, .release, .channel: return .accepted
        case .scan(let request):
            scanning.start(session, request, into: &effects)
            scanning.pace(at: now, into: &effects)
            return .accepted
        case .stopScan:
            scanning.stop(session, into: &effects)
            scanning.pace(at: now, into: &effects)
            return .accepted
        case .connect(let identifier, let options):
            connect(identifier, options, from: session, at: now)
            return .accepted
        case .cancelConnection(let identifier):
            if let slot = router.peers.slot(of: identifier) {
                cancelConnection(slot, session, reports: true, at: now)
            }
            return .accepted
        case .registerForConnectionEvents(let match):
            return router.registerForConnectionEvents(session, match, into: &effects)
        case .openChannel(let peer, let psm): return openChannel(psm, of: peer, command, session)
        case .ranging(let peer, let request): return range(request, peer, command, index)
        case .discoverServices(let peer, _), .discoverIncludedServices(let peer, _, _),
            .discoverCharacteristics(let peer, _, _), .discoverDescriptors(let peer, _),
            .readCharacteristic(let peer, _), .writeCharacteristic(let peer, _, _, _),
            .setNotify(let peer, _, _), .readDescriptor(let peer, _), .writeDescriptor(let peer, _, _),
            .readRSSI(let peer):
            return router.handle(command, to: peer, of: session, into: &effects)
        }
    }

    private mutating func openChannel(
        _ psm: UInt16, of peer: PeerIdentifier, _ command: Central.Command, _ session: SessionID
    ) -> CommandResult {
        guard let link = router.connectedLink(peer, session, command, into: &effects)?.link else {
            return .ignored
        }
        let id = router.links[link].id
        channels.open(psm, to: peer, on: id, for: session, into: &effects)
        return .accepted
    }

    private mutating func range(
        _ request: Central.RangingCommand, _ peer: PeerIdentifier, _ command: Central.Command, _ index: Int
    ) -> CommandResult {
        let core = managers.centrals[index].core
        guard let link = router.connectedLink(peer, core.id, command, into: &effects)?.link else {
            return .ignored
        }
        ranging.handle(
            request,
            RangingSessions.Request(
                session: core.id, peer: peer, link: router.links[link].id,
                isSetUp: setup.has(peer, of: core.app), isInFront: apps.state(of: core.app) == .foreground),
            into: &effects)
        return .accepted
    }

    // MARK: Questions of a central manager

    /// The known peers among these; none for a manager that is not powered on (1.7).
    package func retrieve(_ identifiers: [PeerIdentifier], for session: SessionID) -> [Central.Peer] {
        guard let core = poweredOn(session) else { return [] }
        return setup.limit(router.peers.known(identifiers), to: core, apps, alsoFresh: false)
    }

    /// The linked peers with one of these services; none for a manager that is not powered on (1.7).
    package func retrieveConnected(
        with services: [BluetoothUUID], for session: SessionID
    ) -> [Central.Peer] {
        guard let core = poweredOn(session) else { return [] }
        return setup.limit(router.retrieveConnected(services), to: core, apps, alsoFresh: true)
    }

    private func poweredOn(_ session: SessionID) -> SessionCore? {
        guard let index = managers.central(session) else { return nil }
        return managers.centrals[index].core.state == .poweredOn ? managers.centrals[index].core : nil
    }
}

extension Central.Command {
    /// The API call behind this command, spelled as in Swift.
    var call: String {
        switch self {
        case .scan: "CBCentralManager.scanForPeripherals(withServices:options:)"
        case .stopScan: "CBCentralManager.stopScan()"
        case .connect: "CBCentralManager.connect(_:options:)"
        case .cancelConnection: "CBCentralManager.cancelPeripheralConnection(_:)"
        case .release: "CBPeripheral.deinit"
        case .discoverServices: "CBPeripheral.discoverServices(_:)"
        case .discoverIncludedServices: "CBPeripheral.discoverIncludedServices(_:for:)"
        case .discoverCharacteristics: "CBPeripheral.discoverCharacteristics(_:for:)"
        case .discoverDescriptors: "CBPeripheral.discoverDescriptors(for:)"
        case .readCharacteristic: "CBPeripheral.readValue(for:)"
        case .writeCharacteristic: "CBPeripheral.writeValue(_:for:type:)"
        case .setNotify: "CBPeripheral.setNotifyValue(_:for:)"
        case .readDescriptor: "CBPeripheral.readValue(for:)"
        case .writeDescriptor: "CBPeripheral.writeValue(_:for:)"
        case .readRSSI: "CBPeripheral.readRSSI()"
        case .registerForConnectionEvents: "CBCentralManager.registerForConnectionEvents(options:)"
        case .openChannel: "CBPeripheral.openL2CAPChannel(_:)"
        case .channel: "CBL2CAPChannel"
        case .ranging(_, .start): "CBPeripheral.startChannelSoundingSession(_:)"
        case .ranging(_, .cancel): "CBPeripheral.cancelChannelSoundingSession()"
        case .reportMisuse(let misuse): misuse.call
        }
    }
}
