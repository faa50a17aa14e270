import BluetoothPort
import BluetoothTypes

/// An app below the façade: it sends any command about anything, also about objects that do not exist.
final class ChaosPortApp: CentralSink {
    private struct Known {
        var peers: [PeerIdentifier] = [PeerIdentifier(high: 1, low: 2)]
        var attributes: [AttributeIdentifier] = [AttributeIdentifier(rawValue: 3)]
        var channels: [ChannelIdentifier] = [ChannelIdentifier(rawValue: 1)]
    }

    private let known = Lock(Known())
    private let port = Lock<(any CentralPort)?>(nil)
    private let chaos: Chaos
    private let watched: WatchedPhone

    init(_ watched: WatchedPhone) {
        chaos = watched.chaos
        self.watched = watched
        let port = watched.openCentral(ManagerOptions(), sink: self)
        self.port.withLock { $0 = port }
    }

    func close() {
        let old = port.withLock { port in
            defer { port = nil }
            return port
        }
        old?.close()
    }

    func act() {
        guard let port = port.withLock({ $0 }), watched.runs else { return }
        let known = known.withLock { $0 }
        let command = chaos.draw { Self.command(known, &$0) }
        port.send(command)
    }

    private static func command(_ known: Known, _ draw: inout ChaosDraw) -> Central.Command {
        let (peer, name) = (draw.pick(known.peers), draw.pick(known.attributes))
        return switch draw.below(20) {
        case 0, 1: .scan(.init(services: draw.chance(30) ? ["180D"] : []))
        case 2: .stopScan
        case 3, 4, 5:
            .connect(
                peer,
                .init(
                    startDelay: draw.pick([0, 0, 0.5, -1, .nan, .infinity]),
                    enablesAutoReconnect: draw.chance(20), requiresNotificationSharing: draw.chance(5)))
        case 6: .cancelConnection(peer)
        case 7: .release(peer)
        case 8, 9: .discoverServices(peer, nil)
        case 10: .discoverIncludedServices(peer, nil, service: name)
        case 11: .discoverCharacteristics(peer, nil, service: name)
        case 12: .discoverDescriptors(peer, characteristic: name)
        case 13: .readCharacteristic(peer, name)
        case 14:
            .writeCharacteristic(
                peer, name, draw.bytes(upTo: 700), draw.chance(50) ? .withResponse : .withoutResponse)
        case 15: .setNotify(peer, name, draw.chance(60))
        case 16: .readDescriptor(peer, name)
        case 17: .writeDescriptor(peer, name, draw.bytes(upTo: 20))
        case 18: .openChannel(peer, psm: draw.pick([0, 0x80, 0x81, 0xC0, 0xFFFF]))
        default:
            .channel(
                draw.pick(known.channels),
                draw.pick([.send(draw.bytes(upTo: 5000)), .consume(draw.below(500) - 5), .close]))
        }
    }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        known.withLock { known in
            switch event {
            case .discovered(let peer, _, _):
                if !known.peers.contains(peer.identifier) { known.peers.append(peer.identifier) }
            case .servicesDiscovered(_, let services, _): known.attributes += services.map(\.identifier)
            case .characteristicsDiscovered(_, _, let found, _):
                known.attributes += found.map(\.identifier)
            case .channelOpened(_, .success(let channel)): known.channels.append(channel.identifier)
            default: break
            }
        }
        settle()
    }

    func settle() {
        if chaos.chance(20) { act() }
    }
}
