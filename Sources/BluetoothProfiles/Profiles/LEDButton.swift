import BluetoothTypes

/// The LED Button service of development kits: one LED and one button.
///
/// ```swift
/// try await board.write(true, to: LEDButton.led)
/// for try await isPressed in board.notifications(of: LEDButton.button) { print(isPressed) }
/// ```
///
/// Source: Nordic Semiconductor, *LED Button Service*.
public enum LEDButton {
    /// The UUID of Nordic's *LED Button Service*.
    public static let service: BluetoothUUID = "00001523-1212-EFDE-1523-785FEABCD123"
    /// Whether the button is pressed; read and notified.
    public static let button = TypedCharacteristic<Bool>("00001524-1212-EFDE-1523-785FEABCD123", of: service)
    /// Whether the LED is on; written and, on most boards, read.
    public static let led = TypedCharacteristic<Bool>("00001525-1212-EFDE-1523-785FEABCD123", of: service)
}
