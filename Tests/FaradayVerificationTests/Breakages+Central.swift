import BluetoothPort
import BluetoothTypes

@testable import FaradayVerification

extension Breakage {
    static let reporting: [String: Breakage] = [
        "1.39": Breakage(after: { command, sink, world in
            guard case .scan = command else { return }
            var advertisement = Advertisement()
            advertisement.serviceUUIDs = [PublishedID.service]
            let peer = Central.Peer(identifier: PeerIdentifier(high: 1, low: 2), name: nil)
            let event = Central.Event.discovered(peer, advertisement, rssi: -20)
            world.after(.seconds(1)) { sink.receive(event, .posting) }
        }),
        "2.3": Breakage(command: { command in
            guard case .scan(let request) = command else { return command }
            let isLong = request.services.contains { $0.width == .bits128 && $0 == "180F" }
            return isLong ? .scan(.init(services: [BenchID.absent])) : command
        }),
        "2.7": twice(isDiscovered),
        "2.8": report { $0.localName = Bench.name },
        "2.18": report { $0.manufacturerData?.append(0) },
        "2.33": Breakage(mtu: { $0 == 0 ? 23 : $0 }),
        "2.36": {
            let count = Lock(0)
            return events { event in
                guard isDiscovered(event) else { return [event] }
                // Three reports are all that the app ever gets after each new scan.
                return count.withLock { count in
                    count += 1
                    return count < 4
                } ? [event] : []
            }
        }(),
        "2.39": events { event in
            guard case .discovered(var peer, let advertisement, let rssi) = event else { return [event] }
            let real = peer
            peer.identifier = PeerIdentifier(high: 1, low: 2)
            return [
                .discovered(peer, advertisement, rssi: rssi), .discovered(real, advertisement, rssi: rssi),
            ]
        },
    ]

    static let naming: [String: Breakage] = [
        "2.9": peerNames { _, _ in Bench.name },
        "2.21": peerNames { _, advertisement in advertisement.localName },
        "2.22": peerNames { _, advertisement in advertisement.localName },
        "2.23": peerNames { _, advertisement in advertisement.localName },
        "5.37": without { if case .nameChanged = $0 { true } else { false } },
        "5.38": without(isModified),
    ]

    static let reconnecting: [String: Breakage] = [
        "1.28": Breakage(command: { if case .release = $0 { nil } else { $0 } }),
        "1.29": Breakage(command: { if case .release = $0 { nil } else { $0 } }),
        "3.12": disconnected(with: .peripheralDisconnected),
        "3.19": events { event in
            guard case .disconnected(let peer, let error, let time, _) = event else { return [event] }
            return [.disconnected(peer, error, timestamp: time, isReconnecting: false)]
        },
        "3.21": disconnected(with: .connectionTimeout),
        "3.22": attempts { .failedToConnect($0, .unknown) },
        "3.23": events { event in
            guard case .disconnected(let peer, let error, _, let isReconnecting) = event else {
                return [event]
            }
            return [.disconnected(peer, error, timestamp: 0, isReconnecting: isReconnecting)]
        },
        "3.25": Breakage(command: { command in
            if case .connect(let peer, _) = command { .connect(peer, .init()) } else { command }
        }),
        "3.26": {
            let count = Lock(0)
            return Breakage(after: { command, sink, _ in
                guard case .connect(let peer, _) = command else { return }
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                if !isFirst { sink.receive(.failedToConnect(peer, .connectionTimeout), .posting) }
            })
        }(),
        "3.32": Breakage(peers: { _ in [] }),
        "3.33": events { event in
            guard case .discovered(_, let advertisement, let rssi) = event else { return [event] }
            let peer = Central.Peer(identifier: PeerIdentifier(high: 1, low: 2), name: nil)
            return [.discovered(peer, advertisement, rssi: rssi)]
        },
    ]

    private static func cachedValues(_ value: [UInt8]?) -> Breakage {
        events { event in
            guard case .characteristicsDiscovered(let peer, let service, var found, let error) = event else {
                return [event]
            }
            for place in found.indices { found[place].cachedValue = value }
            return [.characteristicsDiscovered(peer, service: service, found, error)]
        }
    }

    private static func known(_ change: @escaping @Sendable (inout Central.KnownService) -> Void) -> Breakage
    {
        events { event in
            guard case .attributesKnown(let peer, var services) = event else { return [event] }
            for place in services.indices { change(&services[place]) }
            return [.attributesKnown(peer, services)]
        }
    }

    static let caching: [String: Breakage] = [
        "4.7": known { $0.characteristics = nil },
        "4.8": cachedValues(nil),
        "4.9": known { service in
            service.characteristics = service.characteristics?.map { characteristic in
                var characteristic = characteristic
                characteristic.descriptors = nil
                return characteristic
            }
        },
        "4.10": cachedValues([1]),
    ]

    static let pairing: [String: Breakage] = [
        "3.14": attempts { .failedToConnect($0, .unknown) },
        "3.16": values { value in value == .success([1]) ? .success([0]) : value },
        "3.17": attempts { .connected(.init(identifier: $0, name: nil)) },
        "5.31": {
            // The phone does not pair: the first answer of the bench is the app's.
            values { value in value == .success([5]) ? .failure(.att(code: 5)) : value }
        }(),
        "5.36": values { value in value == .success([1]) ? .success([0]) : value },
        "6.17": {
            let count = Lock<UInt64>(0)
            return hostEvents { event in
                guard case .subscribed(var central, let attribute) = event else { return [event] }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                central.identifier = PeerIdentifier(high: 1, low: number)
                return [.subscribed(central, characteristic: attribute)]
            }
        }(),
        "6.6": values { _ in .failure(.att(code: 15)) },
        "6.35": channelsOpened(.failure(.att(code: 15))),
    ]

    static let flow: [String: Breakage] = [
        "5.10": Breakage(length: { _ in 20 }),
        "5.14": written(with: .unknown),
        "5.15": values { value in value.map { Array($0.prefix(20)) } },
        "5.16": values { _ in .success([250]) },
        "5.17": twice(isReady),
        "5.18": Breakage(canSend: { _ in false }),
        "5.19": Breakage(command: { command in
            if case .writeCharacteristic(_, _, _, .withoutResponse) = command { nil } else { command }
        }),
        "5.27": values { value in value.map { $0 + [UInt8](repeating: 0, count: 300) } },
        "9.13": values { value in value.map { Array($0.prefix(500)) } },
        "9.16": Breakage(after: { command, sink, _ in
            guard case .readCharacteristic(let peer, let attribute) = command else { return }
            sink.receive(.characteristicValue(peer, attribute, .failure(.unknown)), .posting)
        }),
        "9.17": Breakage(mtu: { _ in 23 }),
    ]

    static let channels: [String: Breakage] = [
        "6.29": without(isClosed),
        "6.30": channelsOpened(.failure(.unknown)),
        "6.31": channelsOpened(.success(Channel(identifier: .init(rawValue: 1), psm: 0xF1))),
        "6.33": events { event in
            guard case .channel(let channel, .received(let bytes)) = event else { return [event] }
            return [.channel(channel, .received(bytes.reversed()))]
        },
    ]
}
