import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Puts the facts of a list together: which characteristic is of which service, and which descriptor of which
/// characteristic, by their handles.
struct ListedDatabase {
    private(set) var database = ImportedDatabase()
    private(set) var withoutProperties: [ImportedDatabase.Characteristic] = []

    private struct Declaration {
        var value: ATT.Handle
        var uuid: BluetoothUUID
        var properties: GATT.Properties?
    }

    private var services: [ATT.Handle: (uuid: BluetoothUUID, isPrimary: Bool)] = [:]
    private var declarations: [ATT.Handle: Declaration] = [:]
    private var types: [ATT.Handle: BluetoothUUID] = [:]
    private var values: [ATT.Handle: [UInt8]] = [:]
    /// Whether the list has the types of all attributes.
    private var hasTypes = false
    /// A list has no packets.
    private static let nowhere = PacketPlace(number: 0)

    init(_ facts: [ListedFact]) {
        for fact in facts { add(fact) }
        build()
    }

    private mutating func add(_ fact: ListedFact) {
        switch fact {
        case .service(let handle, let uuid, let isPrimary): services[handle] = (uuid.shortened, isPrimary)
        case .characteristic(let handle, let value, let uuid, let properties):
            // What is known stays, if a later part of the list does not say it.
            let known = declarations[handle]?.properties
            declarations[handle] = Declaration(
                value: value, uuid: uuid.shortened, properties: properties ?? known)
        case .attribute(let handle, let uuid):
            types[handle] = uuid.shortened
            if uuid == "2803" { hasTypes = true }
        case .value(let handle, let value): values[handle] = value
        case .property(let handle, let property):
            let known = declarations[handle]?.properties ?? []
            declarations[handle]?.properties = known.union(property)
        }
    }

    /// Goes through all handles in order: what follows a service is its, what follows a characteristic's value too.
    private mutating func build() {
        database.hasAllServices = true
        for handle in Set(services.keys).union(declarations.keys).union(types.keys).sorted() {
            if let service = services[handle] {
                if let last = database.services.indices.last { database.services[last].end = handle - 1 }
                database.services.append(
                    .init(
                        handle: handle, end: .max, uuid: service.uuid, isPrimary: service.isPrimary,
                        includes: [], place: Self.nowhere, characteristics: [], hasAllCharacteristics: true))
            } else if let item = declarations[handle] {
                let found = ImportedDatabase.Characteristic(
                    declaration: handle, handle: item.value, uuid: item.uuid,
                    properties: item.properties ?? [], place: Self.nowhere, descriptors: [],
                    hasAllDescriptors: hasTypes, readings: readings(item.value))
                if item.properties == nil { withoutProperties.append(found) }
                append(found)
            } else if let uuid = types[handle], !Self.declarations.contains(uuid) {
                append(.init(handle: handle, uuid: uuid, readings: readings(handle)))
            }
        }
    }

    /// Types that are no descriptors: declarations of services, includes and characteristics.
    private static let declarations: Set<BluetoothUUID> = ["2800", "2801", "2802", "2803"]

    private mutating func append(_ item: ImportedDatabase.Characteristic) {
        if let last = database.services.indices.last {
            database.services[last].characteristics.append(item)
        } else {
            database.strays.append(item)
        }
    }

    private mutating func append(_ item: ImportedDatabase.Descriptor) {
        guard let service = database.services.indices.last,
            let last = database.services[service].characteristics.indices.last,
            item.handle > database.services[service].characteristics[last].handle
        else { return }
        database.services[service].characteristics[last].descriptors.append(item)
    }

    private func readings(_ handle: ATT.Handle) -> [ImportedDatabase.Reading] {
        values[handle].map { [.init(time: 0, place: Self.nowhere, value: $0, isCut: false)] } ?? []
    }
}
