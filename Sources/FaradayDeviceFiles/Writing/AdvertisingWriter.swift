import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Writes an advertising set: with the short keys if they say it all, or else structure by structure.
struct AdvertisingWriter {
    let set: DeviceAdvertising

    var json: JSONText {
        var object = JSONMembers()
        addKind(to: &object)
        if set.interval != .milliseconds(100) { object.add("interval", .string(FileTime(set.interval).text)) }
        if !addShort(to: &object) {
            object.add("data", .array(set.data.structures.map(structure)))
            object.add("scanResponse", set.scanResponse.structures.map(structure))
            object.add("addsName", set.addsName, unless: false)
        }
        object.add("extended", set.usesExtendedPDUs, unless: false)
        object.add("phy", set.auxiliaryPHY, unless: .le2M, in: FileNames.phys)
        object.add("continuesWhileConnected", set.continuesWhileConnected, unless: false)
        object.add("oneShot", set.isOneShot, unless: false)
        if set.delay != .zero { object.add("delay", .string(FileTime(set.delay).text)) }
        return object.json
    }

    private func addKind(to object: inout JSONMembers) {
        switch set.kind {
        case .connectable: break
        case .scannable: object.add("kind", .string("scannable"))
        case .nonConnectable: object.add("kind", .string("nonConnectable"))
        case .directed(let peer):
            object.add("kind", .object([("directedTo", DefinitionWriter.address(peer))]))
        }
    }

    private func addShort(to object: inout JSONMembers) -> Bool {
        guard let short = set.shortForm else { return false }
        if let name = short.name { object.add("name", .string(name)) }
        object.add("services", short.services.map { .string("\($0)") })
        if let data = short.manufacturerData { object.add("manufacturerData", ByteWriters.hexadecimal(data)) }
        return true
    }

    private func structure(_ structure: AdvertisingData.Structure) -> JSONText {
        switch structure {
        case .flags(let flags): .object([("flags", .integer(Int64(flags.rawValue)))])
        case .completeLocalName(let name): .object([("name", .string(name))])
        case .shortenedLocalName(let name): .object([("shortName", .string(name))])
        case .txPowerLevel(let power): .object([("txPower", .integer(Int64(power)))])
        case .appearance(let appearance): .object([("appearance", .integer(Int64(appearance)))])
        case .completeServiceUUIDs(_, let uuids) where !uuids.isEmpty: list("services", uuids)
        case .incompleteServiceUUIDs(_, let uuids) where !uuids.isEmpty: list("incompleteServices", uuids)
        case .serviceSolicitation(_, let uuids) where !uuids.isEmpty: list("solicits", uuids)
        case .serviceData(let uuid, let data):
            .object([("serviceData", .string("\(uuid)")), ("value", ByteWriters.hexadecimal(data))])
        case .manufacturerSpecificData(let company, let data):
            .object([
                (
                    "manufacturerData",
                    ByteWriters.hexadecimal([UInt8(company & 0xFF), UInt8(company >> 8)] + data)
                )
            ])
        default: other(structure)
        }
    }

    private func list(_ key: String, _ uuids: [BluetoothUUID]) -> JSONText {
        .object([(key, .array(uuids.map { .string("\($0)") }))])
    }

    /// By its type and its bytes.
    private func other(_ structure: AdvertisingData.Structure) -> JSONText {
        let bytes = AdvertisingData([structure]).bytes
        let type = bytes.count > 1 ? bytes[1] : 0
        return .object([
            ("type", .integer(Int64(type))), ("value", ByteWriters.hexadecimal(Array(bytes.dropFirst(2)))),
        ])
    }
}
