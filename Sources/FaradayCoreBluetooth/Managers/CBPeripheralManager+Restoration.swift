import BluetoothPort
import Foundation

// State preservation and restoration (ledger 7.3, 7.4, 7.9).
extension CBPeripheralManager {
    func willRestore(_ state: Peripheral.RestoredState) {}
}
