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

/// Called by `CAttach` when the program ends by itself: at the end of `main`, or by `exit`. A phone ends the links of an
/// app that goes; without this, peers would hear nothing until their supervision timeouts.
@_cdecl("faraday_detach")
func detach() {
    LivePhone.leaveAll()
}
