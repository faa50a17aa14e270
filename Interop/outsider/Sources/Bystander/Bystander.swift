// A library that uses Bluetooth where there is any, and whose manifest knows nothing of Faraday.

#if canImport(CoreBluetooth)
import CoreBluetooth

/// What was found.
public func found() -> String { "CoreBluetooth, where heart rate is \(CBUUID(string: "180D"))" }
#else
public func found() -> String { "no CoreBluetooth" }
#endif
