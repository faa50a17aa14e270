import BluetoothTypes

/// What a definition has that only Swift can say: closures. Rules, series and readings are values.
package struct SwiftOnlyParts {
    /// One line for each part, in the order of the definition.
    package private(set) var lines: [String] = []

    package init(of definition: DeviceDefinition) {
        for service in definition.services {
            for item in service.characteristics { add(item, in: service) }
        }
        for behaviour in definition.behaviours { lines.append(Self.text(of: behaviour)) }
        if definition.security.hasAgent { lines.append("the answers of its user when a central pairs") }
        for channel in definition.channels where channel.open != nil || channel.receive != nil {
            lines.append("what it does with the bytes of L2CAP channel \(channel.psm)")
        }
        if definition.channelSounding?.capabilities != nil {
            lines.append("the capabilities of its controller for Channel Sounding")
        }
    }

    private mutating func add(_ item: DeviceCharacteristic, in service: DeviceService) {
        let name = "\(service.uuid)/\(item.uuid)"
        if item.read != nil { lines.append("how reads of \(name) are answered") }
        if item.write != nil { lines.append("what writes of \(name) do") }
        if item.readGate != nil || item.writeGate != nil { lines.append("the gate of \(name)") }
        for descriptor in item.askingDescriptors where descriptor.read != nil || descriptor.write != nil {
            lines.append("what the descriptor \(descriptor.uuid) of \(name) answers")
        }
    }

    private static func text(of behaviour: DeviceBehaviour) -> String {
        switch behaviour.kind {
        case .onEvent: "what it does when something happens"
        case .onReadyToUpdate: "what it does when there is room for values again"
        case .notifying(let uuid, let interval, _):
            "the values of \(uuid) that it sends every \(interval.seconds) s"
        }
    }
}
