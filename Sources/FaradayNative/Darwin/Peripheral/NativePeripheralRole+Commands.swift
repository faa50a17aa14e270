import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

#if !os(tvOS) && !os(watchOS) && !os(visionOS)
// As in the central role, every command is passed to the framework, and its state shows whether the command
// had an effect.
extension NativePeripheralRole {
    func handle(_ command: Peripheral.Command) -> CommandResult {
        guard let manager else { return .ignored }
        switch command {
        case .add(let service):
            return add(service, to: manager)
        case .remove(let identifier):
            if let service = publications.service(identifier) { manager.remove(service) }
            if isPoweredOn { publications.remove(identifier) }
        case .removeAllServices:
            manager.removeAllServices()
            if isPoweredOn { publications.removeAll() }
        case .startAdvertising(let request):
            manager.startAdvertising(request.native)
        case .stopAdvertising:
            manager.stopAdvertising()
        case .respond(let identifier, let code, let value, _):
            // The framework wants the answer with the first request, whichever part is refused.
            return respond(to: identifier, code, value, manager)
        case .setDesiredConnectionLatency(let latency, let peer):
            guard let central = central(peer) else { return .ignored }
            manager.setDesiredConnectionLatency(latency.native, for: central)
        case .publishChannel(let isEncrypted):
            manager.publishL2CAPChannel(withEncryption: isEncrypted)
        case .unpublishChannel(let psm):
            manager.unpublishL2CAPChannel(psm)
        case .channel(let channel, let command):
            return channels.handle(command, on: channel) ? .accepted : .ignored
        case .reportMisuse(let misuse):
            framework.log(misuse)
            return .accepted
        }
        return isPoweredOn ? .accepted : .ignored
    }

    // MARK: Services

    private func add(_ value: Peripheral.Service, to manager: CBPeripheralManager) -> CommandResult {
        if let service = publications.service(value.identifier) {
            // The same object is added again; the framework decides what follows.
            manager.add(service)
            return isPoweredOn ? .accepted : .ignored
        }
        var included: [CBMutableService] = []
        for identifier in value.includedServices {
            // There is no object to pass to the framework if the service was never added (behaviour 6.1).
            guard let service = publications.service(identifier) else {
                tell(.serviceAdded(value.identifier, .invalidParameters))
                return .accepted
            }
            included.append(service)
        }
        let service = CBMutableService(type: value.uuid.native, primary: value.isPrimary)
        let parts = value.characteristics.map { ($0.identifier, CBMutableCharacteristic($0)) }
        service.characteristics = parts.map(\.1)
        if !included.isEmpty { service.includedServices = included }
        if isPoweredOn { publications.insert(service, as: value.identifier, parts) }
        manager.add(service)
        return isPoweredOn ? .accepted : .ignored
    }

    // MARK: Requests and updates

    private func respond(
        to identifier: RequestIdentifier, _ code: UInt8, _ value: [UInt8]?, _ manager: CBPeripheralManager
    ) -> CommandResult {
        guard let request = take(identifier) else {
            framework.log(
                Misuse(
                    kind: .unknownRequest, call: "CBPeripheralManager.respond(to:withResult:)",
                    message: "request \(identifier.rawValue) was already answered, or does not exist"))
            return .ignored
        }
        if let value { request.value = Data(value) }
        manager.respond(to: request, withResult: CBATTError.Code(rawValue: Int(code)) ?? .unlikelyError)
        return isPoweredOn ? .accepted : .ignored
    }

    func update(_ update: Peripheral.Update) -> Bool {
        guard let manager, let characteristic = publications.characteristic(update.characteristic) else {
            return false
        }
        let chosen = update.centrals.map { peers in
            (characteristic.subscribedCentrals ?? []).filter {
                peers.contains(PeerIdentifier($0.identifier))
            }
        }
        // None of these centrals is subscribed. The framework does not document that an empty list means
        // nobody, so it is not called.
        if let chosen, chosen.isEmpty { return isPoweredOn }
        return manager.updateValue(Data(update.value), for: characteristic, onSubscribedCentrals: chosen)
    }
}

extension Peripheral.Latency {
    var native: CBPeripheralManagerConnectionLatency {
        switch self {
        case .low: .low
        case .medium: .medium
        case .high: .high
        }
    }
}

extension CBMutableCharacteristic {
    /// The characteristic to publish; the framework answers reads of a static value (behaviour 6.3).
    convenience init(_ value: Peripheral.Characteristic) {
        self.init(
            type: value.uuid.native, properties: CBCharacteristicProperties(rawValue: value.properties),
            value: value.value.map { Data($0) },
            permissions: CBAttributePermissions(rawValue: value.permissions))
        guard !value.descriptors.isEmpty else { return }
        descriptors = value.descriptors.map {
            CBMutableDescriptor(
                type: $0.uuid.native, value: NativeDescriptorValue.native($0.value, uuid: $0.uuid))
        }
    }
}
#endif
