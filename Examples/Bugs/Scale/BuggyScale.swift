import CoreBluetooth
import Foundation

/// Asks the scale, and waits five seconds for its answer.
public final class BuggyScale: ScaleApp, @unchecked Sendable {
    private let ble = DispatchQueue(label: "ble")
    private var waiting: CheckedContinuation<UInt8?, Never>?
    private var isWaiting = false
    private let link: SensorLink

    public init() {
        link = SensorLink(to: "FF90", on: ble)
        link.onValue = { [weak self] value in self?.received(value[0]) }
    }

    public func weigh() async -> UInt8? {
        await withCheckedContinuation { continuation in
            ble.async {
                self.waiting = continuation
                self.isWaiting = true
                self.link.write([1])
            }
            ble.asyncAfter(deadline: .now() + 5) { self.timeOut() }
        }
    }

    private func received(_ weight: UInt8) {
        isWaiting = false
        waiting?.resume(returning: weight)
    }

    private func timeOut() {
        guard isWaiting else { return }
        isWaiting = false
        waiting?.resume(returning: nil)
    }
}
