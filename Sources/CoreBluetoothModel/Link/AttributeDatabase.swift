import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What the phone knows of a peer's attributes (behaviour 4.5, 4.7).
struct AttributeDatabase: Sendable {
    struct Service: Sendable {
        let range: ATT.HandleRange
        let uuid: BluetoothUUID
        var isPrimary: Bool
        /// Value handles, in order; `nil` until discovered.
        var characteristics: [ATT.Handle]?
        /// First handles, in order; `nil` until discovered.
        var includedServices: [ATT.Handle]?
    }

    struct Characteristic: Sendable {
        let uuid: BluetoothUUID
        let properties: GATT.Properties
        /// The handles where its descriptors are; `nil` if there is no room for any.
        let descriptorRange: ATT.HandleRange?
        /// `nil` until discovered.
        var descriptors: [GATT.DiscoveredDescriptor]?
        /// The value that was read last (behaviour 4.8).
        var lastValue: [UInt8]?

        /// The Client Characteristic Configuration, once descriptors are known.
        var configuration: ATT.Handle? {
            descriptors?.first { $0.uuid == BluetoothUUID(0x2902) }?.handle
        }
    }

    /// In handle order.
    private(set) var services: [Service] = []
    /// All primary services are known.
    private(set) var isComplete = false
    /// The entries come from an earlier link: apps find services with all that is known below them (behaviour
    /// 4.7).
    private(set) var isRemembered = false
    /// The entries come from a link that was lost, and the peer may have changed since without a report
    /// (behaviour 3.19). Apps can use them, but they answer no discovery.
    private(set) var isUncertain = false
    private var searched: [BluetoothUUID] = []
    /// Services that the phone knows of without a discovery on this link.
    private(set) var noted: [BluetoothUUID] = []
    /// By value handle.
    private(set) var characteristics = HandleTable<Characteristic>()
    /// Values and the managers that get their notifications (behaviour 5.25), in the order they subscribed.
    /// There are few: a linear search is faster than hashing.
    private(set) var subscriptions: [(handle: ATT.Handle, sessions: [SessionID])] = []

    var isEmpty: Bool { services.isEmpty }
    /// How many entries it has.
    var count: Int { services.count + characteristics.entries.count }

    // MARK: Discoveries

    /// Which of these UUIDs (none: all services) the phone still has to ask the peer for.
    func missing(_ filter: [BluetoothUUID]) -> [BluetoothUUID]? {
        if isComplete { return nil }
        if filter.isEmpty { return [] }
        let unknown = filter.filter { !searched.contains($0) }
        return unknown.isEmpty ? nil : unknown
    }

    mutating func add(primary found: [GATT.DiscoveredService], searchedFor filter: [BluetoothUUID]) {
        if isUncertain {
            services.removeAll { filter.isEmpty || filter.contains($0.uuid) && !searched.contains($0.uuid) }
        }
        for service in found { insert(service, isPrimary: true) }
        if filter.isEmpty { isComplete = true } else { searched += filter }
    }

    mutating func add(included found: [GATT.IncludedService], in service: ATT.Handle) {
        var handles: [ATT.Handle] = []
        for include in found where insert(include.service, isPrimary: false) {
            let handle = include.service.range.first
            if !handles.contains(handle) { handles.append(handle) }
        }
        if let index = index(ofService: service) { services[index].includedServices = handles }
    }

    /// Inserts a service in handle order. One that partly overlaps another is an error of the peer, and is
    /// refused.
    @discardableResult
    private mutating func insert(_ found: GATT.DiscoveredService, isPrimary: Bool) -> Bool {
        guard found.range.isValid else { return false }
        if isUncertain {
            services.removeAll { old in
                old.range.first <= found.range.last && found.range.first <= old.range.last
                    && (old.range != found.range || old.uuid != found.uuid)
            }
        }
        let place = self.place(of: found.range.first)
        if place < services.endIndex, services[place].range == found.range {
            if isPrimary { services[place].isPrimary = true }
            return true
        }
        if place < services.endIndex, services[place].range.first <= found.range.last { return false }
        if place > 0, services[place - 1].range.last >= found.range.first { return false }
        services.insert(Service(range: found.range, uuid: found.uuid, isPrimary: isPrimary), at: place)
        return true
    }

    mutating func add(_ found: [GATT.DiscoveredCharacteristic], in service: ATT.Handle) {
        guard let index = index(ofService: service) else { return }
        let range = services[index].range
        var valid: [GATT.DiscoveredCharacteristic] = []
        for characteristic in found where range.contains(characteristic.value) {
            guard characteristic.value > valid.last?.value ?? 0 else { continue }
            valid.append(characteristic)
        }
        if isUncertain { forgetCharacteristics(in: range) }
        for (offset, characteristic) in valid.enumerated() {
            let next = offset + 1 < valid.count ? valid[offset + 1].declaration : nil
            let last = next.map { $0 &- 1 } ?? range.last
            let isRoom = last > characteristic.value && characteristic.value < .max
            characteristics[characteristic.value] = Characteristic(
                uuid: characteristic.uuid, properties: characteristic.properties,
                descriptorRange: isRoom
                    ? ATT.HandleRange(first: characteristic.value + 1, last: last) : nil)
        }
        services[index].characteristics = valid.map(\.value)
    }

    /// Stores the descriptors of a characteristic that lie where its descriptors can be, in handle order.
    mutating func add(_ found: [GATT.DiscoveredDescriptor], of handle: ATT.Handle) {
        guard let range = characteristics[handle]?.descriptorRange else { return }
        var valid: [GATT.DiscoveredDescriptor] = []
        for descriptor in found where range.contains(descriptor.handle) {
            if descriptor.handle > valid.last?.handle ?? 0 { valid.append(descriptor) }
        }
        characteristics.update(handle) { $0.descriptors = valid }
    }

    /// The peer has these services, as the phone knows without a discovery.
    mutating func note(_ services: [BluetoothUUID]) { noted = services }

    /// Stores a value that was read (behaviour 4.8).
    @inline(__always)
    mutating func store(_ value: [UInt8], of handle: ATT.Handle) {
        characteristics.update(handle) { $0.lastValue = value }
    }

    // MARK: Look-ups

    /// Whether one of these services is known to be there.
    func hasAny(of services: [BluetoothUUID]) -> Bool {
        self.services.contains { services.contains($0.uuid) } || noted.contains(where: services.contains)
    }

    func service(_ handle: ATT.Handle) -> Service? { index(ofService: handle).map { services[$0] } }

    private func index(ofService handle: ATT.Handle) -> Int? {
        let place = self.place(of: handle)
        return place < services.endIndex && services[place].range.first == handle ? place : nil
    }

    /// The index of the first service that begins at or after `handle`.
    private func place(of handle: ATT.Handle) -> Int {
        var (low, high) = (0, services.count)
        while low < high {
            let middle = (low + high) / 2
            if services[middle].range.first < handle { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Changes

    private mutating func forgetCharacteristics(in range: ATT.HandleRange) {
        for (handle, _) in characteristics.entries where range.contains(handle) {
            characteristics[handle] = nil
        }
    }

    /// Forgets everything in a range that the peer has reported as changed (behaviour 4.14).
    mutating func forget(_ range: ATT.HandleRange) {
        isComplete = false
        searched = []
        noted = []
        for service in services {
            guard service.range.first <= range.last, range.first <= service.range.last else { continue }
            for handle in service.characteristics ?? [] {
                characteristics[handle] = nil
                subscriptions.removeAll { $0.handle == handle }
            }
        }
        services.removeAll { $0.range.first <= range.last && range.first <= $0.range.last }
        for index in services.indices { services[index].includedServices = nil }
    }

    /// The same database without the managers that use it on a link, as it is kept after the link (5.25).
    var withoutSubscriptions: AttributeDatabase {
        var copy = self
        copy.subscriptions = []
        return copy
    }

    /// The same database for a later link, where apps find services with all that is known below them (behaviour 4.7).
    var remembered: AttributeDatabase {
        var copy = withoutSubscriptions
        copy.isRemembered = true
        copy.isUncertain = false
        return copy
    }

    /// The same database for the link after one that was lost (behaviour 3.19): apps can use what they have
    /// discovered, and the phone asks the peer again when they discover.
    var uncertain: AttributeDatabase {
        var copy = self
        copy.isUncertain = true
        copy.isComplete = false
        copy.searched = []
        copy.noted = []
        for index in services.indices {
            copy.services[index].characteristics = nil
            copy.services[index].includedServices = nil
        }
        return copy
    }
}

// Which managers get a value's notifications (behaviour 5.25).
extension AttributeDatabase {
    @inline(__always)
    func subscribers(of handle: ATT.Handle) -> [SessionID] {
        subscriptions.first { $0.handle == handle }?.sessions ?? []
    }

    mutating func addSubscriber(_ session: SessionID, to handle: ATT.Handle) {
        if let index = subscriptions.firstIndex(where: { $0.handle == handle }) {
            subscriptions[index].sessions.append(session)
        } else {
            subscriptions.append((handle, [session]))
        }
    }

    /// Returns whether it was the last one.
    @discardableResult
    mutating func removeSubscriber(_ session: SessionID, from handle: ATT.Handle) -> Bool {
        guard let index = subscriptions.firstIndex(where: { $0.handle == handle }),
            let place = subscriptions[index].sessions.firstIndex(of: session)
        else { return false }
        subscriptions[index].sessions.remove(at: place)
        guard subscriptions[index].sessions.isEmpty else { return false }
        subscriptions.remove(at: index)
        return true
    }

    /// A manager has another number from now on.
    mutating func renameSubscriber(_ old: SessionID, to new: SessionID) {
        for index in subscriptions.indices {
            for place in subscriptions[index].sessions.indices
            where subscriptions[index].sessions[place] == old {
                subscriptions[index].sessions[place] = new
            }
        }
    }
}

extension AttributeDatabase {
    /// The rule that is broken, if one is; only a defect of Faraday breaks one, whatever the peer says.
    var brokenRule: String? {
        for (one, next) in zip(services, services.dropFirst()) where one.range.last >= next.range.first {
            return "services overlap, or are out of order"
        }
        for service in services {
            let values = service.characteristics ?? []
            guard values.allSatisfy(service.range.contains) else { return "a value lies outside its service" }
            guard zip(values, values.dropFirst()).allSatisfy(<) else { return "values are out of order" }
        }
        for (handle, entry) in characteristics.entries {
            guard let range = entry.descriptorRange, let descriptors = entry.descriptors else { continue }
            guard range.first > handle, descriptors.allSatisfy({ range.contains($0.handle) }) else {
                return "a descriptor lies outside its characteristic"
            }
        }
        guard subscriptions.allSatisfy({ !$0.sessions.isEmpty }) else {
            return "nobody is subscribed to a value"
        }
        guard Set(subscriptions.map(\.handle)).count == subscriptions.count else {
            return "a value is in the subscriptions twice"
        }
        return nil
    }
}
