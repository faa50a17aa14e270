import BluetoothPort
import BluetoothTypes

extension Central.Event: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case willRestoreState = 1
        case stateChanged = 2
        case discovered = 3
        case connected = 4
        case failedToConnect = 5
        case disconnected = 6
        case connectionEvent = 7
        case notificationSharingChanged = 8
        case nameChanged = 9
        case attributesKnown = 10
        case servicesDiscovered = 11
        case includedServicesDiscovered = 12
        case characteristicsDiscovered = 13
        case descriptorsDiscovered = 14
        case servicesModified = 15
        case characteristicValue = 16
        case characteristicWritten = 17
        case notifyStateChanged = 18
        case descriptorValue = 19
        case descriptorWritten = 20
        case rssi = 21
        case readyToWriteWithoutResponse = 22
        case channelOpened = 23
        case channel = 24
        case ranging = 25
        static let family = "Central.Event"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .willRestoreState(let state): output.put(Kind.willRestoreState, state)
        case .stateChanged(let state): output.put(Kind.stateChanged, state)
        case .discovered(let peer, let advertisement, let rssi):
            output.put(Kind.discovered, peer, advertisement, rssi)
        case .connected(let peer): output.put(Kind.connected, peer)
        case .failedToConnect(let peer, let error): output.put(Kind.failedToConnect, peer, error)
        case .disconnected(let peer, let error, let timestamp, let isReconnecting):
            output.put(Kind.disconnected, peer, error, timestamp, isReconnecting)
        case .connectionEvent(let peer, let isConnected): output.put(Kind.connectionEvent, peer, isConnected)
        case .notificationSharingChanged(let peer): output.put(Kind.notificationSharingChanged, peer)
        case .nameChanged(let peer, let name): output.put(Kind.nameChanged, peer, name)
        case .attributesKnown(let peer, let services): output.put(Kind.attributesKnown, peer, services)
        case .servicesDiscovered(let peer, let services, let error):
            output.put(Kind.servicesDiscovered, peer, services, error)
        case .includedServicesDiscovered(let peer, let service, let includedServices, let error):
            output.put(Kind.includedServicesDiscovered, peer, service, includedServices, error)
        case .characteristicsDiscovered(let peer, let service, let characteristics, let error):
            output.put(Kind.characteristicsDiscovered, peer, service, characteristics, error)
        case .descriptorsDiscovered(let peer, let characteristic, let descriptors, let error):
            output.put(Kind.descriptorsDiscovered, peer, characteristic, descriptors, error)
        case .servicesModified(let peer, let invalidated):
            output.put(Kind.servicesModified, peer, invalidated)
        case .characteristicValue(let peer, let characteristic, let value):
            output.put(Kind.characteristicValue, peer, characteristic, value)
        case .characteristicWritten(let peer, let characteristic, let error):
            output.put(Kind.characteristicWritten, peer, characteristic, error)
        case .notifyStateChanged(let peer, let characteristic, let isNotifying, let error):
            output.put(Kind.notifyStateChanged, peer, characteristic, isNotifying, error)
        case .descriptorValue(let peer, let descriptor, let value):
            output.put(Kind.descriptorValue, peer, descriptor, value)
        case .descriptorWritten(let peer, let descriptor, let error):
            output.put(Kind.descriptorWritten, peer, descriptor, error)
        case .rssi(let peer, let rssi): output.put(Kind.rssi, peer, rssi)
        case .readyToWriteWithoutResponse(let peer): output.put(Kind.readyToWriteWithoutResponse, peer)
        case .channelOpened(let peer, let channel): output.put(Kind.channelOpened, peer, channel)
        case .channel(let channel, let event): output.put(Kind.channel, channel, event)
        case .ranging(let peer, let event): output.put(Kind.ranging, peer, event)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .willRestoreState: self = .willRestoreState(try input("state"))
        case .stateChanged: self = .stateChanged(try input("state"))
        case .discovered:
            self = .discovered(try input("peer"), try input("advertisement"), rssi: try input("rssi"))
        case .connected: self = .connected(try input("peer"))
        case .failedToConnect: self = .failedToConnect(try input("peer"), try input("error"))
        case .disconnected:
            self = .disconnected(
                try input("peer"), try input("error"), timestamp: try input("timestamp"),
                isReconnecting: try input("isReconnecting"))
        case .connectionEvent:
            self = .connectionEvent(try input("peer"), isConnected: try input("isConnected"))
        case .notificationSharingChanged: self = .notificationSharingChanged(try input("peer"))
        case .nameChanged: self = .nameChanged(try input("peer"), try input("name"))
        case .attributesKnown: self = .attributesKnown(try input("peer"), try input("services"))
        case .servicesDiscovered:
            self = .servicesDiscovered(try input("peer"), try input("services"), try input("error"))
        case .includedServicesDiscovered:
            self = .includedServicesDiscovered(
                try input("peer"), service: try input("service"), try input("includedServices"),
                try input("error"))
        case .characteristicsDiscovered:
            self = .characteristicsDiscovered(
                try input("peer"), service: try input("service"), try input("characteristics"),
                try input("error"))
        case .descriptorsDiscovered:
            self = .descriptorsDiscovered(
                try input("peer"), characteristic: try input("characteristic"), try input("descriptors"),
                try input("error"))
        case .servicesModified:
            self = .servicesModified(try input("peer"), invalidated: try input("invalidated"))
        case .characteristicValue:
            self = .characteristicValue(try input("peer"), try input("characteristic"), try input("value"))
        case .characteristicWritten:
            self = .characteristicWritten(try input("peer"), try input("characteristic"), try input("error"))
        case .notifyStateChanged:
            self = .notifyStateChanged(
                try input("peer"), try input("characteristic"), isNotifying: try input("isNotifying"),
                try input("error"))
        case .descriptorValue:
            self = .descriptorValue(try input("peer"), try input("descriptor"), try input("value"))
        case .descriptorWritten:
            self = .descriptorWritten(try input("peer"), try input("descriptor"), try input("error"))
        case .rssi: self = .rssi(try input("peer"), try input("rssi"))
        case .readyToWriteWithoutResponse: self = .readyToWriteWithoutResponse(try input("peer"))
        case .channelOpened: self = .channelOpened(try input("peer"), try input("channel"))
        case .channel: self = .channel(try input("channel"), try input("event"))
        case .ranging: self = .ranging(try input("peer"), try input("event"))
        }
    }
}
