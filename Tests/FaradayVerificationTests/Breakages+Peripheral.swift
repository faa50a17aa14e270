import BluetoothPort
import BluetoothTypes

@testable import FaradayVerification

extension Breakage {
    private static func advertising(
        _ change:
            @escaping @Sendable (Peripheral.AdvertisementRequest)
            -> Peripheral.AdvertisementRequest
    ) -> Breakage {
        Breakage(hostCommand: { command in
            guard case .startAdvertising(let request) = command else { return command }
            return .startAdvertising(change(request))
        })
    }

    private static func started(with error: PortError?) -> Breakage {
        hostEvents { event in
            if case .advertisingStarted = event { [.advertisingStarted(error)] } else { [event] }
        }
    }

    static let publishing: [String: Breakage] = [
        "1.2": withoutHost { if case .stateChanged = $0 { true } else { false } },
        "1.11": Breakage(dropped: .accepted),
        "1.33": {
            let count = Lock(0)
            return hostEvents { event in
                guard case .advertisingStarted = event else { return [event] }
                return count.withLock { count in
                    count += 1
                    return count == 1
                } ? [event] : [.advertisingStarted(.unknown)]
            }
        }(),
        "4.16": without(isModified),
        "6.1": hostEvents { event in
            if case .serviceAdded(let service, _) = event {
                [.serviceAdded(service, .unknown)]
            } else {
                [event]
            }
        },
        "6.5": events { event in
            guard case .descriptorsDiscovered(let peer, let attribute, _, let error) = event else {
                return [event]
            }
            return [.descriptorsDiscovered(peer, characteristic: attribute, [], error)]
        },
        "6.7": advertising { .init(serviceUUIDs: $0.serviceUUIDs) },
        "6.8": report { advertisement in
            if advertisement.localName != nil {
                advertisement.localName = "A name that is longer than what an advertisement can have"
            }
        },
        "6.9": started(with: nil),
        "6.26": without(isModified),
    ]

    static let serving: [String: Breakage] = [
        "5.39": Breakage(hostCommand: { command in
            guard case .add(var service) = command else { return command }
            service.characteristics[0].value = [8]
            return .add(service)
        }),
        "6.3": hostEvents { event in
            guard case .advertisingStarted = event else { return [event] }
            let central = Peripheral.Subscriber(identifier: .init(high: 1, low: 2), maximumUpdateLength: 20)
            let request = Peripheral.ReadRequest(
                identifier: .init(rawValue: 99), central: central,
                characteristic: PublishedID.Place.fixed, offset: 0)
            return [event, .readRequest(request)]
        },
        "6.4": withoutHost { if case .writeRequests = $0 { true } else { false } },
        "6.14": Breakage(hostAfter: { command, sink, world in
            guard case .startAdvertising = command else { return }
            let central = Peripheral.Subscriber(identifier: .init(high: 1, low: 2), maximumUpdateLength: 20)
            let event = Peripheral.Event.updateLengthChanged(central)
            world.after(.seconds(4)) { sink.receive(event, .posting) }
        }),
        "6.15": withoutHost { if case .unsubscribed = $0 { true } else { false } },
        "6.18": values { value in value.map { $0 + [0] } },
        "6.19": Breakage(update: { _ in true }),
        "6.20": values { _ in .success([1]) },
        "6.22": values { _ in .failure(.connectionTimeout) },
        "6.23": hostEvents { event in
            guard case .writeRequests(let identifier, let parts) = event else { return [event] }
            return [.writeRequests(identifier, Array(parts.prefix(1)))]
        },
        "6.24": Breakage(after: { command, sink, _ in
            guard case .writeCharacteristic(let peer, let attribute, _, .withoutResponse) = command else {
                return
            }
            sink.receive(.characteristicWritten(peer, attribute, nil), .posting)
        }),
    ]
}
