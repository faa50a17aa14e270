import FaradayCoreBluetooth

/// A central manager's delegate made of closures, for tests. The closures are called on the manager's queue.
///
/// ```swift
/// let delegate = CBMCentralManagerDelegateProxy()
/// delegate.didUpdateState = { manager in if manager.state == .poweredOn { on.fulfill() } }
/// let manager = CBMCentralManagerFactory.instance(delegate: delegate, queue: nil)
/// ```
open class CBMCentralManagerDelegateProxy: NSObject, CBMCentralManagerDelegate {
    /// The state of the radio or the permission changed.
    open var didUpdateState: ((CBMCentralManager) -> Void)?
    /// The first callback of a restored manager.
    open var willRestoreState: ((CBMCentralManager, [String: Any]) -> Void)?
    /// A scan has found a peripheral.
    open var didDiscoverPeripheral: ((CBMCentralManager, CBMPeripheral, [String: Any], NSNumber) -> Void)?
    /// A link is established.
    open var didConnect: ((CBMCentralManager, CBMPeripheral) -> Void)?
    /// A link could not be established.
    open var didFailToConnect: ((CBMCentralManager, CBMPeripheral, Error?) -> Void)?
    /// A link ended, and the system may be reconnecting.
    open var didDisconnect: ((CBMCentralManager, CBMPeripheral, CFAbsoluteTime, Bool, Error?) -> Void)?
    /// A link of any app on the phone was established or ended, as registered for.
    open var connectionEventDidOccur: ((CBMCentralManager, CBMConnectionEvent, CBMPeripheral) -> Void)?
    /// The user allowed or forbade the sharing of notifications with a peripheral.
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
