import BluetoothHost
import BluetoothWire
// An import of all of Foundation would bring a second `Host`.
import struct Foundation.CocoaError
import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder
import struct Foundation.URL

/// The data that a live phone or device stores from one run to the next: its identity and its bonds.
///
/// The entropy of its keys is not stored: if a pairing used the random numbers of an earlier one, anyone who
/// has observed the earlier one could read it.
///
/// ```swift
/// var store = try LiveStore(path: "phone.json") ?? LiveStore()
/// store.add(bond)
/// try store.save(path: "phone.json")
/// ```
public struct LiveStore: Hashable, Sendable {
    /// Its address: random static.
    public var identityAddress: DeviceAddress
    /// The key for its private addresses, 16 bytes in the order on the wire.
    public var identityResolvingKey: [UInt8]
    /// The seed of the peers' identifiers, so that an app finds the peers again.
    public var identifierSeed: UInt64
    /// One bond for each peer, in the order in which they were added.
    public var bonds: [Host.Bond]

    public init(
        identityAddress: DeviceAddress, identityResolvingKey: [UInt8], identifierSeed: UInt64,
        bonds: [Host.Bond] = []
    ) {
        self.identityAddress = identityAddress
        self.identityResolvingKey = identityResolvingKey
        self.identifierSeed = identifierSeed
        self.bonds = bonds
    }

    /// Creates a new store, from the system's random numbers.
    public init() {
        var random = SystemRandomNumberGenerator()
        let address: UInt64 = random.next()
        self.init(
            identityAddress: DeviceAddress(address | 0xC000_0000_0000, .random),
            identityResolvingKey: Environment.randomBytes(16), identifierSeed: random.next())
        // An address with all bits set is not allowed (Core 6.0, Vol 6, Part B, 1.3.2.1).
        if identityAddress.value == 0xFFFF_FFFF_FFFF { self = LiveStore() }
    }

    /// Adds a bond, or replaces the one with the same peer.
    public mutating func add(_ bond: Host.Bond) {
        guard let index = bonds.firstIndex(where: { $0.peer == bond.peer }) else { return bonds.append(bond) }
        bonds[index] = bond
    }

    /// Removes the bond with a peer, if there is one.
    public mutating func remove(_ peer: DeviceAddress) { bonds.removeAll { $0.peer == peer } }

    // MARK: Files

    /// Reads a file; `nil` when there is none. Fails with `LiveError.badStore` when the file cannot be read
    /// or is not a store.
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
            throw LiveError.badStore(path, "'\(field)' has the wrong type")
        } catch {
            throw LiveError.badStore(path, "it is not JSON")
        }
    }

    /// Writes a file that only its owner may read; replaces an existing file atomically.
    public func save(path: String) throws(LiveError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data: Data
        do {
            data = try encoder.encode(StoreFile(self))
        } catch {
            preconditionFailure("the store cannot be encoded as JSON: \(error)")
        }
        try OwnersFile.replace(path, with: Array(data))
    }
}
