// `FaradayAttachment` is linked beside this module and must not be imported here. Otherwise clients of this module
// would need `CAttach`, which only targets that depend on it can find.
#if !canImport(Darwin)
@_exported import FaradayCoreBluetooth
#endif
