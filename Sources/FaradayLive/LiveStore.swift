import BluetoothHost
import BluetoothWire
// All of Foundation would bring a second `Host`.
import struct Foundation.CocoaError
import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder
import struct Foundation.URL

/// What a live phone or device keeps from one run to the next: who it is, and whom it is bonded with.
///
/// The entropy of its keys is not kept: a pairing with the random numbers of an earlier one would be open to
/// everyone who saw that.
///
/// ```swift
/// var store = try LiveStore(path: "phone.json") ?? LiveStore()
/// store.add(bond)
/// try store.save(path: "phone.json")
/// ```
public struct LiveStore: Hashable, Sendable {
    /// Its address: random static.
    public var identityAddress: DeviceAddress
    /// The key that its private addresses follow from, 16 bytes as on the wire.
    public var identityResolvingKey: [UInt8]
    /// What the identifiers of peers follow from, so that an app finds them again.
    public var identifierSeed: UInt64
    /// One for each peer, in the order they came.
    public var bonds: [Host.Bond]

    /// Creates one from its parts.
    public init(
        identityAddress: DeviceAddress, identityResolvingKey: [UInt8], identifierSeed: UInt64,
        bonds: [Host.Bond] = []
    ) {
        self.identityAddress = identityAddress
        self.identityResolvingKey = identityResolvingKey
        self.identifierSeed = identifierSeed
        self.bonds = bonds
    }

    /// Creates one that never was, from the system's random numbers.
    public init() {
        var random = SystemRandomNumberGenerator()
        let address: UInt64 = random.next()
        self.init(
            identityAddress: DeviceAddress(address | 0xC000_0000_0000, .random),
            identityResolvingKey: Environment.randomBytes(16), identifierSeed: random.next())
        // An address of nothing but ones is not allowed (Core 6.0, Vol 6, Part B, 1.3.2.1).
        if identityAddress.value == 0xFFFF_FFFF_FFFF { self = LiveStore() }
    }

    /// Puts a bond in place of the one with the same peer.
    public mutating func add(_ bond: Host.Bond) {
        guard let index = bonds.firstIndex(where: { $0.peer == bond.peer }) else { return bonds.append(bond) }
        bonds[index] = bond
    }

    /// Forgets the bond with a peer, if there is one.
    public mutating func remove(_ peer: DeviceAddress) { bonds.removeAll { $0.peer == peer } }

    // MARK: Files

    /// Reads a file; `nil` when there is none. Fails with `LiveError.badStore` when it can't be read or holds
    /// something else.
    public init?(path: String) throws(LiveError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw LiveError.badStore(path, error.localizedDescription)
        }
        do {
            self = try JSONDecoder().decode(StoreFile.self, from: data).store()
        } catch let problem as StoreFile.Problem {
            throw LiveError.badStore(path, problem.description)
        } catch let DecodingError.keyNotFound(key, _) {
            throw LiveError.badStore(path, "'\(key.stringValue)' is missing")
        } catch let DecodingError.typeMismatch(_, context) {
            let field = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw LiveError.badStore(path, "'\(field)' is of another kind")
        } catch {
            throw LiveError.badStore(path, "it is no JSON")
        }
    }

    /// Writes a file that only its owner may read, in place of the one that is there at once.
    public func save(path: String) throws(LiveError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data: Data
        do {
            data = try encoder.encode(StoreFile(self))
        } catch {
            preconditionFailure("a store that is no JSON: \(error)")
        }
        try OwnersFile.replace(path, with: Array(data))
    }
}
