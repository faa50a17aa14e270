import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

// What apps do.
extension PhoneScript {
    mutating func sendCentral(_ bytes: inout PhoneBytes) {
        let session = bytes.pick(centrals.reversed())
        let (command, peer) = (
            bytes.next() % 19,
            { (bytes: inout PhoneBytes, script: PhoneScript) in
                bytes.pick(script.peers)
            }
        )
        switch command {
        case 17:
            let app = AppID(UInt32(1 + bytes.next() % 3))
            let options = ManagerOptions(
                restoreIdentifier: bytes.flag() ? "c" : nil, showsPowerAlert: bytes.flag(),
                accessesMediaDevices: bytes.flag())
            centrals.append(stack.openCentral(options, app: app, at: now))
        case 18: stack.close(session, at: now)
        default:
            let target = peer(&bytes, self)
            stack.handle(central(command, target, &bytes), from: session, at: now)
            ask(target, session)
        }
    }

    private func ask(_ peer: PeerIdentifier, _ session: SessionID) {
        let model = stack.model
        _ = model.authorization(for: session)
        _ = model.retrieve(peers, for: session)
        _ = model.retrieveConnected(with: ["180D"], for: session)
        _ = model.router.mtu(of: peer, for: session)
        _ = model.router.canSendWriteWithoutResponse(to: peer, for: session)
        _ = model.router.maximumWriteLength(to: peer, .withoutResponse, for: session)
        _ = model.router.isNotificationSharingAuthorized(for: peer)
        _ = model.router.hasOpenRequests(to: peer, for: session)
    }

    private func central(
        _ command: UInt8, _ peer: PeerIdentifier, _ bytes: inout PhoneBytes
    ) -> Central.Command {
        switch command {
        case 0:
            return .scan(
                .init(
                    services: bytes.flag() ? ["180D"] : [], allowsDuplicates: bytes.flag(),
                    solicitedServices: bytes.flag() ? ["180F"] : []))
        case 1: return .stopScan
        case 2:
            return .connect(
                peer,
                .init(
                    startDelay: [0, 1, -1, .infinity, .nan, 1e300, 0.5][Int(bytes.next()) % 7],
                    enablesAutoReconnect: bytes.flag(), alerts: .init(rawValue: bytes.next()),
                    bridgesTransport: bytes.flag(), requiresNotificationSharing: bytes.flag()))
        case 3: return .cancelConnection(peer)
        case 4: return .release(peer)
        case 5: return .discoverServices(peer, bytes.flag() ? ["180D"] : nil)
        case 6: return .discoverIncludedServices(peer, nil, service: bytes.pick(attributes))
        case 7: return .discoverCharacteristics(peer, nil, service: bytes.pick(attributes))
        case 8: return .discoverDescriptors(peer, characteristic: bytes.pick(attributes))
        case 9: return .readCharacteristic(peer, bytes.pick(attributes))
        case 10:
            let attribute = bytes.pick(attributes)
            let type: Central.WriteType = bytes.flag() ? .withoutResponse : .withResponse
            return .writeCharacteristic(peer, attribute, long(&bytes), type)
        case 11: return .setNotify(peer, bytes.pick(attributes), bytes.flag())
        case 12: return .readDescriptor(peer, bytes.pick(attributes))
        case 13: return .writeDescriptor(peer, bytes.pick(attributes), long(&bytes))
        case 14: return .openChannel(peer, psm: UInt16(bytes.next()) | UInt16(bytes.next()) << 8)
        case 15: return .channel(bytes.pick(channels), use(&bytes))
        case 16: return .ranging(peer, bytes.flag() ? .start(.initiator) : .cancel)
        default:
            guard bytes.flag() else { return .readRSSI(peer) }
            return .registerForConnectionEvents(
                bytes.flag() ? .init(services: ["180D"], peers: peers) : nil)
        }
    }

    private func long(_ bytes: inout PhoneBytes) -> [UInt8] {
        [UInt8](repeating: 7, count: Int(bytes.next()) * 5)
    }

    private func use(_ bytes: inout PhoneBytes) -> ChannelCommand {
        switch bytes.next() % 3 {
        case 0: .send(long(&bytes))
        case 1: .consume(Int(bytes.next()) - 3)
        default: .close
        }
    }

    mutating func sendPeripheral(_ bytes: inout PhoneBytes) {
        let session = bytes.pick(peripherals.reversed())
        switch bytes.next() % 13 {
        case 0: stack.handle(.add(service(&bytes)), from: session, at: now)
        case 1: stack.handle(.remove(bytes.pick(attributes)), from: session, at: now)
        case 2: stack.handle(.removeAllServices, from: session, at: now)
        case 3:
            let long = String(repeating: "n", count: Int(bytes.next()))
            let uuids = (0..<Int(bytes.next() % 40)).map { BluetoothUUID(UInt16(0xFF00 + $0)) }
            stack.handle(
                .startAdvertising(.init(localName: long, serviceUUIDs: uuids)), from: session, at: now)
        case 4:
            stack.handle(
                .respond(bytes.pick(requests), code: bytes.next(), value: bytes.flag() ? long(&bytes) : nil),
                from: session, at: now)
        case 5:
            stack.update(
                Peripheral.Update(
                    long(&bytes), characteristic: bytes.pick(attributes),
                    centrals: bytes.flag() ? peers : nil), from: session, at: now)
        case 6:
            stack.handle(
                .setDesiredConnectionLatency(
                    [.low, .medium, .high][Int(bytes.next() % 3)], central: bytes.pick(peers)),
                from: session, at: now)
        case 7: stack.handle(.publishChannel(isEncrypted: bytes.flag()), from: session, at: now)
        case 8:
            stack.handle(.unpublishChannel(psm: 0xC0 &+ UInt16(bytes.next())), from: session, at: now)
        case 9:
            let command = Peripheral.Command.channel(bytes.pick(channels), use(&bytes))
            stack.handle(command, from: session, at: now)
        case 10: stack.handle(Peripheral.Command.stopAdvertising, from: session, at: now)
        case 11:
            let app = AppID(UInt32(1 + bytes.next() % 3))
            let options = ManagerOptions(restoreIdentifier: bytes.flag() ? "p" : nil)
            peripherals.append(stack.openPeripheral(options, app: app, at: now))
        default: stack.close(session, at: now)
        }
    }

    /// A service as an app may publish it, right or wrong; sometimes under an identifier that is taken.
    private mutating func service(_ bytes: inout PhoneBytes) -> Peripheral.Service {
        let isNew = bytes.flag()
        if isNew { services += 1 }
        let base = UInt64(1000 * max(1, services))
        let characteristics = (0..<UInt64(bytes.next() % 5)).map { index in
            characteristic(base, index, &bytes)
        }
        attributes += [.init(rawValue: base)] + characteristics.map(\.identifier)
        return Peripheral.Service(
            identifier: .init(rawValue: base), uuid: bytes.flag() ? "1800" : "FF00",
            isPrimary: !bytes.flag(), includedServices: bytes.flag() ? [bytes.pick(attributes)] : [],
            characteristics: characteristics)
    }

    private func characteristic(
        _ base: UInt64, _ index: UInt64, _ bytes: inout PhoneBytes
    ) -> Peripheral.Characteristic {
        let (low, high) = (UInt(bytes.next()), UInt(bytes.next() & 3))
        return Peripheral.Characteristic(
            identifier: AttributeIdentifier(rawValue: base + index + 1),
            uuid: BluetoothUUID(UInt16(0xFF01 + index)), properties: index == 0 ? 0x1A : low | high << 8,
            permissions: index == 0 ? 3 : UInt(bytes.next() & 15), value: bytes.flag() ? [1, 2] : nil,
            descriptors: bytes.flag() ? [Peripheral.Descriptor(uuid: "2901", value: [65])] : [])
    }

    // MARK: The user, and the system

    mutating func act(_ bytes: inout PhoneBytes) {
        let kind = bytes.next() % 16
        let app = AppID(UInt32(1 + bytes.next() % 3))
        switch kind {
        case 0: stack.setRadio([.on, .off, .resetting, .unsupported][Int(bytes.next() & 3)], at: now)
        case 1: stack.answerAlert(bytes.pick(alerts), allows: bytes.flag(), at: now)
        case 2:
            stack.answerPairing(
                bytes.pick(alerts),
                [.accept, .reject, .passkey(UInt32(bytes.next()))][Int(bytes.next() % 3)],
                at: now)
        case 3:
            stack.setAuthorization(
                [.notDetermined, .restricted, .denied, .allowedAlways][Int(bytes.next() & 3)], of: app,
                at: now)
        case 4: stack.launch(app, fromDebugger: bytes.flag(), at: now)
        case 5: stack.enterBackground(app, at: now)
        case 6: stack.suspend(app, at: now)
        case 7:
            let all = TerminationReason.allCases
            stack.terminate(app, all[Int(bytes.next()) % all.count], at: now)
        case 8: stack.enterForeground(app, at: now)
        case 9: stack.forget(bytes.pick(Self.addresses), at: now)
        case 10: stack.forgetPeers(at: now)
        case 11: stack.setNotificationSharing(bytes.flag(), with: bytes.pick(peers), at: now)
        case 12: stack.setUpAccessory(bytes.pick(Self.addresses), named: "Tag", for: app, at: now)
        case 13: stack.setBonds([], at: now)
        default:
            stack.configure(
                app,
                AppManifest(
                    backgroundModes: .init(rawValue: bytes.next() & 3), hasUsageDescription: !bytes.flag(),
                    accessorySetup: bytes.flag() ? AccessorySetupKeys() : nil), at: now)
        }
    }
}
