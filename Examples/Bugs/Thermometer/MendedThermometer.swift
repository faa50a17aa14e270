import CoreBluetooth
import Foundation

/// Connects for each measurement, reads the temperature, and lets the thermometer go.
public final class MendedThermometer: NSObject, ThermometerApp {
    public private(set) var status = ThermometerStatus.idle
    private let later: Later
    private var central: CBCentralManager!
    private var thermometer: CBPeripheral?
    /// Counts the steps of a measurement, so that a time limit ends only its own step.
    private var step = 0

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    public func measure() {
        guard status != .measuring else { return }
        status = .measuring
        begin("no thermometer found", within: 10)
        scan()
    }

    private func scan() {
        guard status == .measuring, thermometer == nil, central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "1809")])
    }

    private func begin(_ problem: String, within seconds: TimeInterval) {
        step += 1
        let begun = step
        later(seconds) { [weak self] in
            if self?.step == begun { self?.finish(.failed(problem)) }
        }
    }

    private func finish(_ end: ThermometerStatus) {
        guard status == .measuring else { return }
        step += 1
        status = end
        guard central.state == .poweredOn else { return }
        central.stopScan()
        if let thermometer { central.cancelPeripheralConnection(thermometer) }
        thermometer = nil
    }
}

extension MendedThermometer: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { return scan() }
        thermometer = nil
        if central.state != .unknown { finish(.failed("Bluetooth is off")) }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard status == .measuring, thermometer == nil else { return }
        begin("the thermometer is out of reach", within: 10)
        thermometer = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        begin("the thermometer does not answer", within: 10)
        peripheral.discoverServices([CBUUID(string: "1809")])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        if peripheral == thermometer { finish(.failed("can't connect")) }
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        if peripheral == thermometer { finish(.failed("the thermometer is gone")) }
    }
}

extension MendedThermometer: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return finish(.failed("no temperature")) }
        peripheral.discoverCharacteristics([CBUUID(string: "2A6E")], for: service)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        guard let value = service.characteristics?.first else { return finish(.failed("no temperature")) }
        peripheral.readValue(for: value)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard error == nil, let data = characteristic.value, data.count == 2 else {
            return finish(.failed("can't read the temperature"))
        }
        finish(.value(Double(Int16(data[0]) | Int16(data[1]) << 8) / 100))
    }
}
