import BluetoothPort
import BluetoothTypes

/// Rules for one central manager's port that hold for every app and world (behaviour sections 1, 3, 4 and 5).
struct CentralRules {
    /// One kind of request about one object; a channel's answer does not contain its PSM (6.31).
    enum Question: Hashable {
        case services
        case included(AttributeIdentifier)
        case characteristics(AttributeIdentifier)
        case descriptors(AttributeIdentifier)
        case read(AttributeIdentifier)
        case write(AttributeIdentifier)
        case notify(AttributeIdentifier)
        case readDescriptor(AttributeIdentifier)
        case writeDescriptor(AttributeIdentifier)
        case rssi
        case channel
    }

    struct Peer {
        var isConnected = false
        /// `didConnect` calls that the app may still get.
        var asked = 0
        var isAutomatic = false
        var open: [Question: Int] = [:]
        /// Requests that were under way when the link ended: they may get an answer.
        var crossed: [Question: Int] = [:]
        /// Characteristics that may notify.
        var notified: Set<AttributeIdentifier> = []
        var writesWithoutResponse = 0
        /// The peripheral is connected, and the callback that it can accept writes has not come yet (5.18).
        var awaitsRoom = false
        /// The app released its object at that time; callbacks under way then still come.
        var released: Instant?
    }

    var state = ManagerState.unknown
    var isRestored = false
    var peers: [PeerIdentifier: Peer] = [:]
    var openChannels: Set<ChannelIdentifier> = []
    var isClosed = false
    /// The world's time.
    var now = Instant.zero
    /// How long a callback is on its way at most.
    var slack = Nanoseconds.zero
    /// Whether callbacks may be on their way.
    var isBehind = false
    private var changed = Instant.zero
    private var sent: Instant?
    private var isFirst = true

    /// Whether a callback that comes now may have been made at that time, or before it.
    private func isRecent(_ time: Instant?) -> Bool { time.map { now <= $0 + slack } ?? false }

    // MARK: Commands

    mutating func sent(_ command: Central.Command, _ answer: CommandResult) -> String? {
        if isClosed { return answer == .ignored ? nil : "a closed port answered \(answer) to \(command)" }
        switch command {
        case .reportMisuse: return nil
        case .channel(let channel, let command):
            if command == .close { openChannels.remove(channel) }
            return nil
        case .registerForConnectionEvents where answer == .accepted: return nil
        default: break
        }
        guard answer == .accepted else { return nil }
        sent = now
        switch command {
        case .connect(let peer, let options):
            peers[peer, default: Peer()].asked += 1
            peers[peer, default: Peer()].isAutomatic = options.enablesAutoReconnect
        case .cancelConnection(let peer): _ = peer
        case .release(let peer): peers[peer] = Peer(released: now)
        default:
            guard let (peer, question) = Self.question(command) else { return nil }
            // The radio may be on again, without a callback to the app yet.
            if state != .poweredOn, changed != now, !isBehind {
                return "\(command) was accepted in state \(state)"
            }
            // If the phone has a link, the connected callback is under way at once (3.3).
            guard let known = peers[peer], known.isConnected || known.asked > 0 else {
                return "\(command) was accepted without a link"
            }
            if let question {
                peers[peer]?.open[question, default: 0] += 1
            } else {
                peers[peer]?.writesWithoutResponse += 1
            }
        }
        return nil
    }

    private static func question(_ command: Central.Command) -> (PeerIdentifier, Question?)? {
        switch command {
        case .discoverServices(let peer, _): (peer, .services)
        case .discoverIncludedServices(let peer, _, let service): (peer, .included(service))
        case .discoverCharacteristics(let peer, _, let service): (peer, .characteristics(service))
        case .discoverDescriptors(let peer, let characteristic): (peer, .descriptors(characteristic))
        case .readCharacteristic(let peer, let name): (peer, .read(name))
        case .writeCharacteristic(let peer, let name, _, .withResponse): (peer, .write(name))
        case .writeCharacteristic(let peer, _, _, .withoutResponse): (peer, nil)
        case .setNotify(let peer, let name, _): (peer, .notify(name))
        case .readDescriptor(let peer, let name): (peer, .readDescriptor(name))
        case .writeDescriptor(let peer, let name, _): (peer, .writeDescriptor(name))
        case .readRSSI(let peer): (peer, .rssi)
        case .openChannel(let peer, _): (peer, .channel)
        default: nil
        }
    }

    // MARK: Events

    mutating func received(_ event: Central.Event, _ profileAnswersCommands: Bool) -> String? {
        defer { isFirst = false }
        if isClosed { return "\(event) after the manager ended" }
        switch event {
        case .willRestoreState(let restored):
            guard isFirst else { return "willRestoreState is not the first event" }
            isRestored = true
            for peripheral in restored.peripherals { restore(peripheral) }
            return nil
        case .stateChanged(let new):
            defer { state = new }
            if new == state { return "state \(new) is reported twice" }
            let isFirstOfInstant = !isRecent(changed)
            changed = now
            // Events that waited for a suspended app come now.
            for peer in peers.keys where peers[peer]?.released != nil { peers[peer]?.released = now }
            // The radio may be on again already, and process newer requests of the app.
            if new != .poweredOn {
                if isFirstOfInstant, !isRecent(sent) {
                    peers = [:]
                    openChannels = []
                }
                for peer in peers.keys {
                    let open = peers[peer]?.open ?? [:]
                    peers[peer]?.crossed = open
                    peers[peer]?.open = [:]
                }
            }
            return nil
        default:
            guard state == .poweredOn else { return "\(event) in state \(state)" }
            return inPower(event, profileAnswersCommands)
        }
    }

    private mutating func restore(_ peripheral: Central.RestoredPeripheral) {
        var peer = Peer(isConnected: peripheral.state == .connected, asked: 1, isAutomatic: true)
        peer.awaitsRoom = true
        for service in peripheral.services ?? [] {
            for known in service.characteristics ?? [] where known.isNotifying {
                peer.notified.insert(known.characteristic.identifier)
            }
        }
        peers[peripheral.peer.identifier] = peer
    }

    private mutating func inPower(_ event: Central.Event, _ answersCommands: Bool) -> String? {
        switch event {
        case .connected(let peer): return connected(peer.identifier)
        case .failedToConnect(let peer, _):
            guard let known = peers[peer], !known.isConnected, known.asked > 0 else {
                return isRecent(peers[peer]?.released) ? nil : "failedToConnect without connect"
            }
            if !isRecent(known.released) { peers[peer]?.asked -= 1 }
        case .disconnected(let peer, _, _, let isReconnecting):
            guard let known = peers[peer], known.isConnected || known.asked > 0 else {
                return isRecent(peers[peer]?.released) ? nil : "disconnected without connect"
            }
            // A connect after the cancel continues (3.9), and so do the requests made right after it. All other
            // requests get no answer any more (3.24).
            let asked = known.isConnected ? 1 : max(0, known.asked - 1)
            let isCrossed = isRecent(sent)
            peers[peer] = Peer(
                asked: max(asked, isReconnecting ? 1 : 0), isAutomatic: known.isAutomatic,
                crossed: isCrossed ? known.open : [:],
                writesWithoutResponse: isCrossed ? known.writesWithoutResponse : 0)
        case .channel(let channel, let event):
            guard openChannels.contains(channel) else { return "\(event) of a channel that is not open" }
            if case .closed = event { openChannels.remove(channel) }
        default:
            guard let broken = aboutLink(event, answersCommands) else { return nil }
            return Self.peer(of: event).map { isRecent(peers[$0]?.released) } == true ? nil : broken
        }
        return nil
    }

    private mutating func connected(_ peer: PeerIdentifier) -> String? {
        guard let known = peers[peer], known.asked > 0 || known.isAutomatic else {
            return isRecent(peers[peer]?.released) ? nil : "connected without connect"
        }
        // The end of an earlier link may still be on its way, and the manager off meanwhile.
        if !known.isConnected || slack > .zero { peers[peer]?.awaitsRoom = true }
        peers[peer]?.isConnected = true
        return nil
    }

    private mutating func aboutLink(_ event: Central.Event, _ answersCommands: Bool) -> String? {
        switch event {
        case .servicesDiscovered(let peer, _, _): return answer(.services, peer)
        case .includedServicesDiscovered(let peer, let service, _, _): return answer(.included(service), peer)
        case .characteristicsDiscovered(let peer, let service, _, _):
            return answer(.characteristics(service), peer)
        case .descriptorsDiscovered(let peer, let characteristic, _, _):
            return answer(.descriptors(characteristic), peer)
        case .characteristicValue(let peer, let name, _):
            if peers[peer]?.open[.read(name), default: 0] ?? 0 > 0 { return answer(.read(name), peer) }
            guard peers[peer]?.isConnected == true, peers[peer]?.notified.contains(name) == true else {
                return "a value without a request"
            }
        case .characteristicWritten(let peer, let name, _):
            if answersCommands, peers[peer]?.open[.write(name)] == nil { return nil }
            return answer(.write(name), peer)
        case .notifyStateChanged(let peer, let name, let isNotifying, _):
            if isNotifying {
                peers[peer]?.notified.insert(name)
            } else {
                peers[peer]?.notified.remove(name)
            }
            return answer(.notify(name), peer)
        case .descriptorValue(let peer, let name, _): return answer(.readDescriptor(name), peer)
        case .descriptorWritten(let peer, let name, _): return answer(.writeDescriptor(name), peer)
        case .rssi(let peer, _): return answer(.rssi, peer)
        case .channelOpened(let peer, let result):
            if case .success(let channel) = result { openChannels.insert(channel.identifier) }
            return answer(.channel, peer)
        case .readyToWriteWithoutResponse(let peer):
            if peers[peer]?.writesWithoutResponse ?? 0 > 0 {
                peers[peer]?.writesWithoutResponse -= 1
            } else if peers[peer]?.awaitsRoom != true {
                return "isReady without a write"
            }
            peers[peer]?.awaitsRoom = false
        case .servicesModified(let peer, _), .attributesKnown(let peer, _):
            guard peers[peer]?.isConnected == true else { return "\(event) without a link" }
        default: break
        }
        return nil
    }

    private static func peer(of event: Central.Event) -> PeerIdentifier? {
        switch event {
        case .servicesDiscovered(let peer, _, _), .includedServicesDiscovered(let peer, _, _, _),
            .characteristicsDiscovered(let peer, _, _, _), .descriptorsDiscovered(let peer, _, _, _),
            .characteristicValue(let peer, _, _), .characteristicWritten(let peer, _, _),
            .notifyStateChanged(let peer, _, _, _), .descriptorValue(let peer, _, _),
            .descriptorWritten(let peer, _, _), .rssi(let peer, _), .channelOpened(let peer, _),
            .readyToWriteWithoutResponse(let peer), .servicesModified(let peer, _),
            .attributesKnown(let peer, _):
            peer
        default: nil
        }
    }

    private mutating func answer(_ question: Question, _ peer: PeerIdentifier) -> String? {
        guard let known = peers[peer], known.isConnected else {
            return "answer to \(question) without a link"
        }
        // A request that crossed the end of the link may get no answer, so an answer counts for a newer one first.
        if let count = known.open[question] {
            peers[peer]?.open[question] = count == 1 ? nil : count - 1
        } else if let count = known.crossed[question] {
            peers[peer]?.crossed[question] = count == 1 ? nil : count - 1
        } else {
            return "answer to \(question) without a request"
        }
        return nil
    }

    // MARK: The end

    /// The requests on existing links that have no answer.
    var unanswered: [String] {
        peers.values.filter(\.isConnected).flatMap { peer in peer.open.map { "\($0.key) ×\($0.value)" } }
            .sorted()
    }
}
