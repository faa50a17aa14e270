import BluetoothTypes
import BluetoothWire

extension GATTServer {
    /// Adds a service after all others. When the last handle is used, adds it in the first gap that is large
    /// enough.
    ///
    /// Handles of removed services are used again only then. So clients that missed a change ask for handles
    /// that do not exist. A descriptor of type 2902 in the definition, with its permissions, replaces the
    /// Client Characteristic Configuration that the host would add.
    mutating func add(
        _ definition: GATT.ServiceDefinition
    ) throws(GATT.DatabaseError) -> GATT.ServiceHandles {
        if !definition.includedServices.isEmpty { build() }
        var includes: [(ATT.HandleRange, BluetoothUUID)?] = []
        for handle in definition.includedServices {
            includes.append(handle == 0 ? nil : try includable(handle))
        }
        var count = 1 + includes.count
        for characteristic in definition.characteristics {
            try Self.check(characteristic)
            count += 2 + characteristic.descriptors.count + (characteristic.needsConfiguration ? 1 : 0)
        }
        let first = try freeHandles(count)
        var layout = ServiceLayout(first: first, count: count)
        let service = layout.service(definition.uuid, isPrimary: definition.isPrimary)
        for include in includes {
            if let (range, uuid) = include { layout.include(range, uuid) } else { layout.includeLater() }
        }
        var handles: [GATT.ServiceHandles.Characteristic] = []
        for characteristic in definition.characteristics {
            handles.append(Self.lay(characteristic, into: &layout))
        }
        layout.close(service)
        insert(layout.attributes)
        let range = ATT.HandleRange(first: first, last: layout.attributes[service].groupEnd)
        return GATT.ServiceHandles(range: range, characteristics: handles)
    }

    /// Fills the room that the definition of `service` reserved with services; removes room that is left
    /// over.
    ///
    /// An Include Declaration may refer to a later service (Core 6.0, Vol 3, Part G, 3.2).
    mutating func include(_ services: [ATT.Handle], in service: ATT.Handle) throws(GATT.DatabaseError) {
        build()
        guard let index = index(of: service), attributes[index].isServiceDeclaration else {
            throw .unknownService(service)
        }
        var values: [[UInt8]] = []
        for handle in services {
            let (range, uuid) = try includable(handle)
            values.append(ServiceLayout.includeDeclaration(range, uuid))
        }
        let range = ATT.HandleRange(first: service, last: attributes[index].groupEnd)
        let room = attributes[indices(in: range)].filter(\.isRoomForInclude).map(\.handle)
        for (place, handle) in room.enumerated() {
            if place < values.count {
                setInclude(values[place], at: handle)
            } else {
                removeAttributes(in: ATT.HandleRange(first: handle, last: handle))
            }
        }
    }

    /// Removes the service whose declaration has this handle, with all subscriptions to it; returns the range
    /// that changed. The host's own services cannot be removed (`unknownService`).
    mutating func remove(_ service: ATT.Handle) throws(GATT.DatabaseError) -> ATT.HandleRange {
        guard service > Self.lastOwnHandle, let index = index(of: service),
            attributes[index].isServiceDeclaration
        else { throw .unknownService(service) }
        let range = ATT.HandleRange(first: service, last: attributes[index].groupEnd)
        for index in clients.indices {
            clients[index].subscriptions.removeAll { range.contains($0.handle) }
        }
        removeAttributes(in: range)
        return range
    }

    /// The ranges of all services but the host's own, in the order of their handles.
    var services: [ATT.HandleRange] {
        attributes.filter { $0.handle > Self.lastOwnHandle && $0.isServiceDeclaration }
            .map { ATT.HandleRange(first: $0.handle, last: $0.groupEnd) }
    }

    /// The smallest number of ranges that cover the same changes, and no unchanged attribute between them.
    func joined(_ ranges: [ATT.HandleRange]) -> [ATT.HandleRange] {
        var joined: [ATT.HandleRange] = []
        for range in ranges.sorted(by: { $0.first < $1.first }) {
            if let last = joined.last, nothingStands(between: last, and: range) {
                joined[joined.count - 1].last = max(last.last, range.last)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    /// Whether no attribute has a handle between two ranges.
    func nothingStands(between one: ATT.HandleRange, and other: ATT.HandleRange) -> Bool {
        let (low, high) = one.first <= other.first ? (one, other) : (other, one)
        guard Int(high.first) > Int(low.last) + 1 else { return true }
        return indices(in: ATT.HandleRange(first: low.last + 1, last: high.first - 1)).isEmpty
    }

    private static func check(
        _ characteristic: GATT.CharacteristicDefinition
    ) throws(GATT.DatabaseError) {
        try check(characteristic.value)
        for descriptor in characteristic.descriptors { try check(descriptor.value) }
    }

    private static func check(_ value: GATT.Value) throws(GATT.DatabaseError) {
        if case .stored(let bytes) = value, bytes.count > ATT.maximumValueLength {
            throw .valueTooLong(bytes.count)
        }
    }

    private static func lay(
        _ definition: GATT.CharacteristicDefinition, into layout: inout ServiceLayout
    ) -> GATT.ServiceHandles.Characteristic {
        let value = layout.characteristic(
            definition.uuid, definition.properties, definition.permissions, Self.content(definition.value))
        if definition.needsConfiguration {
            let subscribing = definition.permissions.subscribing
            layout.configuration(
                of: value, definition.properties,
                permissions: subscribing.union(subscribing.isEmpty ? [.readable, .writable] : .readable))
        }
        let descriptors = definition.descriptors.map { descriptor in
            if descriptor.uuid == AttributeType.clientConfiguration {
                layout.configuration(
                    of: value, definition.properties,
                    permissions: descriptor.permissions.union(definition.permissions.subscribing))
            } else {
                layout.descriptor(
                    descriptor.uuid, descriptor.permissions, Self.content(descriptor.value))
            }
        }
        return GATT.ServiceHandles.Characteristic(value: value, descriptors: descriptors)
    }

    private static func content(_ value: GATT.Value) -> Attribute.Content {
        switch value {
        case .stored(let bytes): .stored(bytes)
        case .dynamic: .dynamic
        }
    }

    private func includable(
        _ handle: ATT.Handle
    ) throws(GATT.DatabaseError) -> (ATT.HandleRange, BluetoothUUID) {
        guard let index = index(of: handle), attributes[index].isServiceDeclaration,
            case .constant(let value) = attributes[index].content,
            let uuid = BluetoothUUID(littleEndian: value)
        else { throw .unknownIncludedService(handle) }
        return (ATT.HandleRange(first: handle, last: attributes[index].groupEnd), uuid)
    }

    /// The first of `count` free handles in a row.
    private mutating func freeHandles(_ count: Int) throws(GATT.DatabaseError) -> ATT.Handle {
        let behind = Int(highestHandle) + 1
        if behind + count - 1 <= 0xFFFF { return ATT.Handle(behind) }
        build()
        var free = 1
        for attribute in attributes {
            if Int(attribute.handle) - free >= count { return ATT.Handle(free) }
            free = Int(attribute.handle) + 1
        }
        guard free + count - 1 <= 0xFFFF else { throw .handlesExhausted }
        return ATT.Handle(free)
    }
}

extension Attribute {
    fileprivate var isRoomForInclude: Bool {
        guard type == AttributeType.include, case .constant(let value) = content else { return false }
        return value.isEmpty
    }
}

extension GATT.CharacteristicDefinition {
    /// Whether the host adds a Client Characteristic Configuration.
    fileprivate var needsConfiguration: Bool {
        hasConfiguration && !properties.isDisjoint(with: [.notify, .indicate])
            && !descriptors.contains { $0.uuid == AttributeType.clientConfiguration }
    }
}

// MARK: - Commands

extension GATTServer {
    /// Takes a command that adds to the database or changes a value; others change nothing. Returns what connected
    /// clients must be told of.
    mutating func handle(
        _ command: Host.GATTCommand, into sink: inout Host.Sink
    ) -> [ATT.HandleRange] {
        var changed: [ATT.HandleRange] = []
        switch command {
        case .addService(let token, let service):
            do throws(GATT.DatabaseError) {
                let handles = try add(service)
                sink.emit(.serviceAdded(token, .success(handles)))
                changed = [handles.range]
            } catch {
                sink.emit(.serviceAdded(token, .failure(error)))
            }
        // A service that does not exist includes nothing.
        case .includeServices(let services, let service): try? include(services, in: service)
        case .holdServiceChanged: holdsChanges = true
        case .tellServiceChanged(let ranges):
            holdsChanges = false
            changed = joined(ranges)
        case .setDeviceName(let name):
            setDeviceName(name)
            changed = [Self.deviceNameRange]
        case .removeService, .setValue, .procedure, .writeWithoutResponse, .update, .respond: break
        }
        return changed
    }
}
