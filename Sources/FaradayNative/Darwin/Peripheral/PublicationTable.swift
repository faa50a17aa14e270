import BluetoothPort
import CoreBluetooth

#if !os(tvOS) && !os(watchOS) && !os(visionOS)
/// The published services and their characteristics, by the identifiers that the port's user gave them.
struct PublicationTable {
    /// A service, and the identifiers of its characteristics.
    private struct Entry {
        let service: CBMutableService
        let characteristics: [AttributeIdentifier]
        /// Whether the framework has added it; a failure of a second `add` does not change that.
        var isAdded = false
    }

    private var entries: [AttributeIdentifier: Entry] = [:]
    private var characteristics: [AttributeIdentifier: CBMutableCharacteristic] = [:]
    private var identifiers: [ObjectIdentifier: AttributeIdentifier] = [:]

    func service(_ identifier: AttributeIdentifier) -> CBMutableService? { entries[identifier]?.service }

    func characteristic(_ identifier: AttributeIdentifier) -> CBMutableCharacteristic? {
        characteristics[identifier]
    }

    func identifier(of attribute: CBAttribute) -> AttributeIdentifier? {
        identifiers[ObjectIdentifier(attribute)]
    }

    mutating func insert(
        _ service: CBMutableService, as identifier: AttributeIdentifier,
        _ parts: [(AttributeIdentifier, CBMutableCharacteristic)]
    ) {
        entries[identifier] = Entry(service: service, characteristics: parts.map(\.0))
        identifiers[ObjectIdentifier(service)] = identifier
        for (name, characteristic) in parts {
            characteristics[name] = characteristic
            identifiers[ObjectIdentifier(characteristic)] = name
        }
    }

    /// The framework has answered `add` for a service.
    mutating func ended(_ identifier: AttributeIdentifier, isAdded: Bool) {
        if isAdded {
            entries[identifier]?.isAdded = true
        } else if entries[identifier]?.isAdded == false {
            remove(identifier)
        }
    }

    mutating func remove(_ identifier: AttributeIdentifier) {
        guard let entry = entries.removeValue(forKey: identifier) else { return }
        identifiers[ObjectIdentifier(entry.service)] = nil
        for name in entry.characteristics {
            guard let characteristic = characteristics.removeValue(forKey: name) else { continue }
            identifiers[ObjectIdentifier(characteristic)] = nil
        }
    }

    mutating func removeAll() { self = PublicationTable() }
}
#endif
