@testable import CoreBluetoothMock
import FaradayTesting

/// A peripheral's delegate that records its callbacks.
final class PeripheralLog: NSObject, CBMPeripheralDelegate {
    private(set) var lines: [String] = []
    /// It leaves out the callback that comes by itself: room for writes (behaviour 5.18).
    var answers: [String] { lines.filter { $0 != "ready" } }
    private(set) var errors: [Error?] = []
    private(set) var invalidated: [CBMService] = []

    private func log(_ line: String, _ error: Error?) {
        lines.append(line + (error == nil ? "" : " failed"))
        errors.append(error)
    }

    func peripheralDidUpdateName(_ peripheral: CBMPeripheral) { log("name \(peripheral.name ?? "nil")", nil) }

    func peripheral(_ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService]) {
        invalidated = invalidatedServices
        log("modified", nil)
    }

    func peripheral(_ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        log("rssi \(RSSI)", error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) { log("services", error) }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverIncludedServicesFor service: CBMService, error: Error?
    ) {
        log("included \(service.uuid.uuidString)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        log("characteristics \(service.uuid.uuidString)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverDescriptorsFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        log("descriptors \(characteristic.uuid.uuidString)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        let value = characteristic.value.map { "\([UInt8]($0))" } ?? "nil"
        log("value \(characteristic.uuid.uuidString) \(value)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        log("written \(characteristic.uuid.uuidString)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        log("notifying \(characteristic.uuid.uuidString) \(characteristic.isNotifying)", error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didUpdateValueFor descriptor: CBMDescriptor, error: Error?) {
        log("value \(descriptor.uuid.uuidString)", error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didWriteValueFor descriptor: CBMDescriptor, error: Error?) {
        log("written \(descriptor.uuid.uuidString)", error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBMPeripheral) { log("ready", nil) }

    func peripheral(_ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?) {
        log("channel \(channel.map { "\($0.psm)" } ?? "nil")", error)
    }
}

extension PeripheralLog {
    /// Makes a request, and waits for the next callback.
    func next(_ request: () -> Void) async throws {
        let count = lines.count
        request()
        try await World.current.run(until: { self.lines.count > count })
    }

    /// Finds everything at a peripheral that is linked.
    func explore(_ peripheral: CBMPeripheral) async throws {
        peripheral.delegate = self
        try await next { peripheral.discoverServices(nil) }
        for service in peripheral.services ?? [] {
            try await next { peripheral.discoverCharacteristics(nil, for: service) }
            for characteristic in service.characteristics ?? [] {
                try await next { peripheral.discoverDescriptors(for: characteristic) }
            }
        }
    }

    /// Connects an app to the peripheral, and discovers everything.
    func explored(_ app: App, _ options: [String: Any]? = nil) async throws -> CBMPeripheral {
        let peripheral = try await app.connect(options)
        try await explore(peripheral)
        return peripheral
    }
}
