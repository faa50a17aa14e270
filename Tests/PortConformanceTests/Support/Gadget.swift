import FaradayTesting

extension DeviceDefinition {
    /// A device with one of everything.
    static func gadget(
        name: String = "Gadget", onWrite: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: ["AA00"], manufacturerData: [0x4C, 0x00, 1, 2])
            DeviceService("AA01", isPrimary: false) {
                DeviceCharacteristic("AB10", .read, value: [10])
            }
            DeviceService("AA00", includes: ["AA01"]) {
                DeviceCharacteristic(
                    "AB01", [.read, .write], value: [1, 2, 3],
                    descriptors: [.userDescription("first"), .stored("AC01", [7, 8], isWritable: true)])
                DeviceCharacteristic("AB02", [.read, .notify], value: [0])
                DeviceCharacteristic("AB03", .writeWithoutResponse).onWrite { onWrite($0.value) }
                DeviceCharacteristic("AB04", .read).onRead { _ in throw ATT.ErrorCode(rawValue: 0x85) }
                DeviceCharacteristic("AB05", .indicate)
                // Two with one UUID: identity is not the UUID's.
                DeviceCharacteristic("AB06", .read, value: [6])
                DeviceCharacteristic("AB06", .read, value: [66])
            }
        }
    }
}
