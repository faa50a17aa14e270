import BluetoothTypes
import BluetoothWire

@testable import BluetoothHost

/// A database whose handles the tables of these tests name, and a bearer on one link.
struct AttributeFixture {
    static let link = Host.LinkID(7)
    static let service128 = BluetoothUUID("11223344-5566-7788-99AA-BBCCDDEEFF00")
    static let characteristic128 = BluetoothUUID("11223344-5566-7788-99AA-BBCCDDEEFF01")
    static let longValue: [UInt8] = Array(0..<60)

    var server = GATTServer(deviceName: "Fix", appearance: 0x0341)
    var bearer = AttributeBearer(link: link, role: .peripheral, preferredMTU: 517)
    var now = Instant.zero
    var actions: [AttributeBearer.Action] = []

    /// Handles 14…36 behind the host's own 1…13.
    init() {
        _ = try! server.add(
            GATT.ServiceDefinition(
                uuid: BluetoothUUID(0x180D),  // 14…21
                characteristics: [
                    // declaration 15, value 16, configuration 17
                    .init(uuid: .init(0x2A37), properties: .notify, permissions: [], value: .dynamic),
                    // 18, 19
                    .init(
                        uuid: .init(0x2A38), properties: .read, permissions: .readable, value: .stored([1])),
                    // 20, 21
                    .init(
                        uuid: .init(0x2A39), properties: .write, permissions: .writable, value: .dynamic),
                ]))
        _ = try! server.add(
            GATT.ServiceDefinition(
                uuid: Self.service128,  // 22…33
                includedServices: [14],  // 23
                characteristics: [
                    // 24, 25, description 26
                    .init(
                        uuid: Self.characteristic128, properties: [.read, .write, .writeWithoutResponse],
                        permissions: [.readable, .writable], value: .stored(Self.longValue),
                        descriptors: [
                            .init(
                                uuid: .init(0x2901), permissions: .readable,
                                value: .stored(Array("note".utf8)))
                        ]),
                    // 27, 28
                    .init(
                        uuid: .init(0x2A3F), properties: [.read, .write, .writeWithoutResponse],
                        permissions: [.readable, .writable], value: .dynamic),
                    // 29, 30
                    .init(
                        uuid: .init(0x2A40), properties: [.read, .write],
                        permissions: [.readEncrypted, .writeAuthorized], value: .stored([9])),
                    // 31, 32, configuration 33
                    .init(
                        uuid: .init(0x2A41), properties: [.notify, .indicate], permissions: .readable,
                        value: .stored([5])),
                ]))
        _ = try! server.add(
            GATT.ServiceDefinition(
                uuid: BluetoothUUID(0x180F), isPrimary: false,  // 34…36
                characteristics: [
                    // 35, 36
                    .init(
                        uuid: .init(0x2A19), properties: .read, permissions: .readable, value: .stored([87]))
                ]))
        server.linkOpened(Self.link)
    }

    /// What the bearer does with a PDU.
    mutating func receive(_ pdu: [UInt8]) -> [AttributeBearer.Action] {
        var actions: [AttributeBearer.Action] = []
        bearer.received(pdu, server: &server, at: now, into: &actions)
        return actions
    }

    mutating func receive(_ hexadecimal: String) -> [AttributeBearer.Action] {
        receive(Hexadecimal.bytes(hexadecimal))
    }

    mutating func perform(_ procedure: GATT.Procedure, token: UInt64 = 1) -> [AttributeBearer.Action] {
        var actions: [AttributeBearer.Action] = []
        bearer.perform(procedure, token: .init(token), at: now, into: &actions)
        return actions
    }

    mutating func update(
        _ handle: ATT.Handle, _ value: [UInt8], _ kind: GATT.UpdateKind, token: UInt64 = 1
    ) -> [AttributeBearer.Action] {
        var actions: [AttributeBearer.Action] = []
        bearer.update(
            value, of: handle, kind: kind, token: .init(token), server: &server, at: now, into: &actions)
        return actions
    }

    mutating func respond(
        _ id: GATT.RequestID, _ result: Result<[UInt8], ATT.Failure>, refused: ATT.Handle? = nil
    ) -> [AttributeBearer.Action] {
        var actions: [AttributeBearer.Action] = []
        bearer.respond(id, result, refused: refused, server: &server, at: now, into: &actions)
        return actions
    }

    /// Lets the bearer know that these attributes came or went.
    mutating func tellChange(_ first: ATT.Handle, _ last: ATT.Handle) -> [AttributeBearer.Action] {
        var actions: [AttributeBearer.Action] = []
        bearer.databaseChanged(.init(first: first, last: last), server: &server, at: now, into: &actions)
        return actions
    }

    mutating func loseLink() -> [AttributeBearer.Action] {
        var actions: [AttributeBearer.Action] = []
        bearer.linkLost(server: &server, into: &actions)
        return actions
    }

    mutating func advance(_ time: Nanoseconds) -> [AttributeBearer.Action] {
        now += time
        var actions: [AttributeBearer.Action] = []
        bearer.deadlineReached(at: now, server: &server, into: &actions)
        return actions
    }
}

extension AttributeBearer.Action {
    /// The PDU of a `send` without a tag, in hexadecimal.
    static func send(_ hexadecimal: String) -> Self { .send(Hexadecimal.bytes(hexadecimal), tag: nil) }

    var pdu: [UInt8]? { if case .send(let bytes, _) = self { bytes } else { nil } }
    var event: Host.Event? { if case .event(let event) = self { event } else { nil } }
}
