import BluetoothPort
import FaradayLive

// Linked into a program, this module gives its managers the controller that the environment variable `FARADAY_HCI` names.
// Nothing has to be imported or called: `CAttach` calls `attach` when the program is loaded. Nothing is connected before
// the first manager needs a phone, and never when `FARADAY_HCI` is not set.

/// Called by `CAttach` when the program is loaded.
@_cdecl("faraday_attach")
func attach() {
    PortEnvironment.setAttachment { LivePhone.fromEnvironment() }
}
