import FaradayCoreBluetooth

/// A peripheral that a `CBMCentralManagerMock` found: one that the test defined, or anything else in its world.
///
/// It keeps its delegate. Another manager's object for the same peripheral has the same hash, and is not equal.
open class CBMPeripheralMock: CBMManagedPeripheral {
    open override var hash: Int { identifier.hashValue }
}
