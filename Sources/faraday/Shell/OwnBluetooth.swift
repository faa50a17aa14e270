import BluetoothPort
import FaradayLive
import FaradayNative

/// The Bluetooth of the host itself, as its framework has it: on a Mac the Mac's own; elsewhere the controller that
/// `FARADAY_HCI` names, under this package's framework.
enum OwnBluetooth {
    /// Opens it.
    static func open() throws(UsageError) -> NativeAdapter {
        #if canImport(Darwin)
        return NativeAdapter()
        #else
        guard let radio = LivePhone.fromEnvironment() else {
            throw UsageError(
                "this host has no Bluetooth that Faraday can use: --hci names a controller, or FARADAY_HCI")
        }
        return NativeAdapter(radio: radio)
        #endif
    }
}
