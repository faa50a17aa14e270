import FaradayCoreBluetooth
import Foundation

/// Sends a picture to a display, as fast as the phone takes it.
final class MendedDisplay: DeviceLink, DisplayApp {
    private var rest = Data()

    init() { super.init(to: "FF40") }

    var isReady: Bool { self["FF41"] != nil }

    func show(_ picture: Data) {
        rest = picture
        send()
    }

    private func send() {
        guard let peripheral, let characteristic = self["FF41"] else { return }
        while !rest.isEmpty, peripheral.canSendWriteWithoutResponse {
            peripheral.writeValue(rest.prefix(100), for: characteristic, type: .withoutResponse)
            rest = rest.dropFirst(100)
        }
    }

    override func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        send()
    }
}
