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
        case .insufficientAuthentication, .insufficientEncryption: status = "not paired"
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

    /// The user taps a button. On a link on which a pairing has run out of time there is no other one: it takes a new link.
    func tryAgain() {
        guard let peripheral else { return }
        status = "opening"
        if peripheral.state == .connected {
            central.cancelPeripheralConnection(peripheral)  // `DeviceLink` connects again.
        } else {
            central.connect(peripheral)
        }
    }
}
