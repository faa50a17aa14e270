import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Commands and events of a central manager's port, in the words of CoreBluetooth:
/// `readValue 2A19 (Battery Level) of HR-1`.
struct CentralText {
    let names: TraceNames
    let node: NodeID?

    func text(_ command: Central.Command) -> String {
        switch command {
        case .scan(let request): "scanForPeripherals " + scan(request)
        case .stopScan: "stopScan"
        case .connect(let peer, let options): "connect \(name(peer))" + connectOptions(options)
        case .cancelConnection(let peer): "cancelPeripheralConnection \(name(peer))"
        case .release(let peer): "the last reference to the CBPeripheral of \(name(peer)) is released"
        case .readRSSI(let peer): "readRSSI of \(name(peer))"
        case .registerForConnectionEvents(let match): "registerForConnectionEvents" + connectionEvents(match)
        case .openChannel(let peer, let psm): "openL2CAPChannel \(psm) of \(name(peer))"
        case .channel(let channel, let command): "channel \(channel.rawValue): " + text(command)
        case .ranging(let peer, .start(let role)): "startChannelSoundingSession \(role) of \(name(peer))"
        case .ranging(let peer, .cancel): "cancelChannelSoundingSession of \(name(peer))"
        case .reportMisuse(let misuse): "MISUSE \(misuse.call)"
        case .discoverServices, .discoverIncludedServices, .discoverCharacteristics, .discoverDescriptors,
            .readCharacteristic, .writeCharacteristic, .setNotify, .readDescriptor, .writeDescriptor:
            attributes(command)
        }
    }

    private func attributes(_ command: Central.Command) -> String {
        switch command {
        case .discoverServices(let peer, let uuids): "discoverServices\(Self.filter(uuids)) of \(name(peer))"
        case .discoverIncludedServices(let peer, let uuids, let service):
            "discoverIncludedServices\(Self.filter(uuids)) for \(attribute(service, peer))"
        case .discoverCharacteristics(let peer, let uuids, let service):
            "discoverCharacteristics\(Self.filter(uuids)) for \(attribute(service, peer))"
        case .discoverDescriptors(let peer, let characteristic):
            "discoverDescriptors for \(attribute(characteristic, peer))"
        case .readCharacteristic(let peer, let characteristic):
            "readValue \(attribute(characteristic, peer))"
        case .writeCharacteristic(let peer, let characteristic, let value, let type):
            "writeValue \(attribute(characteristic, peer)): \(CompactText.text(value)) \(type)"
        case .setNotify(let peer, let characteristic, let isOn):
            "setNotifyValue \(isOn) \(attribute(characteristic, peer))"
        case .readDescriptor(let peer, let descriptor): "readValue descriptor \(attribute(descriptor, peer))"
        case .writeDescriptor(let peer, let descriptor, let value):
            "writeValue descriptor \(attribute(descriptor, peer)): \(CompactText.text(value))"
        default: CompactText.text(command)
        }
    }

    func text(_ event: Central.Event) -> String {
        switch event {
        case .willRestoreState(let state): "willRestoreState " + CompactText.fields(state)
        case .stateChanged(let state): "didUpdateState \(state)"
        case .discovered(let peer, let advertisement, let rssi):
            "didDiscover \(name(peer.identifier)), \(rssi) dBm" + Self.keys(advertisement)
        case .connected(let peer): "didConnect \(name(peer.identifier))"
        case .failedToConnect(let peer, let error): "didFailToConnect \(name(peer))" + Self.error(error)
        case .disconnected(let peer, let error, _, let isReconnecting):
            "didDisconnectPeripheral \(name(peer))" + Self.error(error)
                + (isReconnecting ? ", the system reconnects" : "")
        case .connectionEvent(let peer, let isConnected):
            "connectionEventDidOccur \(isConnected ? "peerConnected" : "peerDisconnected") "
                + name(peer.identifier)
        case .notificationSharingChanged(let peer): "didUpdateANCSAuthorization of \(name(peer.identifier))"
        case .nameChanged(let peer, let new): "didUpdateName of \(name(peer)): \(new ?? "none")"
        case .servicesModified(let peer, let dead):
            "didModifyServices of \(name(peer)): " + list(dead.map { names.attribute($0, of: node) })
        case .rssi(let peer, .success(let rssi)): "didReadRSSI of \(name(peer)): \(rssi) dBm"
        case .rssi(let peer, .failure(let error)): "didReadRSSI of \(name(peer)): error \(error)"
        case .readyToWriteWithoutResponse(let peer): "isReadyToSendWriteWithoutResponse to \(name(peer))"
        case .channelOpened(let peer, .success(let channel)):
            "didOpenL2CAPChannel \(channel.psm) of \(name(peer))"
        case .channelOpened(let peer, .failure(let error)):
            "didOpenL2CAPChannel of \(name(peer)): error \(error)"
        case .channel(let channel, let event): "channel \(channel.rawValue): " + text(event)
        case .ranging(let peer, let event): text(event, name(peer))
        case .attributesKnown, .servicesDiscovered, .includedServicesDiscovered, .characteristicsDiscovered,
            .descriptorsDiscovered, .characteristicValue, .characteristicWritten, .notifyStateChanged,
            .descriptorValue, .descriptorWritten:
            attributes(event)
        }
    }

    private func attributes(_ event: Central.Event) -> String {
        switch event {
        case .attributesKnown(let peer, let services):
            "\(name(peer)) is known to have " + list(services.map(\.service.uuid.label))
        case .servicesDiscovered(let peer, let services, let error):
            "didDiscoverServices of \(name(peer)): " + found(services.map(\.uuid), error)
        case .includedServicesDiscovered(let peer, let service, let services, let error):
            "didDiscoverIncludedServices for \(attribute(service, peer)): "
                + found(services.map(\.uuid), error)
        case .characteristicsDiscovered(let peer, let service, let characteristics, let error):
            "didDiscoverCharacteristics for \(attribute(service, peer)): "
                + found(characteristics.map(\.uuid), error)
        case .descriptorsDiscovered(let peer, let characteristic, let descriptors, let error):
            "didDiscoverDescriptors for \(attribute(characteristic, peer)): "
                + found(descriptors.map(\.uuid), error)
        case .characteristicValue(let peer, let characteristic, let result):
            "didUpdateValue \(attribute(characteristic, peer)): " + Self.value(result)
        case .characteristicWritten(let peer, let characteristic, let error):
            "didWriteValue \(attribute(characteristic, peer))" + Self.error(error)
        case .notifyStateChanged(let peer, let characteristic, let isNotifying, let error):
            "didUpdateNotificationState \(isNotifying) \(attribute(characteristic, peer))" + Self.error(error)
        case .descriptorValue(let peer, let descriptor, let result):
            "didUpdateValue descriptor \(attribute(descriptor, peer)): " + Self.value(result)
        case .descriptorWritten(let peer, let descriptor, let error):
            "didWriteValue descriptor \(attribute(descriptor, peer))" + Self.error(error)
        default: CompactText.text(event)
        }
    }

    // MARK: Parts

    private func name(_ peer: PeerIdentifier) -> String { names.peer(peer, of: node) }

    private func attribute(_ identifier: AttributeIdentifier, _ peer: PeerIdentifier) -> String {
        "\(names.attribute(identifier, of: node)) of \(name(peer))"
    }

    private func found(_ uuids: [BluetoothUUID], _ error: PortError?) -> String {
        if let error { return "error \(error)" }
        return list(uuids.map(\.label))
    }

    private func list(_ texts: [String]) -> String { texts.isEmpty ? "none" : texts.joined(separator: ", ") }

    private func text(_ command: ChannelCommand) -> String {
        if case .send(let bytes) = command { return "write \(bytes.count) bytes" }
        return CompactText.text(command)
    }

    private func text(_ event: ChannelEvent) -> String {
        if case .received(let bytes) = event { return "\(bytes.count) bytes received" }
        return CompactText.text(event)
    }

    private func text(_ event: Central.RangingEvent, _ peer: String) -> String {
        switch event {
        case .measured(let result):
            "didReceiveChannelSoundingProcedureResults of \(peer): " + Self.distance(result)
        case .completed(let error): "didCompleteChannelSoundingSession of \(peer)" + Self.error(error)
        }
    }

    private static func distance(_ result: Result<Double, PortError>) -> String {
        switch result {
        case .success(let distance): distance < 0 ? "no valid distance" : metres(distance) + " m"
        case .failure(let error): "error \(error)"
        }
    }

    /// Metres with three decimals.
    private static func metres(_ distance: Double) -> String {
        let millimetres = Int((min(distance, 1e9) * 1000).rounded())
        let decimals = String(millimetres % 1000)
        return "\(millimetres / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
    }

    private func scan(_ request: Central.ScanRequest) -> String {
        var text = request.services.isEmpty ? "nil" : Self.labels(request.services)
        if request.allowsDuplicates { text += ", with duplicates" }
        if !request.solicitedServices.isEmpty {
            text += ", solicited \(Self.labels(request.solicitedServices))"
        }
        return text
    }

    private func connectOptions(_ options: Central.ConnectOptions) -> String {
        var text = ""
        if options.startDelay > 0 { text += ", after \(options.startDelay) s" }
        if options.enablesAutoReconnect { text += ", with auto-reconnect" }
        if options.requiresNotificationSharing { text += ", requires ANCS" }
        return text
    }

    private func connectionEvents(_ match: Central.ConnectionEventMatch?) -> String {
        guard let match else { return " for none" }
        let parts = match.services.map(\.label) + match.peers.map(name)
        return parts.isEmpty ? " for all" : " for " + parts.joined(separator: ", ")
    }

    private static func filter(_ uuids: [BluetoothUUID]?) -> String { uuids.map { " " + labels($0) } ?? "" }

    private static func labels(_ uuids: [BluetoothUUID]) -> String {
        uuids.isEmpty ? "none" : uuids.map(\.label).joined(separator: ", ")
    }

    static func error(_ error: PortError?) -> String { error.map { ": error \($0)" } ?? "" }

    static func value(_ result: Result<[UInt8], PortError>) -> String {
        switch result {
        case .success(let value): CompactText.text(value)
        case .failure(let error): "error \(error)"
        }
    }

    private static func keys(_ advertisement: Advertisement) -> String {
        var text = ""
        let services = advertisement.serviceUUIDs + advertisement.overflowServiceUUIDs
        if !services.isEmpty { text += ", " + labels(services) }
        if let data = advertisement.manufacturerData {
            text += ", manufacturer data \(CompactText.text(data))"
        }
        for item in advertisement.serviceData {
            text += ", data of \(item.uuid.label) \(CompactText.text(item.data))"
        }
        if advertisement.isConnectable == false { text += ", not connectable" }
        return text
    }
}
