import BluetoothHost
import BluetoothWire
import Testing

import class Foundation.FileManager
import struct Foundation.Data

@testable import FaradayLive

@Suite struct LiveStoreTests {
    static let bonds = [
        Host.Bond(
            peer: DeviceAddress(0xC102_0304_0506, .randomIdentity), peerResolvingKey: key(1),
            keyAsCentral: .init(value: key(2)), keyAsPeripheral: .init(value: key(3)), isAuthenticated: true,
            usesSecureConnections: true),
        Host.Bond(
            peer: DeviceAddress(0x0000_0000_0001, .public),
            keyAsCentral: .init(value: key(4), encryptedDiversifier: 0xFFFF, random: .max), keySize: 7,
            peerSignatureKey: key(5), localSignatureKey: key(6),
            subscriptions: [
                .init(handle: 3, value: .notifications),
                .init(handle: 0xFFFF, value: [.indications, .notifications]),
            ], clientFeatures: 5),
    ]

    static func key(_ first: UInt8) -> [UInt8] { (0..<16).map { first &* 37 &+ $0 &* 11 } }

    @Test func whatIsSavedIsLoaded() throws {
        let folder = Folder()
        let path = folder.file("phone.json")
        #expect(try LiveStore(path: path) == nil)
        var store = LiveStore()
        #expect(store.identityAddress.isRandomStatic)
        #expect(store.identityResolvingKey.count == 16)
        for bonds in [[], Self.bonds, Array(Self.bonds.reversed())] {
            store.bonds = bonds
            try store.save(path: path)
            #expect(try LiveStore(path: path) == store)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["phone.json"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func everyPhoneIsAnother() {
        #expect(LiveStore() != LiveStore())
        #expect(LiveStore().identityResolvingKey != LiveStore().identityResolvingKey)
    }

    @Test func aBondTakesThePlaceOfTheOneWithTheSamePeer() {
        var store = LiveStore()
        for bond in Self.bonds { store.add(bond) }
        var newer = Self.bonds[0]
        newer.isAuthenticated = false
        store.add(newer)
        #expect(store.bonds == [newer, Self.bonds[1]])
        store.remove(newer.peer)
        #expect(store.bonds == [Self.bonds[1]])
    }

    /// Every file that a store is not, by what is changed in a good one.
    @Test(arguments: [
        ("{", "", "it is not JSON"), ("\"version\" : 1", "\"version\" : 2", "its version is 2, not 1"),
        ("\"version\" : 1", "\"version\" : \"1\"", "'version' has the wrong type"),
        ("\"keySize\" : 7,", "", "'keySize' is missing"),
        ("\"keySize\" : 7", "\"keySize\" : 6", "'keySize' is 6, not 7 to 16"),
        ("\"keySize\" : 7", "\"keySize\" : 17", "'keySize' is 17, not 7 to 16"),
        ("randomIdentity", "static", "'peerKind' is 'static'"),
        ("C1:02:03:04:05:06", "C1:02:03:04:05", "'peer' is not an address"),
        ("C1:02:03:04:05:06", "C1:02:03:04:05:0G", "'peer' is not an address"),
        ("C9:", "09:", "'identityAddress' is not a random static address"),
        (
            "ffffffffffffffff", "fffffffffffffff",
            "'keyAsCentral.random' is not a number of 16 hexadecimal digits"
        ),
        ("0102030405060708", "010203040506070x", "'identifierSeed' is not a number of 16 hexadecimal digits"),
    ])
    func aBrokenFileIsAClearError(_ text: String, _ change: String, _ reason: String) throws {
        let folder = Folder()
        let path = folder.file("phone.json")
        let store = LiveStore(
            identityAddress: DeviceAddress(0xC9AA_BBCC_DDEE, .random), identityResolvingKey: Self.key(9),
            identifierSeed: 0x0102_0304_0506_0708, bonds: Self.bonds)
        try store.save(path: path)
        let good = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let place = try #require(good.range(of: text))
        try Data(good.replacingCharacters(in: place, with: change).utf8).write(
            to: .init(fileURLWithPath: path))
        #expect(throws: LiveError.badStore(path, reason)) { try LiveStore(path: path) }
    }

    @Test func aFileOfTwoBondsWithOnePeerIsBroken() throws {
        let folder = Folder()
        let path = folder.file("phone.json")
        var store = LiveStore()
        store.bonds = [Self.bonds[0], Self.bonds[0]]
        try store.save(path: path)
        #expect(throws: LiveError.badStore(path, "it has two bonds with one peer")) {
            try LiveStore(path: path)
        }
    }

    @Test func aCutFileIsBroken() throws {
        let folder = Folder()
        let path = folder.file("phone.json")
        try LiveStore().save(path: path)
        let whole = try #require(FileManager.default.contents(atPath: path))
        for count in stride(from: 0, to: whole.count - 2, by: 7) {
            try whole.prefix(count).write(to: .init(fileURLWithPath: path))
            #expect(throws: LiveError.badStore(path, "it is not JSON")) { try LiveStore(path: path) }
        }
    }

    @Test func aFolderAndAMissingFolderAreClearErrors() {
        let folder = Folder()
        #expect(throws: LiveError.self) { try LiveStore(path: folder.path) }
        #expect(throws: LiveError.self) { try LiveStore().save(path: folder.path) }
        let path = folder.file("no/phone.json")
        #expect(throws: LiveError.badStore(path, "No such file or directory")) {
            try LiveStore().save(path: path)
        }
    }

    @Test func aPhoneIsMadeOnceAndChangesAreWrittenAtOnce() throws {
        let folder = Folder()
        let path = folder.file("phone.json")
        let first = try LiveMemory(path: path)
        try first.change { $0.add(Self.bonds[0]) }
        let second = try LiveMemory(path: path)
        #expect(second.contents == first.contents)
        #expect(second.contents.bonds == [Self.bonds[0]])
        let nothing = try LiveMemory(path: nil)
        try nothing.change { $0.add(Self.bonds[0]) }
        #expect(nothing.contents.bonds.count == 1)
    }
}
