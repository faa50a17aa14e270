import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// A node as a line of the feed: its kind, its position, its database.
enum NodeLine {
    static func text(_ node: NodeDescription, at time: MonotonicInstant, isComplete: Bool = true) -> String {
        var line = JSONObject("\"type\":\"node\",\"t\":\(time.nanoseconds),\"node\":\(node.id.rawValue)")
        line.add("name", node.name)
        guard isComplete else { return line.line }
        line.add("kind", node.kind.rawValue)
        line.add("system", node.system)
        line.member("position", position(node.position))
        line.member("services", JSONObject.list(node.services.map(service)))
        if !node.bonds.isEmpty {
            line.member("bonds", JSONObject.list(node.bonds.map { bond($0, of: node) }))
        }
        if !node.remembered.isEmpty {
            line.member(
                "cached", JSONObject.list(node.remembered.map { TraceJSON.quoted(name($0, for: node)) }))
        }
        if !node.apps.isEmpty { line.member("apps", JSONObject.list(node.apps.map(TraceJSON.quoted))) }
        line.add("user", node.user)
        if !node.questions.isEmpty {
            line.member("screen", JSONObject.list(node.questions.map(question)))
        }
        return line.line
    }

    private static func question(_ question: ScreenQuestion) -> String {
        var object = JSONObject()
        object.add("kind", question.kind.rawValue)
        object.add("text", question.text)
        object.member("answers", JSONObject.list(question.answers.map(TraceJSON.quoted)))
        return object.line
    }

    /// The node with an address as another one knows it.
    private static func name(_ peer: DeviceAddress, for node: NodeDescription) -> String {
        node.peerNames[peer] ?? "\(peer)"
    }

    private static func bond(_ bond: Host.Bond, of node: NodeDescription) -> String {
        var object = JSONObject()
        object.add("peer", name(bond.peer, for: node))
        let keys = [
            (bond.keyAsCentral ?? bond.keyAsPeripheral) == nil ? nil : "LTK",
            bond.peerResolvingKey.map { _ in "IRK" },
            bond.peerSignatureKey.map { _ in "CSRK" },
        ]
        object.add("keys", keys.compactMap(\.self).joined(separator: ", "))
        object.mark("authenticated", bond.isAuthenticated)
        object.mark("secureConnections", bond.usesSecureConnections)
        return object.line
    }

    /// `[2,0,0]`, or `null` for a node that is out of range of everything.
    static func position(_ position: Position) -> String {
        if position == .outOfRange { return "null" }
        return JSONObject.list([position.x, position.y, position.z].map(number))
    }

    private static func number(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "0" }
        let millimetres = (value * 1000).rounded() / 1000
        return millimetres == millimetres.rounded() ? "\(Int64(millimetres))" : "\(millimetres)"
    }

    private static func attribute(_ uuid: BluetoothUUID, _ handle: ATT.Handle) -> JSONObject {
        var object = JSONObject()
        object.add("uuid", uuid.description)
        object.add("name", uuid.name)
        object.add("handle", Int64(handle))
        return object
    }

    private static func service(_ service: ServiceListing) -> String {
        var object = attribute(service.uuid, service.handle)
        object.member("primary", service.isPrimary ? "true" : "false")
        object.member("characteristics", JSONObject.list(service.characteristics.map(characteristic)))
        return object.line
    }

    private static func characteristic(_ found: CharacteristicListing) -> String {
        var object = attribute(found.uuid, found.handle)
        object.member("properties", JSONObject.list(names(of: found.properties).map(TraceJSON.quoted)))
        object.add("value", bytes: found.value)
        object.add("meaning", found.value.flatMap { Meanings.text($0, of: found.uuid) })
        if !found.descriptors.isEmpty {
            object.member("descriptors", JSONObject.list(found.descriptors.map(descriptor)))
        }
        return object.line
    }

    private static func descriptor(_ found: DescriptorListing) -> String {
        var object = attribute(found.uuid, found.handle)
        object.add("value", bytes: found.value)
        return object.line
    }

    private static func names(of properties: GATT.Properties) -> [String] {
        let all: [(GATT.Properties, String)] = [
            (.broadcast, "broadcast"), (.read, "read"), (.writeWithoutResponse, "writeWithoutResponse"),
            (.write, "write"), (.notify, "notify"), (.indicate, "indicate"),
            (.authenticatedSignedWrites, "authenticatedSignedWrites"),
            (.extendedProperties, "extendedProperties"),
        ]
        return all.filter { properties.contains($0.0) }.map(\.1)
    }
}
