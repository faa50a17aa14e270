import BluetoothTypes
import BluetoothWire

/// The host's GATT database, and what it keeps for each connected client: subscriptions, prepared writes, and
/// whether the client is aware of changes.
///
/// It returns what one attribute contains; the bearer packs answers into PDUs. The GAP and GATT services come
/// first and have handles 1…13. They are built for the first link: a device that only advertises stores its name and
/// the services that were added.
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
    private(set) var attributes: [Attribute] = []
    /// One for each link, in the order they opened.
    var clients: [ClientRecord] = []
    /// The highest handle that was ever used.
    private(set) var highestHandle = Int(GATTServer.lastOwnHandle)
    /// Whether a bonded client changed something that the bond keeps.
    var hasChangedClients = false
    /// Whether the Service Changed indications are held back.
    var holdsChanges = false
    /// The shortest key that counts as encryption, 7…16 bytes.
    let minimumKeySize: UInt8
    private let deviceName: String
    private let appearance: UInt16
    private let hasServiceChanged: Bool
    /// Whether clients may queue writes. If not, long and reliable writes are refused.
    let acceptsPreparedWrites: Bool
    /// Whether the GAP and GATT services are among the attributes.
    private var isBuilt = false
    /// The hash of the present database, once it was read.
    private var databaseHash: [UInt8]?

    /// Creates a server whose GAP service shows this name (at most 248 bytes of it) and appearance.
    init(
        deviceName: String, appearance: UInt16, hasServiceChanged: Bool = true, minimumKeySize: UInt8 = 7,
        acceptsPreparedWrites: Bool = true
    ) {
        self.acceptsPreparedWrites = acceptsPreparedWrites
        self.hasServiceChanged = hasServiceChanged
        self.minimumKeySize = minimumKeySize
        self.deviceName = deviceName
        self.appearance = appearance
    }

    // MARK: Looking up

    /// The index of an attribute. Handles have no gaps until a service is removed, so the first guess is
    /// mostly right.
    func index(of handle: ATT.Handle) -> Int? {
        let guess = Int(handle) - 1
        if attributes.indices.contains(guess), attributes[guess].handle == handle { return guess }
        let index = firstIndex(from: handle)
        return index < attributes.count && attributes[index].handle == handle ? index : nil
    }

    /// The index of the first attribute at or after `handle`; the count if there is none.
    func firstIndex(from handle: ATT.Handle) -> Int {
        var (low, high) = (0, attributes.count)
        while low < high {
            let middle = (low + high) / 2
            if attributes[middle].handle < handle { low = middle + 1 } else { high = middle }
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
        guard let index = index(of: handle), case .stored = attributes[index].content else { return }
        let isLong = value.count > ATT.maximumValueLength
        setContent(.stored(isLong ? Array(value.prefix(ATT.maximumValueLength)) : value), at: index)
    }

    /// Replaces the value of the GAP device name, cut to 248 bytes (Core 6.0, Vol 3, Part C, 12.1).
    mutating func setDeviceName(_ name: [UInt8]) {
        setValue(Self.deviceNameHandle, name.count > 248 ? Array(name.prefix(248)) : name)
    }

    mutating func setContent(_ content: Attribute.Content, at index: Int) {
        attributes[index].content = content
        if attributes[index].type == AttributeType.extendedProperties { databaseHash = nil }
    }

    /// Inserts a service, and makes connected clients unaware of the database.
    mutating func insert(_ service: [Attribute]) {
        // Only what is needed: a database hardly ever grows again, and a world may have thousands.
        attributes.reserveCapacity(attributes.count + service.count)
        attributes.insert(contentsOf: service, at: firstIndex(from: service[0].handle))
        highestHandle = max(highestHandle, Int(service[0].groupEnd))
        databaseChanged()
    }

    /// Removes all attributes of a range.
    mutating func removeAttributes(in range: ATT.HandleRange) {
        attributes.removeSubrange(indices(in: range))
        databaseChanged()
    }

    /// Fills a reserved Include Declaration.
    mutating func setInclude(_ value: [UInt8], at handle: ATT.Handle) {
        guard let index = index(of: handle) else { return }
        attributes[index].content = .constant(value)
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
        guard !isBuilt else { return }
        isBuilt = true
        var own = Self.ownServices
        own[2].content = .stored(Array(deviceName.utf8.prefix(248)))
        own[4].content = .constant(.littleEndian(appearance))
        // Its handles stay unused: nothing else may be mistaken for Service Changed.
        if !hasServiceChanged { own.removeAll { Self.genericAttributeRange.contains($0.handle) } }
        attributes.reserveCapacity(attributes.count + own.count)
        attributes.insert(contentsOf: own, at: 0)
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
        var layout = ServiceLayout(first: 1)
        let name = layout.service(AttributeType.genericAccess, isPrimary: true)
        layout.characteristic(AttributeType.deviceName, [.read], .readable, .stored([]))
        layout.characteristic(AttributeType.appearance, [.read], .readable, .constant([]))
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
}
