import BluetoothPort
import BluetoothTypes
import PortProtocol

extension FrameDraws {
    mutating func centralPeer() -> Central.Peer {
        Central.Peer(identifier: peer(), name: maybe { $0.text() })
    }

    mutating func scan() -> Central.ScanRequest {
        Central.ScanRequest(
            services: list { $0.uuid() }, allowsDuplicates: flag(), solicitedServices: list { $0.uuid() })
    }

    mutating func connectOptions() -> Central.ConnectOptions {
        Central.ConnectOptions(
            startDelay: double(), enablesAutoReconnect: flag(), alerts: .init(rawValue: numbers.byte()),
            bridgesTransport: flag(), requiresNotificationSharing: flag())
    }

    mutating func centralService() -> Central.Service {
        Central.Service(identifier: attribute(), uuid: uuid(), isPrimary: flag())
    }

    mutating func centralCharacteristic() -> Central.Characteristic {
        Central.Characteristic(
            identifier: attribute(), uuid: uuid(), properties: options(), cachedValue: maybe { $0.bytes() })
    }

    mutating func centralDescriptor() -> Central.Descriptor {
        Central.Descriptor(identifier: attribute(), uuid: uuid())
    }

    mutating func traits() -> Central.Traits {
        let methods: Central.DisconnectMethods
        switch one(of: Central.DisconnectMethods.Kind.allCases) {
        case .olderOnly: methods = .olderOnly
        case .olderFirst: methods = .olderFirst
        case .newerFirst: methods = .newerFirst
        }
        return Central.Traits(
            disconnectMethods: methods, invalidatesPeripheralsWhenPoweredOff: flag(),
            supportsExtendedScanAndConnect: flag(), supportsChannelSounding: flag())
    }

    mutating func advertisement() -> Advertisement {
        var advertisement = Advertisement()
        advertisement.localName = maybe { $0.text() }
        advertisement.manufacturerData = maybe { $0.bytes() }
        advertisement.serviceData = list { .init(uuid: $0.uuid(), data: $0.bytes()) }
        advertisement.serviceUUIDs = list { $0.uuid() }
        advertisement.overflowServiceUUIDs = list { $0.uuid() }
        advertisement.solicitedServiceUUIDs = list { $0.uuid() }
        advertisement.txPowerLevel = maybe { $0.count() }
        advertisement.isConnectable = maybe { $0.flag() }
        advertisement.timestamp = maybe { $0.double() }
        advertisement.rxPrimaryPHY = maybe { $0.count() }
        advertisement.rxSecondaryPHY = maybe { $0.count() }
        return advertisement
    }

    mutating func ranging() -> Central.RangingCommand {
        switch one(of: Central.RangingCommand.Kind.allCases) {
        case .start: .start(one(of: allCases(Central.RangingRole.self)))
        case .cancel: .cancel
        }
    }

    mutating func rangingEvent() -> Central.RangingEvent {
        switch one(of: Central.RangingEvent.Kind.allCases) {
        case .measured: .measured(result { $0.double() })
        case .completed: .completed(maybe { $0.error() })
        }
    }

    mutating func restoredPeripheral() -> Central.RestoredPeripheral {
        let state: Central.RestoredPeripheral.State
        switch one(of: Central.RestoredPeripheral.State.Kind.allCases) {
        case .disconnected: state = .disconnected
        case .connecting: state = .connecting
        case .connected: state = .connected
        }
        return .init(peer: centralPeer(), state: state, services: maybe { $0.list { $0.knownService() } })
    }

    mutating func knownService() -> Central.KnownService {
        Central.KnownService(
            service: centralService(), includedServices: maybe { $0.list { $0.centralService() } },
            characteristics: maybe {
                $0.list {
                    .init(
                        characteristic: $0.centralCharacteristic(), isNotifying: $0.flag(),
                        descriptors: $0.maybe { $0.list { $0.centralDescriptor() } })
                }
            })
    }

    package mutating func centralCommand(_ kind: Central.Command.Kind) -> Central.Command {
        switch kind {
        case .scan: .scan(scan())
        case .stopScan: .stopScan
        case .connect: .connect(peer(), connectOptions())
        case .cancelConnection: .cancelConnection(peer())
        case .release: .release(peer())
        case .discoverServices: .discoverServices(peer(), maybe { $0.list { $0.uuid() } })
        case .discoverIncludedServices:
            .discoverIncludedServices(peer(), maybe { $0.list { $0.uuid() } }, service: attribute())
        case .discoverCharacteristics:
            .discoverCharacteristics(peer(), maybe { $0.list { $0.uuid() } }, service: attribute())
        case .discoverDescriptors: .discoverDescriptors(peer(), characteristic: attribute())
        case .readCharacteristic: .readCharacteristic(peer(), attribute())
        case .writeCharacteristic:
            .writeCharacteristic(peer(), attribute(), bytes(), one(of: allCases(Central.WriteType.self)))
        case .setNotify: .setNotify(peer(), attribute(), flag())
        case .readDescriptor: .readDescriptor(peer(), attribute())
        case .writeDescriptor: .writeDescriptor(peer(), attribute(), bytes())
        case .readRSSI: .readRSSI(peer())
        case .registerForConnectionEvents:
            .registerForConnectionEvents(
                maybe { .init(services: $0.list { $0.uuid() }, peers: $0.list { $0.peer() }) })
        case .openChannel: .openChannel(peer(), psm: short())
        case .channel: .channel(channel(), channelCommand())
        case .ranging: .ranging(peer(), ranging())
        case .reportMisuse: .reportMisuse(misuse())
        }
    }

    package mutating func centralEvent(_ kind: Central.Event.Kind) -> Central.Event {
        switch kind {
        case .willRestoreState:
            .willRestoreState(
                .init(peripherals: list { $0.restoredPeripheral() }, scan: maybe { $0.scan() }))
        case .stateChanged: .stateChanged(state())
        case .discovered: .discovered(centralPeer(), advertisement(), rssi: count())
        case .connected: .connected(centralPeer())
        case .failedToConnect: .failedToConnect(peer(), maybe { $0.error() })
        case .disconnected:
            .disconnected(peer(), maybe { $0.error() }, timestamp: double(), isReconnecting: flag())
        case .connectionEvent: .connectionEvent(centralPeer(), isConnected: flag())
        case .notificationSharingChanged: .notificationSharingChanged(centralPeer())
        case .nameChanged: .nameChanged(peer(), maybe { $0.text() })
        case .attributesKnown: .attributesKnown(peer(), list { $0.knownService() })
        case .servicesDiscovered:
            .servicesDiscovered(peer(), list { $0.centralService() }, maybe { $0.error() })
        case .includedServicesDiscovered:
            .includedServicesDiscovered(
                peer(), service: attribute(), list { $0.centralService() }, maybe { $0.error() })
        case .characteristicsDiscovered:
            .characteristicsDiscovered(
                peer(), service: attribute(), list { $0.centralCharacteristic() }, maybe { $0.error() })
        case .descriptorsDiscovered:
            .descriptorsDiscovered(
                peer(), characteristic: attribute(), list { $0.centralDescriptor() }, maybe { $0.error() })
        case .servicesModified: .servicesModified(peer(), invalidated: list { $0.attribute() })
        case .characteristicValue: .characteristicValue(peer(), attribute(), result { $0.bytes() })
        case .characteristicWritten: .characteristicWritten(peer(), attribute(), maybe { $0.error() })
        case .notifyStateChanged:
            .notifyStateChanged(peer(), attribute(), isNotifying: flag(), maybe { $0.error() })
        case .descriptorValue: .descriptorValue(peer(), attribute(), result { $0.bytes() })
        case .descriptorWritten: .descriptorWritten(peer(), attribute(), maybe { $0.error() })
        case .rssi: .rssi(peer(), result { $0.count() })
        case .readyToWriteWithoutResponse: .readyToWriteWithoutResponse(peer())
        case .channelOpened: .channelOpened(peer(), result { $0.openChannel() })
        case .channel: .channel(channel(), channelEvent())
        case .ranging: .ranging(peer(), rangingEvent())
        }
    }
}
