import BluetoothPort
import Foundation

/// The handling of each event in a peripheral manager: it updates the mirror first, then calls the delegate.
extension CBPeripheralManager {
    /// Always `false`: no event of this role goes to a central, because `CBCentral` has no delegate.
    static func handle(_ event: Peripheral.Event, among peers: WeakTable<CBCentral>) -> Bool { false }

    func handle(_ event: Peripheral.Event) {
        switch event {
        case .willRestoreState(let state):
            willRestore(state)
        case .stateChanged(let state):
            stateChanged(CBManagerState(state))
        case .serviceAdded(let service, let error):
            serviceAdded(service, error)
        case .advertisingStarted(let error):
            advertisingStarted(error)
        case .subscribed(let subscriber, let characteristic):
            subscribed(subscriber, characteristic)
        case .unsubscribed(let subscriber, let characteristic):
            unsubscribed(subscriber, characteristic)
        case .updateLengthChanged(let subscriber):
            inbox.peers.live(subscriber.identifier)?.update(subscriber)
        case .readRequest(let request):
            readRequested(request)
        case .writeRequests(let identifier, let requests):
            writesRequested(identifier, requests)
        case .readyToUpdateSubscribers:
            delegate?.peripheralManagerIsReady(toUpdateSubscribers: self)
        case .channelPublished(let psm, let error):
            delegate?.peripheralManager(self, didPublishL2CAPChannel: psm, error: error?.appleError)
        case .channelUnpublished(let psm, let error):
            delegate?.peripheralManager(self, didUnpublishL2CAPChannel: psm, error: error?.appleError)
        case .channelOpened(let subscriber, let channel):
            channelOpened(by: central(subscriber), channel)
        case .channel(let channel, let event):
            inbox.channels.handle(event, of: channel)
        }
    }

    /// Below `.poweredOn`, all centrals are removed; below `.poweredOff`, services and advertising too
    /// (behaviour 6.13).
    private func stateChanged(_ state: CBManagerState) {
        if state != .poweredOn {
            for characteristic in mirror.withLock({ $0.publications.allCharacteristics }) {
                characteristic.clearSubscribers(to: [])
            }
        }
        if state.rawValue < CBManagerState.poweredOff.rawValue {
            changing(.isAdvertising) {
                mirror.withLock { ($0.isAdvertising, $0.wantsAdvertising) = (false, false) }
            }
            unpublishAll()
        }
        changeState(to: state)
        guard let delegate else { return noteUnheard("peripheralManagerDidUpdateState(_:)") }
        delegate.peripheralManagerDidUpdateState(self)
    }

    /// A second `add(_:)` of the same object is refused, and the object stays published.
    private func serviceAdded(_ identifier: AttributeIdentifier, _ error: PortError?) {
        let isAdded = error == nil
        guard let (service, isGone) = mirror.withLock({ $0.publications.ended(identifier, isAdded: isAdded) })
        else { return }
        if isGone { unpublish(identifier) }
        delegate?.peripheralManager(self, didAdd: service, error: error?.appleError)
    }

    private func advertisingStarted(_ error: PortError?) {
        if error == nil {
            changing(.isAdvertising) { mirror.withLock { $0.isAdvertising = $0.wantsAdvertising } }
        }
        delegate?.peripheralManagerDidStartAdvertising(self, error: error?.appleError)
    }

    private func subscribed(_ subscriber: Peripheral.Subscriber, _ identifier: AttributeIdentifier) {
        guard let characteristic = characteristic(identifier) else { return }
        let central = central(subscriber)
        characteristic.subscribe(central)
        delegate?.peripheralManager(self, central: central, didSubscribeTo: characteristic)
    }

    private func unsubscribed(_ subscriber: Peripheral.Subscriber, _ identifier: AttributeIdentifier) {
        guard let characteristic = characteristic(identifier) else { return }
        let central = central(subscriber)
        characteristic.unsubscribe(central)
        delegate?.peripheralManager(self, central: central, didUnsubscribeFrom: characteristic)
    }

    private func readRequested(_ read: Peripheral.ReadRequest) {
        guard let characteristic = characteristic(read.characteristic) else {
            return refuse(read.identifier)
        }
        let request = CBATTRequest(
            read.identifier, isRead: true, central: central(read.central), characteristic: characteristic,
            offset: read.offset, value: nil, owner: inbox)
        delegate?.peripheralManager(self, didReceiveRead: request)
    }

    private func writesRequested(_ identifier: RequestIdentifier, _ writes: [Peripheral.WriteRequest]) {
        var requests: [CBATTRequest] = []
        for write in writes {
            guard let characteristic = characteristic(write.characteristic) else { return refuse(identifier) }
            requests.append(
                CBATTRequest(
                    identifier, isRead: false, part: requests.count, central: central(write.central),
                    characteristic: characteristic, offset: write.offset, value: Data(write.value),
                    owner: inbox))
        }
        delegate?.peripheralManager(self, didReceiveWrite: requests)
    }

    /// The characteristic was removed while the request was on its way: the central gets an error instead of
    /// waiting forever.
    private func refuse(_ request: RequestIdentifier) {
        port.send(.respond(request, code: UInt8(CBATTError.Code.attributeNotFound.rawValue), value: nil))
    }

    private func characteristic(_ identifier: AttributeIdentifier) -> CBMutableCharacteristic? {
        mirror.withLock { $0.publications.characteristic(identifier) }
    }

    /// The object of a central; it is the same object as long as the app or a subscription holds it.
    func central(_ subscriber: Peripheral.Subscriber) -> CBCentral {
        let central = inbox.peers.object(for: subscriber.identifier) {
            CBCentral(subscriber, table: inbox.peers)
        }
        central.update(subscriber)
        return central
    }
}
