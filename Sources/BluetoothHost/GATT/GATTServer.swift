import BluetoothTypes
import BluetoothWire

/// The host's GATT database, and what it keeps for each connected client: subscriptions, prepared writes, and
/// whether the client is aware of changes.
///
/// It returns what one attribute contains; the bearer packs answers into PDUs. The GAP and GATT services come
/// first and have handles 1…13. They are there from the first link on, and are the same for all servers but for the name
/// and the appearance.
///
/// ```swift
/// var server = GATTServer(deviceName: "HR-1", appearance: 0x0341)
/// let handles = try server.add(heartRate)
/// server.linkOpened(link)
/// ```
///
/// Source: Core 6.0, Vol 3, Part G, 2.5, 3 and 7.
struct GATTServer: Sendable {
    /// Sorted by handle; without the host's own services until they are built.
    private(set) var attributes = ServerAttributes()
    /// One for each link, in the order they opened.
    var clients: [ClientRecord] = []
    /// The hash of the present database, once it was read.
    private var databaseHash: [UInt8]?
    private var name: Name

    // Small properties follow each other, so that they take no more room than they need.

    /// The highest handle that was ever used.
    private(set) var highestHandle = GATTServer.lastOwnHandle
    private let appearance: UInt16
    /// The shortest key that counts as encryption, 7…16 bytes.
    let minimumKeySize: UInt8
    private let hasServiceChanged: Bool
    /// Whether clients may queue writes. If not, long and reliable writes are refused.
    let acceptsPreparedWrites: Bool
    /// Whether a bonded client changed something that the bond keeps.
    var hasChangedClients = false
    /// Whether the Service Changed indications are held back.
    var holdsChanges = false

    /// The GAP device name.
    private enum Name {
        /// As the server was created.
        case first(String)
        case changed([UInt8])
    }

    /// Creates a server whose GAP service shows this name (at most 248 bytes of it) and appearance.
    init(
        deviceName: String, appearance: UInt16, hasServiceChanged: Bool = true, minimumKeySize: UInt8 = 7,
        acceptsPreparedWrites: Bool = true
    ) {
        self.acceptsPreparedWrites = acceptsPreparedWrites
        self.hasServiceChanged = hasServiceChanged
        self.minimumKeySize = minimumKeySize
        name = .first(deviceName)
        self.appearance = appearance
    }

    // MARK: Looking up

    /// The index of an attribute. Handles have no gaps until a service is removed, so the first guess is
    /// mostly right.
    func index(of handle: ATT.Handle) -> Int? {
        let guess = Int(handle) - 1
        if guess >= 0, attributes.has(handle, at: guess) { return guess }
        let index = search(handle)
        return index < attributes.count && attributes.handle(at: index) == handle ? index : nil
    }

    /// The index of the first attribute at or after `handle`; the count if there is none.
    func firstIndex(from handle: ATT.Handle) -> Int {
        let guess = Int(handle) - 1
        return guess >= 0 && attributes.has(handle, at: guess) ? guess : search(handle)
    }

    private func search(_ handle: ATT.Handle) -> Int {
        var (low, high) = (0, attributes.count)
        while low < high {
            let middle = (low + high) / 2
            if attributes.handle(at: middle) < handle { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The indices of the attributes in `range`.
    func indices(in range: ATT.HandleRange) -> Range<Int> {
        let first = firstIndex(from: range.first)
        let end = range.last == .max ? attributes.count : firstIndex(from: range.last + 1)
        return first..<max(first, end)
    }

    /// The primary services, in handle order.
    mutating func primaryServices() -> [GATT.DiscoveredService] {
        build()
        return attributes.compactMap { attribute in
            guard attribute.type == AttributeType.primaryService,
                case .constant(let value) = attribute.content,
                let uuid = BluetoothUUID(littleEndian: value)
            else { return nil }
            let range = ATT.HandleRange(first: attribute.handle, last: attribute.groupEnd)
            return GATT.DiscoveredService(range: range, uuid: uuid)
        }
    }

    // MARK: Changing

    /// Replaces the value of a stored attribute, cut to 512 bytes; other attributes do not change.
    mutating func setValue(_ handle: ATT.Handle, _ value: [UInt8]) {
        if handle <= Self.lastOwnHandle { build() }
        guard let index = index(of: handle) else { return }
        let isLong = value.count > ATT.maximumValueLength
        let value = isLong ? Array(value.prefix(ATT.maximumValueLength)) : value
        if attributes.isStored(at: index) {
            setContent(.stored(value), at: index)
        } else if case .deviceName = attributes.content(at: index) {
            name = .changed(value)
        }
    }

    /// Replaces the value of the GAP device name, cut to 248 bytes (Core 6.0, Vol 3, Part C, 12.1).
    mutating func setDeviceName(_ name: [UInt8]) {
        setValue(Self.deviceNameHandle, name.count > 248 ? Array(name.prefix(248)) : name)
    }

    mutating func setContent(_ content: Attribute.Content, at index: Int) {
        attributes.setContent(content, at: index)
        if attributes.type(at: index) == AttributeType.extendedProperties { databaseHash = nil }
    }

    /// Inserts a service, and makes connected clients unaware of the database.
    mutating func insert(_ service: [Attribute]) {
        attributes.insert(service, at: firstIndex(from: service[0].handle))
        highestHandle = max(highestHandle, service[0].groupEnd)
        databaseChanged()
    }

    /// Removes all attributes of a range.
    mutating func removeAttributes(in range: ATT.HandleRange) {
        attributes.remove(indices(in: range))
        databaseChanged()
    }

    /// Fills a reserved Include Declaration.
    mutating func setInclude(_ value: [UInt8], at handle: ATT.Handle) {
        guard let index = index(of: handle) else { return }
        attributes.setContent(.constant(value), at: index)
        databaseChanged()
    }

    private mutating func databaseChanged() {
        databaseHash = nil
        for index in clients.indices { clients[index].awareness = .unaware }
    }

    // MARK: The host's own services

    static let deviceNameHandle: ATT.Handle = 3
    /// Declaration and value of the device name.
    static let deviceNameRange = ATT.HandleRange(first: 2, last: 3)
    static let serviceChangedHandle: ATT.Handle = 8
    /// The handle at which clients subscribe to Service Changed.
    static let serviceChangedConfigurationHandle: ATT.Handle = 9
    private static let genericAttributeRange = ATT.HandleRange(first: 6, last: 13)
    static let lastOwnHandle: ATT.Handle = 13

    /// Builds the GAP and GATT services, if they are not built yet. What asks for an attribute with one of their
    /// handles, or for all attributes, must call this first.
    mutating func build() {
        if attributes.isBuilt { return }
        attributes.build(hasServiceChanged ? Self.ownServices : Self.ownServicesOfFixedDatabase)
    }

    /// The value of the GAP device name.
    private var deviceName: [UInt8] {
        switch name {
        case .first(let name): Array(name.utf8.prefix(248))
        case .changed(let bytes): bytes
        }
    }

    /// The value of an attribute, where it is known and the same for all clients.
    func value(of content: Attribute.Content) -> [UInt8]? {
        switch content {
        case .constant(let value), .stored(let value): value
        case .deviceName: deviceName
        case .appearance: .littleEndian(appearance)
        case .dynamic, .configuration, .clientFeatures, .databaseHash: nil
        }
    }

    /// The value of Database Hash, computed once for each change: a number of 128 bits, so its least
    /// significant byte comes first (Core 6.0, Vol 3, Part G, 7.3 and Part F, 3.3.1).
    mutating func currentHash() -> [UInt8] {
        if let databaseHash { return databaseHash }
        build()
        let hash: [UInt8] = DatabaseHash.hash(of: attributes).reversed()
        databaseHash = hash
        return hash
    }

    /// What all servers have in common, and share (Core 6.0, Vol 3, Part C, 12 and Part G, 7).
    private static let ownServices: [Attribute] = {
        var layout = ServiceLayout(first: 1, count: Int(lastOwnHandle))
        let name = layout.service(AttributeType.genericAccess, isPrimary: true)
        layout.characteristic(AttributeType.deviceName, [.read], .readable, .deviceName)
        layout.characteristic(AttributeType.appearance, [.read], .readable, .appearance)
        layout.close(name)
        let generic = layout.service(AttributeType.genericAttribute, isPrimary: true)
        let changed = layout.characteristic(
            AttributeType.serviceChanged, [.indicate], [], .constant([]))
        layout.configuration(of: changed, [.indicate], permissions: [.readable, .writable])
        layout.characteristic(
            AttributeType.clientSupportedFeatures, [.read, .write], [.readable, .writable], .clientFeatures)
        layout.characteristic(AttributeType.databaseHash, [.read], .readable, .databaseHash)
        layout.close(generic)
        return layout.attributes
    }()

    /// The same without Service Changed. Its handles stay unused: nothing else may be mistaken for it.
    private static let ownServicesOfFixedDatabase = ownServices.filter {
        !genericAttributeRange.contains($0.handle)
    }
}
