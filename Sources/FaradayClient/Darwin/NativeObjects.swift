#if canImport(Darwin)
import FaradayNative
#endif

#if canImport(Darwin)
import CoreBluetooth
import Dispatch

extension Central {
    /// A central on a manager that the app has made itself, and goes on using: the same as `Central(on:)` with an
    /// `AdoptedManager` of `FaradayNative`.
    ///
    /// The client becomes the manager's delegate, and passes each callback on to the app's own delegate.
    ///
    /// - Parameters:
    ///   - manager: The manager.
    ///   - queue: The queue of the manager's callbacks, as it was given to the manager's initialiser; `nil` for the main queue.
    ///   - log: Takes lines about what the client does; silent without one.
    public convenience init(
        adopting manager: CBCentralManager, queue: DispatchQueue?, log: ClientLog? = nil
    ) {
        self.init(on: AdoptedManager(manager, queue: queue), log: log)
    }

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
