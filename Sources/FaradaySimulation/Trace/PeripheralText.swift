import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Commands and events of a peripheral manager's port, in the words of CoreBluetooth:
/// `didReceiveRead 2A19 (Battery Level)`.
struct PeripheralText {
    let names: TraceNames
    let node: NodeID?
    let session: SessionID

    func text(_ command: Peripheral.Command) -> String {
        switch command {
        case .add(let service):
            "add \(service.uuid.label)" + list(service.characteristics.map(\.uuid.label), behind: " with ")
        case .remove(let service): "remove \(attribute(service))"
        case .removeAllServices: "removeAllServices"
        case .startAdvertising(let request):
            "startAdvertising" + (request.localName.map { " as \($0)" } ?? "")
                + list(request.serviceUUIDs.map(\.label), behind: " ")
        case .stopAdvertising: "stopAdvertising"
        case .respond(let request, let code, let value, let part):
            "respond to request \(request.rawValue) with \(PortError.att(code: code))"
                + (part > 0 ? " for part \(part)" : "")
                + (value.map { ": \(CompactText.text($0))" } ?? "")
        case .setDesiredConnectionLatency(let latency, let central):
            "setDesiredConnectionLatency \(latency) for \(name(central))"
        case .publishChannel(let isEncrypted):
            "publishL2CAPChannel" + (isEncrypted ? ", encrypted" : "")
        case .unpublishChannel(let psm): "unpublishL2CAPChannel \(psm)"
        case .channel(let channel, .send(let bytes)):
            "channel \(channel.rawValue): write \(bytes.count) bytes"
        case .channel(let channel, let command):
            "channel \(channel.rawValue): \(CompactText.text(command))"
        case .reportMisuse(let misuse): "MISUSE \(misuse.call)"
        }
    }

    func text(_ update: Peripheral.Update) -> String {
        "updateValue \(attribute(update.characteristic)): \(CompactText.text(update.value))"
            + list((update.centrals ?? []).map(name), behind: " to ")
    }

    func text(_ event: Peripheral.Event) -> String {
        switch event {
        case .willRestoreState(let state): "willRestoreState " + CompactText.fields(state)
        case .stateChanged(let state): "didUpdateState \(state)"
        case .serviceAdded(let service, let error): "didAdd \(attribute(service))" + CentralText.error(error)
        case .advertisingStarted(let error): "didStartAdvertising" + CentralText.error(error)
        case .subscribed(let central, let characteristic):
            "\(name(central.identifier)) didSubscribeTo \(attribute(characteristic))"
        case .unsubscribed(let central, let characteristic):
            "\(name(central.identifier)) didUnsubscribeFrom \(attribute(characteristic))"
        case .updateLengthChanged(let central):
            "maximumUpdateValueLength of \(name(central.identifier)): \(central.maximumUpdateLength)"
        case .readRequest(let request):
            "didReceiveRead \(attribute(request.characteristic)) of \(name(request.central.identifier)), request "
                + "\(request.identifier.rawValue)" + (request.offset > 0 ? ", from \(request.offset)" : "")
        case .writeRequests(let identifier, let requests):
            "didReceiveWrite request \(identifier.rawValue): "
                + requests.map { "\(attribute($0.characteristic)) \(CompactText.text($0.value))" }
                .joined(separator: ", ")
        case .readyToUpdateSubscribers: "isReadyToUpdateSubscribers"
        case .channelPublished(let psm, let error):
            "didPublishL2CAPChannel \(psm)" + CentralText.error(error)
        case .channelUnpublished(let psm, let error):
            "didUnpublishL2CAPChannel \(psm)" + CentralText.error(error)
        case .channelOpened(let central, let channel):
            "didOpenL2CAPChannel \(channel.psm) of \(name(central.identifier))"
        case .channel(let channel, .received(let bytes)):
            "channel \(channel.rawValue): \(bytes.count) bytes received"
        case .channel(let channel, let event):
            "channel \(channel.rawValue): \(CompactText.text(event))"
        }
    }

    private func name(_ central: PeerIdentifier) -> String { names.peer(central, of: node) }
    private func attribute(_ identifier: AttributeIdentifier) -> String {
        names.attribute(identifier, of: node, session)
    }

    private func list(_ texts: [String], behind prefix: String) -> String {
        texts.isEmpty ? "" : prefix + texts.joined(separator: ", ")
    }
}
