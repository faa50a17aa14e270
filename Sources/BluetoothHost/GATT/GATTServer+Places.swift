import BluetoothTypes
import BluetoothWire

/// What an attribute of a host's database belongs to.
package struct AttributePlace: Hashable, Sendable {
    /// The type of the service.
    package var service: BluetoothUUID?
    /// The type of the characteristic, if it belongs to one.
    package var characteristic: BluetoothUUID?
    /// Whether it is a Client Characteristic Configuration.
    package var isConfiguration: Bool
}

extension GATTServer {
    /// What the attribute belongs to: to the nearest declarations before it.
    func place(of handle: ATT.Handle) -> AttributePlace? {
        guard let index = index(of: handle) else { return nil }
        var place = AttributePlace(
            isConfiguration: attributes.type(at: index) == AttributeType.clientConfiguration)
        for index in stride(from: index, through: 0, by: -1) {
            let isService = attributes[index].isServiceDeclaration
            // Properties and handle come before the type (Core 6.0, Vol 3, Part G, 3.3.1).
            let isCharacteristic =
                place.characteristic == nil && attributes.type(at: index) == AttributeType.characteristic
            guard isService || isCharacteristic, case .constant(let value) = attributes.content(at: index)
            else {
                continue
            }
            if isService {
                place.service = BluetoothUUID(littleEndian: value)
                break
            }
            place.characteristic = BluetoothUUID(littleEndian: Array(value.dropFirst(3)))
        }
        return place
    }
}
