import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct ValueTests {
    func discovered(_ descriptors: [Central.Descriptor] = []) -> CentralApp {
        let app = CentralApp()
        app.link()
        app.port.tell(
            .servicesDiscovered(peerA, [service(1, 0x180D)], nil),
            .characteristicsDiscovered(
                peerA, service: attribute(1), [characteristic(2, 0x2A37)], nil),
            .descriptorsDiscovered(peerA, characteristic: attribute(2), descriptors, nil))
        app.log = []
        return app
    }

    @Test("Behaviour 5.2; regression 73, 74: each value is set right before its callback")
    func valueIsSetRightBeforeItsCallback() throws {
        let app = discovered()
        app.port.tell(
            .characteristicValue(peerA, attribute(2), .success([1])),
            .characteristicValue(peerA, attribute(2), .success([2, 3])))
        #expect(app.log == ["value 2A37 [1]", "value 2A37 [2, 3]"])
    }

    @Test("Behaviour 5.3; regression 98: a failed read keeps the value")
    func failedReadKeepsTheValue() {
        let app = discovered()
        app.port.tell(
            .characteristicValue(peerA, attribute(2), .success([1])),
            .characteristicValue(peerA, attribute(2), .failure(.att(code: 2))))
        #expect(app.log.last == "value 2A37 [1] error=2")
        #expect(app.lastError is CBATTError)
    }

    @Test func otherAnswersReachTheirCallbacks() {
        let app = discovered([descriptor(3, 0x2902)])
        app.port.tell(
            .characteristicWritten(peerA, attribute(2), nil),
            .characteristicWritten(peerA, attribute(2), .att(code: 3)),
            .notifyStateChanged(peerA, attribute(2), isNotifying: true, nil),
            .notifyStateChanged(peerA, attribute(2), isNotifying: false, .att(code: 6)),
            .descriptorWritten(peerA, attribute(3), nil),
            .rssi(peerA, .success(-61)), .rssi(peerA, .failure(.notConnected)),
            .nameChanged(peerA, "Strap"), .readyToWriteWithoutResponse(peerA))
        #expect(
            app.log == [
                "wrote 2A37", "wrote 2A37 error=3", "notifying true", "notifying false error=6",
                "wrote descriptor 2902", "rssi -61", "rssi 127 error=3", "name Strap", "ready",
            ])
    }

    @Test("Regression 100: numbers, a string and bytes, by the descriptor's UUID")
    func descriptorValuesAreTypedByUUID() throws {
        let uuids: [UInt16] = [0x2900, 0x2901, 0x2902, 0x2903, 0x2904, 0x2908]
        let app = discovered(uuids.enumerated().map { descriptor(UInt64($0.offset) + 10, $0.element) })
        for index in uuids.indices {
            app.port.tell(.descriptorValue(peerA, attribute(UInt64(index) + 10), .success([0x41, 0x01])))
        }
        let values = try #require(app.peripheral.services?.first?.characteristics?.first?.descriptors)
            .map(\.value)
        for index in [0, 2, 3] { #expect((values[index] as? NSNumber)?.intValue == 0x0141) }
        #expect(values[1] as? String == "A\u{1}")
        #expect(values[4] as? Data == Data([0x41, 1]) && values[5] as? Data == Data([0x41, 1]))
        app.port.tell(.descriptorValue(peerA, attribute(12), .success([])))
        #expect(app.log.last == "descriptor 2902 0")
        app.port.tell(.descriptorValue(peerA, attribute(12), .failure(.att(code: 5))))
        #expect(app.log.last == "descriptor 2902 0 error=5")
    }

    @Test func commandsCarryBytesAndTypes() throws {
        let app = discovered([descriptor(3, 0x2901)])
        let characteristic = try #require(app.peripheral.services?.first?.characteristics?.first)
        let descriptor = try #require(characteristic.descriptors?.first)
        let before = app.port.commands.count
        app.peripheral.readValue(for: characteristic)
        app.peripheral.writeValue(Data([1]), for: characteristic, type: .withResponse)
        app.peripheral.writeValue(Data([2]), for: characteristic, type: .withoutResponse)
        app.peripheral.setNotifyValue(true, for: characteristic)
        app.peripheral.readValue(for: descriptor)
        app.peripheral.writeValue(Data([3]), for: descriptor)
        app.peripheral.readRSSI()
        #expect(
            app.port.commands.dropFirst(before) == [
                .readCharacteristic(peerA, attribute(2)),
                .writeCharacteristic(peerA, attribute(2), [1], .withResponse),
                .writeCharacteristic(peerA, attribute(2), [2], .withoutResponse),
                .setNotify(peerA, attribute(2), true), .readDescriptor(peerA, attribute(3)),
                .writeDescriptor(peerA, attribute(3), [3]), .readRSSI(peerA),
            ])
    }

    @Test("Regression 90: the maximum write length is queried each time")
    func limitsAreAskedEachTime() {
        let app = discovered()
        #expect(!app.peripheral.canSendWriteWithoutResponse)
        for length in [20, 182] {
            app.port.answer { $0.writeLengths[peerA] = [.withoutResponse: length] }
            #expect(app.peripheral.maximumWriteValueLength(for: .withoutResponse) == length)
        }
        app.port.answer { $0.room = [peerA] }
        #expect(app.peripheral.canSendWriteWithoutResponse)
    }

    @Test("Behaviour 5.26; regression 100: writing the subscription descriptor is an exception")
    func writingTheSubscriptionDescriptorIsAnException() throws {
        let app = discovered([descriptor(3, 0x2902)])
        let descriptor = try #require(
            app.peripheral.services?.first?.characteristics?.first?.descriptors?.first)
        app.peripheral.writeValue(Data([1, 0]), for: descriptor)
        #expect(
            app.port.misuses == [
                Misuse(
                    kind: .clientConfigurationWritten, call: "CBPeripheral.writeValue(_:for:)",
                    message: "Client Characteristic Configuration descriptors must be configured using "
                        + "setNotifyValue:forCharacteristic:")
            ])
        #expect(!app.port.commands.contains(.writeDescriptor(peerA, attribute(3), [1, 0])))
    }

    @Test func attributesOfAnotherPeripheralAreReported() throws {
        let app = discovered()
        let other = discovered()
        let service = try #require(other.peripheral.services?.first)
        let characteristic = try #require(service.characteristics?.first)
        let before = app.port.commands.count
        app.peripheral.discoverCharacteristics(nil, for: service)
        app.peripheral.discoverIncludedServices(nil, for: service)
        app.peripheral.readValue(for: characteristic)
        app.peripheral.writeValue(Data(), for: characteristic, type: .withResponse)
        app.peripheral.setNotifyValue(true, for: characteristic)
        app.peripheral.discoverDescriptors(for: characteristic)
        #expect(app.port.commands.count == before + 6)
        #expect(app.port.misuses.map(\.kind) == Array(repeating: .foreignObject, count: 6))
    }

    @Test func withoutALinkThePortDecides() throws {
        let app = discovered()
        let characteristic = try #require(app.peripheral.services?.first?.characteristics?.first)
        app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        app.peripheral.readValue(for: characteristic)
        #expect(app.port.commands.last == .readCharacteristic(peerA, attribute(2)))
        #expect(app.port.misuses.isEmpty)
    }
}
