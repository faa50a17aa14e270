import BluetoothPort
import Dispatch
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// A small app as a test drives one: finds the sensor, connects, discovers, subscribes, reads.
final class BenchApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let serviceUUID = CBUUID(string: BenchDevice.serviceText)
    private let readableUUID = CBUUID(string: BenchDevice.readableText)
    private let notifyingUUID = CBUUID(string: BenchDevice.notifyingText)

    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?
    private var readable: CBCharacteristic?
    private var notifying: CBCharacteristic?
    private var remainingReads = 0

    private(set) var isReady = false
    private(set) var isSubscribed = false
    private(set) var isDisconnected = false
    private(set) var readCount = 0
    private(set) var notificationCount = 0
    private(set) var lastValue = Data()
    /// Whether to connect to whatever carries the service as soon as it is seen.
    private let subscribes: Bool

    init(queue: DispatchQueue? = nil, subscribes: Bool = false) {
        self.subscribes = subscribes
        super.init()
        manager = CBCentralManager(delegate: self, queue: queue)
    }

    /// Reads `count` times; each read is asked for in the callback of the one before.
    func read(_ count: Int) {
        remainingReads = count
        readNext()
    }

    func disconnect() {
        guard let peripheral else { return }
        manager?.cancelPeripheralConnection(peripheral)
    }

    private func readNext() {
        guard remainingReads > 0, let peripheral, let readable else { return }
        remainingReads -= 1
        peripheral.readValue(for: readable)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [serviceUUID])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([serviceUUID])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        isDisconnected = true
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([readableUUID, notifyingUUID], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        readable = service.characteristics?.first { [readableUUID] in $0.uuid == readableUUID }
        notifying = service.characteristics?.first { [notifyingUUID] in $0.uuid == notifyingUUID }
        if subscribes, let notifying {
            peripheral.setNotifyValue(true, for: notifying)
        } else {
            isReady = true
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        isSubscribed = characteristic.isNotifying
        isReady = true
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard error == nil, let value = characteristic.value else { return }
        lastValue = value
        if characteristic === notifying {
            notificationCount += 1
        } else {
            readCount += 1
            readNext()
        }
    }
}

/// A phone with the app, and the sensor it has connected to.
struct BenchPair {
    let world: World
    let sensor: Device
    let app: BenchApp

    /// A world in which the app is connected and has discovered what it wants.
    init(
        in world: World = World(seed: 1), queue: DispatchQueue? = nil, subscribes: Bool = false,
        behaviours: [DeviceBehaviour] = []
    ) throws {
        self.world = world
        sensor = world.add(BenchDevice.definition(behaviours: behaviours))
        let phone = world.addPhone(.iOS(18))
        let app = phone.run { BenchApp(queue: queue, subscribes: subscribes) }
        try world.run(until: { app.isReady })
        self.app = app
    }
}
