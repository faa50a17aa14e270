import BluetoothPort
import FaradayCoreBluetooth

/// A manager's peripherals by the façade's objects, as weak references: the app decides how long they live.
final class PeripheralTable: Sendable {
    /// A class, since copying a struct out of the dictionary would copy the weak reference.
    private final class Entry {
        private(set) weak var owner: (any CBMPeripheral)?
        init(_ owner: any CBMPeripheral) { self.owner = owner }
    }

    private struct Contents {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The number of entries at which entries of released objects are removed.
        var limit = 32

        /// Removes the entries of released objects; returns the objects of the others.
        mutating func tidy() -> [any CBMPeripheral] {
            let live = entries.compactMapValues(\.owner)
            entries = entries.filter { live[$0.key] != nil }
            limit = max(32, 2 * entries.count)
            return Array(live.values)
        }
    }

    private let contents = Lock(Contents())

    /// The object for a façade's peripheral: the one that the app holds, otherwise a new one.
    func object(over facade: CBPeripheral, make: () -> any CBMPeripheral) -> any CBMPeripheral {
        let name = ObjectIdentifier(facade)
        if let object = contents.withLock({ $0.entries[name]?.owner }) { return object }
        let object = make()
        // Examined objects are returned, because the last release of one must not happen under the lock.
        let (winner, _) = contents.withLock { contents -> (any CBMPeripheral, [any CBMPeripheral]) in
            if let other = contents.entries[name]?.owner { return (other, []) }
            let live = contents.entries.count >= contents.limit ? contents.tidy() : []
            contents.entries[name] = Entry(object)
            return (object, live)
        }
        return winner
    }

    /// All objects that the app holds now, by identifier, so that the observers of each can be notified.
    func live() -> [any CBMPeripheral] {
        let owners = contents.withLock { $0.entries.values.compactMap(\.owner) }
        return owners.sorted { $0.identifier.uuidString < $1.identifier.uuidString }
    }
}
