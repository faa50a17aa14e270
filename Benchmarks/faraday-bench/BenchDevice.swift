import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// The sensor that most measurements talk to; the Bumble pair has the same.
enum BenchDevice {
    static let serviceText = "5F0A0001-8C7E-4B6D-9E57-3B2F6F1C9A10"
    static let readableText = "5F0A0002-8C7E-4B6D-9E57-3B2F6F1C9A10"
    static let notifyingText = "5F0A0003-8C7E-4B6D-9E57-3B2F6F1C9A10"
    static let notifying = uuid(notifyingText)
    static let name = "Bench"
    /// What a read gives: 20 bytes, so that one response holds it.
    static let value = (0..<20).map { UInt8($0) }

    /// Values are stored, not computed: the stack answers.
    static func definition(behaviours: [DeviceBehaviour] = []) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: [uuid(serviceText)], interval: .milliseconds(20))
            DeviceService(uuid(serviceText)) {
                DeviceCharacteristic(uuid(readableText), .read, value: value)
                DeviceCharacteristic(uuid(notifyingText), .notify)
            }
            for behaviour in behaviours { behaviour }
        }
    }

    /// A notification's value: `number` in 20 bytes.
    static func payload(_ number: Int) -> [UInt8] {
        (0..<20).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> ($0 * 8) : 0) }
    }

    static func uuid(_ text: String) -> BluetoothUUID {
        guard let uuid = BluetoothUUID(text) else { fatalError("\(text) is no UUID") }
        return uuid
    }
}
