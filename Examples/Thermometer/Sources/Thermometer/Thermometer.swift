import CoreBluetooth

/// Finds a thermometer (Health Thermometer Service), maintains the link, and reports its measurements.
public final class Thermometer: NSObject {
    /// The state of the radio. The module name is written out, because a library may have a type of this name
    /// too.
    public typealias RadioState = CoreBluetooth.CBManagerState

    /// Called on the queue of the initialiser, for each measurement.
    public var onTemperature: ((Temperature) -> Void)?
    public private(set) var radioState = RadioState.unknown
    public private(set) var lastError: (any Error)?

    private var manager: CoreBluetooth.CBCentralManager?
    private var peripheral: CoreBluetooth.CBPeripheral?

    public init(queue: DispatchQueue? = nil) {
        super.init()
        manager = CoreBluetooth.CBCentralManager(delegate: self, queue: queue)
    }

    public var isConnected: Bool { peripheral?.state == .connected }

    /// Disconnects the thermometer.
    public func disconnect() {
        guard let peripheral else { return }
        self.peripheral = nil
        manager?.cancelPeripheralConnection(peripheral)
    }
}

extension Thermometer: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        radioState = central.state
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [.healthThermometer])
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([.healthThermometer])
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        lastError = error
        if peripheral == self.peripheral { central.connect(peripheral) }
    }
}

extension Thermometer: CoreBluetooth.CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([.temperatureMeasurement], for: service)
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard let value = characteristic.value, let temperature = Temperature(measurement: value) else {
            return
        }
        onTemperature?(temperature)
    }
}
