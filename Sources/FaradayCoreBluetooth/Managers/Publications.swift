import BluetoothPort
import Foundation

/// The services that a peripheral manager has published, and the identifiers it gave them.
struct Publications {
    /// One published service and its characteristics.
    struct Entry {
        let identifier: AttributeIdentifier
        let service: CBMutableService
        let characteristics: [AttributeIdentifier: CBMutableCharacteristic]
    }

    /// In order of publication.
    private var entries: [Entry] = []
    private var characteristics: [AttributeIdentifier: CBMutableCharacteristic] = [:]
    private var identifiers: [ObjectIdentifier: AttributeIdentifier] = [:]
    private var lastIdentifier: UInt64 = 0

    /// A new identifier, unique for the manager's life.
    mutating func makeIdentifier() -> AttributeIdentifier {
        lastIdentifier += 1
        return AttributeIdentifier(rawValue: lastIdentifier)
    }

    mutating func insert(
        _ service: CBMutableService, as identifier: AttributeIdentifier,
        characteristics added: [(AttributeIdentifier, CBMutableCharacteristic)]
    ) {
        entries.append(
            Entry(
                identifier: identifier, service: service,
                characteristics: Dictionary(added) { first, _ in first }))
        for (identifier, characteristic) in added {
            characteristics[identifier] = characteristic
            identifiers[ObjectIdentifier(characteristic)] = identifier
        }
    }

    /// Answers what was removed, so that it is released without the lock.
    mutating func remove(_ identifier: AttributeIdentifier) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.identifier == identifier }) else { return nil }
        let entry = entries.remove(at: index)
        for (identifier, characteristic) in entry.characteristics {
            characteristics[identifier] = nil
            if identifiers[ObjectIdentifier(characteristic)] == identifier {
                identifiers[ObjectIdentifier(characteristic)] = nil
            }
        }
        return entry
    }

    /// Forgets everything but the identifiers given out; answers what there was.
    mutating func removeAll() -> Publications {
        let old = self
        self = Publications()
        lastIdentifier = old.lastIdentifier
        return old
    }

    func service(_ identifier: AttributeIdentifier) -> CBMutableService? {
        entries.first { $0.identifier == identifier }?.service
    }

    /// All identifiers under which this object was published.
    func identifiers(of service: CBService) -> [AttributeIdentifier] {
        entries.filter { $0.service === service }.map(\.identifier)
    }

    func characteristic(_ identifier: AttributeIdentifier) -> CBMutableCharacteristic? {
        characteristics[identifier]
    }

    func identifier(of characteristic: CBCharacteristic) -> AttributeIdentifier? {
        identifiers[ObjectIdentifier(characteristic)]
    }

    /// All published characteristics, in no order that matters.
    var allCharacteristics: [CBMutableCharacteristic] { Array(characteristics.values) }
}
