import FaradayTesting

extension DeviceDefinition {
    /// A device with a service that has one characteristic, FF01, to subscribe to and to write.
    static func sensor(
        _ name: String, _ service: BluetoothUUID,
        onWrite: @escaping @Sendable (DeviceWrite) throws -> Void = { _ in }
    ) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: [service])
            DeviceService(service) { DeviceCharacteristic("FF01", [.notify, .write]).onWrite(onWrite) }
        }
    }
}
