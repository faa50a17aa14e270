import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A board with one LED and one button, as the LED Button samples of development kits make it.
    ///
    /// Write 1 or 0 to the LED; `device.update(Blinky.button, [1])` presses the button.
    public static func blinky(name: String = "Blinky") -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: [Blinky.service])
            DeviceService(Blinky.service) {
                DeviceCharacteristic(Blinky.button, [.read, .notify], value: [0])
                DeviceCharacteristic(Blinky.led, [.read, .write, .writeWithoutResponse], value: [0])
            }
        }
    }
}

/// The UUIDs of the LED Button service.
public enum Blinky {
    public static let service: BluetoothUUID = "00001523-1212-EFDE-1523-785FEABCD123"
    public static let button: BluetoothUUID = "00001524-1212-EFDE-1523-785FEABCD123"
    public static let led: BluetoothUUID = "00001525-1212-EFDE-1523-785FEABCD123"
}
