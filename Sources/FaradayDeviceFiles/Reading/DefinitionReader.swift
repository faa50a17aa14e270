import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Reads a device file.
struct DefinitionReader {
    /// The version of the format.
    static let version = 1

    private let notes: FileNotes
    private var values: FileValues { FileValues(notes) }

    init(_ notes: FileNotes) { self.notes = notes }

    func definition(_ node: JSONNode) -> DeviceDefinition? {
        guard var object = ObjectReader(node, "a device file", notes) else { return nil }
        guard checkVersion(&object) else { return nil }
        _ = object.node("$schema")
        _ = object.node("note")
        let name = object.string("name")
        if name == nil { object.require("name") }
        var definition = DeviceDefinition(name: name ?? "")
        readIdentity(&object, into: &definition)
        definition.advertising = object.list("advertising").compactMap {
            AdvertisingReader(notes).set($0, deviceName: definition.name)
        }
        if let node = object.node("security"), let security = security(node) {
            definition.security = security
        }
        definition.channels = object.list("channels").compactMap { channel($0) }
        if let node = object.node("channelSounding") { definition.channelSounding = channelSounding(node) }
        let services = object.list("services")
        definition.services = ServiceReader(services, notes).services
        if definition.channelSounding?.hasService == true,
            !definition.services.contains(where: { $0.uuid == DeviceService.ranging.uuid })
        {
            definition.services.append(.ranging)
        }
        checkIncludes(of: definition, services)
        readRules(&object, into: &definition)
        object.finish()
        return definition
    }

    private func checkVersion(_ object: inout ObjectReader) -> Bool {
        guard let node = object.node("faraday") else {
            notes.note("a device file begins with \"faraday\": \(Self.version)", at: object.place)
            return false
        }
        guard case .integer(let version) = node.value, version > 0 else {
            notes.note("\"faraday\" is the version of the format: \(Self.version)", at: node.place)
            return false
        }
        guard version <= Self.version else {
            notes.note(
                "the file has version \(version) of the format; this Faraday reads up to \(Self.version)",
                at: node.place)
            return false
        }
        return true
    }

    private func readIdentity(_ object: inout ObjectReader, into definition: inout DeviceDefinition) {
        definition.appearance = object.integer("appearance") ?? 0
        definition.address = object.node("address").flatMap { AddressReader(notes).address($0, "address") }
        definition.txPower = object.integer("txPower", -100...20) ?? 0
        definition.preferredMTU = object.integer("mtu", 23...517) ?? 247
        definition.hasServiceChanged = object.bool("serviceChanged") ?? true
        definition.acceptsPreparedWrites = object.bool("preparedWrites") ?? true
        definition.updateQueueDepth = object.integer("updateQueue", 1...1_000_000) ?? 256
    }

    private func checkIncludes(of definition: DeviceDefinition, _ nodes: [JSONNode]) {
        guard definition.services.count >= nodes.count else { return }
        for (service, node) in zip(definition.services, nodes) {
            for uuid in service.includedServices
            where !definition.services.contains(where: { $0.uuid == uuid }) {
                notes.note(
                    "service \(service.uuid) includes \(uuid), which is not in the file", at: node.place)
            }
        }
    }

    // MARK: Security and channels

    private func security(_ node: JSONNode) -> DeviceSecurity? {
        guard var object = ObjectReader(node, "security", notes) else { return nil }
        defer { object.finish() }
        var security = DeviceSecurity(object.choice("io", FileNames.ioCapabilities) ?? .noInputNoOutput)
        security.isBondable = object.bool("bondable") ?? true
        security.refusesPairing = object.bool("refusesPairing") ?? false
        security.secureConnections =
            object.choice("secureConnections", FileNames.secureConnections) ?? .offered
        security.passkey = object.integer("passkey", 0...999_999)
        security.requires = object.choice("requires", FileNames.levels) ?? .none
        if let node = object.node("keySizes") {
            let sizes: [UInt8] = values.list(node, "keySizes").compactMap {
                values.integer($0, "keySizes", 7...16)
            }
            if sizes.count == 2, sizes[0] <= sizes[1] {
                security.keySizes = sizes[0]...sizes[1]
            } else {
                notes.note(
                    "\"keySizes\" is the shortest and the longest key, such as [7, 16]", at: node.place)
            }
        }
        if let node = object.node("privateAddressesFor"), let time = values.time(node, "privateAddressesFor")
        {
            if (Nanoseconds.seconds(1)...(.hours(1))).contains(time) {
                security.privacy = .resolvable(every: time)
            } else {
                notes.note("a private address is used for 1 s to 1 h", at: node.place)
            }
        }
        return security
    }

    private func channel(_ node: JSONNode) -> DeviceChannel? {
        guard var object = ObjectReader(node, "a channel", notes) else { return nil }
        defer { object.finish() }
        object.need("psm")
        let psm: UInt16? = object.integer("psm", 1...255)
        let mtu: UInt16 = object.integer("mtu", 23...UInt16.max) ?? 2048
        let level = object.choice("requires", FileNames.levels) ?? .none
        return psm.map { DeviceChannel(psm: $0, requires: level, mtu: mtu) }
    }

    private func channelSounding(_ node: JSONNode) -> DeviceChannelSounding? {
        guard var object = ObjectReader(node, "Channel Sounding", notes) else { return nil }
        defer { object.finish() }
        return DeviceChannelSounding(
            object.choice("correction", FileNames.corrections) ?? .inline,
            antennaDelay: object.number("antennaDelay") ?? 0, clockOffset: object.number("clockOffset") ?? 0)
    }

    // MARK: Rules

    private func readRules(
        _ object: inout ObjectReader, into definition: inout DeviceDefinition
    ) {
        let reader = RuleReader(notes, deviceName: definition.name)
        var variables: [(DeviceRules.Variable, TextPlace)] = []
        if let node = object.node("variables") {
            guard case .object(let members) = node.value else {
                return notes.note("\"variables\" is an object, not \(node.kind)", at: node.place)
            }
            for member in members {
                guard let variable = reader.variable(member.key, member.value) else { continue }
                variables.append((variable, member.place))
            }
        }
        let states = object.list("states")
        let series = object.list("series").compactMap { node in reader.series(node).map { ($0, node.place) } }
        let readings = object.list("reads").compactMap { node in
            reader.readings(node).map { ($0, node.place) }
        }
        let rules = object.list("rules").compactMap { node in reader.rule(node).map { ($0, node.place) } }
        let steps = object.node("conversation").map { values.list($0, "conversation") }
        let conversation = steps?.compactMap { node in
            ConversationReader(notes).step(node).map { ($0, node.place) }
        }
        let all = DeviceRules(
            variables: variables.map(\.0), states: states.compactMap { values.string($0, "states") },
            series: series.map(\.0), readings: readings.map(\.0), rules: rules.map(\.0),
            conversation: conversation.map { DeviceConversation($0.map(\.0)) })
        guard !all.isEmpty else { return }
        definition.rules = all
        let check = RuleCheck(all, for: definition.services)
        let place = { (place: RuleCheck.Place) -> TextPlace? in
            switch place {
            case .variable(let index): variables[index].1
            case .state(let index): index < states.count ? states[index].place : nil
            case .series(let index): series[index].1
            case .readings(let index): readings[index].1
            case .rule(let index): rules[index].1
            case .step(let index): conversation?[index].1
            case .conversation: nil
            }
        }
        for problem in check.problems { notes.note(problem.text, at: place(problem.place)) }
        for warning in check.warnings { notes.warn(warning.text, at: place(warning.place)) }
    }
}
