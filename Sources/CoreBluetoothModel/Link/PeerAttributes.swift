import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A peer's attributes on one link: what the phone knows of them, what each manager has discovered, and which managers
/// are subscribed. It tells managers what they find.
struct PeerAttributes: Sendable {
    /// How a system shows attributes to apps; it follows from the profile.
    struct Rules: Sendable {
        /// Services that apps never see (behaviour 4.18).
        var hiddenServices: [BluetoothUUID]
        /// A discovery with a filter adds to what was discovered before (behaviour 4.4, 4.19).
        var accumulatesDiscoveries: Bool
    }

    /// The peer, as apps know it.
    let peer: PeerIdentifier
    private let rules: Rules
    /// The first part of the names of the peer's attributes: the link's own number, or after an automatic
    /// reconnection that of the link before (3.19).
    private(set) var names: UInt32
    private(set) var database = AttributeDatabase()
    /// What managers have discovered, by manager; nothing for those that have not discovered. There are few.
    private(set) var views: [View] = []

    /// What one manager has discovered.
    struct View: Sendable {
        var session: SessionID
        var found: AttributeView
    }

    init(_ peer: PeerIdentifier, names: UInt32, _ rules: Rules) {
        self.peer = peer
        self.names = names
        self.rules = rules
    }

    // MARK: Names

    /// The port's name for one of the peer's attributes. It is valid on this link, and on a link that the
    /// system makes to replace it.
    @inline(__always)
    func name(_ handle: ATT.Handle) -> AttributeIdentifier {
        AttributeIdentifier(rawValue: UInt64(names) << 16 | UInt64(handle))
    }

    /// The handle behind a name; `nil` if the name belongs to another link.
    @inline(__always)
    func handle(_ name: AttributeIdentifier) -> ATT.Handle? {
        name.rawValue >> 16 == UInt64(names) ? ATT.Handle(truncatingIfNeeded: name.rawValue) : nil
    }

    /// The value handle behind a name, if the link still knows the characteristic (4.14).
    @inline(__always)
    func characteristic(_ name: AttributeIdentifier) -> ATT.Handle? {
        guard let handle = handle(name), database.characteristics.contains(handle) else { return nil }
        return handle
    }

    // MARK: Attributes of earlier links

    /// The link begins with what the phone has kept of the peer (4.10).
    mutating func recall(_ remembered: AttributeDatabase) { database = remembered }

    /// The link replaces one that was lost: apps continue with the objects that they have (3.19).
    mutating func resume(_ kept: KeptAttributes) {
        names = kept.names
        views = kept.views
        if database.isEmpty { database = kept.database.uncertain }
    }

    /// What managers can continue with on the link after this one.
    var kept: KeptAttributes {
        KeptAttributes(names: names, database: database.withoutSubscriptions, views: views)
    }

    /// The peer has these services, as the phone knows without a discovery.
    mutating func note(_ services: [BluetoothUUID]) { database.note(services) }

    // MARK: Managers

    func view(of session: SessionID) -> AttributeView? { views.first { $0.session == session }?.found }

    private mutating func change(_ session: SessionID, _ change: (inout AttributeView) -> Void) {
        guard let index = views.firstIndex(where: { $0.session == session }) else {
            var found = AttributeView()
            change(&found)
            return views.append(View(session: session, found: found))
        }
        change(&views[index].found)
    }

    /// A manager no longer uses the peer, or begins anew: it has discovered nothing.
    mutating func forgetDiscoveries(of session: SessionID) { views.removeAll { $0.session == session } }

    /// A manager's app has ended. The system keeps the manager's discoveries and subscriptions under another number.
    mutating func preserve(_ old: SessionID, as new: SessionID) {
        views.rename(old, to: new)
        database.renameSubscriber(old, to: new)
    }

    // MARK: Values

    @inline(__always)
    mutating func store(_ value: [UInt8], of handle: ATT.Handle) { database.store(value, of: handle) }

    mutating func subscribe(_ session: SessionID, to handle: ATT.Handle) {
        database.addSubscriber(session, to: handle)
    }

    /// Returns whether nobody is subscribed any more.
    @discardableResult
    mutating func unsubscribe(_ session: SessionID, from handle: ATT.Handle) -> Bool {
        database.removeSubscriber(session, from: handle)
    }

    func isSubscribed(_ session: SessionID, to handle: ATT.Handle) -> Bool {
        database.subscribers(of: handle).contains(session)
    }

    // MARK: Services

    /// The services of a discovery that apps may see: the filter without the hidden ones; `nil` if nothing is left.
    func visible(_ filter: [BluetoothUUID]) -> [BluetoothUUID]? {
        let visible = filter.filter { !rules.hiddenServices.contains($0) }
        return filter.isEmpty || !visible.isEmpty ? visible : nil
    }

    mutating func add(primary found: [GATT.DiscoveredService], searchedFor filter: [BluetoothUUID]) {
        database.add(primary: found, searchedFor: filter)
    }

    mutating func tellServices(
        _ filter: [BluetoothUUID], _ session: SessionID?, into effects: inout PhoneEffects
    ) {
        guard let session else { return }
        let found = database.services.filter {
            $0.isPrimary && (filter.isEmpty || filter.contains($0.uuid))
                && !rules.hiddenServices.contains($0.uuid)
        }.map(\.range.first)
        let known = rules.accumulatesDiscoveries ? view(of: session)?.services ?? [] : []
        let all = AttributeView.union(known, found)
        if database.isRemembered { tellKnown(found, session, into: &effects) }
        change(session) { $0.services = all }
        effects.tell(session, .servicesDiscovered(peer, services(all), nil))
    }

    /// Reports to a manager, before its discovery completes, what is known below services that are new to it
    /// (4.7, 4.9). All of that counts as discovered.
    private mutating func tellKnown(
        _ found: [ATT.Handle], _ session: SessionID, into effects: inout PhoneEffects
    ) {
        let seen = view(of: session)?.services ?? []
        var known: [Central.KnownService] = []
        for handle in found where !seen.contains(handle) {
            guard let service = database.service(handle),
                service.characteristics != nil || service.includedServices != nil
            else { continue }
            let visible = service.includedServices?.filter { !isHidden($0) }
            change(session) {
                $0.characteristics[handle] = service.characteristics
                $0.includedServices[handle] = visible
            }
            known += knownServices([handle], of: session)
        }
        if !known.isEmpty { effects.tell(session, .attributesKnown(peer, known)) }
    }

    /// Whether a service is hidden from apps (4.18).
    private func isHidden(_ handle: ATT.Handle) -> Bool {
        database.service(handle).map { rules.hiddenServices.contains($0.uuid) } ?? false
    }

    // MARK: Below services

    /// Adds what a manager has discovered in a service to its list of that kind; returns all that the manager gets.
    private mutating func add(
        _ found: [ATT.Handle], to list: WritableKeyPath<AttributeView, [ATT.Handle: [ATT.Handle]]>,
        of service: ATT.Handle, _ session: SessionID
    ) -> [ATT.Handle] {
        let known = rules.accumulatesDiscoveries ? view(of: session)?[keyPath: list][service] ?? [] : []
        let all = AttributeView.union(known, found)
        change(session) { $0[keyPath: list][service] = all }
        return all
    }

    mutating func add(included found: [GATT.IncludedService], in service: ATT.Handle) {
        database.add(included: found, in: service)
    }

    mutating func tellIncludedServices(
        _ filter: [BluetoothUUID], in service: ATT.Handle, _ session: SessionID?,
        into effects: inout PhoneEffects
    ) {
        guard let session else { return }
        let found = (database.service(service)?.includedServices ?? []).filter { handle in
            guard let uuid = database.service(handle)?.uuid, !rules.hiddenServices.contains(uuid) else {
                return false  // 4.18
            }
            return filter.isEmpty || filter.contains(uuid)
        }
        let all = add(found, to: \.includedServices, of: service, session)
        effects.tell(
            session, .includedServicesDiscovered(peer, service: name(service), services(all), nil))
    }

    mutating func add(_ found: [GATT.DiscoveredCharacteristic], in service: ATT.Handle) {
        database.add(found, in: service)
    }

    mutating func tellCharacteristics(
        _ filter: [BluetoothUUID], in service: ATT.Handle, _ session: SessionID?,
        into effects: inout PhoneEffects
    ) {
        guard let session else { return }
        let found = (database.service(service)?.characteristics ?? []).filter { handle in
            guard let uuid = database.characteristics[handle]?.uuid else { return false }
            return filter.isEmpty || filter.contains(uuid)
        }
        let all = add(found, to: \.characteristics, of: service, session)
        effects.tell(
            session, .characteristicsDiscovered(peer, service: name(service), characteristics(all), nil))
    }

    mutating func add(_ found: [GATT.DiscoveredDescriptor], of handle: ATT.Handle) {
        database.add(found, of: handle)
    }

    // MARK: Changes

    /// The peer's database changed: what managers knew in the range is invalid (4.14). A manager that has
    /// discovered gets the event also if services were only added.
    mutating func forget(
        _ range: ATT.HandleRange, telling managers: [SessionID], into effects: inout PhoneEffects
    ) {
        let dead = database.services.filter { $0.range.first <= range.last && range.first <= $0.range.last }
        var wide = range
        if let first = dead.first { wide.first = min(wide.first, first.range.first) }
        if let last = dead.last { wide.last = max(wide.last, last.range.last) }
        for session in managers {
            guard let index = views.firstIndex(where: { $0.session == session }),
                views[index].found.services != nil
            else { continue }
            let invalid = views[index].found.forget(wide).map { name($0) }
            effects.tell(session, .servicesModified(peer, invalidated: invalid))
        }
        database.forget(range)
    }
}

extension [PeerAttributes.View] {
    /// A manager has another number from now on.
    mutating func rename(_ old: SessionID, to new: SessionID) {
        for index in indices where self[index].session == old { self[index].session = new }
    }
}
