import BluetoothTypes

/// The Nordic UART service: bytes in both directions, as over a serial line.
///
/// A message may take several values, and a value may hold several messages: the two sides agree on their own framing.
///
/// ```swift
/// try await board.write(Array("AT\r\n".utf8), to: NordicUART.rx)
/// for try await bytes in board.notifications(of: NordicUART.tx) { print(bytes) }
/// ```
///
/// Source: Nordic Semiconductor, *Nordic UART Service*.
public enum NordicUART {
    /// The UUID of the *Nordic UART Service*.
    public static let service: BluetoothUUID = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
    /// What the device receives: written, with or without response.
    public static let rx = TypedCharacteristic<[UInt8]>("6E400002-B5A3-F393-E0A9-E50E24DCCA9E", of: service)
    /// What the device transmits: notified.
    public static let tx = TypedCharacteristic<[UInt8]>("6E400003-B5A3-F393-E0A9-E50E24DCCA9E", of: service)
    /// Both directions together, for devices that answer every write with one notification.
    public static let serial = ControlPoint(request: rx, response: tx)
}
