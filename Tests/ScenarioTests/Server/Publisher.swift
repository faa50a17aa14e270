import FaradayCoreBluetooth
import Foundation

/// A small app in the peripheral role: publishes services, advertises them under a name, answers requests from
/// `values`, and keeps a line for each callback.
final class Publisher: NSObject, CBPeripheralManagerDelegate {
    private(set) var manager: CBPeripheralManager!
    private let name: String
    let services: [CBMutableService]
    private var open: Int
    var lines: [String] = []
    /// All requests, writes with their parts one by one.
    private(set) var requests: [CBATTRequest] = []
    private(set) var centrals: [CBCentral] = []
    /// The answer to reads.
    var values: [String: Data] = [:]
    /// The answer to writes.
    var writeResult = CBATTError.Code.success
    /// Which request of a list the answer is for.
    var answeredPart = 0
    /// Whether the app answers requests at all.
    var answers = true
    /// Runs when the queue accepts updates again.
    var onReady: () -> Void = {}

    init(name: String = "Publisher", _ services: [CBMutableService]) {
        self.name = name
        self.services = services
        open = services.count
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "publisher"))
    }

    /// One service, FF00 by default.
    convenience init(
        name: String = "Publisher", service: String = "FF00", _ characteristics: CBMutableCharacteristic...
    ) {
        let published = CBMutableService(type: CBUUID(string: service), primary: true)
        published.characteristics = characteristics
        self.init(name: name, [published])
    }

    func characteristic(_ uuid: String) -> CBMutableCharacteristic {
        let all = services.flatMap { $0.characteristics ?? [] }
        guard let found = all.first(where: { $0.uuid == CBUUID(string: uuid) }) as? CBMutableCharacteristic
        else { preconditionFailure("no characteristic \(uuid)") }
        return found
    }

    @discardableResult
    func update(_ uuid: String, _ bytes: [UInt8], to centrals: [CBCentral]? = nil) -> Bool {
        manager.updateValue(Data(bytes), for: characteristic(uuid), onSubscribedCentrals: centrals)
    }

    func addAll() {
        open = services.count
        for service in services { manager.add(service) }
    }

    private func note(_ line: String, _ error: (any Error)? = nil) {
        lines.append(error.map { "\(line) error \(($0 as NSError).code)" } ?? line)
    }

    private func meet(_ central: CBCentral) {
        if !centrals.contains(central) { centrals.append(central) }
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        note("state \(peripheral.state.rawValue)")
        if peripheral.state == .poweredOn, open > 0 { addAll() }
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) {
        note("added \(service.uuid)", error)
        open -= 1
        guard open == 0 else { return }
        peripheral.startAdvertising([
            CBAdvertisementDataLocalNameKey: name,
            CBAdvertisementDataServiceUUIDsKey: services.filter(\.isPrimary).map(\.uuid),
        ])
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        note("advertising", error)
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        meet(central)
        note("+\(characteristic.uuid)")
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        note("-\(characteristic.uuid)")
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        meet(request.central)
        requests.append(request)
        note("read \(request.characteristic.uuid) @\(request.offset)")
        guard answers else { return }
        let value = values[request.characteristic.uuid.uuidString] ?? Data()
        guard request.offset <= value.count else {
            return peripheral.respond(to: request, withResult: .invalidOffset)
        }
        request.value = value.subdata(in: request.offset..<value.count)
        peripheral.respond(to: request, withResult: .success)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        self.requests += requests
        for request in requests { meet(request.central) }
        note(
            "write "
                + requests.map {
                    "\($0.characteristic.uuid) @\($0.offset) \($0.value?.count ?? -1)"
                }.joined(separator: ", "))
        if answers { peripheral.respond(to: requests[answeredPart], withResult: writeResult) }
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { onReady() }
}

extension CBMutableCharacteristic {
    /// A characteristic as scenarios write it; with a value it is static.
    convenience init(
        _ uuid: String, _ properties: CBCharacteristicProperties, value: [UInt8]? = nil,
        permissions: CBAttributePermissions = [.readable, .writeable]
    ) {
        self.init(
            type: CBUUID(string: uuid), properties: properties, value: value.map { Data($0) },
            permissions: permissions)
    }
}
