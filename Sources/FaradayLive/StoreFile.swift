import BluetoothHost
import BluetoothWire

/// The file format of a phone's or device's store: keys in hexadecimal in the order on the wire, addresses in reading
/// order.
struct StoreFile: Codable {
    /// The problem of a file as text.
    struct Problem: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    static let version = 1

    var version: Int
    var identityAddress: String
    var identityResolvingKey: String
    var identifierSeed: String
    var bonds: [Bond]

    struct Bond: Codable {
        struct Key: Codable {
            var value: String
            var encryptedDiversifier: UInt16
            var random: String
        }

        struct Subscription: Codable {
            var handle: UInt16
            var value: UInt16
        }

        var peer: String
        var peerKind: String
        var peerResolvingKey: String?
        var keyAsCentral: Key?
        var keyAsPeripheral: Key?
        var isAuthenticated: Bool
        var usesSecureConnections: Bool
        var keySize: UInt8
        var peerSignatureKey: String?
        var localSignatureKey: String?
        var subscriptions: [Subscription]
        var clientFeatures: UInt8
    }

    init(_ store: LiveStore) {
        version = Self.version
        identityAddress = Text.address(store.identityAddress)
        identityResolvingKey = Text.bytes(store.identityResolvingKey)
        identifierSeed = Text.number(store.identifierSeed)
        bonds = store.bonds.map { Bond($0) }
    }

    func store() throws -> LiveStore {
        guard version == Self.version else { throw Problem("its version is \(version), not \(Self.version)") }
        let address = try Text.address(identityAddress, "identityAddress", .random)
        guard address.isRandomStatic else {
            throw Problem("'identityAddress' is not a random static address")
        }
        let store = LiveStore(
            identityAddress: address,
            identityResolvingKey: try Text.key(identityResolvingKey, "identityResolvingKey"),
            identifierSeed: try Text.number(identifierSeed, "identifierSeed"),
            bonds: try bonds.map { try $0.bond() })
        guard Set(store.bonds.map(\.peer)).count == bonds.count else {
            throw Problem("it has two bonds with one peer")
        }
        return store
    }
}

extension StoreFile.Bond {
    private static let kinds: [(DeviceAddress.Kind, String)] = [
        (.public, "public"), (.random, "random"), (.publicIdentity, "publicIdentity"),
        (.randomIdentity, "randomIdentity"),
    ]

    init(_ bond: Host.Bond) {
        peer = Text.address(bond.peer)
        peerKind = Self.kinds[Int(bond.peer.kind.rawValue)].1
        peerResolvingKey = bond.peerResolvingKey.map(Text.bytes)
        keyAsCentral = bond.keyAsCentral.map { Key($0) }
        keyAsPeripheral = bond.keyAsPeripheral.map { Key($0) }
        isAuthenticated = bond.isAuthenticated
        usesSecureConnections = bond.usesSecureConnections
        keySize = bond.keySize
        peerSignatureKey = bond.peerSignatureKey.map(Text.bytes)
        localSignatureKey = bond.localSignatureKey.map(Text.bytes)
        subscriptions = bond.subscriptions.map {
            Subscription(handle: $0.handle, value: $0.value.rawValue)
        }
        clientFeatures = bond.clientFeatures
    }

    func bond() throws -> Host.Bond {
        guard let kind = Self.kinds.first(where: { $0.1 == peerKind })?.0 else {
            throw StoreFile.Problem("'peerKind' is '\(peerKind)'")
        }
        guard 7...16 ~= keySize else { throw StoreFile.Problem("'keySize' is \(keySize), not 7 to 16") }
        return Host.Bond(
            peer: try Text.address(peer, "peer", kind),
            peerResolvingKey: try peerResolvingKey.map { try Text.key($0, "peerResolvingKey") },
            keyAsCentral: try keyAsCentral?.key("keyAsCentral"),
            keyAsPeripheral: try keyAsPeripheral?.key("keyAsPeripheral"), isAuthenticated: isAuthenticated,
            usesSecureConnections: usesSecureConnections, keySize: keySize,
            peerSignatureKey: try peerSignatureKey.map { try Text.key($0, "peerSignatureKey") },
            localSignatureKey: try localSignatureKey.map { try Text.key($0, "localSignatureKey") },
            subscriptions: subscriptions.map {
                Host.Bond.Subscription(
                    handle: $0.handle, value: GATT.Subscription(rawValue: $0.value))
            },
            clientFeatures: clientFeatures)
    }
}

extension StoreFile.Bond.Key {
    init(_ key: Host.Bond.Key) {
        value = Text.bytes(key.value)
        encryptedDiversifier = key.encryptedDiversifier
        random = Text.number(key.random)
    }

    func key(_ field: String) throws -> Host.Bond.Key {
        Host.Bond.Key(
            value: try Text.key(value, field + ".value"), encryptedDiversifier: encryptedDiversifier,
            random: try Text.number(random, field + ".random"))
    }
}

/// Values in a readable form.
private enum Text {
    static func bytes(_ bytes: [UInt8]) -> String { bytes.map { padded(UInt64($0), 2) }.joined() }
    static func number(_ number: UInt64) -> String { padded(number, 16) }

    static func address(_ address: DeviceAddress) -> String {
        address.littleEndianBytes.reversed().map { padded(UInt64($0), 2).uppercased() }.joined(separator: ":")
    }

    private static func padded(_ number: UInt64, _ count: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    static func key(_ text: String, _ field: String) throws -> [UInt8] {
        guard let bytes = read(text[...]), bytes.count == 16 else {
            throw StoreFile.Problem("'\(field)' is not a key of 32 hexadecimal digits")
        }
        return bytes
    }

    static func number(_ text: String, _ field: String) throws -> UInt64 {
        guard let bytes = read(text[...]), bytes.count == 8 else {
            throw StoreFile.Problem("'\(field)' is not a number of 16 hexadecimal digits")
        }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    static func address(_ text: String, _ field: String, _ kind: DeviceAddress.Kind) throws -> DeviceAddress {
        guard let address = DeviceAddress(text, kind) else {
            throw StoreFile.Problem("'\(field)' is not an address")
        }
        return address
    }

    /// Pairs of hexadecimal digits, and nothing else.
    private static func read(_ text: Substring) -> [UInt8]? {
        let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
