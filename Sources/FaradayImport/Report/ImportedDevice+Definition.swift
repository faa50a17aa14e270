import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

extension ImportedDevice {
    /// The GAP name that was read, or the advertised one.
    package var name: String? { gapName ?? advertisedName }

    /// The name that the Generic Access service gave.
    package var gapName: String? {
        value(of: "2A00").flatMap { String(validating: $0) }
    }

    /// The name in the advertising data or the scan response.
    package var advertisedName: String? {
        let names = advertising.flatMap { $0.data + $0.scanResponse }.lazy
        return names.compactMap { AdvertisingData(lenient: $0.bytes).localName }.first
    }

    /// The appearance that the Generic Access service gave, or the advertised one.
    package var appearance: UInt16? {
        if let value = value(of: "2A01"), let number = Bytes.word(value, 0) { return number }
        let found = advertising.flatMap { $0.data + $0.scanResponse }.lazy
        return found.compactMap { AdvertisingData(lenient: $0.bytes).appearance }.first
    }

    /// What was read of a characteristic of the Generic Access service, or anywhere by its type.
    private func value(of uuid: BluetoothUUID) -> [UInt8]? {
        database.characteristics.first { $0.uuid == uuid }?.readings.first?.value
            ?? database.unnamed.first { $0.uuid == uuid }?.readings.first?.value
    }

    /// The device as a definition for a world: what the packets say, and nothing else.
    ///
    /// Values that nobody read are empty, an interval that is not known is 100 ms; ``unknowns`` lists them. The Generic
    /// Access and Generic Attribute services are the simulation's own.
    package var definition: DeviceDefinition {
        var definition = DeviceDefinition(
            name: name ?? "", appearance: appearance ?? 0, address: stableAddress,
            preferredMTU: mtu.map { min(517, max(23, $0.value)) } ?? 247,
            hasServiceChanged: hasServiceChanged ?? true)
        definition.advertising = advertising.map(\.definition).filter { $0.problem(name: name ?? "") == nil }
        definition.services = definedServices
        if let security = security.definition { definition.security = security }
        return definition
    }

    /// The address, unless it is a private one, which changes.
    private var stableAddress: DeviceAddress? {
        guard !isRebuilt, let address = identity.address, address.kind == .public || address.isRandomStatic
        else {
            return nil
        }
        return address
    }

    /// Whether there is the Service Changed characteristic, if its service was discovered; frameworks hide that service.
    var hasServiceChanged: Bool? {
        if isRebuilt { return nil }
        guard let service = database.services.first(where: { $0.uuid == "1801" }) else {
            return database.hasAllServices ? false : nil
        }
        if service.characteristics.contains(where: { $0.uuid == "2A05" }) { return true }
        return service.hasAllCharacteristics ? false : nil
    }

    /// The services that a definition names, and those of the simulation itself.
    static func isOfStack(_ uuid: BluetoothUUID) -> Bool { uuid == "1800" || uuid == "1801" }

    private var definedServices: [DeviceService] {
        let found = database.services.filter { !Self.isOfStack($0.uuid) }
        var places: [ATT.Handle: Int] = [:]
        for (index, service) in found.enumerated() { places[service.handle] = index }
        return found.map { item in
            var service = DeviceService(item.uuid, isPrimary: item.isPrimary)
            service.includedPlaces = item.includes.compactMap { places[$0] }
            service.characteristics = item.characteristics.map(characteristic)
            return service
        }
    }

    private func characteristic(_ item: ImportedDatabase.Characteristic) -> DeviceCharacteristic {
        var result = DeviceCharacteristic(
            item.uuid, item.properties, value: item.readings.first?.stored ?? [],
            descriptors: item.descriptors.filter { $0.uuid != "2902" }.map(descriptor))
        result.permissions = permissions(of: item, result.permissions)
        let canUpdate = !item.properties.isDisjoint(with: [.notify, .indicate])
        let hasConfiguration = item.descriptors.contains { $0.uuid == "2902" }
        return canUpdate && item.hasAllDescriptors && !hasConfiguration
            ? result.withoutConfiguration() : result
    }

    private func permissions(
        of item: ImportedDatabase.Characteristic, _ usual: GATT.Permissions
    ) -> GATT.Permissions {
        var permissions = usual
        if !item.readings.isEmpty { permissions.insert(.readable) }
        if security.written.contains(item.handle) { permissions.insert(.writable) }
        permissions.subtract(security.forbidden[item.handle] ?? [])
        return permissions.union(security.requirements[item.handle]?.permissions ?? [])
    }

    private func descriptor(_ item: ImportedDatabase.Descriptor) -> GATT.DescriptorDefinition {
        var permissions: GATT.Permissions = [.readable]
        if security.written.contains(item.handle) { permissions.insert(.writable) }
        permissions.subtract(security.forbidden[item.handle] ?? [])
        permissions.formUnion(security.requirements[item.handle]?.permissions ?? [])
        return .init(
            uuid: item.uuid, permissions: permissions, value: .stored(item.readings.first?.stored ?? []))
    }
}

extension ImportedDatabase.Reading {
    /// The value as far as an attribute can have it.
    fileprivate var stored: [UInt8] { Array(value.prefix(ATT.maximumValueLength)) }
}

extension ImportedAdvertising {
    /// The set as it began.
    package var definition: DeviceAdvertising {
        let kind: DeviceAdvertising.Kind =
            switch self.kind {
            case .connectable: .connectable
            case .scannable: .scannable
            case .nonConnectable: .nonConnectable
            case .directed(let target): .directed(to: target)
            }
        let interval = interval.interval ?? .milliseconds(100)
        return DeviceAdvertising(
            kind, data: AdvertisingData(lenient: data.first?.bytes ?? []),
            scanResponse: AdvertisingData(lenient: scanResponse.first?.bytes ?? []),
            interval: min(.milliseconds(10_240), max(.milliseconds(20), interval)),
            usesExtendedPDUs: isExtended, continuesWhileConnected: continuesWhileConnected)
    }
}

extension ImportedSecurity {
    /// How the device pairs; `nil` if the capture has no pairing.
    package var definition: DeviceSecurity? {
        guard features != nil || request != nil || refusal != nil else { return nil }
        var security = DeviceSecurity()
        if let features = features?.features {
            security.ioCapability = features.ioCapability
            security.isBondable = features.authentication.contains(.bonding)
            security.keySizes = 7...min(16, max(7, features.maximumKeySize))
            let isSecure = features.authentication.contains(.secureConnections)
            if !isSecure, wasOfferedSecureConnections { security.secureConnections = .off }
        }
        if let requirements = request?.requirements {
            security.requires = requirements.contains(.authenticated) ? .authenticated : .encrypted
        }
        security.refusesPairing = refusal != nil && features == nil
        return security
    }
}

extension String {
    /// The text of bytes, if they are UTF-8.
    init?(validating bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard Array(text.utf8) == bytes else { return nil }
        self = text
    }
}
