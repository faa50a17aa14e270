import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What the phone tells is noted; what its host tells the model may be anything, at any time.
extension PhoneScript {
    mutating func note(_ event: Central.Event) {
        switch event {
        case .discovered(let peer, _, _): learn(peer.identifier)
        case .connected(let peer): learn(peer.identifier)
        case .servicesDiscovered(_, let services, _): attributes += services.prefix(8).map(\.identifier)
        case .characteristicsDiscovered(_, _, let characteristics, _):
            attributes += characteristics.prefix(8).map(\.identifier)
        case .descriptorsDiscovered(_, _, let descriptors, _):
            attributes += descriptors.prefix(8).map(\.identifier)
        case .channelOpened(_, .success(let channel)): channels.append(channel.identifier)
        default: break
        }
    }

    mutating func note(_ event: Peripheral.Event) {
        switch event {
        case .readRequest(let request): requests.append(request.identifier)
        case .writeRequests(let request, _): requests.append(request)
        case .subscribed(let central, _): learn(central.identifier)
        case .channelOpened(_, let channel): channels.append(channel.identifier)
        default: break
        }
    }

    private mutating func learn(_ peer: PeerIdentifier) {
        if !peers.contains(peer) { peers.append(peer) }
    }

    mutating func note(_ command: Host.Command) {
        switch command {
        case .gatt(.procedure(_, let token, _)), .gatt(.writeWithoutResponse(_, let token, _, _)),
            .gatt(.update(_, let token, _, _, _)), .gatt(.addService(let token, _)),
            .link(.readRSSI(_, let token)),
            .channel(.open(_, let token, _, _)), .channel(.send(_, let token, _)):
            tokens.append(token)
        default: break
        }
    }

    mutating func note(_ event: Host.Event) {
        switch event {
        case .connected(let link, _): links.append(link)
        case .channelOpened(let channel, _, _): hostChannels.append(channel)
        case .attributeRead(let request): serverRequests.append(request.id)
        case .attributeWritten(let request): if let id = request.id { serverRequests.append(id) }
        default: break
        }
    }

    /// Ends the latest procedure with any outcome, fit for it or not.
    mutating func answer(_ bytes: inout PhoneBytes) {
        let outcome = outcome(&bytes)
        let (token, link) = (bytes.pick(tokens), bytes.pick(links))
        stack.model.handle(.procedureEnded(link, token, outcome), at: now)
    }

    private func outcome(_ bytes: inout PhoneBytes) -> GATT.Outcome {
        let (kind, count) = (bytes.next() % 9, UInt16(bytes.next() % 4))
        /// In order, and now and then not.
        func handle(_ index: UInt16) -> ATT.Handle { bytes.flag() ? UInt16(bytes.next()) : 10 + 10 * index }
        switch kind {
        case 0: return .mtu(UInt16(bytes.next()) * 3)
        case 1:
            return .services(
                (0..<count).map { index in
                    let first = handle(index)
                    return .init(
                        range: .init(first: first, last: max(first, first &+ 9)),
                        uuid: BluetoothUUID(index == 2 ? 0x1801 : 0x180D + UInt16(index)))
                })
        case 2:
            return .includedServices(
                (0..<count).map { index in
                    .init(
                        declaration: handle(index),
                        service: .init(range: .init(first: 20, last: 29), uuid: "180F"))
                })
        case 3:
            return .characteristics(
                (0..<count).map { index in
                    let declaration = handle(index)
                    return .init(
                        declaration: declaration, value: declaration &+ 1,
                        properties: .init(rawValue: UInt8(truncatingIfNeeded: 0x3A + index)),
                        uuid: BluetoothUUID(index == 2 ? 0x2A05 : 0x2A37 + index))
                })
        case 4:
            return .descriptors(
                (0..<count).map { index in .init(handle: handle(index), uuid: BluetoothUUID(0x2902 - index)) }
            )
        case 5: return .value([UInt8](repeating: 65, count: Int(count) * 200))
        case 6: return .written
        case 7: return .values([])
        default:
            let failures: [ATT.Failure] = [
                .error(ATT.ErrorCode(rawValue: bytes.next())), .timeout, .linkLost, .invalidResponse,
            ]
            return .failed(failures[Int(count)])
        }
    }

    private func ranging(_ bytes: inout PhoneBytes) -> Host.RangingEvent {
        switch bytes.next() % 6 {
        case 0: .started(.init(role: .initiator))
        case 1: .ended(nil)
        case 2: .ended(bytes.flag() ? .linkLost : .endedByPeer)
        case 3: .missed(.init(procedureCounter: 0, time: now, reason: .weakSignal))
        default:
            .measured(
                .init(
                    procedureCounter: 0, time: now,
                    estimate: .init(distance: [0, 1, 150, .infinity, .nan, 1e300][Int(bytes.next()) % 6])))
        }
    }

    /// A host gone wild: events about anything, whatever was asked.
    mutating func lie(_ bytes: inout PhoneBytes) {
        let kind = bytes.next() % 23
        let (link, token, channel) = (bytes.pick(links), bytes.pick(tokens), bytes.pick(hostChannels))
        let address = bytes.pick(Self.addresses)
        let handle = UInt16(bytes.next())
        let security = Host.Security(
            level: bytes.flag() ? .authenticated : .encrypted, keySize: 16, usesSecureConnections: true,
            isBonded: bytes.flag())
        let failures: [Host.SecurityFailure] = [
            .timeout, .keyMissing, .notBonded, .linkLost, .refused(.unspecifiedReason),
            .encryption(.pinOrKeyMissing),
        ]
        let event: Host.Event
        switch kind {
        case 0: event = .valueReceived(link, handle, bytes.rest, bytes.flag() ? .notification : .indication)
        case 1: event = .serviceChanged(link, .init(first: min(handle, 20), last: max(handle, 20)))
        case 2:
            hostChannels.append(Host.ChannelID(UInt32(handle)))
            event = .channelOpened(
                Host.ChannelID(UInt32(handle)),
                .init(link: link, psm: 0xC0, peerMTU: 100), bytes.flag() ? token : nil)
        case 3: event = .channelReceived(channel, bytes.rest)
        case 4:
            event = .channelSent(channel, token, bytes.flag() ? .success(bytes.flag()) : .failure(.timeout))
        case 5: event = .channelClosed(channel)
        case 6: event = .disconnected(link, HCI.ErrorCode(rawValue: UInt8(truncatingIfNeeded: handle)))
        case 7: event = .connectFailed(address, HCI.ErrorCode(rawValue: UInt8(truncatingIfNeeded: handle)))
        case 8: event = .mtuChanged(link, handle * 4)
        case 9: event = .commandSent(link, token)
        case 10: event = .updateSent(link, token, .success(bytes.flag()))
        case 11:
            event = .rssi(link, token, bytes.flag() ? .success(-50) : .failure(.unknownConnectionIdentifier))
        case 12:
            event = .pairingPrompted(link, [.consent, .compare(1), .enterPasskey][Int(bytes.next() % 3)])
        case 13: event = .pairingPromptEnded(link)
        case 14: event = .securityRequested(link, .encrypted)
        case 15: event = .securityChanged(link, security)
        case 16:
            event = .securityEnded(
                link, bytes.flag() ? .success(security) : .failure(failures[Int(bytes.next()) % 6]))
        case 17: event = .identityResolved(link, address)
        case 18: event = .controllerFailed(.hardware(bytes.next()))
        case 19:
            event = .subscriptionChanged(link, handle, .init(rawValue: UInt16(bytes.next() & 3)))
        case 20:
            event = .attributeRead(
                .init(id: bytes.pick(serverRequests), link: link, handle: handle, offset: Int(bytes.next())))
        case 21: event = .ranging(link, ranging(&bytes))
        default: event = .channelFailed(link, token, .timeout)
        }
        stack.model.handle(event, at: now)
    }
}
