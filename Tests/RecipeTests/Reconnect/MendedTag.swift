import FaradayCoreBluetooth
import Foundation

/// Stays connected to a tag, and leaves it in peace for longer and longer while it ends each link.
final class MendedTag: NSObject, TagApp, CBCentralManagerDelegate {
    private(set) var isConnected = false
    private var central: CBCentralManager!
    private var tag: CBPeripheral?
    private var connectedAt = Date.distantPast
    private var pause: TimeInterval = 1

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "FF10")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        tag = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        isConnected = true
        connectedAt = Date()
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        isConnected = false
        // A link that has held for a while was a good one: the next trouble begins with short pauses again.
        if Date().timeIntervalSince(connectedAt) > 10 { pause = 1 }
        DispatchQueue.main.asyncAfter(deadline: .now() + pause * .random(in: 0.8...1.2)) {
            central.connect(peripheral)
        }
        pause = min(pause * 2, 60)
    }
}
