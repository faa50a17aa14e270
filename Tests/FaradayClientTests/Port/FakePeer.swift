import BluetoothTypes

import enum BluetoothPort.PortError
import struct BluetoothPort.AttributeIdentifier
import struct BluetoothPort.Channel
import struct BluetoothPort.ChannelIdentifier
import struct BluetoothPort.PeerIdentifier

@testable import FaradayClient

/// A peripheral's attributes, and what its phone answers to each command.
struct FakePeer: Sendable {
    struct Service: Sendable {
        var uuid: BluetoothUUID
        var identifier: UInt64
        var characteristics: [(uuid: BluetoothUUID, identifier: UInt64, properties: UInt)]
    }

    static let identifier = PeerIdentifier(high: 1, low: 2)
    static let peer = PortCentral.Peer(identifier: identifier, name: "fake")

    var services: [Service] = [
        Service(
            uuid: "FF00", identifier: 10,
            characteristics: [("FF01", 11, 0x12), ("FF02", 13, 0x0E), ("FF03", 15, 0x3A)]),
        Service(uuid: "180F", identifier: 20, characteristics: [("2A19", 21, 0x12)]),
        Service(uuid: "180F", identifier: 30, characteristics: [("2A19", 31, 0x12)]),
    ]

    /// The event that answers a command, if a well-behaved peripheral answers it.
    func answer(to command: PortCentral.Command) -> PortCentral.Event? {
        let peer = Self.identifier
        switch command {
        case .connect: return .connected(Self.peer)
        case .cancelConnection: return .disconnected(peer, nil, timestamp: 0, isReconnecting: false)
        case .discoverServices(_, let uuids):
            let found = services.filter { uuids?.contains($0.uuid) ?? true }
            return .servicesDiscovered(
                peer,
                found.map {
                    PortCentral.Service(
                        identifier: AttributeIdentifier(rawValue: $0.identifier), uuid: $0.uuid,
                        isPrimary: true)
                }, nil)
        case .discoverIncludedServices(_, _, let service):
            return .includedServicesDiscovered(peer, service: service, [], nil)
        case .discoverCharacteristics(_, let uuids, let service):
            let all = services.first { $0.identifier == service.rawValue }?.characteristics ?? []
            let found = all.filter { uuids?.contains($0.uuid) ?? true }
            return .characteristicsDiscovered(
                peer, service: service,
                found.map {
                    PortCentral.Characteristic(
                        identifier: AttributeIdentifier(rawValue: $0.identifier), uuid: $0.uuid,
                        properties: $0.properties, cachedValue: nil)
                }, nil)
        case .discoverDescriptors(_, let characteristic):
            let found = PortCentral.Descriptor(
                identifier: AttributeIdentifier(rawValue: characteristic.rawValue + 1), uuid: "2901")
            return .descriptorsDiscovered(peer, characteristic: characteristic, [found], nil)
        default: return answerToUse(of: command)
        }
    }

    private func answerToUse(of command: PortCentral.Command) -> PortCentral.Event? {
        let peer = Self.identifier
        switch command {
        case .readCharacteristic(_, let id):
            return .characteristicValue(peer, id, .success([UInt8(truncatingIfNeeded: id.rawValue)]))
        case .writeCharacteristic(_, let id, _, .withResponse): return .characteristicWritten(peer, id, nil)
        case .setNotify(_, let id, let isOn):
            return .notifyStateChanged(peer, id, isNotifying: isOn, nil)
        case .readDescriptor(_, let id): return .descriptorValue(peer, id, .success([1]))
        case .writeDescriptor(_, let id, _): return .descriptorWritten(peer, id, nil)
        case .readRSSI: return .rssi(peer, .success(-40))
        case .openChannel(_, let psm):
            let channel = Channel(identifier: ChannelIdentifier(rawValue: 1), psm: psm)
            return .channelOpened(peer, .success(channel))
        default: return nil
        }
    }
}
