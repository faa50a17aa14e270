import FaradayCoreBluetooth

/// The callbacks of a central manager, on the manager's queue; only `centralManagerDidUpdateState(_:)` is required.
public protocol CBMCentralManagerDelegate: AnyObject {
    /// The state of the radio or the permission changed; called at least once after creation (behaviour 1.2).
    func centralManagerDidUpdateState(_ central: CBMCentralManager)
    /// The first callback of a restored manager (behaviour 7.4).
    func centralManager(_ central: CBMCentralManager, willRestoreState dict: [String: Any])
    /// A scan has found a peripheral; keep a reference to the object, because the manager does not (behaviour 1.30).
    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    )
    /// A link is established.
    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral)
    /// A link could not be established (behaviour 3.14).
    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    )
    /// A link ended; `error` is `nil` when the app has cancelled it.
    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    )
    /// A link ended, and the system may be reconnecting (behaviour 3.18). Managers call this method; its default
    /// implementation calls the one above.
    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: Error?
    )
    /// A link of any app on the phone was established or ended, as registered for (behaviour 3.35).
    func centralManager(
        _ central: CBMCentralManager, connectionEventDidOccur event: CBMConnectionEvent,
        for peripheral: CBMPeripheral
    )
    /// The user allowed or forbade the sharing of notifications with a peripheral (behaviour 3.25).
    func centralManager(_ central: CBMCentralManager, didUpdateANCSAuthorizationFor peripheral: CBMPeripheral)
}

extension CBMCentralManagerDelegate {
    public func centralManager(_ central: CBMCentralManager, willRestoreState dict: [String: Any]) {}
    public func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {}
    public func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {}
    public func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) {}
    public func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    ) {}
    public func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: Error?
    ) {
        centralManager(central, didDisconnectPeripheral: peripheral, error: error)
    }
    public func centralManager(
        _ central: CBMCentralManager, connectionEventDidOccur event: CBMConnectionEvent,
        for peripheral: CBMPeripheral
    ) {}
    public func centralManager(
        _ central: CBMCentralManager, didUpdateANCSAuthorizationFor peripheral: CBMPeripheral
    ) {}
}
