import FaradayCoreBluetooth
import Foundation

/// Searches for a strap, if it may.
final class NaivePulseApp: NSObject, PulseApp, CBCentralManagerDelegate {
    private(set) var text = ""
    private var central: CBCentralManager?

    override init() {
        super.init()
        switch CBCentralManager.authorization {
        case .denied, .restricted: text = "Please allow Bluetooth in Settings."
        default: central = CBCentralManager(delegate: self, queue: nil)
        }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn {
            text = "Searching"
            central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
        } else {
            text = "Please switch Bluetooth on."
        }
    }
}
