import CoreBluetooth
import Foundation

/// Sends a receipt in writes without response, as fast as the link takes them. The printer says how many bytes it has
/// printed since the link came up.
public final class BuggyPrinter: NSObject, PrinterApp {
    public private(set) var status = PrinterStatus.idle
    private let later: Later
    private var central: CBCentralManager!
    private var printer: CBPeripheral?
    private var paper: CBCharacteristic?
    private var chunkSize = 0
    private var receipt = Data()
    private var sent = 0
    /// The number of bytes that were printed when the receipt began.
    private var counter = 0
    private var start = 0
    private var receipts = 0

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    public func printReceipt(_ text: Data) {
        guard status != .printing else { return }
        (receipt, sent, start, status) = (text, 0, counter, .printing)
        receipts += 1
        let number = receipts
        later(30) { [weak self] in if self?.receipts == number { self?.finish(.failed) } }
        sendChunks()
    }

    private func finish(_ end: PrinterStatus) {
        guard status == .printing else { return }
        status = end
    }

    private func sendChunks() {
        guard let printer, let paper, paper.isNotifying, status == .printing else { return }
        // Asked once: it is the same for each chunk.
        if chunkSize == 0 { chunkSize = printer.maximumWriteValueLength(for: .withoutResponse) }
        while sent < receipt.count, printer.canSendWriteWithoutResponse {
            let chunk = receipt.dropFirst(sent).prefix(chunkSize)
            printer.writeValue(chunk, for: paper, type: .withoutResponse)
            sent += chunk.count
        }
    }
}

extension BuggyPrinter: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        (printer, paper) = (nil, nil)
        finish(.failed)
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "FF50")])
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        printer = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        counter = 0
        peripheral.discoverServices([CBUUID(string: "FF50")])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        reconnect(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        paper = nil
        finish(.failed)
        reconnect(peripheral)
    }

    private func reconnect(_ peripheral: CBPeripheral) {
        later(1) { [weak self] in
            guard let self, central.state == .poweredOn, peripheral == printer,
                peripheral.state == .disconnected
            else { return }
            central.connect(peripheral)
        }
    }
}

extension BuggyPrinter: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "FF51")], for: service)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        guard let paper = service.characteristics?.first else { return }
        self.paper = paper
        peripheral.setNotifyValue(true, for: paper)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) { sendChunks() }

    public func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { sendChunks() }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard error == nil, let bytes = characteristic.value, bytes.count == 2 else { return }
        counter = Int(bytes[0]) | Int(bytes[1]) << 8
        if counter - start == receipt.count { finish(.printed) }
    }
}
