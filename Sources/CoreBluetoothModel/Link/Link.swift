import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One link of the phone, of either role.
struct Link: Sendable {
    let id: Host.LinkID
    let role: Host.Link.Role
    /// The peer's slot.
    let peer: Int
    /// The first part of the names of the peer's attributes: the link's own number, or after an automatic
    /// reconnection that of the link before (3.19).
    var names: UInt32
    var isFree = false
    var mtu = ATT.defaultMTU
    /// The host was asked to end it.
    var isEnding = false
    /// No app uses the link any more. The phone keeps it for a while in case an app connects again (3.8).
    var isLingering = false
    /// Managers with connection events that have not got one for this link, because the peer is not known to
    /// match (3.35).
    var listeners: [SessionID] = []
    /// An app needs the peer to get notifications, and the user is to be asked (3.25).
    var wantsNotificationSharing = false
    /// The error that managers will get instead of the controller's reason.
    var endCause: PortError?

    // Security.
    var level = Host.SecurityLevel.none
    /// The phone has a key of the peer.
    var isBonded = false
    /// Why the host is securing the link, if it is.
    var securing: Securing?
    /// The number of the alert that asks the user about this link.
    var alert: UInt32?

    // The phone as client.
    var database = AttributeDatabase()
    /// What apps asked for and the phone has not begun, in call order (behaviour 4.27, 5.19).
    var queue = Fifo<Operation>()
    /// The request whose answer the phone waits for: ATT allows one at a time.
    var current: Operation?
    var currentToken = Host.Token(0)
    /// A manager is or was connected: the phone has begun to use the link as a client.
    var isClientStarted = false
    /// What the phone does for itself when no request of an app waits (behaviour 5.38).
    var background = Background.off
    /// The handle of the peer's GAP name; 0 before the phone has read it.
    var nameHandle: ATT.Handle = 0
    /// The name may have changed since the phone asked for it.
    var rereadsName = false
    /// The peer's Service Changed value, if the phone found it.
    var serviceChanged: ATT.Handle?
    /// The system uses the link for itself (3.36).
    var isOfSystem = false
    /// The phone knows whether the peer has Service Changed.
    var hasLookedForServiceChanged = false
    /// What was found may outlive the link.
    var keepsAttributes = true
    var signalReads: [(token: Host.Token, session: SessionID)] = []

    init(id: Host.LinkID, role: Host.Link.Role, peer: Int) {
        self.id = id
        self.role = role
        self.peer = peer
        names = id.rawValue
    }

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
}

/// What the phone itself does on a new link. The MTU exchange comes first. The other steps are taken one at a
/// time, when no app's request waits (behaviour 5.10, 5.37, 5.38).
enum Background: Hashable, Sendable {
    case off
    case exchangeMTU
    case readName
    case findGenericAttributeService
    case findServiceChanged(ATT.HandleRange)
    case findConfiguration(ATT.HandleRange)
    case subscribe(ATT.Handle)
}

/// One thing a link does, for an app or for the phone.
struct Operation: Sendable {
    enum Kind: Sendable {
        case background(Background)
        /// Turns a value's notifications off after the last manager that wanted them has unsubscribed (5.25).
        case unsubscribe(ATT.Handle)
        case discoverServices([BluetoothUUID])
        case discoverIncludedServices([BluetoothUUID], service: ATT.Handle)
        case discoverCharacteristics([BluetoothUUID], service: ATT.Handle)
        case discoverDescriptors(ATT.Handle)
        case read(ATT.Handle)
        case write(ATT.Handle, [UInt8])
        case command(ATT.Handle, [UInt8])
        /// First finds the configuration descriptor, if it isn't known.
        case setNotify(ATT.Handle, Bool)
        case readDescriptor(ATT.Handle)
        case writeDescriptor(ATT.Handle, [UInt8])
    }

    /// The manager that asked; `nil` for the phone itself, or for a manager that has released the peer since.
    var session: SessionID?
    let kind: Kind
    /// How often the phone has paired for it.
    var pairings: UInt8 = 0
}

/// Which slot a link is in. A phone has few links: a linear search is faster than hashing.
struct LinkSlots: Sendable {
    private var identifiers: [Host.LinkID?] = []

    /// How many links there are.
    var count: Int { identifiers.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

    @inline(__always)
    subscript(_ id: Host.LinkID) -> Int? { identifiers.firstIndex(of: id) }

    /// Takes the first free slot; it may be one more than there were.
    mutating func add(_ id: Host.LinkID) -> Int {
        if let free = identifiers.firstIndex(of: nil) {
            identifiers[free] = id
            return free
        }
        identifiers.append(id)
        return identifiers.count - 1
    }

    mutating func remove(_ slot: Int) { identifiers[slot] = nil }
}
