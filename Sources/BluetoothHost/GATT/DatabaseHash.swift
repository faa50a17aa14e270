import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

/// The hash by which a client recognizes a database that it knows (Core 6.0, Vol 3, Part G, 7.3).
enum DatabaseHash {
    /// AES-CMAC, with a key of zeros, of the declarations in ascending order of their handles; most
    /// significant byte first.
    static func hash(of attributes: some Sequence<Attribute>) -> [UInt8] {
        var message: [UInt8] = []
        for attribute in attributes {
            guard let type = attribute.type.short else { continue }
            switch type {
            case 0x2800...0x2803, 0x2900:
                message.append(littleEndian: attribute.handle)
                message.append(littleEndian: type)
                switch attribute.content {
                case .constant(let value), .stored(let value): message.append(contentsOf: value)
                case .deviceName, .appearance, .dynamic, .configuration, .clientFeatures, .databaseHash: break
                }
            case 0x2901...0x2905:
                message.append(littleEndian: attribute.handle)
                message.append(littleEndian: type)
            default: break
            }
        }
        return AESCMAC.tag(key: [UInt8](repeating: 0, count: 16), message: message)
    }
}
