import CoreBluetooth
import Foundation

/// Reads the content. The system pairs when the safe asks for it.
public final class BuggySafe: NSObject, SafeApp {
    public private(set) var status = SafeStatus.closed
    private let later: Later
    private var central: CBCentralManager!
    private var safe: CBPeripheral?
    private var isAsking = false

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    public func open() {
        guard status != .opening else { return }
        (status, isAsking) = (.opening, false)
        scan()
        later(20) { [weak self] in self?.checkProgress() }
    }

    /// Once the app has asked for the content, the user may have to pair, which takes as long as it takes.
    private func checkProgress() {
        if !isAsking { finish(.failed("no safe here")) }
    }

    private func scan() {
        guard status == .opening, safe == nil, central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "FFA0")])
    }

    private func finish(_ end: SafeStatus) {
        guard status == .opening else { return }
        status = end
        guard central.state == .poweredOn else { return }
        central.stopScan()
        if let safe { central.cancelPeripheralConnection(safe) }
        safe = nil
    }
}

extension BuggySafe: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { return scan() }
        safe = nil
        if central.state != .unknown { finish(.failed("Bluetooth is off")) }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        safe = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "FFA0")])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        if peripheral == safe { finish(.failed("can't connect")) }
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        if peripheral == safe { finish(.failed("the safe is gone")) }
    }
}

extension BuggySafe: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return finish(.failed("no safe")) }
        peripheral.discoverCharacteristics([CBUUID(string: "FFA1")], for: service)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        guard let content = service.characteristics?.first else { return finish(.failed("no safe")) }
        isAsking = true
        peripheral.readValue(for: content)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        switch (error as? CBATTError)?.code {
        case .insufficientAuthentication, .insufficientEncryption:
            // Not paired yet: the next read asks the user.
            peripheral.readValue(for: characteristic)
        case nil where error == nil:
            finish(.open(String(decoding: characteristic.value ?? Data(), as: UTF8.self)))
        default:
            finish(.failed("can't read the safe"))
        }
    }
}
