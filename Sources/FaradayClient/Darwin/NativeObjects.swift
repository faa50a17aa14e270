#if canImport(Darwin)
import FaradayNative
#endif

#if canImport(Darwin)
import CoreBluetooth

extension Central {
    /// Runs `body` with the `CBCentralManager` behind this central, on the manager's queue; returns `nil` if the central is on
    /// another phone than Apple's.
    ///
    /// The client is the manager's delegate, and must stay so. Use the manager in `body` only.
    public func withNativeManager<Result>(_ body: (CBCentralManager) -> Result) -> Result? {
        (core.port as? any NativeCentralObjects)?.withNativeObjects(of: nil) { manager, _ in body(manager) }
    }
}

extension Peripheral {
    /// Runs `body` with the `CBPeripheral` behind this handle, on the manager's queue; returns `nil` if the central is on another
    /// phone than Apple's, or if the system does not know the peripheral.
    ///
    /// The client is the object's delegate, and must stay so. Use the object in `body` only.
    public func withNativePeripheral<Result>(_ body: (CBPeripheral) -> Result) -> Result? {
        let port = central.core.port as? any NativeCentralObjects
        return port?.withNativeObjects(of: identifier) { _, peripheral in peripheral.map(body) } ?? nil
    }
}
#endif
