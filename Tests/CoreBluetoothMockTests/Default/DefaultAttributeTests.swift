import BluetoothPort
import CoreBluetoothMock
import FaradayTesting
import Testing

/// Attributes and their values with the default behaviour.
@Suite struct DefaultAttributeTests {
    @Test(
        "By default: discovered objects before their callback; values of discovered characteristics",
        .simulated(seed: 1))
    func early() async throws {
        let stage = try await Stage().connect()
        stage.peripheral.discoverServices(nil)
        let service = try #require(stage.peripheral.services?.first)
        stage.peripheral.discoverCharacteristics(nil, for: service)
        #expect(service.characteristics?.count == 4)
        try await stage.hear { stage.peripheral.readValue(for: stage.firmware.led) }
        #expect(stage.characteristic(stage.firmware.led).value == Data([1]))
        // On the next link, and for another app, nothing has been read.
        try await stage.hear { stage.manager.cancelPeripheralConnection(stage.peripheral) }
        try await stage.hear { stage.manager.connect(stage.peripheral) }
        stage.peripheral.discoverServices(nil)
        for service in stage.peripheral.services ?? [] {
            stage.peripheral.discoverCharacteristics(nil, for: service)
        }
        #expect(stage.characteristic(stage.firmware.led).value == nil)
    }

    @Test("By default: discovering without a delegate", .simulated(seed: 2)) func noDelegate() async throws {
        let stage = try await Stage().connect()
        stage.peripheral.delegate = nil
        #expect(try await stage.hear { stage.peripheral.discoverServices(nil) } == [])
        #expect(stage.peripheral.services?.count == 1)
    }

    @Test(
        "By default: GAP, GATT and HID services in a spec; services that are not primary; an included service that is not a service of its own",
        .simulated(seed: 3))
    func services() async throws {
        let inner = CBMServiceMock(
            type: CBMUUID(string: "1540"), primary: true,
            characteristics: CBMCharacteristicMock(type: CBMUUID(string: "1541"), properties: [.read]))
        let stage = try await Stage { builder, firmware in
            let all = [
                CBMServiceMock(type: CBMUUID(string: "1800"), primary: true),
                CBMServiceMock(type: CBMUUID(string: "1812"), primary: true),
                CBMServiceMock(type: CBMUUID(string: "1530"), primary: false),
                CBMServiceMock(type: Stage.service, primary: true, includedServices: inner),
            ]
            return builder.connectable(
                name: "Device", services: all, delegate: firmware, connectionInterval: 0.1)
        }.connect()
        #expect(try await stage.hear { stage.peripheral.discoverServices(nil) } == ["400 services 4"])
        #expect(stage.peripheral.services?.map(\.uuid.uuidString).prefix(3) == ["1800", "1812", "1530"])
        #expect(stage.peripheral.services?[2].isPrimary == false)
        let outer = try #require(stage.peripheral.services?.last)
        #expect(
            try await stage.hear { stage.peripheral.discoverIncludedServices(nil, for: outer) } == [
                "100 included 1"
            ])
        let included = try #require(outer.includedServices?.first)
        #expect(try await stage.hear { stage.peripheral.discoverCharacteristics(nil, for: included) } == [])
    }

    @Test("By default: setNotifyValue where nothing notifies", .simulated(seed: 4)) func silence()
        async throws
    {
        let stage = try await Stage().explore()
        let still = stage.firmware.still
        let heard = try await stage.hear { stage.peripheral.setNotifyValue(true, for: still) }
        #expect(heard == ["100 notify 1526 false: CBErrorDomain 2", "100 spec notify false"])
        final class Lenient: CBMPeripheralSpecDelegate {
            func peripheral(
                _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
                for characteristic: CBMCharacteristicMock
            ) -> Result<Void, Error> { .success(()) }
        }
        CBMCentralManagerMock.tearDownSimulation()
        let other = try await Stage { builder, firmware in
            builder.connectable(
                name: "Lenient", services: [firmware.service], delegate: Lenient(), connectionInterval: 0.1)
        }.explore()
        let allowed = try await other.hear {
            other.peripheral.setNotifyValue(true, for: other.firmware.still)
        }
        #expect(allowed == ["100 notify 1526 true"])
    }

    @Test(
        "By default: a descriptor for subscriptions (2902); reading descriptor 2902; writing to descriptor 2902",
        .simulated(seed: 5))
    func subscriptionDescriptor() async throws {
        let stage = try await Stage().explore()
        let button = stage.characteristic(stage.firmware.button)
        #expect(button.descriptors?.map(\.uuid.uuidString) == ["2901"], "none is added")
        let alarm = stage.characteristic(stage.firmware.alarm)
        let descriptor = try #require(alarm.descriptors?.first)
        #expect(descriptor.uuid.uuidString == "2902")
        let read = try await stage.hear { stage.peripheral.readValue(for: descriptor) }
        #expect(read == ["0 spec read 2902", "-", "100 value 2902 [1]"])
        let written = try await stage.hear { stage.peripheral.writeValue(Data([1, 0]), for: descriptor) }
        #expect(written == ["0 spec write 2902", "-", "100 wrote 2902"])
    }

    @Test(
        "By default: a notification longer than MTU − 3; a value of more than 512 bytes", .simulated(seed: 6))
    func long() async throws {
        let stage = try await Stage().explore()
        stage.peripheral.setNotifyValue(true, for: stage.firmware.button)
        try await stage.hear()
        stage.spec.simulateValueUpdate(Data(count: 600), for: stage.firmware.button)
        try await stage.hear()
        #expect(stage.characteristic(stage.firmware.button).value?.count == 600)
        stage.firmware.value = .success(Data(count: 900))
        try await stage.hear { stage.peripheral.readValue(for: stage.firmware.led) }
        #expect(stage.characteristic(stage.firmware.led).value?.count == 900)
        let heard = try await stage.hear {
            stage.peripheral.writeValue(Data(count: 513), for: stage.firmware.led, type: .withResponse)
        }
        #expect(heard.first == "0 spec write 513" && heard.last?.hasSuffix("wrote 1525") == true)
    }

    @Test(
        "By default: the longest write without response right after didConnect; maximumWriteValueLength while not connected",
        .simulated(seed: 7))
    func lengths() async throws {
        let stage = try await Stage(mtu: 251).discover()
        let peripheral = stage.peripheral
        #expect(peripheral.maximumWriteValueLength(for: .withResponse) == 0)
        #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == 0)
        var length = 0
        stage.onLine = { line in
            if line.hasPrefix("connected") {
                length = peripheral.maximumWriteValueLength(for: .withoutResponse)
            }
        }
        try await stage.hear { stage.manager.connect(peripheral) }
        #expect(length == 248)
        #expect(peripheral.maximumWriteValueLength(for: .withResponse) == 512)
    }

    @Test("By default: a spec delegate's thread", .simulated(seed: 8)) func thread() async throws {
        let stage = try await Stage().explore()
        nonisolated(unsafe) let unsafe = stage
        let places = Lock<[Bool]>([])
        let queue = DispatchQueue(label: "caller")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        stage.onLine = { line in
            guard line.hasPrefix("spec") else { return }
            places.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
        }
        queue.sync { unsafe.peripheral.readValue(for: unsafe.firmware.led) }
        #expect(places.withLock { $0 } == [true], "asked inside the call, where it is made")
    }

    @Test(
        "By default: reading what has no .read, writing what has no .write; ATT errors 5, 8 and 15 from the spec delegate",
        .simulated(seed: 9), arguments: [5, 8, 15])
    func permissions(code: Int) async throws {
        let stage = try await Stage().explore()
        let read = try await stage.hear { stage.peripheral.readValue(for: stage.firmware.still) }
        #expect(read == ["0 spec read 1526", "-", "100 value 1526 [1]"])
        let written = try await stage.hear {
            stage.peripheral.writeValue(Data([1]), for: stage.firmware.button, type: .withResponse)
        }
        #expect(written == ["0 spec write 1", "-", "100 wrote 1524"])
        stage.firmware.value = .failure(CBMATTError(try #require(CBMATTError.Code(rawValue: code))))
        let refused = try await stage.hear { stage.peripheral.readValue(for: stage.firmware.led) }
        #expect(refused == ["0 spec read 1525", "-", "100 value 1525 []: CBATTErrorDomain \(code)"])
    }

    @Test("By default: notifyEncryptionRequired, indicateEncryptionRequired", .simulated(seed: 10))
    func encryption() async throws {
        let secret = CBMCharacteristicMock(
            type: CBMUUID(string: "1550"),
            properties: [.notifyEncryptionRequired, .indicateEncryptionRequired])
        let stage = try await Stage { builder, firmware in
            builder.connectable(
                name: "Device",
                services: [CBMServiceMock(type: Stage.service, primary: true, characteristics: secret)],
                delegate: firmware, connectionInterval: 0.1)
        }.explore()
        #expect(stage.characteristic(secret).properties == secret.properties)
        let heard = try await stage.hear { stage.peripheral.setNotifyValue(true, for: secret) }
        #expect(heard == ["100 notify 1550 true", "100 spec notify true"])
    }

    @Test(
        "By default: attributes kept from an earlier link; attributes of another manager's peripheral; definitions as arguments before discovery; the class of discovered attributes",
        .simulated(seed: 11))
    func objects() async throws {
        let stage = try await Stage().connect()
        let led = stage.firmware.led
        #expect(try await stage.hear { stage.peripheral.readValue(for: led) } == [], "not discovered")
        try await stage.explore(again: true)
        let old = stage.characteristic(led)
        #expect(type(of: old) == CBMCharacteristic.self && type(of: old.service!) == CBMService.self)
        try await stage.hear { stage.manager.cancelPeripheralConnection(stage.peripheral) }
        try await stage.hear { stage.manager.connect(stage.peripheral) }
        try await stage.explore(again: true)
        let heard = ["0 spec read 1525", "-", "100 value 1525 [1]"]
        let new = stage.characteristic(led)
        #expect(new == old && new !== old)
        #expect(try await stage.hear { stage.peripheral.readValue(for: old) } == heard)
        #expect(new.value == Data([1]), "it stands for the one that is there")
        let manager = CBMCentralManagerMock()
        try await stage.hear()
        let other = try #require(manager.retrieveConnectedPeripherals(withServices: [Stage.service]).first)
        try await stage.hear { manager.connect(other) }
        other.discoverServices(nil)
        for service in other.services ?? [] { other.discoverCharacteristics(nil, for: service) }
        let foreign = try #require(other.services?.first?.characteristics?.first { $0 == led })
        #expect(try await stage.hear { stage.peripheral.readValue(for: foreign) } == heard)
    }

    @Test("By default: a definition that stays, with other characteristics in it", .simulated(seed: 12))
    func sameDefinition() async throws {
        let stage = try await Stage().explore()
        let service = stage.firmware.service
        let found = stage.peripheral.services?.first
        service.characteristics = [stage.firmware.led]
        let heard = try await stage.hear {
            stage.spec.simulateServiceChange(newName: "Device", newServices: [service])
        }
        #expect(heard == ["100 modified []"])
        #expect(stage.peripheral.services?.first === found)
    }

    @Test("Answers may come later", .simulated(seed: 13)) func deferred() async throws {
        final class Slow: CBMPeripheralSpecDeferringDelegate {
            func peripheral(
                _ peripheral: CBMPeripheralSpec,
                didReceiveReadRequestFor characteristic: CBMCharacteristicMock,
                respond: @escaping @Sendable (Result<Data, Error>) -> Void
            ) {
                CBMCentralManagerMock.simulatedPhone.world.after(.seconds(3)) { respond(.success(Data([4]))) }
            }
        }
        let stage = try await Stage { builder, firmware in
            builder.connectable(
                name: "Slow", services: [firmware.service], delegate: Slow(), connectionInterval: 0.1)
        }.explore()
        #expect(
            try await stage.hear { stage.peripheral.readValue(for: stage.firmware.led) } == [
                "3100 value 1525 [4]"
            ])
    }
}

extension Stage {
    /// Discovers everything on the link that there is.
    func explore(again: Bool, isolation: isolated (any Actor)? = #isolation) async throws {
        peripheral.discoverServices(nil)
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
        try await world.run(for: .seconds(5))
    }
}
