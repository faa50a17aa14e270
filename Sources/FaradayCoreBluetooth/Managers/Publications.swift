import BluetoothPort
import Foundation

/// The services that a peripheral manager has published, and the identifiers it gave them.
///
/// An object has one identifier as long as it is published, also if the app adds it twice: the port refuses the second
/// call. A characteristic that is in two services is published twice; updates go to the one that was added last.
struct Publications {
    /// One published service and its characteristics.
    struct Entry {
        let identifier: AttributeIdentifier
        let service: CBMutableService
        let characteristics: [(AttributeIdentifier, CBMutableCharacteristic)]
        /// Calls of `add(_:)` that are not answered yet.
        var pending = 1
        var isAdded = false
    }

    /// In order of publication.
    private var entries: [Entry] = []
    private var characteristics: [AttributeIdentifier: CBMutableCharacteristic] = [:]
    /// In order of publication.
    private var identifiers: [ObjectIdentifier: [AttributeIdentifier]] = [:]
    private var lastIdentifier: UInt64 = 0

    /// A new identifier, unique for the manager's life.
    private mutating func makeIdentifier() -> AttributeIdentifier {
        lastIdentifier += 1
        return AttributeIdentifier(rawValue: lastIdentifier)
    }

    /// Gives identifiers to a service and its characteristics, or finds those it has.
    mutating func insert(
        _ service: CBMutableService, _ added: [CBMutableCharacteristic]
    ) -> (AttributeIdentifier, [(AttributeIdentifier, CBMutableCharacteristic)]) {
        if let index = entries.firstIndex(where: { $0.service === service }) {
            entries[index].pending += 1
            return (entries[index].identifier, entries[index].characteristics)
        }
        let identifier = makeIdentifier()
        let named = added.map { (makeIdentifier(), $0) }
        insert(Entry(identifier: identifier, service: service, characteristics: named))
        return (identifier, named)
    }

    /// One call of `add(_:)` was answered. The entry has to be removed when all calls failed.
    mutating func ended(
        _ identifier: AttributeIdentifier, isAdded: Bool
    ) -> (service: CBMutableService, isGone: Bool)? {
        guard let index = entries.firstIndex(where: { $0.identifier == identifier }) else { return nil }
        entries[index].pending -= 1
        if isAdded { entries[index].isAdded = true }
        return (entries[index].service, !entries[index].isAdded && entries[index].pending <= 0)
    }

    /// Adds a service under identifiers that the port knows from an earlier manager (behaviour 7.9).
    mutating func restore(
        _ service: CBMutableService, as identifier: AttributeIdentifier,
        _ named: [(AttributeIdentifier, CBMutableCharacteristic)]
    ) {
        insert(
            Entry(identifier: identifier, service: service, characteristics: named, pending: 0, isAdded: true)
        )
        lastIdentifier = named.reduce(max(lastIdentifier, identifier.rawValue)) { max($0, $1.0.rawValue) }
    }

    private mutating func insert(_ entry: Entry) {
        entries.append(entry)
        for (identifier, characteristic) in entry.characteristics {
            characteristics[identifier] = characteristic
            identifiers[ObjectIdentifier(characteristic), default: []].append(identifier)
        }
    }

    /// Returns the removed entry, so that it is released outside the lock.
    mutating func remove(_ identifier: AttributeIdentifier) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.identifier == identifier }) else { return nil }
        let entry = entries.remove(at: index)
        for (identifier, characteristic) in entry.characteristics {
            characteristics[identifier] = nil
            let key = ObjectIdentifier(characteristic)
            identifiers[key]?.removeAll { $0 == identifier }
            if identifiers[key]?.isEmpty == true { identifiers[key] = nil }
        }
        return entry
    }

    /// Removes everything except the record of used identifiers; returns the previous content.
    mutating func removeAll() -> Publications {
        let old = self
        self = Publications()
        lastIdentifier = old.lastIdentifier
        return old
    }

    /// The identifier under which this object is published.
    func identifier(of service: CBService) -> AttributeIdentifier? {
        entries.first { $0.service === service }?.identifier
    }

    func characteristic(_ identifier: AttributeIdentifier) -> CBMutableCharacteristic? {
        characteristics[identifier]
    }

    func identifier(of characteristic: CBCharacteristic) -> AttributeIdentifier? {
        identifiers[ObjectIdentifier(characteristic)]?.last
    }

    /// All published characteristics, in no particular order.
    var allCharacteristics: [CBMutableCharacteristic] { Array(characteristics.values) }
}
