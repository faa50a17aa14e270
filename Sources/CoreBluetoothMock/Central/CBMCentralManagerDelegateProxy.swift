import FaradayCoreBluetooth

/// A central manager's delegate made of closures, for tests. Called on the manager's queue.
///
/// ```swift
/// let delegate = CBMCentralManagerDelegateProxy()
/// delegate.didUpdateState = { manager in if manager.state == .poweredOn { on.fulfill() } }
/// let manager = CBMCentralManagerFactory.instance(delegate: delegate, queue: nil)
/// ```
open class CBMCentralManagerDelegateProxy: NSObject, CBMCentralManagerDelegate {
    /// The radio or the permission changed.
    open var didUpdateState: ((CBMCentralManager) -> Void)?
    /// First callback of a restored manager.
    open var willRestoreState: ((CBMCentralManager, [String: Any]) -> Void)?
    /// A peripheral was seen.
    open var didDiscoverPeripheral: ((CBMCentralManager, CBMPeripheral, [String: Any], NSNumber) -> Void)?
    /// A link is up.
    open var didConnect: ((CBMCentralManager, CBMPeripheral) -> Void)?
    /// A link could not be set up.
    open var didFailToConnect: ((CBMCentralManager, CBMPeripheral, Error?) -> Void)?
    /// A link ended, and the system may be at reconnecting it.
    open var didDisconnect: ((CBMCentralManager, CBMPeripheral, CFAbsoluteTime, Bool, Error?) -> Void)?
    /// A link of anybody on the phone came or went, as registered for.
    open var connectionEventDidOccur: ((CBMCentralManager, CBMConnectionEvent, CBMPeripheral) -> Void)?
    /// The user allowed or forbade sharing notifications with a peripheral.
    open var didUpdateANCSAuthorization: ((CBMCentralManager, CBMPeripheral) -> Void)?

    open func centralManagerDidUpdateState(
        _ central: CBMCentralManager
    ) {
        didUpdateState?(central)
    }
    open func centralManager(
        _ central: CBMCentralManager, willRestoreState dict: [String: Any]
    ) {
        willRestoreState?(central, dict)
    }
    open func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        didDiscoverPeripheral?(central, peripheral, advertisementData, RSSI)
    }
    open func centralManager(
        _ central: CBMCentralManager, didConnect peripheral: CBMPeripheral
    ) {
        didConnect?(central, peripheral)
    }
    open func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) {
        didFailToConnect?(central, peripheral, error)
    }
    open func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: Error?
    ) {
        didDisconnect?(central, peripheral, timestamp, isReconnecting, error)
    }
    open func centralManager(
        _ central: CBMCentralManager, connectionEventDidOccur event: CBMConnectionEvent,
        for peripheral: CBMPeripheral
    ) {
        connectionEventDidOccur?(central, event, peripheral)
    }
    open func centralManager(
        _ central: CBMCentralManager, didUpdateANCSAuthorizationFor peripheral: CBMPeripheral
    ) {
        didUpdateANCSAuthorization?(central, peripheral)
    }
}
