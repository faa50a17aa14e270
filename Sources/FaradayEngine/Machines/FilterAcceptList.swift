import BluetoothWire

/// The devices that a filter policy lets through (Core 6.0, Vol 4, Part E, 7.8.14 to 7.8.17).
struct FilterAcceptList: Hashable {
    /// In the order of their addition; `nil` stands for anonymous advertisers.
    private(set) var entries: [DeviceAddress?] = []

    /// Adds a device to the list, which holds `limit` entries.
    mutating func add(_ device: DeviceAddress?, limit: Int) -> HCI.ErrorCode {
        guard Self.isDefined(device) else { return .invalidHCICommandParameters }
        guard !entries.contains(device) else { return .success }
        guard entries.count < limit else { return .memoryCapacityExceeded }
        entries.append(device)
        return .success
    }

    /// Removes a device; one that is not in the list changes nothing.
    mutating func remove(_ device: DeviceAddress?) -> HCI.ErrorCode {
        guard Self.isDefined(device) else { return .invalidHCICommandParameters }
        entries.removeAll { $0 == device }
        return .success
    }

    mutating func removeAll() { entries = [] }

    /// Whether a command may name this device: a public or random one, or all anonymous ones.
    private static func isDefined(_ address: DeviceAddress?) -> Bool { address?.hasTypeOnAir ?? true }

    /// Whether the list contains the device; `nil` is anonymous.
    func contains(_ device: ReceivedAddress?) -> Bool {
        entries.contains { entry in
            guard let entry, let device else { return entry == nil && device == nil }
            return device.isDevice(entry)
        }
    }

    /// What is wrong with the list; `nil` if nothing is.
    var brokenInvariant: String? {
        Set(entries).count == entries.count ? nil : "the filter accept list has an entry twice"
    }
}
