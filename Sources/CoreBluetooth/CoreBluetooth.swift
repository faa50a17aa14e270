#if !canImport(Darwin)
import BluetoothPort
import CAttach
@_exported import FaradayCoreBluetooth
import FaradayLive

/// A manager that finds no phone gets the controller that `FARADAY_HCI` names, if it names one.
@_cdecl("faraday_attach")
func attach() {
    PortEnvironment.setFallback { LivePhone.fromEnvironment() }
}
#endif
