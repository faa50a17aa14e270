import BluetoothPort
import BluetoothTypes

@testable import FaradayVerification

extension Breakage {
    static let all: [String: Breakage] = [
        managers, scanning, connecting, discovering, reading, writing, caching, reporting, naming,
        reconnecting,
        pairing,
        flow, channels, publishing, serving,
    ].reduce(into: [:]) { $0.merge($1) { $1 } }

    private static let managers: [String: Breakage] = [
        "1.1": Breakage(tellsAtOnce: true),
        "1.7": Breakage(dropped: .accepted),
        "1.8": Breakage(dropped: .accepted),
        "1.10": Breakage(dropped: .accepted),
        "1.31": Breakage(dropped: .accepted),
        "1.35": Breakage(mtu: { _ in 23 }),
    ]

    private static let scanning: [String: Breakage] = [
        "2.1": without(isDiscovered),
        "2.5": reportAfterScan(),
        "2.6": Breakage(command: { if case .stopScan = $0 { nil } else { $0 } }),
        "2.11": Breakage(command: { command in
            if case .scan(let request) = command { .scan(.init(services: request.services)) } else { command }
        }),
        "2.12": Breakage(command: { command in
            if case .stopScan = command { nil } else { command }
        }),
        "2.13": Breakage(after: { command, sink, world in
            guard case .scan = command else { return }
            world.after(.seconds(5)) { sink.receive(.stateChanged(.poweredOn), .posting) }
        }),
        "2.15": report { $0.isConnectable = false },
        "2.16": report { $0.txPowerLevel = 4 },
        "2.32": reportAfterScan(),
    ]

    private static let connecting: [String: Breakage] = [
        "3.1": Breakage(after: { command, sink, _ in
            guard case .connect(let peer, _) = command else { return }
            sink.receive(.failedToConnect(peer, .connectionTimeout), .posting)
        }),
        "3.2": twice(isConnected),
        "3.3": without(isConnected),
        "3.4": {
            let count = Lock(0)
            return events { event in
                guard isConnected(event) else { return [event] }
                return count.withLock { count in
                    count += 1
                    return count == 1
                } ? [event] : []
            }
        }(),
        "3.5": disconnected(with: .unknown),
        "3.6": disconnected(with: .peripheralDisconnected),
        "3.7": Breakage(after: { command, sink, _ in
            guard case .cancelConnection(let peer) = command else { return }
            sink.receive(.disconnected(peer, nil, timestamp: 0, isReconnecting: false), .posting)
        }),
        "3.8": Breakage(after: { command, sink, world in
            // The link of the other manager ends with this one's, whoever of the two is told.
            guard case .connect(let peer, _) = command else { return }
            world.after(.seconds(2)) {
                sink.receive(.disconnected(peer, nil, timestamp: 0, isReconnecting: false), .posting)
            }
        }),
        "3.9": without { if case .disconnected = $0 { true } else { false } },
        "3.10": disconnected(with: .connectionTimeout),
        "3.11": disconnected(with: .peripheralDisconnected),
        "3.24": {
            let reading = Lock<Central.Event?>(nil)
            return Breakage(
                event: { event in
                    guard case .disconnected = event, let answer = reading.withLock({ $0 }) else {
                        return [event]
                    }
                    return [event, answer]
                },
                command: { command in
                    if case .readCharacteristic(let peer, let attribute) = command {
                        reading.withLock { $0 = .characteristicValue(peer, attribute, .failure(.unknown)) }
                    }
                    return command
                })
        }(),
        "3.28": Breakage(dropped: .accepted),
        "3.30": Breakage(peers: { _ in [Central.Peer(identifier: PeerIdentifier(high: 1, low: 2), name: nil)]
        }),
        "3.31": Breakage(peers: { _ in [] }),
        "3.35": without { if case .connectionEvent = $0 { true } else { false } },
    ]

    private static let discovering: [String: Breakage] = [
        "4.2": Breakage(command: { command in
            if case .discoverServices(let peer, _) = command { .discoverServices(peer, nil) } else { command }
        }),
        "4.3": services { _ in [] },
        "4.4": services { $0.filter { $0.uuid == "180F" } },
        "4.5": {
            let count = Lock<UInt64>(0)
            return services { services in
                let count = count.withLock { count in
                    count += 1
                    return count
                }
                return services.map { service in
                    var service = service
                    service.identifier = AttributeIdentifier(rawValue: count << 32)
                    return service
                }
            }
        }(),
        "4.14": without { if case .servicesModified = $0 { true } else { false } },
        "4.18": services { services in
            services + [Central.Service(identifier: .init(rawValue: 99), uuid: "1800", isPrimary: true)]
        },
        "4.19": events { event in
            guard case .characteristicsDiscovered(let peer, let service, let found, let error) = event else {
                return [event]
            }
            return [.characteristicsDiscovered(peer, service: service, found.reversed(), error)]
        },
        "4.21": events { event in
            guard case .characteristicsDiscovered(let peer, let service, let found, let error) = event else {
                return [event]
            }
            var known: Set<BluetoothUUID> = []
            let once = found.filter { known.insert($0.uuid).inserted }
            return [.characteristicsDiscovered(peer, service: service, once, error)]
        },
        "4.22": events { event in
            guard case .includedServicesDiscovered(let peer, let service, _, let error) = event else {
                return [event]
            }
            return [.includedServicesDiscovered(peer, service: service, [], error)]
        },
        "4.28": values { value in if case .failure = value { .failure(.connectionTimeout) } else { value } },
        "4.27": {
            let held = Lock<Central.Command?>(nil)
            return Breakage(command: { command in
                // The first read of the two is sent last.
                guard case .readCharacteristic = command else { return command }
                return held.withLock { held in
                    if let first = held { return first }
                    held = command
                    return nil
                }
            })
        }(),
    ]

    private static let reading: [String: Breakage] = [
        "5.1": values { value in value == .success([1]) ? .success([0]) : value },
        "5.4": values { value in value.map { Array($0.prefix(246)) } },
        "5.5": values { _ in .success([]) },
        // Who unsubscribes is told that it has, and stays subscribed.
        "5.25": {
            let last = Lock<Central.Event?>(nil)
            return Breakage(
                event: { event in
                    if case .characteristicValue = event { last.withLock { $0 = event } }
                    return [event]
                },
                after: { command, sink, world in
                    guard case .setNotify(_, _, false) = command, let event = last.withLock({ $0 }) else {
                        return
                    }
                    world.after(.seconds(1)) { sink.receive(event, .posting) }
                })
        }(),
        "5.30": events { event in
            if case .rssi(let peer, _) = event { [.rssi(peer, .failure(.notConnected))] } else { [event] }
        },
        "5.40": values { value in if case .failure = value { .failure(.unknown) } else { value } },
    ]

    private static let writing: [String: Breakage] = [
        "5.6": written(with: nil),
        "5.7": Breakage(dropped: .accepted),
        "5.8": events { event in
            guard case .characteristicValue(let peer, let attribute, _) = event else { return [event] }
            return [event, .characteristicWritten(peer, attribute, nil)]
        },
        "5.9": Breakage(length: { _ in 20 }),
        "5.11": Breakage(mtu: { _ in 23 }),
        "5.13": written(with: .unknown),
        "5.20": subscribed(false, .att(code: 6)),
        "5.21": subscribed(false, nil),
        "5.22": subscribed(true, nil),
        "5.24": subscribed(true, .unknown),
        "5.28": twice { if case .characteristicValue = $0 { true } else { false } },
    ]
}
