import BluetoothPort
import CoreBluetooth
import Foundation

extension NativeCentralRole: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        let state = ManagerState(central.state)
        if state != .poweredOn {
            radioLost(objectsAreDead: state.rawValue < ManagerState.poweredOff.rawValue)
        }
        tell(.stateChanged(state))
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        let services = dict[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID]
        let options = dict[CBCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
        // For a scan for all peripherals, `isScanning` is the only evidence.
        let isScanning = services != nil || options != nil || central.isScanning
        tell(
            .willRestoreState(
                Central.RestoredState(
                    peripherals: peripherals.map(restored),
                    scan: isScanning
                        ? Central.ScanRequest(services: services ?? [], options: options ?? [:]) : nil)))
    }

    private func restored(_ peripheral: CBPeripheral) -> Central.RestoredPeripheral {
        let peer = adopt(peripheral)
        let state: Central.RestoredPeripheral.State =
            switch peripheral.state {
            case .connected: .connected
            case .connecting: .connecting
            default: .disconnected
            }
        return Central.RestoredPeripheral(
            peer: peer, state: state,
            services: peripheral.services.map { $0.map { known($0, of: peer.identifier) } })
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        tell(.discovered(adopt(peripheral), Advertisement(advertisementData), rssi: RSSI.intValue))
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        tell(.connected(adopt(peripheral)))
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        let peer = adopt(peripheral).identifier
        linkEnded(peer)
        tell(.failedToConnect(peer, error.portError))
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        let peer = adopt(peripheral).identifier
        if !isReconnecting { linkEnded(peer) }  // Else its attributes stay (behaviour 3.19).
        tell(
            .disconnected(peer, error.portError, timestamp: timestamp, isReconnecting: isReconnecting))
    }

    #if canImport(Darwin)
    /// Systems before iOS 17 call this method.
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        centralManager(
            central, didDisconnectPeripheral: peripheral, timestamp: CFAbsoluteTimeGetCurrent(),
            isReconnecting: false, error: error)
    }
    #endif

    #if !os(macOS)
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) {
        tell(.connectionEvent(adopt(peripheral), isConnected: event == .peerConnected))
    }

    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) {
        tell(.notificationSharingChanged(adopt(peripheral)))
    }
    #endif
}
