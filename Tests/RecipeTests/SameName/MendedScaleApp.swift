import FaradayCoreBluetooth
import Foundation

/// Connects to the user's own scale, which it knows by its identifier.
final class MendedScaleApp: NSObject, ScaleApp, CBCentralManagerDelegate {
    private(set) var known: String?
    private var central: CBCentralManager!
    private var scale: CBPeripheral?

    init(known: String?) {
        self.known = known
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        if let known, let identifier = UUID(uuidString: known),
            let own = central.retrievePeripherals(withIdentifiers: [identifier]).first
        {
            connect(own)
        } else {
            central.scanForPeripherals(withServices: [CBUUID(string: "181D")])
        }
    }

    private func connect(_ peripheral: CBPeripheral) {
        scale = peripheral
        central.connect(peripheral)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        central.stopScan()
        connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        known = peripheral.identifier.uuidString
    }
}
