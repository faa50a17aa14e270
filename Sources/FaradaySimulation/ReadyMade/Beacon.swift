import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A beacon that can't be connected to: manufacturer data, nothing else.
    public static func beacon(
        name: String = "", manufacturerData: [UInt8] = [0xFF, 0xFF, 0x01],
        interval: Nanoseconds = .milliseconds(100)
    ) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(.nonConnectable, manufacturerData: manufacturerData, interval: interval)
        }
    }
}
