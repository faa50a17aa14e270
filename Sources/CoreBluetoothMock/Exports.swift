@_exported import Dispatch
@_exported import Foundation

// CoreBluetooth's own names are not exported. Adopters copy one file of type aliases, which gives these names to this
// module's types. Tests that import both the app and this module would otherwise find each name twice.
#if !canImport(Darwin)
@_exported import typealias FaradayCoreBluetooth.CFAbsoluteTime
@_exported import func FaradayCoreBluetooth.CFAbsoluteTimeGetCurrent
#endif
