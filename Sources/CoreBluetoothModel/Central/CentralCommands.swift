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
        guard let index = centralIndex(session) else { return .ignored }
        if screensEvents { clock = now }
        switch command {
        case .reportMisuse(let misuse):
            effects.append(.misuse(session, misuse))
            return .accepted
        case .release(let identifier):
            release(identifier, from: session, at: now)
            return .accepted
        case .channel(let channel, let command):
            // Channel streams outlive the radio; using them after power off is no misuse.
            return channels.handle(command, on: channel, of: session, into: &effects) ? .accepted : .ignored
        default: break
        }
        guard centrals[index].core.state == .poweredOn else {  // 1.7, 1.8, 1.9
            effects.append(.misuse(session, .centralNotPoweredOn(session, call: command.call)))
            return .ignored
        }
        switch command {
        case .reportMisuse, .release, .channel: return .accepted
        case .scan(let request):
            scanning.start(session, request, into: &effects)
            return .accepted
        case .stopScan:
            scanning.stop(session, into: &effects)
            return .accepted
        case .connect(let identifier, let options):
            connect(identifier, options, from: session, at: now)
            return .accepted
        case .cancelConnection(let identifier):
            cancelConnection(identifier, from: session, at: now)
            return .accepted
        case .registerForConnectionEvents(let match):
            return registerForConnectionEvents(session, match)
        case .discoverServices(let peer, _), .discoverIncludedServices(let peer, _, _),
            .discoverCharacteristics(let peer, _, _), .discoverDescriptors(let peer, _),
            .readCharacteristic(let peer, _), .writeCharacteristic(let peer, _, _, _),
            .setNotify(let peer, _, _), .readDescriptor(let peer, _), .writeDescriptor(let peer, _, _),
            .readRSSI(let peer), .openChannel(let peer, _):
            guard let (link, attachment) = connectedLink(peer, session, command) else { return .ignored }
            return handle(command, of: session, attachment, link)
        }
    }

    /// The link of a peripheral that this manager is connected to; anything else is misuse (1.10).
    @inline(__always)
    private mutating func connectedLink(
        _ identifier: PeerIdentifier, _ session: SessionID, _ command: Central.Command
    ) -> (link: Int, attachment: Int)? {
        let slot = peers.slot(of: identifier)
        if let slot, let index = peers[slot].attachment(of: session),
            peers[slot].attachments[index].state == .connected, let link = peers[slot].link
        {
            return (link, index)
        }
        var description = "<CBPeripheral: 0x0, identifier = \(identifier), state = disconnected>"
        if let slot {
            let state = peers[slot].attachment(of: session).map { peers[slot].attachments[$0].state }
            description = text(of: slot, state)
        }
        effects.append(.misuse(session, .notConnected(description, call: command.call)))
        return nil
    }

    /// A peripheral's command on a live link; it is queued behind earlier ones (4.27).
    private mutating func handle(
        _ command: Central.Command, of session: SessionID, _ attachment: Int, _ link: Int
    ) -> CommandResult {
        switch command {
        case .openChannel(_, let psm):
            openChannel(psm, of: session, link)
            return .accepted
        case .writeCharacteristic(_, let name, let value, .withoutResponse):
            return writeWithoutResponse(value, to: name, command, from: session, attachment, link)
        default: return client(link) { $0.handle(command, from: session, into: &$1) }
        }
    }

    // MARK: Questions of a central manager

    /// How this system does what systems do differently.
    package var traits: Central.Traits {
        Central.Traits(
            disconnectMethods: profile.disconnectMethods,
            invalidatesPeripheralsWhenPoweredOff: profile.invalidatesPeripherals(.poweredOff),
            supportsExtendedScanAndConnect: profile.supportsExtendedScanAndConnect)
    }

    /// The known peers among these; none for a manager that is not powered on (1.7).
    package func retrieve(_ identifiers: [PeerIdentifier], for session: SessionID) -> [Central.Peer] {
        isPoweredOn(session) ? peers.known(identifiers) : []
    }

    /// The linked peers with one of these services; none for a manager that is not powered on (1.7).
    package func retrieveConnected(
        with services: [BluetoothUUID], for session: SessionID
    ) -> [Central.Peer] {
        isPoweredOn(session) ? retrieveConnected(services) : []
    }

    private func isPoweredOn(_ session: SessionID) -> Bool {
        centralIndex(session).map { centrals[$0].core.state == .poweredOn } ?? false
    }

    /// Whether there is room for a write without response.
    package func canSendWriteWithoutResponse(to identifier: PeerIdentifier, for session: SessionID) -> Bool {
        connected(identifier, session)?.attachment.commands.canSend(profile) ?? false
    }

    /// The maximum number of bytes of one write (5.9, 5.10).
    package func maximumWriteLength(
        to identifier: PeerIdentifier, _ type: Central.WriteType, for session: SessionID
    ) -> Int {
        switch type {
        case .withResponse: return ATT.maximumValueLength
        case .withoutResponse:
            let mtu = connected(identifier, session).map { links[$0.link].mtu } ?? ATT.defaultMTU
            return Int(mtu) - 3
        }
    }

    /// The ATT MTU as a peripheral's description prints it (1.35).
    package func mtu(of identifier: PeerIdentifier, for session: SessionID) -> Int {
        guard let slot = peers.slot(of: identifier), let index = peers[slot].attachment(of: session)
        else { return 0 }
        switch peers[slot].attachments[index].state {
        case .connecting, .waiting: return Int(ATT.defaultMTU)
        case .connected: return Int(peers[slot].link.map { links[$0].mtu } ?? 0)
        case .disconnecting: return 0
        }
    }

    /// Whether the manager waits for answers of the peer.
    package func hasOpenRequests(to identifier: PeerIdentifier, for session: SessionID) -> Bool {
        guard let index = connected(identifier, session)?.link else { return false }
        return links[index].client.operations.isUsed(by: session)
    }

    private func connected(
        _ identifier: PeerIdentifier, _ session: SessionID
    ) -> (link: Int, attachment: Attachment)? {
        guard let slot = peers.slot(of: identifier), let link = peers[slot].link,
            let index = peers[slot].attachment(of: session),
            peers[slot].attachments[index].state == .connected
        else { return nil }
        return (link, peers[slot].attachments[index])
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
        case .reportMisuse(let misuse): misuse.call
        }
    }
}
