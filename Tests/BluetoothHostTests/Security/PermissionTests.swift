import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Each permission on each kind of link by each kind of access (Core 6.0, Vol 3, Part C, 10.3.1).
@Suite struct PermissionTests {
    /// The kinds of link, from the least to the most.
    enum LinkKind: CaseIterable {
        case open, openWithKey, encrypted, shortKey, authenticated, authorized, encryptedAndAuthorized

        var security: AttributeSecurity {
            switch self {
            case .open: AttributeSecurity()
            case .openWithKey: AttributeSecurity(hasKey: true)
            case .encrypted: AttributeSecurity(hasKey: true, isEncrypted: true, keySize: 16)
            case .shortKey:
                AttributeSecurity(hasKey: true, isEncrypted: true, isAuthenticated: true, keySize: 15)
            case .authenticated:
                AttributeSecurity(hasKey: true, isEncrypted: true, isAuthenticated: true, keySize: 16)
            case .authorized: AttributeSecurity(isAuthorized: true)
            case .encryptedAndAuthorized:
                AttributeSecurity(hasKey: true, isEncrypted: true, isAuthorized: true, keySize: 16)
            }
        }
    }

    struct Row: Sendable {
        let read: GATT.Permissions
        let write: GATT.Permissions
        /// In the order of `LinkKind.allCases`; 0 is access, FF what is never permitted.
        let codes: [UInt8]
    }

    static let rows: [Row] = [
        Row(read: [], write: [], codes: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        Row(read: .readable, write: .writable, codes: [0, 0, 0, 0, 0, 0, 0]),
        Row(read: .readEncrypted, write: .writeEncrypted, codes: [0x05, 0x0F, 0, 0x0C, 0, 0x05, 0]),
        Row(
            read: .readAuthenticated, write: .writeAuthenticated,
            codes: [0x05, 0x0F, 0x05, 0x0C, 0, 0x05, 0x05]),
        Row(
            read: .readAuthorized, write: .writeAuthorized,
            codes: [0x08, 0x08, 0x08, 0x08, 0x08, 0, 0]),
        Row(
            read: [.readEncrypted, .readAuthorized], write: [.writeEncrypted, .writeAuthorized],
            codes: [0x05, 0x0F, 0x08, 0x0C, 0x08, 0x05, 0]),
        Row(
            read: [.readable, .readEncrypted], write: [.writable, .writeEncrypted],
            codes: [0x05, 0x0F, 0, 0x0C, 0, 0x05, 0]),
    ]

    private static let value: ATT.Handle = 16

    /// A server with one characteristic, whose value is 16, and a bearer on a link of the given kind.
    private struct Fixture {
        static let link = Host.LinkID(1)
        var server = GATTServer(deviceName: "", appearance: 0, minimumKeySize: 16)
        var bearer = AttributeBearer(link: link, role: .peripheral, preferredMTU: 23)

        init(
            _ permissions: GATT.Permissions, _ properties: GATT.Properties, _ kind: LinkKind, isDynamic: Bool
        ) {
            _ = try! server.add(
                GATT.ServiceDefinition(
                    uuid: BluetoothUUID(0x180D),
                    characteristics: [
                        .init(
                            uuid: BluetoothUUID(0x2A37), properties: properties, permissions: permissions,
                            value: isDynamic ? .dynamic : .stored([1]))
                    ]))
            server.linkOpened(Self.link)
            server.setSecurity(kind.security, of: Self.link)
        }

        /// The error code of the answer; 0 when there is none, and `nil` when nothing happens at all.
        mutating func code(_ request: [UInt8]) -> UInt8? {
            var actions: [AttributeBearer.Action] = []
            bearer.received(request, server: &server, at: .zero, into: &actions)
            for action in actions {
                if case .send(let bytes, _) = action { return bytes[0] == 0x01 ? bytes[4] : 0 }
                if case .event = action { return 0 }
            }
            return nil
        }
    }

    private static let all: GATT.Properties = [.read, .write, .writeWithoutResponse]

    @Test("reads and writes of every kind", arguments: rows, [false, true])
    func access(row: Row, isDynamic: Bool) {
        let reads: [[UInt8]] = [
            [0x0A, 16, 0], [0x0C, 16, 0, 0, 0], [0x08, 14, 0, 20, 0, 0x37, 0x2A], [0x0E, 16, 0, 16, 0],
            [0x20, 16, 0, 16, 0],
        ]
        let writes: [[UInt8]] = [[0x12, 16, 0, 9], [0x16, 16, 0, 0, 0, 9]]
        for (kind, code) in zip(LinkKind.allCases, row.codes) {
            for (requests, refused) in [(reads, UInt8(0x02)), (writes, 0x03)] {
                for request in requests {
                    var fixture = Fixture(row.read.union(row.write), Self.all, kind, isDynamic: isDynamic)
                    let expected = code == 0xFF ? refused : code
                    #expect(fixture.code(request) == expected, "\(request) on \(kind)")
                }
            }
            // A command is refused in silence.
            var fixture = Fixture(row.read.union(row.write), Self.all, kind, isDynamic: isDynamic)
            #expect(fixture.code([0x52, 16, 0, 9]) == (code == 0 ? 0 : nil), "command on \(kind)")
        }
    }

    @Test("signed writes need keys that this server does not use, and are ignored")
    func signedWrite() {
        var fixture = Fixture(
            [.readable, .writable], Self.all.union(.authenticatedSignedWrites), .authenticated,
            isDynamic: false)
        #expect(fixture.code([0xD2, 16, 0, 9] + [UInt8](repeating: 0, count: 12)) == nil)
        #expect(fixture.code([0x0A, 16, 0]) == 0)
    }

    @Test("a prepared write is checked again when it is executed")
    func execute() {
        var fixture = Fixture([.writeEncrypted], [.write], .encrypted, isDynamic: false)
        #expect(fixture.code([0x16, 16, 0, 0, 0, 9]) == 0)
        fixture.server.setSecurity(LinkKind.openWithKey.security, of: Fixture.link)
        #expect(fixture.code([0x18, 1]) == 0x0F)
    }

    struct Subscribing: Sendable {
        let permissions: GATT.Permissions
        let codes: [UInt8]
    }

    @Test(
        "subscribing needs the security that updates need; without it updates stop",
        arguments: [
            Subscribing(permissions: [], codes: [0, 0, 0, 0, 0, 0, 0]),
            Subscribing(permissions: .notifyEncrypted, codes: [0x05, 0x0F, 0, 0x0C, 0, 0x05, 0]),
            Subscribing(permissions: .notifyAuthenticated, codes: [0x05, 0x0F, 0x05, 0x0C, 0, 0x05, 0x05]),
            Subscribing(permissions: .notifyAuthorized, codes: [0x08, 0x08, 0x08, 0x08, 0x08, 0, 0]),
        ])
    func subscribing(row: Subscribing) {
        for (kind, code) in zip(LinkKind.allCases, row.codes) {
            var fixture = Fixture(row.permissions, [.notify, .indicate], kind, isDynamic: false)
            #expect(fixture.code([0x0A, 17, 0]) == 0, "any client may read the configuration")
            #expect(fixture.code([0x12, 17, 0, 3, 0]) == code, "\(kind)")
            // A subscribed client gets no updates on a link that has lost the required security.
            var strong = LinkKind.authenticated.security
            strong.isAuthorized = true
            fixture.server.setSecurity(strong, of: Fixture.link)
            #expect(fixture.code([0x12, 17, 0, 3, 0]) == 0)
            #expect(fixture.server.check(.notification, of: Self.value, to: Fixture.link) == .allowed)
            fixture.server.setSecurity(kind.security, of: Fixture.link)
            for update in [GATT.UpdateKind.notification, .indication] {
                let check = fixture.server.check(update, of: Self.value, to: Fixture.link)
                #expect(check == (code == 0 ? .allowed : .unwanted), "\(update) on \(kind)")
            }
        }
    }

    @Test("a configuration in the definition needs both its own permissions and those of updates")
    func ownConfiguration() {
        var server = GATTServer(deviceName: "", appearance: 0)
        let handles = try! server.add(
            GATT.ServiceDefinition(
                uuid: BluetoothUUID(0x180D),
                characteristics: [
                    .init(
                        uuid: BluetoothUUID(0x2A37), properties: .notify, permissions: .notifyEncrypted,
                        value: .stored([]),
                        descriptors: [
                            .init(
                                uuid: BluetoothUUID(0x2902), permissions: [.readable, .writeAuthorized],
                                value: .stored([]))
                        ])
                ]))
        let index = server.index(of: handles.characteristics[0].descriptors[0])!
        #expect(server.attributes[index].permissions == [.readable, .writeAuthorized, .writeEncrypted])
    }

    @Test("authorization can be given and revoked")
    func authorize() {
        var rig = HostRig.connected(.peripheral)
        rig.perform(
            .gatt(
                .addService(
                    Host.Token(1),
                    GATT.ServiceDefinition(
                        uuid: BluetoothUUID(0x180D),
                        characteristics: [
                            .init(
                                uuid: BluetoothUUID(0x2A38), properties: .read, permissions: .readAuthorized,
                                value: .stored([5]))
                        ]))))
        for (isAuthorized, answer) in [
            (nil, [0x01, 0x0A, 16, 0, 0x08]), (true, [0x0B, 5]), (false, [0x01, 0x0A, 16, 0, 0x08]),
        ] as [(Bool?, [UInt8])] {
            if let isAuthorized { rig.perform(.security(.authorize(rig.link, isAuthorized))) }
            _ = rig.takeData()
            rig.receive(frame: [0x0A, 16, 0], on: .att)
            #expect(rig.takeData().map { Array($0.data[4...]) } == [answer])
        }
    }
}
