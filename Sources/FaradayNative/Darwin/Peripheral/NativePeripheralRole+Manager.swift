import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

#if !os(tvOS) && !os(watchOS) && !os(visionOS)
extension NativePeripheralRole: CBPeripheralManagerDelegate {
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        let state = ManagerState(peripheral.state)
        if state.rawValue < ManagerState.poweredOff.rawValue { forgetEverything() }
        tell(.stateChanged(state))
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
        let services = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
        let advertisement =
            dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] as? [String: Any] ?? [:]
        // All services get identifiers before any is reported, because one may include a later one.
        for service in services { nameRestored(service) }
        tell(
            .willRestoreState(
                Peripheral.RestoredState(
                    services: services.compactMap(restored), subscriptions: subscriptions(to: services),
                    advertisement: advertisement.isEmpty
                        ? nil : Peripheral.AdvertisementRequest(advertisement))))
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        tell(.advertisingStarted(error.portError))
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) {
        guard let identifier = publications.identifier(of: service) else { return }
        publications.ended(identifier, isAdded: error == nil)
        tell(.serviceAdded(identifier, error.portError))
    }

    // MARK: Subscriptions

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        guard let identifier = publications.identifier(of: characteristic) else { return }
        tell(.subscribed(subscriber(central), characteristic: identifier))
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        guard let identifier = publications.identifier(of: characteristic) else { return }
        tell(.unsubscribed(subscriber(central), characteristic: identifier))
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
        tell(.readyToUpdateSubscribers)
    }

    // MARK: Requests

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        guard let characteristic = publications.identifier(of: request.characteristic) else {
            return peripheral.respond(to: request, withResult: .attributeNotFound)
        }
        tell(
            .readRequest(
                Peripheral.ReadRequest(
                    identifier: keep(request), central: subscriber(request.central),
                    characteristic: characteristic, offset: request.offset)))
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        guard let first = requests.first else { return }
        var writes: [Peripheral.WriteRequest] = []
        for request in requests {
            guard let characteristic = publications.identifier(of: request.characteristic) else {
                return peripheral.respond(to: first, withResult: .attributeNotFound)
            }
            writes.append(
                Peripheral.WriteRequest(
                    central: subscriber(request.central), characteristic: characteristic,
                    offset: request.offset, value: request.value.map { [UInt8]($0) } ?? []))
        }
        tell(.writeRequests(keep(first), writes))
    }

    // MARK: Channels

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {
        tell(.channelPublished(psm: PSM, error.portError))
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {
        tell(.channelUnpublished(psm: PSM, error.portError))
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) {
        // A channel that failed to open is not reported here; the central gets the error.
        guard let channel, let central = channel.peer as? CBCentral else { return }
        let value = channels.adopt(channel)
        tell(.channelOpened(subscriber(central), value))
        channels.open(value.identifier)
    }
}
#endif
