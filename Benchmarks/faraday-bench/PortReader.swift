import BluetoothPort
import BluetoothTypes
import Dispatch

/// An app without a façade: it connects to the sensor by the events of its port, and reads or subscribes.
final class PortReader: CentralSink {
    private struct State {
        var port: (any CentralPort)?
        var peer: PeerIdentifier?
        var readable: AttributeIdentifier?
        var isReady = false
        var values = 0
    }

    private let state = Lock(State())
    private let hasValue = DispatchSemaphore(value: 0)
    private let name: String?

    /// Reads from any sensor, or subscribes to the one of a name.
    init(_ provider: any PortProvider, subscribesTo name: String? = nil) {
        self.name = name
        let port = provider.openCentral(ManagerOptions(), sink: self)
        state.withLock { $0.port = port }
    }

    /// Whether it can read, or is subscribed.
    var isReady: Bool { state.withLock { $0.isReady } }
    /// How many values it got.
    var values: Int { state.withLock { $0.values } }

    func read() {
        let (port, peer, item) = state.withLock { ($0.port, $0.peer, $0.readable) }
        if let port, let peer, let item { _ = port.send(.readCharacteristic(peer, item)) }
    }

    /// Waits until one more value has come than before.
    func waitForValue() { hasValue.wait() }

    private func send(_ command: Central.Command) { _ = state.withLock { $0.port }?.send(command) }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        switch event {
        case .characteristicValue:
            state.withLock { $0.values += 1 }
            hasValue.signal()
        case .stateChanged(.poweredOn):
            // Another app of the phone may be connected; then the sensor is not on air.
            let connected = state.withLock { $0.port }?.retrieveConnected(with: [service]) ?? []
            if let peer = connected.first(where: isWanted) {
                connect(to: peer)
            } else {
                send(.scan(.init(services: [service])))
            }
        case .discovered(let peer, _, _): if isWanted(peer) { connect(to: peer) }
        case .connected(let peer): send(.discoverServices(peer.identifier, [service]))
        case .servicesDiscovered(let peer, let found, _):
            if let first = found.first {
                send(.discoverCharacteristics(peer, nil, service: first.identifier))
            }
        case .characteristicsDiscovered(let peer, _, let found, _):
            let wanted = name != nil ? BenchDevice.notifyingText : BenchDevice.readableText
            guard let item = found.first(where: { $0.uuid == BenchDevice.uuid(wanted) }) else { return }
            state.withLock { $0.readable = item.identifier }
            if name != nil {
                send(.setNotify(peer, item.identifier, true))
            } else {
                state.withLock { $0.isReady = true }
            }
        case .notifyStateChanged: state.withLock { $0.isReady = true }
        default: break
        }
    }

    private var service: BluetoothUUID { BenchDevice.uuid(BenchDevice.serviceText) }

    private func isWanted(_ peer: Central.Peer) -> Bool { name == nil || peer.name == name }

    private func connect(to peer: Central.Peer) {
        let isNew = state.withLock { state in
            defer { state.peer = peer.identifier }
            return state.peer == nil
        }
        guard isNew else { return }
        send(.stopScan)
        send(.connect(peer.identifier, .init()))
    }
}
