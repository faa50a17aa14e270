import FaradayCoreBluetooth

/// What a central manager tells; only `centralManagerDidUpdateState(_:)` must be there. Called on the manager's queue.
public protocol CBMCentralManagerDelegate: AnyObject {
    /// The radio or the permission changed; at least once after creation (behaviour 1.2).
    func centralManagerDidUpdateState(_ central: CBMCentralManager)
    /// First callback of a restored manager (behaviour 7.4).
    func centralManager(_ central: CBMCentralManager, willRestoreState dict: [String: Any])
    /// A peripheral was seen; keep the object or it is forgotten (behaviour 1.30).
    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    )
    /// A link is up.
    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral)
    /// A link could not be set up (behaviour 3.14).
    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    )
    /// A link ended; `error` is `nil` when the app asked for it.
    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    )
    /// A link ended, and the system may be at reconnecting it (behaviour 3.18). Managers call this one; without it the
    /// one above is told.
    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: Error?
    )
    /// A link of anybody on the phone came or went, as registered for (behaviour 3.35).
    func centralManager(
        _ central: CBMCentralManager, connectionEventDidOccur event: CBMConnectionEvent,
        for peripheral: CBMPeripheral
    )
    /// The user allowed or forbade sharing notifications with a peripheral (behaviour 3.25).
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
