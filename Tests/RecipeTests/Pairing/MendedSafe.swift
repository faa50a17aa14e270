import FaradayCoreBluetooth
import Foundation

/// Reads what is in a safe, which answers only to phones with which it is paired.
final class MendedSafe: DeviceLink, SafeApp {
    private(set) var status = "opening"

    init() { super.init(to: "FFA0") }

    override func ready(_ peripheral: CBPeripheral) {
        if let content = self["FFA1"] { peripheral.readValue(for: content) }
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        switch (error as? CBATTError)?.code {
        case nil where error == nil: status = "open"
        case .insufficientAuthentication, .insufficientEncryption: giveUp(peripheral)
        default: status = "failed"
        }
    }

    override func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        if (error as? CBError)?.code == .peerRemovedPairingInformation {
            status = "forget the safe in Settings > Bluetooth"
        } else {
            status = "failed"
        }
    }

    /// Without keys the link is of no use, and a pairing that ran out of time is the last one on its link.
    private func giveUp(_ peripheral: CBPeripheral) {
        status = "not paired"
        central.cancelPeripheralConnection(peripheral)
    }

    override func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        if status != "not paired" { central.connect(peripheral) }
    }

    /// The user taps a button.
    func tryAgain() {
        status = "opening"
        if let peripheral { central.connect(peripheral) }
    }
}
