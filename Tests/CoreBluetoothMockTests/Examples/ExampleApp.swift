import CoreBluetoothMock
import Foundation

/// An app as that library's users write them: one manager for as long as the app lives, through all tests.
final class ExampleApp: NSObject {
    /// All callbacks, in order.
    private(set) var events: [String] = []
    /// What tests wait for: called once, with the first event that begins so.
    private var waits: [(prefix: String, body: () -> Void)] = []
    private(set) var manager: CBMCentralManager!
    private(set) var found: [CBMPeripheral] = []
    private(set) var restored: [CBMPeripheral] = []
    private(set) var button = false
    private(set) var failure: Error?

    init(options: [String: Any]? = nil) {
        super.init()
        manager = CBMCentralManagerFactory.instance(
            delegate: self, queue: .main, options: options, forceMock: true)
    }

    func once(_ prefix: String, _ body: @escaping () -> Void) { waits.append((prefix, body)) }

    /// Forgets what a test has left behind.
    func forget() { (events, waits, found, failure, button) = ([], [], [], nil, false) }

    private func heard(_ event: String, _ error: Error? = nil) {
        if let error { failure = error }
        events.append(error == nil ? event : "\(event) failed")
        guard let index = waits.firstIndex(where: { event.hasPrefix($0.prefix) }) else { return }
        waits.remove(at: index).body()
    }

    // MARK: What it does

    func scan(allowDuplicates: Bool = false) {
        manager.scanForPeripherals(
            withServices: [ExampleBlinky.service],
            options: [CBMCentralManagerScanOptionAllowDuplicatesKey: allowDuplicates as NSNumber])
    }

    func characteristic(_ uuid: CBMUUID, of peripheral: CBMPeripheral) -> CBMCharacteristic? {
        peripheral.services?.lazy.flatMap { $0.characteristics ?? [] }.first { $0.uuid == uuid }
    }
}

extension ExampleApp: CBMCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBMCentralManager) { heard("state \(central.state)") }

    func centralManager(_ central: CBMCentralManager, willRestoreState dict: [String: Any]) {
        restored = dict[CBMCentralManagerRestoredStatePeripheralsKey] as? [CBMPeripheral] ?? []
        for peripheral in restored { peripheral.delegate = self }
        heard("restored")
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        if !found.contains(where: { $0 === peripheral }) { found.append(peripheral) }
        peripheral.delegate = self
        heard("found \(peripheral.name ?? "-")")
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        heard("connected")
        peripheral.discoverServices([ExampleBlinky.service])
    }

    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) {
        heard("connection", error)
    }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    ) {
        if let error { failure = error }
        heard("disconnected")
    }
}

extension ExampleApp: CBMPeripheralDelegate {
    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {
        let services = peripheral.services ?? []
        if services.isEmpty { heard("unsupported") }
        for service in services { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        if let button = characteristic(ExampleBlinky.button, of: peripheral) {
            peripheral.setNotifyValue(true, for: button)
        }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        heard("ready", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        if characteristic.uuid == ExampleBlinky.button { button = characteristic.value == Data([1]) }
        heard("value", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        heard("written", error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService]) {
        heard("modified \(invalidatedServices.count)")
        peripheral.discoverServices([ExampleBlinky.service])
    }

    func peripheralDidUpdateName(_ peripheral: CBMPeripheral) { heard("name \(peripheral.name ?? "-")") }
}

/// The peripheral of these tests: it notes whether an app is subscribed before it sends.
final class ExampleBlinky: CBMPeripheralSpecDelegate {
    static var service: CBMUUID { CBMUUID(string: "00001523-1212-EFDE-1523-785FEABCD123") }
    static var button: CBMUUID { CBMUUID(string: "00001524-1212-EFDE-1523-785FEABCD123") }
    static var led: CBMUUID { CBMUUID(string: "00001525-1212-EFDE-1523-785FEABCD123") }

    let button = CBMCharacteristicMock(
        type: ExampleBlinky.button, properties: [.notify, .read], descriptors: CBMCCCDescriptorMock())
    let led = CBMCharacteristicMock(type: ExampleBlinky.led, properties: [.write, .read])
    lazy var services = [
        CBMServiceMock(type: ExampleBlinky.service, primary: true, characteristics: button, led)
    ]
    var isLit = false
    var admission: Result<Void, Error> = .success(())
    private(set) var links = 0

    func spec(_ proximity: CBMProximity = .near) -> CBMPeripheralSpec {
        CBMPeripheralSpec.simulatePeripheral(proximity: proximity)
            .advertising(
                advertisementData: [
                    CBMAdvertisementDataLocalNameKey: "Blinky",
                    CBMAdvertisementDataServiceUUIDsKey: [Self.service],
                    CBMAdvertisementDataIsConnectable: true as NSNumber,
                ], withInterval: 0.050
            )
            .connectable(
                name: "nRF Blinky", services: services, delegate: self, connectionInterval: 0.020,
                supervisionTimeout: 0.500
            )
            .build()
    }

    func press(_ isPressed: Bool, at spec: CBMPeripheralSpec) {
        if button.isNotifying { spec.simulateValueUpdate(Data([isPressed ? 1 : 0]), for: button) }
    }

    func reset() { isLit = false }

    func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error> {
        links += 1
        return admission
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        .success(Data([characteristic == led && isLit ? 1 : 0]))
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        isLit = data == Data([1])
        return .success(())
    }
}
