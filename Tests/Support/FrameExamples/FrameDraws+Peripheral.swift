import BluetoothPort
import BluetoothTypes
import PortProtocol

extension FrameDraws {
    mutating func subscriber() -> Peripheral.Subscriber {
        Peripheral.Subscriber(identifier: peer(), maximumUpdateLength: count())
    }

    mutating func advertisementRequest() -> Peripheral.AdvertisementRequest {
        Peripheral.AdvertisementRequest(
            localName: maybe { $0.text() }, serviceUUIDs: list { $0.uuid() }, beacon: maybe { $0.bytes() },
            refusedKeys: list { $0.text() })
    }

    mutating func update() -> Peripheral.Update {
        Peripheral.Update(
            bytes(), characteristic: attribute(), centrals: maybe { $0.list { $0.peer() } })
    }

    mutating func peripheralService() -> Peripheral.Service {
        Peripheral.Service(
            identifier: attribute(), uuid: uuid(), isPrimary: flag(),
            includedServices: list { $0.attribute() },
            characteristics: list {
                .init(
                    identifier: $0.attribute(), uuid: $0.uuid(), properties: $0.options(),
                    permissions: $0.options(), value: $0.maybe { $0.bytes() },
                    descriptors: $0.list { .init(uuid: $0.uuid(), value: $0.bytes()) })
            })
    }

    mutating func writeRequest() -> Peripheral.WriteRequest {
        .init(central: subscriber(), characteristic: attribute(), offset: count(), value: bytes())
    }

    package mutating func peripheralCommand(_ kind: Peripheral.Command.Kind) -> Peripheral.Command {
        switch kind {
        case .add: .add(peripheralService())
        case .remove: .remove(attribute())
        case .removeAllServices: .removeAllServices
        case .startAdvertising: .startAdvertising(advertisementRequest())
        case .stopAdvertising: .stopAdvertising
        case .respond:
            .respond(request(), code: numbers.byte(), value: maybe { $0.bytes() }, part: count())
        case .setDesiredConnectionLatency:
            .setDesiredConnectionLatency(one(of: allCases(Peripheral.Latency.self)), central: peer())
        case .publishChannel: .publishChannel(isEncrypted: flag())
        case .unpublishChannel: .unpublishChannel(psm: short())
        case .channel: .channel(channel(), channelCommand())
        case .reportMisuse: .reportMisuse(misuse())
        }
    }

    package mutating func peripheralEvent(_ kind: Peripheral.Event.Kind) -> Peripheral.Event {
        switch kind {
        case .willRestoreState:
            .willRestoreState(
                .init(
                    services: list { $0.peripheralService() },
                    subscriptions: list {
                        .init(central: $0.subscriber(), characteristic: $0.attribute())
                    },
                    advertisement: maybe { $0.advertisementRequest() }))
        case .stateChanged: .stateChanged(state())
        case .serviceAdded: .serviceAdded(attribute(), maybe { $0.error() })
        case .advertisingStarted: .advertisingStarted(maybe { $0.error() })
        case .subscribed: .subscribed(subscriber(), characteristic: attribute())
        case .unsubscribed: .unsubscribed(subscriber(), characteristic: attribute())
        case .updateLengthChanged: .updateLengthChanged(subscriber())
        case .readRequest:
            .readRequest(
                .init(
                    identifier: request(), central: subscriber(), characteristic: attribute(),
                    offset: count()))
        case .writeRequests: .writeRequests(request(), list { $0.writeRequest() })
        case .readyToUpdateSubscribers: .readyToUpdateSubscribers
        case .channelPublished: .channelPublished(psm: short(), maybe { $0.error() })
        case .channelUnpublished: .channelUnpublished(psm: short(), maybe { $0.error() })
        case .channelOpened: .channelOpened(subscriber(), openChannel())
        case .channel: .channel(channel(), channelEvent())
        }
    }
}
