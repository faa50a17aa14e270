import FaradayCoreBluetooth
import Foundation

/// Reads one value of one device on demand. When a link ends, open reads get no answer, so their callers get the error
/// from `didDisconnect`.
final class ValueReader: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    typealias Answer = Result<Data, any Error>

    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?
    private var value: CBCharacteristic?
    private var waiting: [(Answer) -> Void] = []

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "reader"))
    }

    var isReady: Bool { value != nil }

    func read(_ answer: @escaping (Answer) -> Void) {
        guard let peripheral, let value else { return answer(.failure(CBError(.notConnected))) }
        waiting.append(answer)
        peripheral.readValue(for: value)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard !waiting.isEmpty else { return }
        waiting.removeFirst()(error.map { .failure($0) } ?? .success(characteristic.value ?? Data()))
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        value = nil
        let cutOff = waiting
        waiting = []
        for answer in cutOff { answer(.failure(error ?? CBError(.operationCancelled))) }
    }

    // MARK: Finding the value

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [CBUUID(string: "180F")]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "180F")])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "2A19")], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        value = service.characteristics?.first
    }
}
