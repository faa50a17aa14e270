import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// What a device's definition says and the peripheral role of CoreBluetooth has no place for: one line for each part.
struct PublicationLimits {
    private(set) var lines: [String]

    init(of definition: DeviceDefinition) {
        lines = SwiftOnlyParts(of: definition).lines.map { "it does without code in Swift: \($0)" }
        lines += PublishedAdvertisement(definition.advertising, name: definition.name).limits
        lines += PublicationPlan(definition.services).limits
        if definition.advertising.isEmpty { lines.append("it does not advertise, so no central finds it") }
        addDevice(definition)
        addLink(definition)
        if let rules = definition.rules { addRules(rules) }
    }

    private mutating func addDevice(_ definition: DeviceDefinition) {
        lines.append("the GAP name that centrals read is this host's, and its address too")
        if definition.address != nil { lines.append("it does not have the address of its definition") }
        if definition.appearance != 0 { lines.append("the GAP appearance is this host's") }
        if definition.txPower != 0 { lines.append("the system chooses the transmit power") }
    }

    private mutating func addLink(_ definition: DeviceDefinition) {
        if definition.preferredMTU != 247 { lines.append("the system chooses the ATT MTU") }
        if !definition.hasServiceChanged { lines.append("the host has the Service Changed characteristic") }
        if !definition.acceptsPreparedWrites { lines.append("the system accepts prepared writes") }
        if definition.updateQueueDepth != 256 {
            lines.append("the system's queue of updates is as long as it is")
        }
        if definition.hasOwnSecurity {
            lines.append("how it pairs is this host's: keys, passkeys and addresses too")
        }
        for channel in definition.channels { lines.append("no L2CAP channel on PSM \(channel.psm)") }
        if definition.channelSounding != nil { lines.append("no Channel Sounding") }
    }

    private mutating func addRules(_ rules: DeviceRules) {
        for rule in rules.rules {
            switch rule.trigger {
            case .linkLost, .paired, .secured:
                add("its rules don't learn of lost links, pairing and encryption")
            case .connected, .disconnected:
                add(
                    "its rules take the first request of a central for the connection, and 2 s without any after its "
                        + "last subscription for the end")
            default: break
            }
            for action in rule.actions { add(action) }
        }
    }

    private mutating func add(_ action: DeviceRule.Action) {
        switch action {
        case .disconnect: add("its rules can't disconnect a central")
        case .requestSecurity: add("its rules can't ask for security")
        case .reset: add("a reset starts its rules again; centrals stay connected")
        case .advertise(let sets):
            for limit in PublishedAdvertisement(sets, name: "").limits { add("by a rule: \(limit)") }
        default: break
        }
    }

    private mutating func add(_ line: String) {
        if !lines.contains(line) { lines.append(line) }
    }
}
