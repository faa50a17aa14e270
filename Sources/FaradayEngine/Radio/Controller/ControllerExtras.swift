import BluetoothWire

/// What few controllers have; one word until then. Most of a crowd only advertise, with one set.
struct ControllerExtras {
    private final class Storage {
        @exclusivity(unchecked) var acceptList = FilterAcceptList()
        @exclusivity(unchecked) var legacySet: Advertiser?
        @exclusivity(unchecked) var scanner: Scanner?
        @exclusivity(unchecked) var initiator: Initiator?
        @exclusivity(unchecked) var resolvingList: ResolvingList?
        @exclusivity(unchecked) var keyPairs: KeyPairs?
        @exclusivity(unchecked) var hostFlow: HostFlow?
        @exclusivity(unchecked) var soundingChannels: ChannelSounding.ChannelMap = .all
        @exclusivity(unchecked) var scriptedRSSI: [Int8] = []
    }

    private var storage: Storage?

    /// Whether there is nothing of this.
    var isEmpty: Bool { storage == nil }

    private mutating func made() -> Storage {
        if let storage { return storage }
        let made = Storage()
        storage = made
        return made
    }

    var acceptList: FilterAcceptList {
        get { storage?.acceptList ?? FilterAcceptList() }
        set { if !isEmpty || !newValue.entries.isEmpty { made().acceptList = newValue } }
    }
    var legacySet: Advertiser? {
        get { storage?.legacySet }
        set { if !isEmpty || newValue != nil { made().legacySet = newValue } }
    }
    var scanner: Scanner? {
        get { storage?.scanner }
        set { if !isEmpty || newValue != nil { made().scanner = newValue } }
    }
    var initiator: Initiator? {
        get { storage?.initiator }
        set { if !isEmpty || newValue != nil { made().initiator = newValue } }
    }
    var resolvingList: ResolvingList? {
        @inline(__always) get { storage?.resolvingList }
        set { if !isEmpty || newValue != nil { made().resolvingList = newValue } }
    }
    var keyPairs: KeyPairs? {
        get { storage?.keyPairs }
        set { if !isEmpty || newValue != nil { made().keyPairs = newValue } }
    }
    var hostFlow: HostFlow? {
        @inline(__always) get { storage?.hostFlow }
        set { if !isEmpty || newValue != nil { made().hostFlow = newValue } }
    }
    var soundingChannels: ChannelSounding.ChannelMap {
        get { storage?.soundingChannels ?? .all }
        set { if !isEmpty || newValue != .all { made().soundingChannels = newValue } }
    }
    var scriptedRSSI: [Int8] {
        get { storage?.scriptedRSSI ?? [] }
        set { if !isEmpty || !newValue.isEmpty { made().scriptedRSSI = newValue } }
    }

    /// What a reset of the controller changes of this; activity on air has ended before.
    func reset() {
        guard let storage else { return }
        storage.acceptList = FilterAcceptList()
        storage.resolvingList = nil
        storage.keyPairs?.reset()
        storage.soundingChannels = .all
        if storage.hostFlow?.unreadLimit == nil { storage.hostFlow = nil } else { storage.hostFlow?.reset() }
    }
}
