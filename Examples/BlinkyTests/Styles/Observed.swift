import CoreBluetoothMock
import Foundation

// MARK: The devices, as globals

/// Firmware without state of its own: received values are stored elsewhere.
struct LampFirmware: CBMPeripheralSpecDelegate {
    static let writes = Kept<[Data]>([])

    func reset() { Self.writes.value = [] }

    func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error> {
        Self.writes.value = []
        return .success(())
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        .success(Self.writes.value.last ?? Data([0]))
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        Self.writes.value.append(data)
        return .success(())
    }
}

final class Kept<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

let lampButton = CBMCharacteristicMock(type: .buttonCharacteristic, properties: [.indicate])

let lamp =
    CBMPeripheralSpec
    .simulatePeripheral(proximity: .near)
    .advertising(
        advertisementData: [
            CBMAdvertisementDataLocalNameKey: "Lamp",
            CBMAdvertisementDataServiceUUIDsKey: [CBMUUID.ledButtonService],
            CBMAdvertisementDataIsConnectable: true as NSNumber,
        ], withInterval: 0.05
    )
    .connectable(
        name: "Lamp",
        services: [
            CBMServiceMock(
                type: .ledButtonService, primary: true,
                characteristics: lampButton,
                CBMCharacteristicMock(type: .ledCharacteristic, properties: [.read, .write]))
        ],
        delegate: LampFirmware(), connectionInterval: 0.01, supervisionTimeout: 0.2
    )
    .build()

let sensor =
    CBMPeripheralSpec
    .simulatePeripheral(proximity: .far)
    .advertising(
        advertisementData: [
            CBMAdvertisementDataLocalNameKey: "Sensor",
            CBMAdvertisementDataManufacturerDataKey: Data(repeating: 7, count: 200),
        ], withInterval: 0.08
    )
    .build()

// MARK: The library under test

/// A sequence of values for observers.
final class Subject<Value> {
    private var observers: [(Value) -> Void] = []
    private var once: [() -> Void] = []
    func observe(_ observer: @escaping (Value) -> Void) { observers.append(observer) }
    func first(_ observer: @escaping () -> Void) { once.append(observer) }
    func send(_ value: Value) {
        let first = once
        once = []
        for observer in observers { observer(value) }
        for observer in first { observer() }
    }
}

final class ObservedCentral {
    struct Found {
        let peripheral: CBMPeripheral
        let data: [String: Any]
    }

    let states = Subject<CBMManagerState>()
    let found = Subject<Found>()
    let lost = Subject<Error?>()
    let connected = Subject<CBMPeripheral>()
    let manager: CBMCentralManager
    private let proxy = CBMCentralManagerDelegateProxy()
    private var lamps: [ObservedLamp] = []

    init() {
        manager = CBMCentralManagerFactory.instance(delegate: proxy, queue: .main, forceMock: true)
        proxy.didUpdateState = { [states] in states.send($0.state) }
        proxy.didDiscoverPeripheral = { [found] _, peripheral, data, _ in
            found.send(Found(peripheral: peripheral, data: data))
        }
        proxy.didConnect = { [connected] _, peripheral in connected.send(peripheral) }
        proxy.didDisconnect = { [lost] _, _, _, _, error in
            NotificationCenter.default.post(
                name: ObservedLamp.didFail, object: nil, userInfo: ["error": error as AnyObject])
            lost.send(error)
        }
    }

    func whenOn(_ body: @escaping (ObservedCentral) -> Void) {
        if manager.state == .poweredOn { return body(self) }
        states.observe { [weak self] state in
            if let self, state == .poweredOn { body(self) }
        }
    }

    func find(_ name: String, _ body: @escaping (ObservedLamp) -> Void) {
        found.observe { [weak self] found in
            guard let self, found.data[CBMAdvertisementDataLocalNameKey] as? String == name else { return }
            manager.stopScan()
            let lamp = ObservedLamp(found.peripheral, self)
            lamps.append(lamp)
            body(lamp)
        }
        whenOn { $0.manager.scanForPeripherals(withServices: nil) }
    }
}

final class ObservedLamp {
    static let didFail = Notification.Name("ObservedLamp.didFail")

    let values = Subject<Data>()
    private let peripheral: CBMPeripheral
    private unowned let central: ObservedCentral
    private let proxy = CBMPeripheralDelegateProxy()

    init(_ peripheral: CBMPeripheral, _ central: ObservedCentral) {
        (self.peripheral, self.central) = (peripheral, central)
        peripheral.delegate = proxy
    }

    func connect(_ body: @escaping (ObservedLamp) -> Void) {
        central.connected.first { body(self) }
        central.manager.connect(peripheral, options: nil)
    }

    func discover(
        _ service: CBMUUID, _ characteristic: CBMUUID, _ body: @escaping (CBMCharacteristic) -> Void
    ) {
        proxy.didDiscoverServices = { peripheral, _ in
            guard let found = peripheral.services?.first(where: { $0.uuid == service }) else { return }
            peripheral.discoverCharacteristics([characteristic], for: found)
        }
        proxy.didDiscoverCharacteristics = { _, service, _ in
            if let found = service.characteristics?.first { body(found) }
        }
        peripheral.discoverServices([service])
    }

    func write(_ data: Data, to characteristic: CBMCharacteristic, _ body: @escaping () -> Void) {
        proxy.didWriteCharacteristicValue = { _, _, error in if error == nil { body() } }
        peripheral.writeValue(data, for: characteristic, type: .withResponse)
    }

    func read(_ characteristic: CBMCharacteristic, _ body: @escaping (Data?) -> Void) {
        proxy.didUpdateCharacteristicValue = { _, characteristic, _ in body(characteristic.value) }
        peripheral.readValue(for: characteristic)
    }

    func subscribe(to characteristic: CBMCharacteristic, _ body: @escaping () -> Void) {
        proxy.didUpdateCharacteristicValue = { [values] _, characteristic, _ in
            if let value = characteristic.value { values.send(value) }
        }
        proxy.didUpdateNotificationState = { _, characteristic, _ in if characteristic.isNotifying { body() }
        }
        peripheral.setNotifyValue(true, for: characteristic)
    }
}
