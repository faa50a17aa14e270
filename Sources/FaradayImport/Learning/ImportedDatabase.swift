import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A device's attributes as a capture shows them: what was discovered, and what was read.
package struct ImportedDatabase: Sendable {
    /// A value that was read, from when it was first read like this.
    package struct Reading: Hashable, Sendable {
        /// Nanoseconds since 1970.
        package var time: UInt64
        package var place: PacketPlace
        package var value: [UInt8]
        /// Whether the value may be longer: the answer was full, and nobody read on.
        package var isCut: Bool
    }

    /// A descriptor.
    package struct Descriptor: Hashable, Sendable {
        package var handle: ATT.Handle
        package var uuid: BluetoothUUID
        /// Readings that differ from those before, in order; empty if nobody read it.
        package var readings: [Reading]
    }

    /// A characteristic.
    package struct Characteristic: Hashable, Sendable {
        /// The handle before the value's, mostly: what declares the characteristic.
        package var declaration: ATT.Handle
        /// The handle of the value.
        package var handle: ATT.Handle
        package var uuid: BluetoothUUID
        package var properties: GATT.Properties
        /// Where the declaration was found.
        package var place: PacketPlace
        /// The descriptors that were discovered, the Client Characteristic Configuration included.
        package var descriptors: [Descriptor]
        /// Whether all handles after the value were discovered, or there are none.
        package var hasAllDescriptors: Bool
        /// Readings that differ from those before, in order; empty if nobody read it.
        package var readings: [Reading]
    }

    /// A service.
    package struct Service: Hashable, Sendable {
        package var handle: ATT.Handle
        /// The last handle of the service; `nil` if no answer says it.
        package var end: ATT.Handle?
        package var uuid: BluetoothUUID
        package var isPrimary: Bool
        /// The first handles of the services that it includes.
        package var includes: [ATT.Handle]
        package var place: PacketPlace
        package var characteristics: [Characteristic]
        /// Whether the characteristics were discovered to the end.
        package var hasAllCharacteristics: Bool
    }

    /// An attribute that is only known by its handle: the client knew the device before the capture.
    package struct Unnamed: Hashable, Sendable {
        package var handle: ATT.Handle
        /// The type, where an answer says it.
        package var uuid: BluetoothUUID?
        /// How often each kind of PDU was about it.
        package var uses: [ATT.Opcode: Int]
        /// The first packet about it.
        package var place: PacketPlace
        package var readings: [Reading]
    }

    /// In order of handles.
    package var services: [Service] = []
    /// Whether the primary services were discovered to the end.
    package var hasAllServices = false
    /// Characteristics that were discovered without their service, in order of handles.
    package var strays: [Characteristic] = []
    /// In order of handles.
    package var unnamed: [Unnamed] = []

    /// All characteristics, in order of handles within their services.
    package var characteristics: [Characteristic] { services.flatMap(\.characteristics) + strays }

    /// The values' handles, by those of their Client Characteristic Configurations.
    var configurations: [ATT.Handle: ATT.Handle] {
        var found: [ATT.Handle: ATT.Handle] = [:]
        for item in characteristics {
            for descriptor in item.descriptors where descriptor.uuid == "2902" {
                found[descriptor.handle] = item.handle
            }
        }
        return found
    }
}
