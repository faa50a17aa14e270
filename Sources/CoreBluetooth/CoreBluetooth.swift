// `FaradayAttachment` is linked beside this module and must not be imported here: clients of this module would need
// `CAttach` then, which only targets that depend on it can find.
#if !canImport(Darwin)
@_exported import FaradayCoreBluetooth
#endif
