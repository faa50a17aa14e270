import FaradayCoreBluetooth
import Foundation

/// Sends a text to an electronic label, in parts that fit.
final class MendedLabel: DeviceLink, LabelApp {
    init() { super.init(to: "FF30") }

    var isReady: Bool { self["FF31"] != nil }

    func show(_ text: String) {
        guard let peripheral, let characteristic = self["FF31"] else { return }
        var rest = Data((text + "\n").utf8)
        while !rest.isEmpty {
            let part = rest.prefix(peripheral.maximumWriteValueLength(for: .withoutResponse))
            peripheral.writeValue(part, for: characteristic, type: .withoutResponse)
            rest = rest.dropFirst(part.count)
        }
    }
}
