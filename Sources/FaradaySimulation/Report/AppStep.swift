import BluetoothPort
import BluetoothTypes
import FaradayEngine

/// How far an app has come with a device, if it does not go on.
package enum AppStep: Hashable, Sendable {
    case found, connected, services
    /// `notifying`: those of the characteristics to which somebody can subscribe.
    case characteristics(notifying: [BluetoothUUID])

    func sentence(_ device: String) -> String {
        switch self {
        case .found: "the app has found \(device), and does nothing with it."
        case .connected: "the app is connected to \(device), and asks it for nothing."
        case .services:
            "the app has discovered services of \(device), and no characteristics: service.characteristics is nil."
        case .characteristics(let notifying):
            "the app has discovered characteristics of \(device), and has neither read nor written one"
                + (notifying.isEmpty
                    ? "." : ", nor subscribed to \(Hint.list(Array(notifying.prefix(3)), "or")).")
        }
    }

    var mend: String {
        switch self {
        case .found: "Call connect(_:options:) in centralManager(_:didDiscover:advertisementData:rssi:)."
        case .connected: "Call peripheral.discoverServices(_:) in centralManager(_:didConnect:)."
        case .services:
            "Call peripheral.discoverCharacteristics(_:for:) in peripheral(_:didDiscoverServices:)."
        case .characteristics:
            "Call readValue(for:), writeValue(_:for:type:) or setNotifyValue(true, for: characteristic) in "
                + "peripheral(_:didDiscoverCharacteristicsFor:error:)."
        }
    }
}

/// Follows how far the apps of one phone come with each device.
struct AppSteps {
    private enum State: Equatable {
        case at(AppStep)
        /// A request is open, or the app has used a characteristic.
        case goesOn
    }

    private var states: [PeerIdentifier: State] = [:]
    /// Since when an app is connected to a device, or connecting.
    private var links: Set<PeerIdentifier> = []
    /// The last connect to a device that had a link already, and when it was.
    private(set) var second: (peer: PeerIdentifier, time: Instant)?

    init(_ entries: [StoryEntry]) {
        for entry in entries { take(entry.record) }
    }

    /// The device with which an app has come furthest, if it goes on with none.
    var missing: (peer: PeerIdentifier, step: AppStep)? {
        var furthest: (peer: PeerIdentifier, step: AppStep)?
        for (peer, state) in states.sorted(by: { $0.key < $1.key }) {
            guard case .at(let step) = state else { return nil }
            if let known = furthest, known.step.rank >= step.rank { continue }
            furthest = (peer, step)
        }
        return furthest
    }

    private mutating func take(_ record: TraceRecord) {
        switch record.payload {
        case .centralCommand(_, let command): take(command, at: record.time)
        case .centralEvent(_, let event): take(event)
        default: break
        }
    }

    private mutating func take(_ command: Central.Command, at time: Instant) {
        switch command {
        case .connect(let peer, _):
            if links.contains(peer) { second = (peer, time) }
            links.insert(peer)
            if states[peer] == .at(.found) || states[peer] == nil { states[peer] = .goesOn }
        case .cancelConnection(let peer), .release(let peer):
            if second?.peer == peer { second = nil }
            links.remove(peer)
            states[peer] = .goesOn
        case .discoverServices(let peer, _), .discoverCharacteristics(let peer, _, _),
            .discoverIncludedServices(let peer, _, _), .discoverDescriptors(let peer, _),
            .readCharacteristic(let peer, _), .writeCharacteristic(let peer, _, _, _),
            .setNotify(let peer, _, _), .readDescriptor(let peer, _), .writeDescriptor(let peer, _, _),
            .readRSSI(let peer), .openChannel(let peer, _), .ranging(let peer, _):
            if second?.peer == peer { second = nil }
            states[peer] = .goesOn
        case .scan, .stopScan, .registerForConnectionEvents, .channel, .reportMisuse: break
        }
    }

    private mutating func take(_ event: Central.Event) {
        switch event {
        case .discovered(let peer, _, _):
            if states[peer.identifier] == nil { states[peer.identifier] = .at(.found) }
        case .connected(let peer): states[peer.identifier] = .at(.connected)
        case .disconnected(let peer, _, _, _), .failedToConnect(let peer, _):
            links.remove(peer)
            states[peer] = .goesOn
        case .servicesDiscovered(let peer, let services, nil):
            if !services.isEmpty { states[peer] = .at(.services) }
        case .characteristicsDiscovered(let peer, _, let characteristics, nil):
            guard !characteristics.isEmpty else { return }
            // The bits of GATT: notify and indicate.
            let notifying = characteristics.filter { $0.properties & 0x30 != 0 }
            states[peer] = .at(.characteristics(notifying: notifying.map(\.uuid)))
        case .stateChanged(let state) where state != .poweredOn:
            links.removeAll()
            states.removeAll()
        default: break
        }
    }
}

extension AppStep {
    fileprivate var rank: Int {
        switch self {
        case .found: 0
        case .connected: 1
        case .services: 2
        case .characteristics: 3
        }
    }
}
