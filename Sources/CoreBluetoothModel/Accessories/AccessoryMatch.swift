import BluetoothPort
import BluetoothTypes

// What a descriptor finds, and what may be in it (behaviour 28.4, 28.23).
extension Accessories.Descriptor {
    /// Whether an accessory that advertises these fields is one of these: all that is set must be true.
    func matches(_ keys: Advertisement, name: String?, rssi: Int, immediateRSSI: Int) -> Bool {
        guard isForBluetooth else { return false }
        if isImmediate, rssi < immediateRSSI { return false }
        if company != 0, !matchesCompany(keys.manufacturerData) { return false }
        if let service, !advertises(service, keys) { return false }
        guard let nameSubstring else { return true }
        return Accessories.Comparison(text: nameSubstring, options: nameCompareOptions).isFound(
            in: name ?? "")
    }

    /// Whether there is anything about Bluetooth in it.
    var isForBluetooth: Bool { company != 0 || service != nil }

    private func matchesCompany(_ data: [UInt8]?) -> Bool {
        guard let data, data.count >= 2, UInt16(data[0]) | UInt16(data[1]) << 8 == company else {
            return false
        }
        return Self.matches(Array(data.dropFirst(2)), manufacturerBlob, manufacturerMask)
    }

    private func advertises(_ service: BluetoothUUID, _ keys: Advertisement) -> Bool {
        let data = keys.serviceData.first { $0.uuid == service }?.data
        guard serviceBlob != nil else { return data != nil || keys.serviceUUIDs.contains(service) }
        return data.map { Self.matches($0, serviceBlob, serviceMask) } ?? false
    }

    /// Blob and mask have one length, and at most that of the data, whose other bytes don't count. Where the mask is zero,
    /// the blob must be too.
    private static func matches(_ data: [UInt8], _ blob: [UInt8]?, _ mask: [UInt8]?) -> Bool {
        guard let blob else { return true }
        let mask = mask ?? [UInt8](repeating: 0xFF, count: blob.count)
        guard blob.count == mask.count, blob.count <= data.count else { return false }
        return blob.indices.allSatisfy { data[$0] & mask[$0] == blob[$0] }
    }

    /// What is wrong with the descriptor, if anything is.
    var flaw: String? {
        if !isForBluetooth, ssid == nil, ssidPrefix == nil, wifiAware == nil {
            return nameSubstring == nil && manufacturerBlob == nil && serviceBlob == nil
                ? "a company identifier or a service is missing"
                : "a name or data needs a company identifier or a service beside it"
        }
        if manufacturerBlob != nil || manufacturerMask != nil, company == 0 {
            return "manufacturer data needs a company identifier"
        }
        if serviceBlob != nil || serviceMask != nil, service == nil { return "service data needs a service" }
        if (manufacturerBlob == nil) != (manufacturerMask == nil) && manufacturerBlob == nil {
            return "a mask of manufacturer data needs the data"
        }
        if serviceMask != nil, serviceBlob == nil { return "a mask of service data needs the data" }
        if nameSubstring != nil, !isForBluetooth {
            return "a name needs a company identifier or a service beside it"
        }
        return nil
    }
}

extension Accessories.Comparison {
    /// Whether the text is in `other`. Of the options, those for capitals and for the ends count.
    func isFound(in other: String) -> Bool {
        let ignoresCase = options.contains(.caseInsensitive)
        let (part, whole) = ignoresCase ? (text.lowercased(), other.lowercased()) : (text, other)
        if part.isEmpty { return false }
        guard options.contains(.anchored) else { return Self.contains(whole, part) }
        return options.contains(.backwards) ? whole.hasSuffix(part) : whole.hasPrefix(part)
    }

    private static func contains(_ whole: String, _ part: String) -> Bool {
        whole.indices.contains { whole[$0...].hasPrefix(part) }
    }
}

extension AccessorySetupKeys {
    /// What the Info.plist lacks for a picker's item; `nil` if it lacks nothing (behaviour 28.3).
    func lacks(_ descriptor: Accessories.Descriptor) -> String? {
        if descriptor.isForBluetooth, !supports.contains(.bluetooth) {
            return "NSAccessorySetupSupports does not contain Bluetooth"
        }
        if descriptor.ssid ?? descriptor.ssidPrefix != nil, !supports.contains(.wifi) {
            return "NSAccessorySetupSupports does not contain WiFi"
        }
        if let service = descriptor.service, !services.contains(service) {
            return "NSAccessorySetupBluetoothServices does not contain \(service)"
        }
        if descriptor.company != 0, !companies.contains(descriptor.company) {
            return "NSAccessorySetupBluetoothCompanyIdentifiers does not contain \(descriptor.company)"
        }
        if let name = descriptor.nameSubstring, !names.contains(name) {
            return "NSAccessorySetupBluetoothNames does not contain \(name)"
        }
        return nil
    }
}
