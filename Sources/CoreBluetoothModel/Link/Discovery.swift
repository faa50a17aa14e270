import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Discovery (behaviour section 4): answered from what the phone knows on the link, otherwise by the peer.
extension PhoneModel {
    // MARK: Services

    mutating func startServices(_ operation: Operation, _ filter: [BluetoothUUID], _ slot: Int) {
        let visible = filter.filter { !profile.hiddenServices.contains($0) }
        let wantsNothing = !filter.isEmpty && visible.isEmpty
        guard !wantsNothing, let missing = links[slot].database.missing(visible) else {
            tellServices(operation, filter, slot)
            return
        }
        run(.discoverPrimaryServices(missing), for: operation, slot)
    }

    mutating func finishServices(
        _ operation: Operation, _ filter: [BluetoothUUID], _ found: [GATT.DiscoveredService], _ slot: Int
    ) {
        let visible = filter.filter { !profile.hiddenServices.contains($0) }
        links[slot].database.add(primary: found, searchedFor: visible)
        tellListeners(slot)
        tellServices(operation, filter, slot)
    }

    private mutating func tellServices(_ operation: Operation, _ filter: [BluetoothUUID], _ slot: Int) {
        let found = links[slot].database.services.filter {
            $0.isPrimary && (filter.isEmpty || filter.contains($0.uuid))
                && !profile.hiddenServices.contains($0.uuid)
        }.map(\.range.first)
        let peer = links[slot].peer
        guard let session = operation.session, let index = peers[peer].attachment(of: session) else { return }
        let known = profile.accumulatesDiscoveries ? peers[peer].attachments[index].view.services ?? [] : []
        let all = AttributeView.union(known, found)
        if links[slot].database.isRemembered { tellKnown(found, session, index, slot) }
        peers[peer].attachments[index].view.services = all
        tell(session, .servicesDiscovered(peers[peer].identifier, services(all, slot), nil))
    }

    func services(_ handles: [ATT.Handle], _ slot: Int) -> [Central.Service] {
        handles.compactMap { handle in
            links[slot].database.service(handle).map {
                Central.Service(identifier: links[slot].name(handle), uuid: $0.uuid, isPrimary: $0.isPrimary)
            }
        }
    }

    // MARK: Included services

    mutating func startIncludedServices(
        _ operation: Operation, _ filter: [BluetoothUUID], _ service: ATT.Handle, _ slot: Int
    ) {
        guard let entry = links[slot].database.service(service) else {
            fail(operation, .unknown, slot)
            return
        }
        if entry.includedServices == nil, entry.range.first < entry.range.last {
            run(.discoverIncludedServices(entry.range), for: operation, slot)
        } else {
            tellIncludedServices(operation, filter, service, slot)
        }
    }

    mutating func tellIncludedServices(
        _ operation: Operation, _ filter: [BluetoothUUID], _ service: ATT.Handle, _ slot: Int
    ) {
        let database = links[slot].database
        let found = (database.service(service)?.includedServices ?? []).filter { handle in
            guard let uuid = database.service(handle)?.uuid, !profile.hiddenServices.contains(uuid) else {
                return false  // 4.18
            }
            return filter.isEmpty || filter.contains(uuid)
        }
        let peer = links[slot].peer
        guard let session = operation.session, let index = peers[peer].attachment(of: session) else { return }
        let known = peers[peer].attachments[index].view.includedServices[service] ?? []
        let all = AttributeView.union(profile.accumulatesDiscoveries ? known : [], found)
        peers[peer].attachments[index].view.includedServices[service] = all
        let name = links[slot].name(service)
        tell(
            session,
            .includedServicesDiscovered(peers[peer].identifier, service: name, services(all, slot), nil))
    }

    // MARK: Characteristics

    mutating func startCharacteristics(
        _ operation: Operation, _ filter: [BluetoothUUID], _ service: ATT.Handle, _ slot: Int
    ) {
        guard let entry = links[slot].database.service(service) else {
            fail(operation, .unknown, slot)
            return
        }
        if entry.characteristics == nil, entry.range.first < entry.range.last {
            run(.discoverCharacteristics(entry.range), for: operation, slot)
        } else {
            tellCharacteristics(operation, filter, service, slot)
        }
    }

    mutating func tellCharacteristics(
        _ operation: Operation, _ filter: [BluetoothUUID], _ service: ATT.Handle, _ slot: Int
    ) {
        let database = links[slot].database
        let found = (database.service(service)?.characteristics ?? []).filter { handle in
            guard let uuid = database.characteristics[handle]?.uuid else { return false }
            return filter.isEmpty || filter.contains(uuid)
        }
        let peer = links[slot].peer
        guard let session = operation.session, let index = peers[peer].attachment(of: session) else { return }
        let known = peers[peer].attachments[index].view.characteristics[service] ?? []
        let all = AttributeView.union(profile.accumulatesDiscoveries ? known : [], found)
        peers[peer].attachments[index].view.characteristics[service] = all
        let name = links[slot].name(service)
        tell(
            session,
            .characteristicsDiscovered(
                peers[peer].identifier, service: name, characteristics(all, slot), nil))
    }

    func characteristics(_ handles: [ATT.Handle], _ slot: Int) -> [Central.Characteristic] {
        handles.compactMap { handle in
            links[slot].database.characteristics[handle].map { entry in
                Central.Characteristic(
                    identifier: links[slot].name(handle), uuid: entry.uuid,
                    properties: UInt(entry.properties.rawValue), cachedValue: entry.lastValue)  // 4.8
            }
        }
    }

    // MARK: Descriptors

    mutating func startDescriptors(_ operation: Operation, _ handle: ATT.Handle, _ slot: Int) {
        guard let entry = links[slot].database.characteristics[handle] else {
            fail(operation, .unknown, slot)
            return
        }
        if entry.descriptors == nil, let range = entry.descriptorRange {
            run(.discoverDescriptors(range), for: operation, slot)
        } else {
            tellDescriptors(operation, handle, slot)
        }
    }

    mutating func store(_ found: [GATT.DiscoveredDescriptor], of handle: ATT.Handle, _ slot: Int) {
        guard let range = links[slot].database.characteristics[handle]?.descriptorRange else { return }
        var valid: [GATT.DiscoveredDescriptor] = []
        for descriptor in found where range.contains(descriptor.handle) {
            if descriptor.handle > valid.last?.handle ?? 0 { valid.append(descriptor) }
        }
        links[slot].database.characteristics.update(handle) { $0.descriptors = valid }
    }

    mutating func tellDescriptors(_ operation: Operation, _ handle: ATT.Handle, _ slot: Int) {
        guard let session = operation.session else { return }
        let found = descriptors(of: handle, slot) ?? []
        let name = links[slot].name(handle)
        let identifier = peers[links[slot].peer].identifier
        tell(session, .descriptorsDiscovered(identifier, characteristic: name, found, nil))
    }

    // MARK: Changes

    /// The peer's database changed: what managers knew in the range is invalid (4.14). A manager that has
    /// discovered gets the event also if services were only added.
    mutating func servicesChanged(_ slot: Int, _ range: ATT.HandleRange) {
        guard range.isValid else { return }
        if noteNameChange(slot, range) { return resumeBackground(slot) }
        let dead = links[slot].database.services.filter {
            $0.range.first <= range.last && range.first <= $0.range.last
        }
        var wide = range
        if let first = dead.first { wide.first = min(wide.first, first.range.first) }
        if let last = dead.last { wide.last = max(wide.last, last.range.last) }
        let peer = links[slot].peer
        for index in peers[peer].attachments.indices {
            guard peers[peer].attachments[index].state == .connected else { continue }
            guard peers[peer].attachments[index].view.services != nil else { continue }
            let invalid = peers[peer].attachments[index].view.forget(wide).map { links[slot].name($0) }
            let session = peers[peer].attachments[index].session
            tell(session, .servicesModified(peers[peer].identifier, invalidated: invalid))
        }
        links[slot].database.forget(range)
        if !connections.holds.isEmpty { discoverHeldServices(slot) }
        if let value = links[slot].serviceChanged, range.contains(value) {
            // Service Changed itself may be elsewhere now.
            links[slot].hasLookedForServiceChanged = false
        }
        resumeBackground(slot)
    }

    /// Starts the work that a change has left to do, unless the phone is working already.
    private mutating func resumeBackground(_ slot: Int) {
        guard links[slot].isClientStarted, links[slot].background == .off else { return }
        if links[slot].rereadsName {
            links[slot].rereadsName = false
            links[slot].background = .readName
        } else if !links[slot].hasLookedForServiceChanged {
            links[slot].background = nextBackground(after: .readName, slot)
        }
        pump(slot)
    }

    /// The peer indicated Service Changed on a link where the phone did not look for it, because it already
    /// knew the handle (4.10).
    mutating func serviceChangedReceived(_ slot: Int, _ handle: ATT.Handle, _ value: [UInt8]) {
        guard handle == links[slot].serviceChanged, value.count == 4 else { return }
        let first = UInt16(value[0]) | UInt16(value[1]) << 8
        servicesChanged(slot, ATT.HandleRange(first: first, last: UInt16(value[2]) | UInt16(value[3]) << 8))
    }
}
