import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Reads services with their characteristics.
struct ServiceReader {
    private let notes: FileNotes
    private var values: FileValues { FileValues(notes) }
    private var bytes: FileBytes { FileBytes(notes) }
    private(set) var services: [DeviceService] = []

    init(_ nodes: [JSONNode], _ notes: FileNotes) {
        self.notes = notes
        for node in nodes { addService(node, count: nodes.count) }
    }

    private mutating func addService(_ node: JSONNode, count: Int) {
        guard var object = ObjectReader(node, "a service", notes) else { return }
        defer { object.finish() }
        object.need("uuid")
        let uuid = object.uuid("uuid")
        let isPrimary = object.bool("primary") ?? true
        let includes = object.list("includes")
        let characteristics = object.list("characteristics")
        guard let uuid else { return }
        var service = DeviceService(uuid, isPrimary: isPrimary)
        for include in includes {
            if case .integer(let number) = include.value {
                guard 1...Int64(count) ~= number else {
                    notes.note("there is no service \(number); services count from 1", at: include.place)
                    continue
                }
                service.includedPlaces.append(Int(number) - 1)
            } else if let uuid = values.uuid(include, "includes") {
                service.includedServices.append(uuid)
            }
        }
        for item in characteristics { add(item, to: &service) }
        services.append(service)
    }

    private mutating func add(_ node: JSONNode, to service: inout DeviceService) {
        guard var object = ObjectReader(node, "a characteristic", notes) else { return }
        defer { object.finish() }
        object.need("uuid")
        let uuid = object.uuid("uuid")
        let properties = GATT.Properties(
            object.list("properties").compactMap { values.choice($0, "properties", FileNames.properties) })
        let value = object.node("value").flatMap { bytes.value($0, "value") } ?? []
        let level = object.choice("requires", FileNames.levels) ?? .none
        let permissions = object.node("permissions").map { self.permissions($0) }
        let descriptors = object.list("descriptors").compactMap { descriptor($0) }
        let hasConfiguration = object.bool("configuration") ?? true
        guard let uuid else { return }
        var item = DeviceCharacteristic(
            uuid, properties, value: value, requires: level, permissions: permissions,
            descriptors: descriptors)
        if !hasConfiguration { item = item.withoutConfiguration() }
        service.characteristics.append(item)
    }

    private func permissions(_ node: JSONNode) -> GATT.Permissions {
        GATT.Permissions(
            values.list(node, "permissions").compactMap {
                values.choice($0, "permissions", FileNames.permissions)
            })
    }

    private func descriptor(_ node: JSONNode) -> GATT.DescriptorDefinition? {
        guard var object = ObjectReader(node, "a descriptor", notes) else { return nil }
        defer { object.finish() }
        object.need("uuid")
        let uuid = object.uuid("uuid")
        let value = object.node("value").flatMap { bytes.value($0, "value") } ?? []
        let permissions = object.node("permissions").map { self.permissions($0) }
        guard let uuid else { return nil }
        return GATT.DescriptorDefinition(
            uuid: uuid, permissions: permissions ?? .readable, value: .stored(value))
    }
}
