import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Writes a definition as Swift.
struct SwiftDefinition {
    let definition: DeviceDefinition

    /// What a file imports that uses a definition.
    private static let module = "FaradayTesting"

    /// A file with the definition as a static member.
    func file(named name: String) -> String {
        """
        import \(Self.module)

        extension DeviceDefinition {
            static var \(name): DeviceDefinition {
                \(text.text(indentation: 8))
            }
        }

        """
    }

    /// A name for the member, from the device's name.
    var memberName: String {
        let words = definition.name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let first = words.first.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? ""
        let name = words.dropFirst().reduce(first) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
        return name.first?.isLetter == true ? name : "device\(name)"
    }

    var text: SwiftText {
        var head = SwiftArguments()
        head.add("name", .quoted(definition.name))
        head.add("appearance", definition.appearance, unless: 0) { "0x" + Self.hexadecimal($0) }
        if let address = definition.address { head.add("address", Self.address(address)) }
        head.add("txPower", definition.txPower, unless: 0)
        head.add("preferredMTU", definition.preferredMTU, unless: 247)
        head.add("hasServiceChanged", definition.hasServiceChanged, unless: true)
        head.add("acceptsPreparedWrites", definition.acceptsPreparedWrites, unless: true)
        head.add("updateQueueDepth", definition.updateQueueDepth, unless: 256)
        var parts: [SwiftText] = definition.advertising.map { SwiftAdvertising(set: $0).text }
        if let security = SwiftSecurity(definition.security).text { parts.append(security) }
        parts += definition.services.map(service)
        parts += definition.channels.map(channel)
        if let sounding = definition.channelSounding { parts.append(Self.sounding(sounding)) }
        if let rules = definition.rules { parts.append(SwiftRules(rules).text) }
        return .block(.call("DeviceDefinition", head), parts)
    }

    static func hexadecimal(_ number: UInt16) -> String {
        ByteWriters.text([UInt8(number >> 8)]) + ByteWriters.text([UInt8(number & 0xFF)])
    }

    static func uuid(_ uuid: BluetoothUUID) -> SwiftText { .quoted("\(uuid)") }

    static func address(_ address: DeviceAddress) -> SwiftText {
        .plain("DeviceAddress(\"\(address.digits)\", .\(address.kind == .public ? "public" : "random"))")
    }

    static func time(_ time: Nanoseconds) -> SwiftText {
        let units: [(name: String, size: Int64)] = [
            ("hours", 3_600_000_000_000), ("minutes", 60_000_000_000), ("seconds", 1_000_000_000),
            ("milliseconds", 1_000_000), ("microseconds", 1_000),
        ]
        if time == .zero { return .plain(".zero") }
        for (name, size) in units where time.count % size == 0 {
            return .plain(".\(name)(\(time.count / size))")
        }
        return .plain("Nanoseconds(\(time.count))")
    }

    /// One option, or a list of them.
    static func options(_ names: [String]) -> SwiftText {
        names.count == 1 ? .plain(".\(names[0])") : .list(names.map { .plain(".\($0)") })
    }

    // MARK: Parts

    private func service(_ service: DeviceService) -> SwiftText {
        var head = SwiftArguments()
        head.add("", Self.uuid(service.uuid))
        head.add("isPrimary", service.isPrimary, unless: true)
        if !service.includedServices.isEmpty {
            head.add("includes", .list(service.includedServices.map(Self.uuid)))
        }
        let call = SwiftText.call("DeviceService", head)
        return service.characteristics.isEmpty
            ? call : .block(call, service.characteristics.map(characteristic))
    }

    private func characteristic(_ item: DeviceCharacteristic) -> SwiftText {
        var head = SwiftArguments()
        head.add("", Self.uuid(item.uuid))
        head.add("", Self.options(FileNames.names(of: item.properties, in: FileNames.properties) ?? []))
        if !item.value.isEmpty { head.add("value", .bytes(item.value)) }
        let level = FileNames.levels.first {
            DeviceCharacteristic(item.uuid, item.properties, requires: $0.1).permissions == item.permissions
        }
        if let level {
            head.add("requires", level.1, unless: .none) { _ in ".\(level.0)" }
        } else {
            head.add(
                "permissions",
                Self.options(FileNames.names(of: item.permissions, in: FileNames.permissions) ?? []))
        }
        let descriptors = item.descriptors.map(Self.descriptor)
        if !descriptors.isEmpty { head.add("descriptors", .list(descriptors)) }
        let call = SwiftText.call("DeviceCharacteristic", head)
        guard !item.hasConfiguration else { return call }
        return .followed(call, ".withoutConfiguration()")
    }

    private static func descriptor(_ item: GATT.DescriptorDefinition) -> SwiftText {
        var value: [UInt8] = []
        if case .stored(let bytes) = item.value { value = bytes }
        if item.permissions == .readable { return .call(".stored", [uuid(item.uuid), .bytes(value)]) }
        if item.permissions == [.readable, .writable] {
            return .call(
                ".stored",
                [("", uuid(item.uuid)), ("", .bytes(value)), ("isWritable", .plain("true"))])
        }
        let names = FileNames.names(of: item.permissions, in: FileNames.permissions) ?? []
        return .call(
            "GATT.DescriptorDefinition",
            [
                ("uuid", uuid(item.uuid)), ("permissions", options(names)),
                ("value", .call(".stored", [.bytes(value)])),
            ])
    }

    private func channel(_ channel: DeviceChannel) -> SwiftText {
        var head = SwiftArguments()
        head.add("psm", .plain("\(channel.psm)"))
        head.add("requires", channel.requires, unless: .none) { ".\($0)" }
        head.add("mtu", channel.mtu, unless: 2048)
        return .call("DeviceChannel", head)
    }

    private static func sounding(_ sounding: DeviceChannelSounding) -> SwiftText {
        var head = SwiftArguments()
        head.add("", sounding.correction, unless: .inline) { ".\($0)" }
        head.add("antennaDelay", sounding.antennaDelay, unless: 0)
        head.add("clockOffset", sounding.clockOffset, unless: 0)
        return .call("DeviceChannelSounding", head)
    }
}

/// Writes how a device pairs.
struct SwiftSecurity {
    private let security: DeviceSecurity

    init(_ security: DeviceSecurity) { self.security = security }

    /// `nil` for a device that pairs as usual.
    var text: SwiftText? {
        var head = SwiftArguments()
        head.add("", security.ioCapability, unless: .noInputNoOutput) { ".\($0)" }
        head.add("isBondable", security.isBondable, unless: true)
        head.add("secureConnections", security.secureConnections, unless: .offered) { ".\($0)" }
        head.add("keySizes", security.keySizes, unless: 7...16)
        if let passkey = security.passkey { head.add("passkey", .plain("\(passkey)")) }
        head.add("requires", security.requires, unless: .none) { ".\($0)" }
        if case .resolvable(let time) = security.privacy {
            head.add("privacy", .call(".resolvable", [("every", SwiftDefinition.time(time))]))
        }
        head.add("refusesPairing", security.refusesPairing, unless: false)
        return head.all.isEmpty ? nil : .call("DeviceSecurity", head)
    }
}
