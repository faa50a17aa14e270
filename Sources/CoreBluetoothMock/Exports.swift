@_exported import Dispatch
@_exported import Foundation

// CoreBluetooth's own names are not exported: adopters give them to this module's types, in the one file of type
// aliases that they copy, and tests that import both the app and this module would find two of each.
#if !canImport(Darwin)
@_exported import typealias FaradayCoreBluetooth.CFAbsoluteTime
@_exported import func FaradayCoreBluetooth.CFAbsoluteTimeGetCurrent
#endif
