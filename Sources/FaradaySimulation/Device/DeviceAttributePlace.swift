import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// The place of an attribute of a device in its present definition.
package enum DeviceAttributePlace: Hashable, Sendable {
    case service(Int)
    case characteristic(service: Int, Int)
    /// The number counts the descriptors given to `DeviceCharacteristic.with(descriptors:)`.
    case descriptor(service: Int, characteristic: Int, Int)
}

extension Device {
    /// The place of an attribute, by the number that the port of a connected phone uses for it: the handle is in the
    /// low 16 bits. The handle is that of a service's declaration, a characteristic's value, or a descriptor.
    ///
    /// `nil` for attributes outside the definition: the services GAP and GATT, a Client Characteristic Configuration,
    /// an attribute that has been removed.
    package func place(ofHandle handle: UInt64) -> DeviceAttributePlace? {
        perform { node, _ in
            node.database.place(
                of: ATT.Handle(truncatingIfNeeded: handle), services: node.serviceHandles)
        }
    }
}

extension DeviceNode {
    /// The handles of the definition's services, in its order.
    var serviceHandles: [ATT.Handle] {
        database.services.isEmpty ? host.serviceRanges.map(\.first) : database.services
    }
}
