import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// An app in the peripheral role that does anything at any time.
final class ChaosServerApp: NSObject, CBPeripheralManagerDelegate {
    private struct Manager {
        weak var object: CBPeripheralManager?
    }

    let chaos: Chaos
    private let watched: WatchedPhone
    private var managers: [CBPeripheralManager] = []
    private var all: [Manager] = []
    private var services: [CBMutableService] = []
    private var centrals: [CBCentral] = []
    private var requests: [CBATTRequest] = []
    private var channels: [CBL2CAPChannel] = []
    private var isDead = false

    init(_ watched: WatchedPhone) {
        self.watched = watched
        chaos = watched.chaos
    }

    func start(restoring identifiers: [String]) {
        isDead = false
        if identifiers.isEmpty { open(nil) }
        for identifier in identifiers { open(identifier) }
    }

    private func open(_ identifier: String?) {
        guard managers.count < 2 else { return }
        let options = identifier.map { [CBPeripheralManagerOptionRestoreIdentifierKey: $0] }
        let manager = CBPeripheralManager(
            delegate: self, queue: DispatchQueue(label: "chaos"), options: options, provider: watched)
        managers.append(manager)
        all.append(Manager(object: manager))
    }

    func drop() {
        isDead = true
        managers = []
        services = []
        centrals = []
        requests = []
        channels = []
    }

    var leaks: Int { all.filter { $0.object != nil }.count - managers.count }

    // MARK: Doing anything

    func act() {
        guard !isDead, watched.runs else { return }
        guard let manager = chaos.pick(managers) else { return open(chaos.chance(50) ? "server" : nil) }
        switch chaos.below(100) {
        case 0..<2: open(chaos.chance(40) ? "server" : nil)
        case 2..<4: managers.removeAll { $0 === manager }
        case 4..<20: manager.add(makeService())
        case 20..<24: if let service = chaos.pick(services) { manager.remove(service) }
        case 24..<25: manager.removeAllServices()
        case 25..<40: advertise(manager)
        case 40..<43: manager.stopAdvertising()
        case 43..<65: update(manager)
        case 65..<78: respond(manager)
        case 78..<80: manager.delegate = chaos.chance(30) ? nil : self
        case 80..<84:
            if let central = chaos.pick(centrals) { manager.setDesiredConnectionLatency(.low, for: central) }
        case 84..<90: manager.publishL2CAPChannel(withEncryption: chaos.chance(20))
        case 90..<92: manager.unpublishL2CAPChannel(0xC0)
        default: if let channel = chaos.pick(channels) { ChaosStreams.use(channel, chaos) }
        }
    }

    private func makeService() -> CBMutableService {
        if chaos.chance(20), let old = chaos.pick(services) { return old }
        let service = CBMutableService(
            type: CBUUID(string: chaos.chance(50) ? "180D" : "FF00"), primary: true)
        service.characteristics = [
            CBMutableCharacteristic("2A37", [.notify, .indicate, .read]),
            CBMutableCharacteristic("2A39", [.read, .write, .writeWithoutResponse]),
            CBMutableCharacteristic("2A38", .read, value: [1, 2, 3], permissions: .readable),
        ]
        if chaos.chance(20), let other = services.last { service.includedServices = [other] }
        if services.count == 6 { services.removeFirst() }
        services.append(service)
        return service
    }

    private func advertise(_ manager: CBPeripheralManager) {
        manager.startAdvertising([
            CBAdvertisementDataLocalNameKey: "chaos",
            CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "180D"), CBUUID(string: "FF00")],
        ])
    }

    private func update(_ manager: CBPeripheralManager) {
        guard let service = chaos.pick(services),
            let characteristic = service.characteristics?.first as? CBMutableCharacteristic
        else { return }
        for _ in 0..<(chaos.chance(30) ? 25 : 1) {
            manager.updateValue(
                Data(chaos.draw { $0.bytes(upTo: 200) }), for: characteristic,
                onSubscribedCentrals: chaos.chance(20) ? centrals : nil)
        }
    }

    /// Answers late, twice or with another manager; most requests are answered at once, some never.
    private func respond(_ manager: CBPeripheralManager) {
        guard let request = chaos.pick(requests) else { return }
        if chaos.chance(50) { request.value = Data([1, 2, 3]) }
        manager.respond(to: request, withResult: chaos.chance(80) ? .success : .invalidOffset)
        if chaos.chance(80) { requests.removeAll { $0 === request } }
    }

    // MARK: Callbacks

    private func inCallback() { if chaos.chance(25) { act() } }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        chaos.note(peripheral.state, "server state")
        if peripheral.state == .poweredOn {
            peripheral.add(makeService())
            advertise(peripheral)
        } else if peripheral.isAdvertising, peripheral.state.rawValue < CBManagerState.poweredOff.rawValue {
            chaos.violate("6.13: isAdvertising below poweredOff")
        }
        inCallback()
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
        let restored = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
        services = Array((services + restored).suffix(6))
        inCallback()
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        inCallback()
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) { inCallback() }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        if !centrals.contains(central), centrals.count < 4 { centrals.append(central) }
        inCallback()
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) { inCallback() }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        receive([request], peripheral)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        receive(requests, peripheral)
    }

    private func receive(_ new: [CBATTRequest], _ manager: CBPeripheralManager) {
        if chaos.chance(70) {
            new[0].value = Data([7])
            manager.respond(to: new[0], withResult: .success)
            if chaos.chance(90) { return inCallback() }
        }
        if requests.count >= 8 { requests.removeFirst() }
        requests.append(new[0])
        inCallback()
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { inCallback() }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) {
        if let channel { channels.append(channel) }
        inCallback()
    }
}
