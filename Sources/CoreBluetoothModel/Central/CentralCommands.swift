import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// A central manager's commands and queries.
extension PhoneModel {
    /// Executes a command of a central manager; events follow as outputs.
    @discardableResult
    public mutating func handle(
        _ command: Central.Command, from session: SessionID, at now: Instant
    ) -> Central.Answer {
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
            return handle(command, on: channel, of: session) ? .accepted : .ignored
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
    ) -> Central.Answer {
        switch command {
        case .openChannel(_, let psm):
            openChannel(psm, of: session, link)
            return .accepted
        case .writeCharacteristic(_, let name, let value, .withoutResponse):
            return writeWithoutResponse(value, to: name, command, from: session, attachment, link)
        default: return client(link) { $0.handle(command, from: session, into: &$1) }
        }
    }

    /// Returns the answer to a central manager's query.
    public func query(_ query: Central.Query, from session: SessionID) -> Central.Answer {
        let isOn = centralIndex(session).map { centrals[$0].core.state == .poweredOn } ?? false
        switch query {
        case .authorization:
            let app = centralIndex(session).map { centrals[$0].core.app }
            return .authorization(app.map { authorization(of: $0) } ?? .notDetermined)
        case .retrieve(let identifiers): return .peers(isOn ? peers.known(identifiers) : [])  // 1.7
        case .retrieveConnected(let services): return .peers(isOn ? retrieveConnected(services) : [])
        case .canSendWriteWithoutResponse(let identifier):
            guard let attachment = connected(identifier, session)?.attachment else { return .flag(false) }
            return .flag(attachment.commands.canSend(profile))
        case .maximumWriteLength(_, .withResponse): return .number(ATT.maximumValueLength)  // 5.9
        case .maximumWriteLength(let identifier, .withoutResponse):
            let mtu = connected(identifier, session).map { links[$0.link].mtu } ?? ATT.defaultMTU
            return .number(Int(mtu) - 3)  // 5.9, 5.10
        case .mtu(let identifier):
            guard let slot = peers.slot(of: identifier), let index = peers[slot].attachment(of: session)
            else { return .number(0) }
            switch peers[slot].attachments[index].state {
            case .connecting, .waiting: return .number(Int(ATT.defaultMTU))  // 1.35
            case .connected: return .number(Int(peers[slot].link.map { links[$0].mtu } ?? 0))
            case .disconnecting: return .number(0)
            }
        case .supportsExtendedScanAndConnect: return .flag(profile.supportsExtendedScanAndConnect)
        case .invalidatesPeripherals(let state): return .flag(profile.invalidatesPeripherals(state))
        case .disconnectMethods: return .number(profile.disconnectMethods.rawValue)
        case .isNotificationSharingAuthorized(let identifier):
            return .flag(peers.sharing.isAllowed(identifier))
        case .hasOpenRequests(let identifier): return .flag(hasOpenRequests(identifier, session))
        }
    }

    private func hasOpenRequests(_ identifier: PeerIdentifier, _ session: SessionID) -> Bool {
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
