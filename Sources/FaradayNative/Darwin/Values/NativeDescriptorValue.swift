import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

/// Converts between the framework's values of descriptors and their bytes.
enum NativeDescriptorValue {
    private static let userDescription = BluetoothUUID(0x2901)

    /// The bytes of `CBDescriptor.value` as they are sent: numbers are the 16 bits of 2900, 2902 and 2903.
    static func bytes(of value: Any?) -> [UInt8] {
        switch value {
        case let data as Data: [UInt8](data)
        case let text as String: Array(text.utf8)
        case let number as NSNumber: [UInt8(number.uint16Value & 0xFF), UInt8(number.uint16Value >> 8)]
        default: []
        }
    }

    /// The value for the creation of a local descriptor (behaviour 6.5).
    static func native(_ bytes: [UInt8], uuid: BluetoothUUID) -> Any {
        uuid == userDescription ? String(decoding: bytes, as: UTF8.self) : Data(bytes)
    }
}
