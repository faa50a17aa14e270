import FaradayCoreBluetooth
import Foundation

/// The model of a view that shows the temperature of a room.
final class MendedRoom: DeviceLink, RoomApp {
    private(set) var text = ""
    private var waiting: [CheckedContinuation<Int, Error>] = []

    init() { super.init(to: "FFD0") }

    var isReady: Bool { self["FFD1"] != nil }

    @MainActor func refresh() async {
        text = "..."
        do { text = "\(try await temperature()) degrees" } catch { text = "not connected" }
    }

    @MainActor private func temperature() async throws -> Int {
        guard let peripheral, peripheral.state == .connected, let item = self["FFD1"] else {
            throw CBError(.notConnected)
        }
        return try await withCheckedThrowingContinuation { continuation in
            waiting.append(continuation)
            peripheral.readValue(for: item)
        }
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        if let error { return end(.failure(error)) }
        end(.success(Int(item.value?.first ?? 0)))
    }

    override func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        end(.failure(error ?? CBError(.peripheralDisconnected)))
        super.centralManager(central, didDisconnectPeripheral: peripheral, error: error)
    }

    override func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state != .poweredOn { end(.failure(CBError(.notConnected))) }
        super.centralManagerDidUpdateState(central)
    }

    /// Ends everybody's wait, each once.
    private func end(_ result: Result<Int, Error>) {
        let ended = waiting
        waiting = []
        for continuation in ended { continuation.resume(with: result) }
    }
}
