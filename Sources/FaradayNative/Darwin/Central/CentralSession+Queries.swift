import BluetoothPort
import BluetoothTypes
import CoreBluetooth

extension CentralSession {
    func answer(_ query: Central.Query) -> Central.Answer {
        switch query {
        case .authorization:
            return .authorization(framework.authorization)
        case .retrieve(let peers):
            return .peers(adopt(manager?.retrievePeripherals(withIdentifiers: peers.map(\.uuid))))
        case .retrieveConnected(let services):
            return .peers(adopt(manager?.retrieveConnectedPeripherals(withServices: services.map(\.native))))
        case .canSendWriteWithoutResponse(let peer):
            return .flag(peripheral(peer)?.canSendWriteWithoutResponse ?? false)
        case .maximumWriteLength(let peer, let type):
            return .number(peripheral(peer)?.maximumWriteValueLength(for: type.native) ?? 0)
        case .mtu(let peer):
            return .number(peripheral(peer).map(mtu) ?? 0)
        case .supportsExtendedScanAndConnect:
            return .flag(framework.supportsExtendedScanAndConnect)
        case .disconnectMethods:
            return .number(framework.disconnectMethods.rawValue)
        case .invalidatesPeripherals(let state):
            return .flag(state.rawValue < ManagerState.poweredOff.rawValue)
        case .isNotificationSharingAuthorized(let peer):
            #if os(macOS)
            _ = peer
            return .flag(false)
            #else
            return .flag(peripheral(peer)?.ancsAuthorized ?? false)
            #endif
        case .hasOpenRequests:
            return .flag(false)
        }
    }

    private func adopt(_ found: [CBPeripheral]?) -> [Central.Peer] { (found ?? []).map { adopt($0) } }

    /// The framework only prints the MTU; the maximum length of a write gives the same value (behaviour 1.35,
    /// 5.9).
    private func mtu(of peripheral: CBPeripheral) -> Int {
        switch peripheral.state {
        case .connected: peripheral.maximumWriteValueLength(for: .withoutResponse) + 3
        case .connecting: 23
        default: 0
        }
    }
}
