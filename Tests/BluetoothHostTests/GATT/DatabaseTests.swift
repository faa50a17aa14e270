import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// The database: handles, changes and the hash.
@Suite struct DatabaseTests {
    static func simple(_ uuid: UInt16, values: Int = 1) -> GATT.ServiceDefinition {
        GATT.ServiceDefinition(
            uuid: BluetoothUUID(uuid),
            characteristics: (0..<values).map { _ in
                .init(
                    uuid: BluetoothUUID(0x2A00), properties: .read, permissions: .readable,
                    value: .stored([1]))
            })
    }

    @Test("the example of Core 6.0, Vol 3, Part G, Appendix B has the hash that is given there")
    func databaseHash() {
        func declaration(_ properties: UInt8, _ value: UInt16, _ uuid: UInt16) -> [UInt8] {
            [properties] + .littleEndian(value) + .littleEndian(uuid)
        }
        let table: [(UInt16, [UInt8])] = [
            (0x2800, .littleEndian(0x1800)), (0x2803, declaration(0x0A, 0x0003, 0x2A00)), (0x2A00, [7]),
            (0x2803, declaration(0x02, 0x0005, 0x2A01)), (0x2A01, [7]),
            (0x2800, .littleEndian(0x1801)), (0x2803, declaration(0x20, 0x0008, 0x2A05)), (0x2A05, [7]),
            (0x2902, [0, 0]), (0x2803, declaration(0x0A, 0x000B, 0x2B29)), (0x2B29, [7]),
            (0x2803, declaration(0x02, 0x000D, 0x2B2A)), (0x2B2A, [7]),
            (0x2800, .littleEndian(0x1808)), (0x2802, [0x14, 0x00, 0x16, 0x00, 0x0F, 0x18]),
            (0x2803, declaration(0xA2, 0x0011, 0x2A18)), (0x2A18, [7]), (0x2902, [0, 0]),
            (0x2900, [0, 0]),
            (0x2801, .littleEndian(0x180F)), (0x2803, declaration(0x02, 0x0016, 0x2A19)), (0x2A19, [7]),
        ]
        let attributes = table.enumerated().map { index, row in
            Attribute(
                ATT.Handle(index + 1), BluetoothUUID(row.0), .readable,
                row.0 == 0x2902 ? .configuration(of: 8, allowed: []) : .stored(row.1))
        }
        let hash = Hexadecimal.bytes("F1CA2D48ECF58BAC8A8830BBB9FBA990")
        #expect(DatabaseHash.hash(of: attributes) == hash)
    }

    @Test("the hash is that of the present database")
    func hashFollowsChanges() throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        server.linkOpened(.init(1))
        let empty = server.currentHash()
        let handles = try server.add(Self.simple(0x1234))
        let full = server.currentHash()
        #expect(empty != full)
        #expect(full == DatabaseHash.hash(of: server.attributes).reversed())
        _ = try server.remove(handles.range.first)
        #expect(server.currentHash() == empty)
    }

    @Test(
        "attributes are found by handle and by range, with and without gaps and the host's own services",
        arguments: [false, true])
    func lookups(isBuilt: Bool) throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        if isBuilt { server.build() }
        let ranges = try (0..<5).map { try server.add(Self.simple(0x1000 + UInt16($0))).range }
        _ = try server.remove(ranges[1].first)
        _ = try server.remove(ranges[3].first)
        let present = server.attributes.map(\.handle)
        #expect(present == present.sorted())
        for handle in 0...40 {
            let index = server.index(of: UInt16(handle))
            #expect(index == present.firstIndex(of: UInt16(handle)))
            for last in handle...40 {
                let range = ATT.HandleRange(first: UInt16(handle), last: UInt16(last))
                #expect(server.indices(in: range).map { present[$0] } == present.filter(range.contains))
            }
        }
    }

    @Test(
        "services get ascending handles; those of removed services are reused only when there are no others")
    func handleReuse() throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        let first = try server.add(Self.simple(0x1000, values: 10)).range
        #expect(first == ATT.HandleRange(first: 14, last: 34))
        _ = try server.remove(14)
        #expect(try server.add(Self.simple(0x1000)).range.first == 35)
        // 38…65535 is one service; then only the gap 14…34 is left.
        let rest = try server.add(Self.simple(0x1001, values: 32_748)).range
        #expect(rest == ATT.HandleRange(first: 38, last: 0xFFFE))
        #expect(try server.add(Self.simple(0x1002, values: 9)).range == .init(first: 14, last: 32))
    }

    @Test("the handles suffice or nothing is added")
    func exhaustion() throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        let rest = (0xFFFF - 13 - 1) / 2
        #expect(throws: GATT.DatabaseError.handlesExhausted) {
            try server.add(Self.simple(0x1000, values: rest + 1))
        }
        #expect(server.attributes.allSatisfy { $0.handle <= 13 })
        let range = try server.add(Self.simple(0x1000, values: rest)).range
        #expect(range.first == 14 && range.last >= 0xFFFE)
        #expect(throws: GATT.DatabaseError.handlesExhausted) { try server.add(Self.simple(0x1001)) }
        _ = try server.remove(14)
        #expect(try server.add(Self.simple(0x1001)).range.first == 14)
    }

    @Test("a service may include a later one; unused room is removed")
    func laterIncludes() throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        let before = try server.add(Self.simple(0x1000)).range
        var definition = Self.simple(0x1001)
        definition.includedServices = [0, before.first, 0, 0]
        let range = try server.add(definition).range
        let after = try server.add(Self.simple(0x1002)).range
        let hash = server.currentHash()
        try server.include([after.first, range.first], in: range.first)
        #expect(server.currentHash() != hash)
        let includes = server.attributes.filter { $0.type == AttributeType.include }
        let named = [(after, UInt16(0x1002)), (before, 0x1000), (range, 0x1001)]
        for (include, (range, uuid)) in zip(includes, named) {
            let value = ServiceLayout.includeDeclaration(range, BluetoothUUID(uuid))
            #expect(include.content == .constant(value))
        }
        #expect(includes.map(\.handle) == [range.first + 1, range.first + 2, range.first + 3])
        #expect(throws: GATT.DatabaseError.unknownService(2)) { try server.include([], in: 2) }
        #expect(throws: GATT.DatabaseError.unknownIncludedService(2)) {
            try server.include([2], in: range.first)
        }
    }

    @Test("adding or removing an invalid service gives the reason")
    func errors() throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        var definition = Self.simple(0x1000)
        definition.includedServices = [2]
        #expect(throws: GATT.DatabaseError.unknownIncludedService(2)) { try server.add(definition) }
        definition.includedServices = []
        definition.characteristics[0].value = .stored([UInt8](repeating: 0, count: 513))
        #expect(throws: GATT.DatabaseError.valueTooLong(513)) { try server.add(definition) }
        for handle: ATT.Handle in [0, 1, 6, 14, 0xFFFF] {
            #expect(throws: GATT.DatabaseError.unknownService(handle)) { try server.remove(handle) }
        }
    }

    @Test("a definition's own configuration descriptor keeps its place and permissions")
    func ownConfiguration() throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        let handles = try server.add(
            GATT.ServiceDefinition(
                uuid: BluetoothUUID(0x1000),
                characteristics: [
                    .init(
                        uuid: BluetoothUUID(0x2A00), properties: .notify, permissions: [],
                        value: .dynamic,
                        descriptors: [
                            .init(uuid: .init(0x2901), permissions: .readable, value: .stored([])),
                            .init(
                                uuid: .init(0x2902), permissions: [.readable, .writeEncrypted],
                                value: .stored([])),
                        ])
                ]))
        #expect(handles.characteristics == [.init(value: 16, descriptors: [17, 18])])
        #expect(server.attributes.count == 5)
        server.linkOpened(.init(1))
        #expect(server.attributes.count == 18)
        #expect(server.attributes[17].permissions == [.readable, .writeEncrypted])
        #expect(server.attributes[17].content == .configuration(of: 16, allowed: .notifications))
    }

    @Test("setting a value touches stored ones only, and cuts them to 512 bytes")
    func setValue() throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        server.linkOpened(.init(1))
        let handle = try server.add(Self.simple(0x1000)).characteristics[0].value
        server.setValue(handle, [UInt8](repeating: 3, count: 600))
        let index = try #require(server.index(of: handle))
        #expect(server.read(index, by: .init(1)) == .value([UInt8](repeating: 3, count: 512)))
        server.setValue(1, [1])
        #expect(server.read(0, by: .init(1)) == .value([0x00, 0x18]))
        server.setValue(GATTServer.deviceNameHandle, [0x41])
        #expect(server.read(2, by: .init(1)) == .value([0x41]))
    }

    @Test("a server without a link has only the services that were added; the first link gets all")
    func laziness() throws {
        var server = GATTServer(deviceName: "", appearance: 0)
        #expect(server.attributes.isEmpty)
        let handle = try server.add(Self.simple(0x1000)).characteristics[0].value
        server.setValue(handle, [1])
        #expect(server.attributes.map(\.handle) == [14, 15, 16])
        server.setDeviceName([0x41])
        server.linkOpened(.init(1))
        #expect(server.attributes.map(\.handle) == Array(1...16))
        #expect(server.read(2, by: .init(1)) == .value([0x41]))
        #expect(MemoryLayout<GATTServer>.size <= 64)
        #expect(MemoryLayout<AttributeBearer>.size <= 512)
    }
}
