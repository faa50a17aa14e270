import FaradayCoreBluetooth

/// A peripheral that a `CBMCentralManagerNative` found. It does not keep its delegate.
open class CBMPeripheralNative: CBMManagedPeripheral {
    /// CoreBluetooth's own object; its delegate is taken.
    public var peripheral: CBPeripheral { core.facade }
}
