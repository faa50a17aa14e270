import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// Every client procedure against our own server, on random databases and all values of the ATT_MTU.
@Suite struct ProcedurePropertyTests {
    /// A random database, and what a client must find in it.
    struct Database {
        var pair: BearerPair
        var services: [GATT.DiscoveredService] = []
        var isPrimary: [Bool] = []
        var includes: [[GATT.IncludedService]] = []
        var characteristics: [[GATT.DiscoveredCharacteristic]] = []
        var descriptors: [[GATT.DiscoveredDescriptor]] = []
        var values: [(handle: ATT.Handle, value: [UInt8])] = []
        var seed: SeededNumbers

        init(seed number: UInt64, mtu: UInt16) {
            seed = SeededNumbers(seed: number)
            pair = BearerPair(mtu: mtu)
            services = [
                .init(range: .init(first: 1, last: 5), uuid: BluetoothUUID(0x1800)),
                .init(range: .init(first: 6, last: 13), uuid: BluetoothUUID(0x1801)),
            ]
            isPrimary = [true, true]
            for _ in 0..<(1 + seed.below(6)) { addService() }
        }

        mutating func uuid() -> BluetoothUUID {
            switch seed.below(4) {
            case 0: BluetoothUUID(high: seed.next(), low: seed.next())
            case 1: BluetoothUUID(bits32: 0x10000 + UInt32(seed.below(1 << 20)))
            default: BluetoothUUID(0x3000 + UInt16(seed.below(0x1000)))
            }
        }

        mutating func addService() {
            var definition = GATT.ServiceDefinition(uuid: uuid(), isPrimary: seed.below(4) > 0)
            var included: [GATT.DiscoveredService] = []
            for service in services where seed.below(4) == 0 { included.append(service) }
            definition.includedServices = included.map(\.range.first)
            var contents: [[UInt8]] = []
            for _ in 0..<seed.below(5) {
                let length = [seed.below(8), 20 + seed.below(5), seed.below(513)][seed.below(3)]
                contents.append(seed.bytes(length))
                var properties: GATT.Properties = [.read, .write, .writeWithoutResponse]
                if seed.below(3) == 0 { properties.insert(.notify) }
                if seed.below(3) == 0 { properties.insert(.indicate) }
                let descriptors = (0..<seed.below(3)).map { _ in
                    GATT.DescriptorDefinition(uuid: uuid(), permissions: .readable, value: .stored([1]))
                }
                definition.characteristics.append(
                    .init(
                        uuid: uuid(), properties: properties, permissions: [.readable, .writable],
                        value: seed.below(2) == 0 ? .dynamic : .stored(contents[contents.count - 1]),
                        descriptors: descriptors))
            }
            guard let handles = try? pair.peripheralServer.add(definition) else {
                Issue.record("\(definition) was not added")
                return
            }
            note(definition, handles, included, contents)
        }

        private mutating func note(
            _ definition: GATT.ServiceDefinition, _ handles: GATT.ServiceHandles,
            _ included: [GATT.DiscoveredService], _ contents: [[UInt8]]
        ) {
            services.append(.init(range: handles.range, uuid: definition.uuid))
            isPrimary.append(definition.isPrimary)
            includes.append(
                included.enumerated().map { index, service in
                    .init(declaration: handles.range.first + 1 + UInt16(index), service: service)
                })
            var found: [GATT.DiscoveredCharacteristic] = []
            for (index, characteristic) in definition.characteristics.enumerated() {
                let value = handles.characteristics[index].value
                found.append(
                    .init(
                        declaration: value - 1, value: value, properties: characteristic.properties,
                        uuid: characteristic.uuid))
                values.append((value, contents[index]))
                pair.dynamicValues[value] = contents[index]
                var expected: [GATT.DiscoveredDescriptor] = []
                if !characteristic.properties.isDisjoint(with: [.notify, .indicate]) {
                    expected.append(.init(handle: value + 1, uuid: BluetoothUUID(0x2902)))
                }
                for (place, descriptor) in characteristic.descriptors.enumerated() {
                    let handle = handles.characteristics[index].descriptors[place]
                    expected.append(.init(handle: handle, uuid: descriptor.uuid))
                }
                descriptors.append(expected)
            }
            characteristics.append(found)
        }
    }

    static let sample: [UInt16] = Array(23...60) + stride(from: 61, through: 517, by: 19) + [516, 517]

    static func database(_ mtu: UInt16) -> Database {
        var database = Database(seed: UInt64(mtu), mtu: mtu)
        #expect(database.pair.run(.exchangeMTU(mtu)) == .mtu(mtu))
        return database
    }

    @Test("discovery finds what was added, at every MTU", arguments: sample)
    func discovery(mtu: UInt16) {
        var database = Self.database(mtu)
        let primary = zip(database.services, database.isPrimary).filter(\.1).map(\.0)
        #expect(database.pair.run(.discoverPrimaryServices([])) == .services(primary))
        let wanted = primary.map(\.uuid)
        for uuid in wanted {
            let expected = primary.filter { $0.uuid == uuid }
            #expect(database.pair.run(.discoverPrimaryServices([uuid])) == .services(expected))
        }
        for (index, service) in database.services.dropFirst(2).enumerated() {
            #expect(
                database.pair.run(.discoverIncludedServices(service.range))
                    == .includedServices(database.includes[index]))
            #expect(
                database.pair.run(.discoverCharacteristics(service.range))
                    == .characteristics(database.characteristics[index]))
        }
        let all = zip(database.characteristics.flatMap { $0 }, database.descriptors)
        for (characteristic, expected) in all {
            let range = ATT.HandleRange(
                first: characteristic.value + 1,
                last: expected.last?.handle ?? characteristic.value)
            #expect(database.pair.run(.discoverDescriptors(range)) == .descriptors(expected))
        }
        #expect(database.pair.longestPDU <= Int(mtu))
    }

    @Test("values are read and written whole, at every MTU", arguments: sample)
    func values(mtu: UInt16) {
        var database = Self.database(mtu)
        for (handle, value) in database.values {
            #expect(database.pair.run(.read(handle)) == .value(value))
            let new = database.seed.bytes(database.seed.below(513))
            #expect(database.pair.run(.write(handle, new)) == .written)
            #expect(database.pair.run(.read(handle)) == .value(new))
        }
        #expect(database.pair.longestPDU <= Int(mtu))
    }

    @Test("several values are read, cut where the server must, at every MTU", arguments: sample)
    func severalValues(mtu: UInt16) throws {
        var database = Self.database(mtu)
        let handles = database.values.map(\.handle)
        guard handles.count > 1 else { return }
        let outcome = database.pair.run(.readMultipleVariable(handles))
        guard case .values(let read) = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(read.map(\.handle) == handles)
        for (entry, expected) in zip(read, database.values) {
            #expect(entry.value == expected.value.prefix(entry.value.count)[...].map { $0 })
            let isWhole = entry.value.count == expected.value.count
            #expect(isWhole || entry.value.count < Int(mtu))
        }
        let fewer = Array(handles.prefix((Int(mtu) - 1) / 2))
        let row = database.values.prefix(fewer.count).flatMap(\.value).prefix(Int(mtu) - 1)
        #expect(database.pair.run(.readMultiple(fewer)) == .value(Array(row)))
        for characteristic in database.characteristics.flatMap({ $0 }) {
            let expected = database.characteristics.flatMap { $0 }.filter { $0.uuid == characteristic.uuid }
            let outcome = database.pair.run(.readUsingUUID(.all, characteristic.uuid))
            guard case .values(let read) = outcome else {
                Issue.record("\(String(describing: outcome))")
                continue
            }
            #expect(read.map(\.handle) == expected.map(\.value))
        }
        #expect(database.pair.longestPDU <= Int(mtu))
    }

    @Test("a reliable write of several values is written whole, at every MTU", arguments: sample)
    func reliableWrites(mtu: UInt16) {
        var database = Self.database(mtu)
        var parts: [GATT.WriteRequest.Part] = []
        for (handle, _) in database.values.prefix(4) {
            parts.append(
                .init(handle: handle, offset: 0, value: database.seed.bytes(1 + database.seed.below(200))))
        }
        #expect(database.pair.run(.reliableWrite(parts)) == .written)
        for part in parts { #expect(database.pair.run(.read(part.handle)) == .value(part.value)) }
    }

    @Test("subscribed updates arrive cut to MTU - 3, indications are confirmed", arguments: sample)
    func updates(mtu: UInt16) {
        var database = Self.database(mtu)
        for characteristic in database.characteristics.flatMap({ $0 }) {
            for (property, kind, bits) in [
                (GATT.Properties.notify, GATT.UpdateKind.notification, UInt8(1)),
                (.indicate, .indication, 2),
            ] where characteristic.properties.contains(property) {
                let configuration = characteristic.value + 1
                #expect(database.pair.run(.write(configuration, [bits, 0])) == .written)
                let value = database.seed.bytes(database.seed.below(600))
                database.pair.update(characteristic.value, value, kind)
                let cut = Array(value.prefix(Int(mtu) - 3))
                #expect(
                    database.pair.centralEvents.last
                        == .valueReceived(AttributeFixture.link, characteristic.value, cut, kind))
                guard case .updateSent(_, _, .success(true)) = database.pair.peripheralEvents.last else {
                    Issue.record("\(String(describing: database.pair.peripheralEvents.last))")
                    continue
                }
            }
        }
    }

    @Test("both ends may be client and server at once")
    func bothRoles() {
        var pair = BearerPair(mtu: 100)
        var actions: [AttributeBearer.Action] = []
        var others: [AttributeBearer.Action] = []
        pair.central.perform(.exchangeMTU(100), token: .init(1), at: .zero, into: &actions)
        pair.peripheral.perform(.exchangeMTU(200), token: .init(2), at: .zero, into: &others)
        pair.central.perform(.read(3), token: .init(3), at: .zero, into: &actions)
        pair.peripheral.perform(.read(3), token: .init(4), at: .zero, into: &others)
        pair.settle(central: actions, peripheral: others)
        #expect(pair.central.mtu == 100)
        #expect(pair.peripheral.mtu == 100)
        #expect(
            pair.centralEvents.contains(
                .procedureEnded(AttributeFixture.link, .init(3), .value(Array("device".utf8)))))
        #expect(
            pair.peripheralEvents.contains(
                .procedureEnded(AttributeFixture.link, .init(4), .value(Array("phone".utf8)))))
    }
}
