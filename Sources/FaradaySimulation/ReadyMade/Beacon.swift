import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A beacon: it advertises manufacturer data, and nobody can connect to it.
    ///
    /// - Parameters:
    ///   - name: The name on air; none if it is empty.
    ///   - manufacturerData: The data with the company identifier in the first two bytes, lower byte first.
    ///   - interval: The advertising interval, 20 ms…10.24 s.
    public static func beacon(
        name: String = "", manufacturerData: [UInt8] = [0xFF, 0xFF, 0x01],
        interval: Nanoseconds = .milliseconds(100)
    ) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(.nonConnectable, manufacturerData: manufacturerData, interval: interval)
        }
    }
}
