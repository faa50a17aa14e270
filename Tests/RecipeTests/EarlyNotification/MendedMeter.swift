import FaradayCoreBluetooth
import Foundation

/// Shows what a meter measures. The meter sends its present value as soon as it is subscribed to, and then each change.
final class MendedMeter: DeviceLink, MeterApp {
    private(set) var level: UInt8?
    private var subscription: CheckedContinuation<Void, Error>?
    private var values: AsyncStream<UInt8>.Continuation?

    init() { super.init(to: "FF80") }

    override func ready(_ peripheral: CBPeripheral) {
        let (stream, continuation) = AsyncStream<UInt8>.makeStream()
        values = continuation
        Task { @MainActor in
            try await subscribe()
            for await value in stream { level = value }
        }
    }

    @MainActor private func subscribe() async throws {
        guard let peripheral, let characteristic = self["FF81"] else { return }
        try await withCheckedThrowingContinuation { continuation in
            subscription = continuation
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor item: CBCharacteristic, error: Error?
    ) {
        if let error { subscription?.resume(throwing: error) } else { subscription?.resume() }
        subscription = nil
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        if let value = item.value?.first { values?.yield(value) }
    }
}
