import BluetoothPort
import BluetoothTypes
import CoreBluetooth

extension NativeCentralRole {
    var traits: Central.Traits {
        Central.Traits(
            disconnectMethods: framework.disconnectMethods, invalidatesPeripheralsWhenPoweredOff: false,
            supportsExtendedScanAndConnect: framework.supportsExtendedScanAndConnect,
            supportsChannelSounding: framework.supportsChannelSounding)
    }

    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] {
        adopt(manager?.retrievePeripherals(withIdentifiers: peers.map(\.uuid)))
    }

    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        adopt(manager?.retrieveConnectedPeripherals(withServices: services.map(\.native)))
    }

    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        peripheral(peer)?.canSendWriteWithoutResponse ?? false
    }

    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        peripheral(peer)?.maximumWriteValueLength(for: type.native) ?? 0
    }

    func mtu(of peer: PeerIdentifier) -> Int { peripheral(peer).map(mtu) ?? 0 }

    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        #if os(macOS)
        false
        #else
        peripheral(peer)?.ancsAuthorized ?? false
        #endif
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
