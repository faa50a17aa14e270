import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Reads advertising sets.
struct AdvertisingReader {
    let notes: FileNotes
    private var values: FileValues { FileValues(notes) }
    private var bytes: FileBytes { FileBytes(notes) }

    init(_ notes: FileNotes) { self.notes = notes }

    /// A set of the device with this name.
    func set(_ node: JSONNode, deviceName: String) -> DeviceAdvertising? {
        guard var object = ObjectReader(node, "an advertising set", notes) else { return nil }
        let kind = kind(&object)
        let interval = object.time("interval") ?? .milliseconds(100)
        var set: DeviceAdvertising
        if let data = object.node("data") {
            let response =
                object.node("scanResponse").map { self.data($0, "scanResponse") } ?? AdvertisingData()
            set = DeviceAdvertising(
                kind, data: self.data(data, "data"), scanResponse: response, interval: interval)
            set.addsName = object.bool("addsName") ?? false
        } else {
            let name = object.string("name")
            let services = object.list("services").compactMap { values.uuid($0, "services") }
            let manufacturerData = object.node("manufacturerData").flatMap {
                bytes.value($0, "manufacturerData")
            }
            set = DeviceAdvertising(
                kind, name: name, services: services, manufacturerData: manufacturerData, interval: interval)
            if let more = object.node("scanResponse") { set.scanResponse = data(more, "scanResponse") }
        }
        set.usesExtendedPDUs = object.bool("extended") ?? false
        set.auxiliaryPHY = object.choice("phy", FileNames.phys) ?? .le2M
        set.continuesWhileConnected = object.bool("continuesWhileConnected") ?? false
        set.isOneShot = object.bool("oneShot") ?? false
        set.delay = object.time("delay") ?? .zero
        object.finish()
        check(set, deviceName, node.place)
        return set
    }

    private func check(_ set: DeviceAdvertising, _ name: String, _ place: TextPlace) {
        if let problem = set.problem(name: name) { notes.note(problem, at: place) }
        if !(Nanoseconds.milliseconds(20)...(.milliseconds(10_240))).contains(set.interval) {
            notes.note("an advertising interval is 20 ms to 10.24 s", at: place)
        }
    }

    private func kind(_ object: inout ObjectReader) -> DeviceAdvertising.Kind {
        guard let node = object.node("kind") else { return .connectable }
        if case .object = node.value {
            guard var peer = ObjectReader(node, "a kind of advertising", notes) else { return .connectable }
            defer { peer.finish() }
            guard let to = peer.node("directedTo") else {
                peer.require("directedTo")
                return .connectable
            }
            return AddressReader(notes).address(to, "directedTo").map { .directed(to: $0) } ?? .connectable
        }
        return values.choice(
            node, "kind",
            [("connectable", .connectable), ("scannable", .scannable), ("nonConnectable", .nonConnectable)])
            ?? .connectable
    }

    /// Data: all bytes in hexadecimal, or a list of structures.
    private func data(_ node: JSONNode, _ key: String) -> AdvertisingData {
        if case .string = node.value {
            guard let all = values.hexadecimal(node, key) else { return AdvertisingData() }
            let data = AdvertisingData(lenient: all)
            if data.bytes != all { notes.note("\"\(key)\" has a structure that is cut off", at: node.place) }
            return data
        }
        return AdvertisingData(values.list(node, key).compactMap(structure))
    }

    private func structure(_ node: JSONNode) -> AdvertisingData.Structure? {
        guard var object = ObjectReader(node, "a structure of advertising data", notes) else { return nil }
        defer { object.finish() }
        object.needSomething("\"flags\", \"services\", \"name\", \"type\" or the like")
        if let flags: UInt8 = object.integer("flags") { return .flags(.init(rawValue: flags)) }
        if let name = object.string("name") { return .completeLocalName(name) }
        if let name = object.string("shortName") { return .shortenedLocalName(name) }
        if let power: Int8 = object.integer("txPower") { return .txPowerLevel(power) }
        if let appearance: UInt16 = object.integer("appearance") { return .appearance(appearance) }
        if let list = uuids("services", &object) { return .completeServiceUUIDs(list[0].width, list) }
        if let list = uuids("incompleteServices", &object) {
            return .incompleteServiceUUIDs(list[0].width, list)
        }
        if let list = uuids("solicits", &object) { return .serviceSolicitation(list[0].width, list) }
        if let uuid = object.uuid("serviceData") {
            return .serviceData(uuid, object.node("value").flatMap { bytes.value($0, "value") } ?? [])
        }
        if let node = object.node("manufacturerData"), let data = bytes.value(node, "manufacturerData") {
            guard data.count >= 2 else { return .other(type: 0xFF, data: data) }
            let company = UInt16(data[0]) | UInt16(data[1]) << 8
            return .manufacturerSpecificData(company: company, data: Array(data.dropFirst(2)))
        }
        if let type: UInt8 = object.integer("type") {
            let data = object.node("value").flatMap { bytes.value($0, "value") } ?? []
            guard data.count < 255 else {
                notes.note("a structure has at most 254 bytes behind its type", at: node.place)
                return nil
            }
            return AdvertisingData(lenient: [UInt8(data.count + 1), type] + data).structures.first
        }
        return nil
    }

    /// A list of UUIDs of one width.
    private func uuids(_ key: String, _ object: inout ObjectReader) -> [BluetoothUUID]? {
        guard let node = object.node(key) else { return nil }
        let uuids = values.list(node, key).compactMap { values.uuid($0, key) }
        guard let first = uuids.first else {
            notes.note("\"\(key)\" is empty", at: node.place)
            return nil
        }
        guard uuids.allSatisfy({ $0.width == first.width }) else {
            notes.note(
                "\"\(key)\" has UUIDs of different lengths; each length is a structure of its own",
                at: node.place)
            return nil
        }
        return uuids
    }
}

/// Reads addresses: a text is a random static one.
struct AddressReader {
    let notes: FileNotes

    init(_ notes: FileNotes) { self.notes = notes }

    func address(_ node: JSONNode, _ key: String) -> DeviceAddress? {
        if case .string = node.value { return FileValues(notes).address(node, key, .random) }
        guard var object = ObjectReader(node, "an address", notes) else { return nil }
        defer { object.finish() }
        if let node = object.node("public") { return FileValues(notes).address(node, "public", .public) }
        if let node = object.node("random") { return FileValues(notes).address(node, "random", .random) }
        object.require("public")
        return nil
    }
}
