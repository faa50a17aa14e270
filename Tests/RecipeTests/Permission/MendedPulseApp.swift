import FaradayCoreBluetooth
import Foundation

/// Searches for a strap as soon as it may.
final class MendedPulseApp: NSObject, PulseApp, CBCentralManagerDelegate {
    private(set) var text = ""
    private var central: CBCentralManager?

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        switch central.state {
        case .poweredOn:
            text = "Searching"
            central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
        case .unauthorized: text = "Please allow Bluetooth in Settings."
        case .poweredOff: text = "Please switch Bluetooth on."
        case .unsupported: text = "This device has no Bluetooth."
        default: text = ""
        }
    }
}
