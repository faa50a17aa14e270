import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// A central manager's commands and questions.
extension PhoneModel {
    /// Executes a command of a central manager; events follow as outputs.
    @discardableResult
    public mutating func handle(
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
            startScan(index, request)
            return .accepted
        case .stopScan:
            stopScan(index)
            return .accepted
        case .connect(let identifier, let options):
            connect(identifier, options, from: session, at: now)
            return .accepted
        case .cancelConnection(let identifier):
            cancelConnection(identifier, from: session, at: now)
            return .accepted
        case .registerForConnectionEvents(let match):
            return registerForConnectionEvents(index, match)
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
        let kind: Operation.Kind
        switch command {
        case .readRSSI:  // 5.30: not an ATT request, it need not wait for them.
            let token = effects.token(for: session)
            links[link].signalReads.append((token, session))
            effects.append(.host(.link(.readRSSI(links[link].id, token))))
            return .accepted
        case .openChannel(_, let psm):
            openChannel(psm, of: session, link)
            return .accepted
        case .discoverServices(_, let filter): kind = .discoverServices(filter ?? [])
        case .discoverIncludedServices(_, let filter, let name):
            guard let service = links[link].handle(name) else { return foreign(command, session) }
            kind = .discoverIncludedServices(filter ?? [], service: service)
        case .discoverCharacteristics(_, let filter, let name):
            guard let service = links[link].handle(name) else { return foreign(command, session) }
            kind = .discoverCharacteristics(filter ?? [], service: service)
        case .discoverDescriptors(_, let name):
            guard let handle = characteristic(name, link) else { return foreign(command, session) }
            kind = .discoverDescriptors(handle)
        case .readCharacteristic(_, let name):
            guard let handle = characteristic(name, link) else { return foreign(command, session) }
            kind = .read(handle)
        case .writeCharacteristic(_, let name, let value, let type):
            guard let handle = characteristic(name, link) else { return foreign(command, session) }
            switch type {
            case .withResponse: kind = .write(handle, value)
            case .withoutResponse:
                guard takesCommands(handle, link) else {  // 5.7
                    let text = text(ofCharacteristic: handle, session, link)
                    effects.append(.misuse(session, .unsupportedWriteWithoutResponse(text)))
                    return .ignored
                }
                let peer = links[link].peer
                guard peers[peer].attachments[attachment].commands.take(profile) else {
                    effects.append(.misuse(session, .lostWrite(profile.commandQueueDepth)))
                    return .ignored
                }
                kind = .command(handle, value)
            }
        case .setNotify(_, let name, let isOn):
            guard let handle = characteristic(name, link) else { return foreign(command, session) }
            kind = .setNotify(handle, isOn)
        case .readDescriptor(_, let name):
            guard let handle = links[link].handle(name) else { return foreign(command, session) }
            kind = .readDescriptor(handle)
        case .writeDescriptor(_, let name, let value):
            guard let handle = links[link].handle(name) else { return foreign(command, session) }
            kind = .writeDescriptor(handle, value)
        case .scan, .stopScan, .connect, .cancelConnection, .release, .reportMisuse,
            .registerForConnectionEvents, .channel:
            return .ignored
        }
        enqueue(kind, from: session, link)
        return .accepted
    }

    /// The value handle behind a name, if the link still knows the characteristic (4.14).
    @inline(__always)
    private func characteristic(_ name: AttributeIdentifier, _ link: Int) -> ATT.Handle? {
        guard let handle = links[link].handle(name), links[link].database.characteristics.contains(handle)
        else { return nil }
        return handle
    }

    private func takesCommands(_ handle: ATT.Handle, _ link: Int) -> Bool {
        links[link].database.characteristics[handle]?.properties.contains(.writeWithoutResponse) == true
    }

    private mutating func foreign(_ command: Central.Command, _ session: SessionID) -> CommandResult {
        effects.append(.misuse(session, .foreignObject(call: command.call)))
        return .ignored
    }

    // MARK: Questions of a central manager

    /// How this system does what systems do differently.
    public var traits: Central.Traits {
        Central.Traits(
            disconnectMethods: profile.disconnectMethods,
            invalidatesPeripheralsWhenPoweredOff: profile.invalidatesPeripherals(.poweredOff),
            supportsExtendedScanAndConnect: profile.supportsExtendedScanAndConnect)
    }

    /// The known peers among these; none for a manager that is not powered on (1.7).
    public func retrieve(_ identifiers: [PeerIdentifier], for session: SessionID) -> [Central.Peer] {
        isPoweredOn(session) ? retrieve(identifiers) : []
    }

    /// The linked peers with one of these services; none for a manager that is not powered on (1.7).
    public func retrieveConnected(
        with services: [BluetoothUUID], for session: SessionID
    ) -> [Central.Peer] {
        isPoweredOn(session) ? retrieveConnected(services) : []
    }

    private func isPoweredOn(_ session: SessionID) -> Bool {
        centralIndex(session).map { centrals[$0].core.state == .poweredOn } ?? false
    }

    /// Whether there is room for a write without response.
    public func canSendWriteWithoutResponse(to identifier: PeerIdentifier, for session: SessionID) -> Bool {
        connected(identifier, session)?.attachment.commands.canSend(profile) ?? false
    }

    /// The maximum number of bytes of one write (5.9, 5.10).
    public func maximumWriteLength(
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
    public func mtu(of identifier: PeerIdentifier, for session: SessionID) -> Int {
        guard let slot = peers.slot(of: identifier), let index = peers[slot].attachment(of: session)
        else { return 0 }
        switch peers[slot].attachments[index].state {
        case .connecting, .waiting: return Int(ATT.defaultMTU)
        case .connected: return Int(peers[slot].link.map { links[$0].mtu } ?? 0)
        case .disconnecting: return 0
        }
    }

    /// Whether the manager waits for answers of the peer.
    public func hasOpenRequests(to identifier: PeerIdentifier, for session: SessionID) -> Bool {
        guard let index = connected(identifier, session)?.link else { return false }
        return links[index].current?.session == session
            || links[index].queue.contains { $0.session == session }
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
