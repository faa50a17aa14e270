import BluetoothPort
import Foundation

extension CBCentralManager {
    /// Hands the events of a link's attributes to the peripheral; they are dropped if its object was released
    /// (behaviour 1.28).
    static func handle(_ event: Central.Event, among peers: WeakTable<CBPeripheral>) -> Bool {
        switch event {
        case .characteristicValue(let peer, let attribute, let result):
            peers.live(peer)?.valueArrived(attribute, result)
        case .characteristicWritten(let peer, let attribute, let error):
            peers.live(peer)?.characteristicWritten(attribute, error)
        case .nameChanged(let peer, let name):
            peers.live(peer)?.nameChanged(name)
        case .servicesDiscovered(let peer, let services, let error):
            peers.live(peer)?.servicesDiscovered(services, error)
        case .includedServicesDiscovered(let peer, let service, let included, let error):
            peers.live(peer)?.includedServicesDiscovered(service, included, error)
        case .characteristicsDiscovered(let peer, let service, let characteristics, let error):
            peers.live(peer)?.characteristicsDiscovered(service, characteristics, error)
        case .descriptorsDiscovered(let peer, let characteristic, let descriptors, let error):
            peers.live(peer)?.descriptorsDiscovered(characteristic, descriptors, error)
        case .servicesModified(let peer, let invalidated):
            peers.live(peer)?.servicesModified(invalidated)
        case .notifyStateChanged(let peer, let attribute, let isNotifying, let error):
            peers.live(peer)?.notifyStateChanged(attribute, isNotifying, error)
        case .descriptorValue(let peer, let attribute, let result):
            peers.live(peer)?.descriptorValueArrived(attribute, result)
        case .descriptorWritten(let peer, let attribute, let error):
            peers.live(peer)?.descriptorWritten(attribute, error)
        case .rssi(let peer, let result):
            peers.live(peer)?.rssiArrived(result)
        case .readyToWriteWithoutResponse(let peer):
            peers.live(peer)?.readyToWriteWithoutResponse()
        case .attributesKnown(let peer, let services):
            peers.live(peer)?.attributesKnown(services)
        case .channelOpened(let peer, let result):
            peers.live(peer)?.channelOpened(result)
        case .ranging(let peer, let event):
            peers.live(peer)?.ranging(event)
        case .willRestoreState, .stateChanged, .discovered, .connected, .failedToConnect, .disconnected,
            .connectionEvent, .notificationSharingChanged, .channel:
            return false
        }
        return true
    }

    /// Handles the events of the radio, the scan and the links.
    func handle(_ event: Central.Event) {
        switch event {
        case .willRestoreState(let state):
            willRestore(state)
        case .stateChanged(let state):
            stateChanged(CBManagerState(state))
        case .connectionEvent(let peer, let isConnected):
            connectionEvent(peer, isConnected)
        case .notificationSharingChanged(let peer):
            notificationSharingChanged(peer)
        case .channel(let channel, let event):
            inbox.channels.handle(event, of: channel)
        case .discovered(let peer, let advertisement, let rssi):
            discovered(peer, advertisement, rssi)
        case .connected(let peer):
            connected(peer)
        case .failedToConnect(let peer, let error):
            failedToConnect(peer, error)
        case .disconnected(let peer, let error, let timestamp, let isReconnecting):
            disconnected(peer, error, timestamp, isReconnecting)
        case .characteristicValue, .characteristicWritten, .nameChanged, .servicesDiscovered,
            .includedServicesDiscovered, .characteristicsDiscovered, .descriptorsDiscovered,
            .servicesModified, .notifyStateChanged, .descriptorValue, .descriptorWritten, .rssi,
            .readyToWriteWithoutResponse, .attributesKnown, .channelOpened, .ranging:
            preconditionFailure("an event of a peripheral reached its manager: \(event)")
        }
    }

    /// Below `.poweredOn`, every link and the scan end before the app gets the state callback, and no
    /// `didDisconnect` follows (behaviour 1.15, 1.16, 1.18).
    private func stateChanged(_ state: CBManagerState) {
        if state != .poweredOn {
            changing(.isScanning) { mirror.withLock { $0.isScanning = false } }
            for peripheral in inbox.peers.allLive() { peripheral.radioLost() }
        }
        let isOffForGood =
            state == .poweredOff && port.traits.invalidatesPeripheralsWhenPoweredOff
        if state.rawValue < CBManagerState.poweredOff.rawValue || isOffForGood {
            for peripheral in inbox.peers.removeAll() { peripheral.mirror.withLock { $0.isInvalid = true } }
        }
        changeState(to: state)
        FeatureBoard.announce(self)
        if let delegate {
            delegate.centralManagerDidUpdateState(self)
        } else {
            noteUnheard("centralManagerDidUpdateState(_:)")
        }
        // The feature can be queried shortly after the callback, not inside it (behaviour 2.34).
        FeatureBoard.post(self)
    }

    private func discovered(_ peer: Central.Peer, _ advertisement: Advertisement, _ rssi: Int) {
        guard let delegate else {
            return noteUnheard("centralManager(_:didDiscover:advertisementData:rssi:)")
        }
        delegate.centralManager(
            self, didDiscover: peripheral(peer), advertisementData: advertisement.dictionary,
            rssi: NSNumber(value: rssi))
    }

    private func connected(_ peer: Central.Peer) {
        guard let peripheral = inbox.peers.live(peer.identifier),
            peripheral.mirror.withLock({ $0.connection.expectsLink })
        else { return }
        peripheral.linkCameUp(peer)
        guard let delegate else { return noteUnheard("centralManager(_:didConnect:)") }
        delegate.centralManager(self, didConnect: peripheral)
    }

    private func failedToConnect(_ peer: PeerIdentifier, _ error: PortError?) {
        guard let peripheral = inbox.peers.live(peer), peripheral.linkEnded() != nil else { return }
        delegate?.centralManager(self, didFailToConnect: peripheral, error: error?.appleError)
    }

    /// The older disconnect method has precedence unless the phone says otherwise, and with it there is no
    /// automatic reconnection (behaviour 3.18, 3.20).
    private func disconnected(
        _ peer: PeerIdentifier, _ error: PortError?, _ timestamp: Double, _ isReconnecting: Bool
    ) {
        guard let peripheral = inbox.peers.live(peer), let graph = peripheral.linkEnded() else { return }
        guard let delegate else {
            if isReconnecting { peripheral.reconnectsAutomatically(with: graph) }
            return
        }
        let error = error?.appleError
        func tellOlder() -> Bool {
            DelegateProbe.implements(delegate) {
                delegate.centralManager(self, didDisconnectPeripheral: peripheral, error: error)
            }
        }
        func tellNewer() -> Bool {
            if isReconnecting { peripheral.reconnectsAutomatically(with: graph) }
            return DelegateProbe.implements(delegate) {
                delegate.centralManager(
                    self, didDisconnectPeripheral: peripheral, timestamp: timestamp,
                    isReconnecting: isReconnecting, error: error)
            }
        }
        switch port.traits.disconnectMethods {
        case .olderOnly where delegate is any CentralVeneer: _ = tellNewer()
        case .olderOnly: _ = tellOlder()
        case .olderFirst:
            if !tellOlder() {
                _ = tellNewer()
            } else if isReconnecting {
                peripheral.endAutomaticReconnection()
            }
        case .newerFirst: if !tellNewer() { _ = tellOlder() }
        }
    }

    // macOS has neither of these two callbacks, so nothing there can register for them or ask for them.

    private func connectionEvent(_ peer: Central.Peer, _ isConnected: Bool) {
        #if !os(macOS)
        let event: CBConnectionEvent = isConnected ? .peerConnected : .peerDisconnected
        delegate?.centralManager(self, connectionEventDidOccur: event, for: peripheral(peer))
        #endif
    }

    private func notificationSharingChanged(_ peer: Central.Peer) {
        #if !os(macOS)
        let peripheral = peripheral(peer)
        peripheral.changing(.ancsAuthorized) {}
        delegate?.centralManager(self, didUpdateANCSAuthorizationFor: peripheral)
        #endif
    }
}
