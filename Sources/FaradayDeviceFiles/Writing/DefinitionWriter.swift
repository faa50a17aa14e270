import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Writes a definition as a device file; what has the usual value is left out.
struct DefinitionWriter {
    let definition: DeviceDefinition

    var json: JSONText {
        var object = JSONMembers()
        object.add("faraday", .integer(Int64(DefinitionReader.version)))
        object.add("name", .string(definition.name))
        object.add("appearance", definition.appearance, unless: 0)
        if let address = definition.address { object.add("address", Self.address(address)) }
        object.add("txPower", definition.txPower, unless: 0)
        object.add("mtu", definition.preferredMTU, unless: 247)
        object.add("serviceChanged", definition.hasServiceChanged, unless: true)
        object.add("preparedWrites", definition.acceptsPreparedWrites, unless: true)
        object.add("updateQueue", definition.updateQueueDepth, unless: 256)
        object.add("advertising", definition.advertising.map { AdvertisingWriter(set: $0).json })
        if let security = SecurityWriter(definition.security).json { object.add("security", security) }
        object.add("services", definition.services.map { service($0) })
        object.add("channels", definition.channels.map(Self.channel))
        if let sounding = definition.channelSounding {
            object.add("channelSounding", Self.channelSounding(sounding))
        }
        if let rules = definition.rules { RuleWriter(rules).add(to: &object) }
        return object.json
    }

    static func address(_ address: DeviceAddress) -> JSONText {
        let text = JSONText.string(address.digits)
        return address.kind == .random ? text : .object([("public", text)])
    }

    private static func channel(_ channel: DeviceChannel) -> JSONText {
        var object = JSONMembers()
        object.add("psm", .integer(Int64(channel.psm)))
        object.add("mtu", channel.mtu, unless: 2048)
        object.add("requires", channel.requires, unless: .none, in: FileNames.levels)
        return object.json
    }

    private static func channelSounding(_ sounding: DeviceChannelSounding) -> JSONText {
        var object = JSONMembers()
        object.add("correction", sounding.correction, unless: .inline, in: FileNames.corrections)
        if sounding.antennaDelay != 0 { object.add("antennaDelay", .number(sounding.antennaDelay)) }
        if sounding.clockOffset != 0 { object.add("clockOffset", .number(sounding.clockOffset)) }
        return object.json
    }

    // MARK: Services

    private func service(_ service: DeviceService) -> JSONText {
        var object = JSONMembers()
        object.add("uuid", .string("\(service.uuid)"))
        object.add("primary", service.isPrimary, unless: true)
        object.add(
            "includes",
            service.includedServices.map { .string("\($0)") }
                + service.includedPlaces.map { .integer(Int64($0 + 1)) })
        object.add(
            "characteristics",
            service.characteristics.indices.map {
                characteristic(service.characteristics[$0], at: $0, of: service)
            })
        return object.json
    }

    private func characteristic(_ item: DeviceCharacteristic, at index: Int, of service: DeviceService)
        -> JSONText
    {
        var object = JSONMembers()
        object.add("uuid", .string("\(item.uuid)"))
        object.add(
            "properties",
            (FileNames.names(of: item.properties, in: FileNames.properties) ?? []).map { .string($0) })
        if !item.value.isEmpty { object.add("value", ByteWriters.hexadecimal(item.value)) }
        addPermissions(of: item, to: &object)
        let asking = item.askingDescriptors.map {
            GATT.DescriptorDefinition(uuid: $0.uuid, permissions: $0.permissions, value: .stored($0.value))
        }
        object.add("descriptors", (item.descriptors + asking).map(Self.descriptor))
        object.add("configuration", item.hasConfiguration, unless: true)
        return object.json
    }

    /// The security, if the permissions follow from it; or else the permissions.
    private func addPermissions(of item: DeviceCharacteristic, to object: inout JSONMembers) {
        for (name, level) in FileNames.levels {
            let usual = DeviceCharacteristic(item.uuid, item.properties, requires: level)
            guard usual.permissions == item.permissions else { continue }
            if level != .none { object.add("requires", .string(name)) }
            return
        }
        object.addPermissions(item.permissions)
    }

    private static func descriptor(_ item: GATT.DescriptorDefinition) -> JSONText {
        var object = JSONMembers()
        object.add("uuid", .string("\(item.uuid)"))
        if case .stored(let value) = item.value, !value.isEmpty {
            object.add("value", ByteWriters.hexadecimal(value))
        }
        if item.permissions != .readable { object.addPermissions(item.permissions) }
        return object.json
    }
}

extension JSONMembers {
    fileprivate mutating func addPermissions(_ permissions: GATT.Permissions) {
        let names = FileNames.names(of: permissions, in: FileNames.permissions) ?? []
        add("permissions", .array(names.map { .string($0) }))
    }
}

/// Writes how a device pairs.
struct SecurityWriter {
    private let security: DeviceSecurity

    init(_ security: DeviceSecurity) { self.security = security }

    /// `nil` for a device that pairs as usual.
    var json: JSONText? {
        var object = JSONMembers()
        object.add("io", security.ioCapability, unless: .noInputNoOutput, in: FileNames.ioCapabilities)
        object.add("bondable", security.isBondable, unless: true)
        object.add("refusesPairing", security.refusesPairing, unless: false)
        object.add(
            "secureConnections", security.secureConnections, unless: .offered, in: FileNames.secureConnections
        )
        if security.keySizes != 7...16 {
            let sizes = [security.keySizes.lowerBound, security.keySizes.upperBound]
            object.add("keySizes", .array(sizes.map { .integer(Int64($0)) }))
        }
        if let passkey = security.passkey { object.add("passkey", .integer(Int64(passkey))) }
        object.add("requires", security.requires, unless: .none, in: FileNames.levels)
        if case .resolvable(let time) = security.privacy {
            object.add("privateAddressesFor", .string(FileTime(time).text))
        }
        return object.isEmpty ? nil : object.json
    }
}

extension DeviceAddress {
    /// The six bytes, without the kind.
    var digits: String { String("\(self)".prefix { $0 != "/" }) }
}
