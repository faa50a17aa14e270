import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Writes an advertising set as Swift.
struct SwiftAdvertising {
    let set: DeviceAdvertising

    var text: SwiftText {
        var head = SwiftArguments()
        head.addKind(set.kind)
        var rest = changes
        if let short = set.shortForm {
            if let name = short.name { head.add("name", .quoted(name)) }
            if !short.services.isEmpty {
                head.add("services", .list(short.services.map(SwiftDefinition.uuid)))
            }
            if let data = short.manufacturerData { head.add("manufacturerData", .bytes(data)) }
            addInterval(to: &head)
            if set.usesExtendedPDUs { rest.insert("$0.usesExtendedPDUs = true", at: 0) }
        } else {
            head.add("data", Self.data(set.data))
            if !set.scanResponse.structures.isEmpty { head.add("scanResponse", Self.data(set.scanResponse)) }
            addInterval(to: &head)
            head.add("usesExtendedPDUs", set.usesExtendedPDUs, unless: false)
            if set.addsName { rest.append("$0.addsName = true") }
        }
        head.add("continuesWhileConnected", set.continuesWhileConnected, unless: false)
        let call = SwiftText.call("DeviceAdvertising", head)
        return rest.reduce(call) { .followed($0, ".with { \($1) }") }
    }

    private func addInterval(to head: inout SwiftArguments) {
        if set.interval != .milliseconds(100) { head.add("interval", SwiftDefinition.time(set.interval)) }
    }

    /// What no argument says.
    private var changes: [String] {
        var changes: [String] = []
        if set.auxiliaryPHY != .le2M { changes.append("$0.auxiliaryPHY = .\(set.auxiliaryPHY)") }
        if set.isOneShot { changes.append("$0.isOneShot = true") }
        if set.delay != .zero { changes.append("$0.delay = \(SwiftDefinition.time(set.delay).text())") }
        return changes
    }

    private static func data(_ data: AdvertisingData) -> SwiftText {
        .call("AdvertisingData", [("lenient", .bytes(data.bytes))])
    }
}

extension SwiftArguments {
    /// Adds what scanners may do, unless they may connect.
    mutating func addKind(_ kind: DeviceAdvertising.Kind) {
        switch kind {
        case .connectable: break
        case .scannable: add("", .plain(".scannable"))
        case .nonConnectable: add("", .plain(".nonConnectable"))
        case .directed(let peer):
            add("", .call(".directed", [("to", .followed(SwiftDefinition.address(peer), "!"))]))
        }
    }
}
