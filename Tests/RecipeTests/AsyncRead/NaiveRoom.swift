import FaradayCoreBluetooth
import Foundation

/// The model of a view that shows the temperature of a room.
final class NaiveRoom: DeviceLink, RoomApp {
    private(set) var text = ""
    private var waiting: CheckedContinuation<Int, Error>?

    init() { super.init(to: "FFD0") }

    var isReady: Bool { self["FFD1"] != nil }

    @MainActor func refresh() async {
        text = "..."
        do { text = "\(try await temperature()) degrees" } catch { text = "not connected" }
    }

    @MainActor private func temperature() async throws -> Int {
        guard let peripheral, let item = self["FFD1"] else { throw CBError(.notConnected) }
        return try await withCheckedThrowingContinuation { continuation in
            waiting = continuation
            peripheral.readValue(for: item)
        }
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        if let error {
            waiting?.resume(throwing: error)
        } else {
            waiting?.resume(returning: Int(item.value?.first ?? 0))
        }
        waiting = nil
    }
}
