import BluetoothPort
import FaradayLive
import FaradayRecording

// If a program links this module, its managers use the controller that the environment variable `FARADAY_HCI` names.
// Or they use the phone of another process that `FARADAY_PHONE` names.
// The program does not have to import or call anything: `CAttach` calls `attach` when the program is loaded. The
// connection is made when the first manager needs a phone, and never when `FARADAY_HCI` is not set. `FARADAY_RECORD` names a
// file in which what its managers do is recorded.

/// Called by `CAttach` when the program is loaded.
@_cdecl("faraday_attach")
func attach() {
    PortEnvironment.setAttachment {
        let phone: (any PortProvider)? = RemotePhone.fromEnvironment() ?? LivePhone.fromEnvironment()
        return phone.map { RecordingProvider.fromEnvironment(wrapping: $0) }
    }
}

/// Called by `CAttach` when the program ends by itself: at the end of `main`, or by `exit`. A phone ends the links of
/// an app that ends. Without this call, peers would notice the end only by their supervision timeouts.
@_cdecl("faraday_detach")
func detach() {
    LivePhone.leaveAll()
}
