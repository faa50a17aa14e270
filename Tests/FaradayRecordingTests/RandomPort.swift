import BluetoothPort
import BluetoothTypes
import RandomCases

@testable import FaradayRecording

/// Commands and events in any order, about attributes that exist and that do not.
enum RandomPort {
    static func step(_ script: inout CaptureScript, _ numbers: inout SeededNumbers) {
        let manager = numbers.below(2)
        let peer = PeerIdentifier(high: 7, low: UInt64(numbers.below(3)))
        script.time += .milliseconds(numbers.below(20) == 0 ? 40_000 : numbers.below(300))
        if numbers.below(2) == 0 {
            script.command(
                command(peer, &numbers), numbers.below(5) == 0 ? .ignored : .accepted, by: manager)
        } else {
            script.event(
                event(peer, &numbers), of: manager,
                mtu: numbers.below(3) == 0 ? nil : [0, 23, 185, 517, 100_000][numbers.below(5)])
        }
    }

    private static func id(_ numbers: inout SeededNumbers) -> AttributeIdentifier {
        AttributeIdentifier(rawValue: UInt64(numbers.below(12)))
    }

    private static func uuid(_ numbers: inout SeededNumbers) -> BluetoothUUID {
        switch numbers.below(4) {
        case 0: BluetoothUUID(high: numbers.next(), low: numbers.next())
        case 1: BluetoothUUID(bits32: 0x1234_5678)
        case 2: "2902"
        default: BluetoothUUID(UInt16(0xFF00 + numbers.below(4)))
        }
    }

    private static func bytes(_ numbers: inout SeededNumbers) -> [UInt8] {
        numbers.bytes([0, 3, 20, 22, 23, 300, 512, 513, 70_000][numbers.below(9)])
    }

    private static func error(_ numbers: inout SeededNumbers) -> PortError? {
        [nil, nil, nil, .att(code: 3), .notConnected][numbers.below(5)]
    }

    private static func services(_ numbers: inout SeededNumbers) -> [Central.Service] {
        (0..<numbers.below(20)).map { _ in
            .init(identifier: id(&numbers), uuid: uuid(&numbers), isPrimary: numbers.below(4) > 0)
        }
    }

    private static func characteristics(_ numbers: inout SeededNumbers) -> [Central.Characteristic] {
        (0..<numbers.below(20)).map { _ in
            .init(
                identifier: id(&numbers), uuid: uuid(&numbers), properties: UInt(numbers.below(0x400)),
                cachedValue: nil)
        }
    }

    private static func command(_ peer: PeerIdentifier, _ numbers: inout SeededNumbers) -> Central.Command {
        let filter = numbers.below(2) == 0 ? nil : [uuid(&numbers), uuid(&numbers)]
        switch numbers.below(12) {
        case 0: return .scan(.init(allowsDuplicates: numbers.below(2) == 0))
        case 1: return .stopScan
        case 2: return .connect(peer, .init())
        case 3: return .discoverServices(peer, filter)
        case 4: return .discoverIncludedServices(peer, filter, service: id(&numbers))
        case 5: return .discoverCharacteristics(peer, filter, service: id(&numbers))
        case 6: return .discoverDescriptors(peer, characteristic: id(&numbers))
        case 7: return .readCharacteristic(peer, id(&numbers))
        case 8:
            return .writeCharacteristic(
                peer, id(&numbers), bytes(&numbers), numbers.below(2) == 0 ? .withResponse : .withoutResponse)
        case 9: return .setNotify(peer, id(&numbers), numbers.below(2) == 0)
        case 10: return .readDescriptor(peer, id(&numbers))
        default: return .writeDescriptor(peer, id(&numbers), bytes(&numbers))
        }
    }

    private static func event(_ peer: PeerIdentifier, _ numbers: inout SeededNumbers) -> Central.Event {
        let error = error(&numbers)
        let value: Result<[UInt8], PortError> = error.map { .failure($0) } ?? .success(bytes(&numbers))
        switch numbers.below(18) {
        case 0: return .stateChanged([.poweredOn, .poweredOff, .poweredOn][numbers.below(3)])
        case 1: return .discovered(.init(identifier: peer, name: nil), advertisement(&numbers), rssi: -500)
        case 2, 3, 4: return .connected(.init(identifier: peer, name: numbers.below(2) == 0 ? "N" : nil))
        case 5: return .failedToConnect(peer, error)
        case 6: return .disconnected(peer, error, timestamp: 0, isReconnecting: false)
        case 7: return .nameChanged(peer, String(repeating: "n", count: numbers.below(400)))
        case 8:
            return .attributesKnown(peer, services(&numbers).map { .init(service: $0, characteristics: []) })
        case 9: return .servicesDiscovered(peer, services(&numbers), error)
        case 10: return .includedServicesDiscovered(peer, service: id(&numbers), services(&numbers), error)
        case 11:
            return .characteristicsDiscovered(peer, service: id(&numbers), characteristics(&numbers), error)
        case 12:
            let found = (0..<numbers.below(20)).map { _ in
                Central.Descriptor(identifier: id(&numbers), uuid: uuid(&numbers))
            }
            return .descriptorsDiscovered(peer, characteristic: id(&numbers), found, error)
        case 13: return .servicesModified(peer, invalidated: [id(&numbers)])
        case 14: return .characteristicValue(peer, id(&numbers), value)
        case 15: return .characteristicWritten(peer, id(&numbers), error)
        case 16: return .notifyStateChanged(peer, id(&numbers), isNotifying: true, error)
        default: return .descriptorValue(peer, id(&numbers), value)
        }
    }

    private static func advertisement(_ numbers: inout SeededNumbers) -> Advertisement {
        var seen = Advertisement()
        if numbers.below(2) == 0 { seen.localName = String(repeating: "x", count: numbers.below(600)) }
        if numbers.below(2) == 0 { seen.manufacturerData = bytes(&numbers) }
        if numbers.below(3) == 0 { seen.serviceData = [.init(uuid: uuid(&numbers), data: bytes(&numbers))] }
        seen.serviceUUIDs = (0..<numbers.below(30)).map { _ in uuid(&numbers) }
        seen.solicitedServiceUUIDs = [uuid(&numbers)]
        seen.txPowerLevel = 1000
        seen.isConnectable = [nil, true, false][numbers.below(3)]
        if numbers.below(4) == 0 { (seen.rxPrimaryPHY, seen.rxSecondaryPHY) = (3, 400) }
        return seen
    }
}
