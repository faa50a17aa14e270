import AppPromises
import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// A correct app in the peripheral role: it publishes a service and a channel number, advertises, answers every request
/// once, sends values while there is room, and sets all of it up again after each reset.
final class ServerApp: NSObject, CBPeripheralManagerDelegate {
    /// Of an object, not of a UUID: a service that the app adds again has new ones, and the end of the old one tells nobody.
    private struct Subscription: Hashable {
        let central: UUID
        let characteristic: CBCharacteristic
    }

    let promises: Promises
    private(set) var manager: CBPeripheralManager?
    private var service: CBMutableService?
    private var isAdded = false
    private var psm: CBL2CAPPSM?
    private var subscriptions: Set<Subscription> = []
    private var streams: [PatternStream] = []
    private var commands: [UUID: CommandOrder] = [:]
    private var number: UInt32 = 0
    private var isFirst = true
    var isCalm = false

    init(_ promises: Promises) {
        self.promises = promises
        super.init()
        manager = CBPeripheralManager(
            delegate: self, queue: DispatchQueue(label: "server"),
            options: [CBPeripheralManagerOptionRestoreIdentifierKey: "server"])
    }

    // MARK: What it does

    func act() {
        guard let manager, manager.state == .poweredOn else { return }
        setUp(manager)
        if !subscriptions.isEmpty, !promises.isOpen("ready") { update(manager) }
        for stream in streams { stream.act(writes: !isCalm) }
        if promises.chance(1), !isCalm, isAdded, !promises.isOpen("add") {
            manager.removeAllServices()
            (service, isAdded) = (nil, false)
        }
    }

    private func setUp(_ manager: CBPeripheralManager) {
        if !isAdded, !promises.isOpen("add") {
            manager.removeAllServices()
            let new = makeService()
            service = new
            promises.asked("add")
            manager.add(new)
        }
        if psm == nil, !promises.isOpen("publish") {
            promises.asked("publish")
            manager.publishL2CAPChannel(withEncryption: false)
        }
        if isAdded, !manager.isAdvertising, !promises.isOpen("advertise") {
            promises.asked("advertise")
            manager.startAdvertising([
                CBAdvertisementDataServiceUUIDsKey: [Lab.service], CBAdvertisementDataLocalNameKey: "Lab",
            ])
        }
    }

    private func makeService() -> CBMutableService {
        let new = CBMutableService(type: Lab.service, primary: true)
        new.characteristics = [
            make(Lab.read, .read, .readable), make(Lab.written, .write, .writeable),
            make(Lab.notified, .notify, .readable), make(Lab.commanded, .writeWithoutResponse, .writeable),
            make(Lab.indicated, .indicate, .readable), make(Lab.secret, .read, .readEncryptionRequired),
            make(Lab.psm, .read, .readable),
        ]
        return new
    }

    private func make(
        _ uuid: CBUUID, _ properties: CBCharacteristicProperties, _ permissions: CBAttributePermissions
    ) -> CBMutableCharacteristic {
        CBMutableCharacteristic(type: uuid, properties: properties, value: nil, permissions: permissions)
    }

    private func answer(_ request: CBATTRequest, _ manager: CBPeripheralManager) {
        let value =
            request.characteristic.uuid == Lab.psm
            ? psm.map { Data([UInt8($0 & 0xFF), UInt8($0 >> 8)]) } ?? Data() : Data(repeating: 5, count: 60)
        guard request.offset <= value.count else {
            return manager.respond(to: request, withResult: .invalidOffset)
        }
        request.value = value.dropFirst(request.offset)
        manager.respond(to: request, withResult: .success)
    }

    private func update(_ manager: CBPeripheralManager) {
        let all = (service?.characteristics ?? []).compactMap { $0 as? CBMutableCharacteristic }
        for _ in 0..<1 + promises.below(isCalm ? 1 : 6) {
            for target in all where target.uuid == Lab.notified || target.uuid == Lab.indicated {
                number += 1
                if !manager.updateValue(Lab.command(number), for: target, onSubscribedCentrals: nil) {
                    return promises.asked("ready")
                }
            }
        }
    }

    /// Breaks if a central is subscribed, although no central has a link any more (6.15).
    func requireUnsubscribed() {
        let left = subscriptions.filter { service?.characteristics?.contains($0.characteristic) == true }
        promises.require(
            left.isEmpty, .unanswered("didUnsubscribe for \(left.count) values without a link"))
    }

    /// Releases the manager.
    func release() {
        promises.release()
        (service, streams) = (nil, [])
        manager = nil
    }

    /// What is published, for reports.
    var situation: String {
        "isAdvertising \(manager?.isAdvertising ?? false), isAdded \(isAdded), psm \(psm ?? 0), \(subscriptions.count) subscriptions, "
            + "waits for \(promises.questions(of: ""))"
    }

    // MARK: Callbacks

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        promises.called("didUpdateState")
        isFirst = false
        guard peripheral.state != .poweredOn else { return }
        promises.ended()
        // The links end with the radio, and nothing else is told (1.15).
        subscriptions = []
        for stream in streams { stream.close() }
        streams = []
        // Below poweredOff the system has cleared all of it (6.13).
        if peripheral.state.rawValue < CBManagerState.poweredOff.rawValue { (isAdded, psm) = (false, nil) }
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
        promises.called("willRestoreState")
        promises.require(isFirst, .unasked("7.4: willRestoreState is not first"))
        let restored = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
        service = restored.first { $0.uuid == Lab.service }
        isAdded = service != nil
        for case let characteristic as CBMutableCharacteristic in service?.characteristics ?? [] {
            for central in characteristic.subscribedCentrals ?? [] {
                subscriptions.insert(
                    Subscription(central: central.identifier, characteristic: characteristic))
            }
        }
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?)
    {
        promises.called("didAdd")
        promises.answered("add")
        isAdded = error == nil && service === self.service
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        promises.called("didStartAdvertising")
        promises.answered("advertise")
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {
        promises.called("didPublish")
        promises.answered("publish")
        if error == nil { psm = PSM }
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        promises.called("didSubscribe")
        let new = Subscription(central: central.identifier, characteristic: characteristic)
        promises.require(subscriptions.insert(new).inserted, .unasked("6.15: didSubscribe twice"))
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        promises.called("didUnsubscribe")
        let old = Subscription(central: central.identifier, characteristic: characteristic)
        promises.require(
            subscriptions.remove(old) != nil, .unasked("6.15: didUnsubscribe without didSubscribe"))
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        promises.called("didReceiveRead")
        answer(request, peripheral)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite new: [CBATTRequest]) {
        promises.called("didReceiveWrite")
        promises.require(Set(new.map(\.central.identifier)).count == 1, .untrue("6.23: several centrals"))
        guard let first = new.first else { return }
        if first.characteristic.uuid == Lab.commanded {
            let bytes = Array(first.value ?? Data())
            commands[first.central.identifier, default: CommandOrder()].take(bytes, promises)
        } else {
            peripheral.respond(to: first, withResult: .success)
        }
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
        promises.called("isReady")
        promises.answered("ready")
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) {
        promises.called("didOpen")
        if let channel { streams.append(PatternStream(channel, promises)) }
    }
}
