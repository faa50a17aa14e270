import BluetoothTypes
import BluetoothWire

/// A service of a host's own database, as lists of it show it.
package struct ServiceListing: Hashable, Sendable {
    package var uuid: BluetoothUUID
    package var handle: ATT.Handle
    package var isPrimary: Bool
    package var characteristics: [CharacteristicListing] = []
}

/// A characteristic of a host's own database.
package struct CharacteristicListing: Hashable, Sendable {
    package var uuid: BluetoothUUID
    /// The handle of the value.
    package var handle: ATT.Handle
    package var properties: GATT.Properties
    /// `nil` if the upper layer is asked for it.
    package var value: [UInt8]?
    package var descriptors: [DescriptorListing] = []
}

/// A descriptor of a host's own database.
package struct DescriptorListing: Hashable, Sendable {
    package var uuid: BluetoothUUID
    package var handle: ATT.Handle
    /// `nil` if each client has its own, or if the upper layer is asked for it.
    package var value: [UInt8]?
}

extension GATTServer {
    /// The services in handle order.
    var listings: [ServiceListing] {
        var services: [ServiceListing] = []
        for attribute in attributes {
            if attribute.isServiceDeclaration {
                guard case .constant(let value) = attribute.content,
                    let uuid = BluetoothUUID(littleEndian: value)
                else { continue }
                services.append(
                    ServiceListing(
                        uuid: uuid, handle: attribute.handle,
                        isPrimary: attribute.type == AttributeType.primaryService))
            } else if !services.isEmpty {
                add(attribute, to: &services[services.count - 1])
            }
        }
        return services
    }

    private func add(_ attribute: Attribute, to service: inout ServiceListing) {
        if attribute.type == AttributeType.include || attribute.type == AttributeType.characteristic {
            return
        }
        if let properties = attribute.properties {
            return service.characteristics.append(
                CharacteristicListing(
                    uuid: attribute.type, handle: attribute.handle, properties: properties,
                    value: value(of: attribute.content)))
        }
        guard !service.characteristics.isEmpty else { return }
        service.characteristics[service.characteristics.count - 1].descriptors.append(
            DescriptorListing(
                uuid: attribute.type, handle: attribute.handle, value: value(of: attribute.content)))
    }
}
