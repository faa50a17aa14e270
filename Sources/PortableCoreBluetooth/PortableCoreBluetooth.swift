// In an app that is built for a device, this module is Apple's framework, without any layer between. In simulators,
// previews and tests, and on platforms without Apple's framework, it is the façade, whose managers belong to a phone of
// a simulated world. With the trait `FaradayOnDevices` it is the façade on devices and Macs too.
#if canImport(Darwin) && !targetEnvironment(simulator) && !FaradayOnDevices
@_exported import CoreBluetooth
#else
@_exported import FaradayCoreBluetooth
#endif
