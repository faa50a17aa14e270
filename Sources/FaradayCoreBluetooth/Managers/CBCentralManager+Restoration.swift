import BluetoothPort
import Foundation

// State preservation and restoration (ledger 7.3–7.8).
extension CBCentralManager {
    func willRestore(_ state: Central.RestoredState) {}
}
