// In an app that is built for a device this module is Apple's framework, and nothing stands between. In
// simulators, previews and tests, and wherever Apple's framework is not, it is the façade, whose managers
// belong to a phone of a simulated world. The trait `FaradayOnDevices` makes it the façade on devices and Macs
// too.
#if canImport(Darwin) && !targetEnvironment(simulator) && !FaradayOnDevices
@_exported import CoreBluetooth
#else
@_exported import FaradayCoreBluetooth
#endif
