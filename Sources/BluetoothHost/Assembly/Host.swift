import BluetoothTypes
import BluetoothWire

/// The host side of one Bluetooth LE controller: GAP, L2CAP, ATT and GATT as one value.
///
/// It has two neighbours. The upper layer sends commands and gets events; the controller receives and sends
/// HCI packets. The outputs of each input stay in `nextOutput()` until the driver takes them. The host has no
/// clock: the driver passes `now`, and calls `deadlineReached(at:)` when `nextDeadline` has come.
///
/// ```swift
/// var host = Host(Host.Configuration(deviceName: "HR-1", address: DeviceAddress(0xC0FF_EE00_0001, .random)))
/// host.handle(.powerOn, at: now)
/// while let output = host.nextOutput() {
///     switch output {
///     case .controller(let packet): controller.handle(packet, at: now)
///     case .event(let event): device.handle(event, at: now)
///     }
/// }
/// ```
///
/// No input of the controller or of a peer makes the host trap. Bytes that violate the rules are dropped, end
/// a procedure, or end the link. When the controller fails the host emits `.controllerFailed`.
///
/// Source: Core 6.0, Vol 1, Part A, 2.1.1.
public struct Host: Sendable {
    /// Whether the controller can be used.
    enum Power: Sendable {
        /// Every packet is ignored. Goes to `starting` with `powerOn`.
        case off
        /// Only answers to the start's commands count. Goes to `on`, or to `off` when the controller fails.
        indirect case starting(Startup)
        /// Goes to `off` with `powerOff` or when the controller fails.
        case on
    }

    /// What it was made with; only the address may change.
    public internal(set) var configuration: Configuration

    var power = Power.off
    var profile = ControllerProfile()
    var commands = CommandQueue()
    var observer = Observer()
    var broadcaster = Broadcaster()
    var initiator = Initiator()
    /// In the order they came up, and so sorted by identifier.
    var links: [LinkState] = []
    var lastLinkID: UInt32 = 0
    var server: GATTServer
    /// What peers may open channels to; in the order they were added.
    var channelServices: [ChannelService] = []
    var lastChannelID: UInt32 = 0
    var buffers = BufferPool.none
    /// The index of the link whose turn it is to send.
    var turn = 0
    /// How many frames wait in all outboxes.
    var waitingFrames = 0
    /// The bonds that this host keeps; `.bondChanged` reports changes.
    public internal(set) var bonds: [Bond] = []
    var hostSecurity = OnDemand<HostSecurity>()
    /// Private addresses: one value with privacy or bonds that resolve, else none.
    var privacy: [HostPrivacy] = []
    var outputs = OutputQueue()
    /// The actions that a bearer asked for; empty between calls, kept for its storage.
    var actions: [AttributeBearer.Action] = []
    /// Whether the peer caused what is sent now.
    var isAnswering = false
    /// Whether a GAP machine may have something new to send.
    var isGAPDirty = false
    /// Whether the Service Changed indications are held back.
    var holdsServiceChanged = false

    /// Creates a host that is off. Its database contains only the GAP and GATT services.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        server = GATTServer(
            deviceName: Array(configuration.deviceName.utf8), appearance: configuration.appearance,
            hasServiceChanged: configuration.hasServiceChanged,
            minimumKeySize: configuration.security.minimumKeySize,
            acceptsPreparedWrites: configuration.acceptsPreparedWrites)
    }

    // MARK: Driving

    /// Takes a packet from the controller.
    public mutating func handle(_ packet: consuming HCI.Packet, at now: Instant) {
        switch consume packet {
        case .acl(let data): received(data, at: now)
        case .event(let event): received(event, at: now)
        // A command never comes from a controller.
        case .command: break
        }
        findDeadline()
    }

    /// The next output for the driver to pass on; call it until `nil` after each input.
    public mutating func nextOutput() -> Output? { outputs.next() }

    /// When to call `deadlineReached(at:)`; may change with every other call.
    ///
    /// Stored, not computed: drivers ask at every event, and a getter would work on a copy of the whole host.
    public private(set) var nextDeadline: Instant?

    /// Finds the earliest deadline, as the last step of every input.
    mutating func findDeadline() {
        var earliest = commands.nextDeadline ?? Self.never
        if let deadline = initiator.nextDeadline { earliest = min(earliest, deadline) }
        if !privacy.isEmpty, showsItself, let deadline = privacy[0].due { earliest = min(earliest, deadline) }
        for index in links.indices {
            if let deadline = links[index].nextDeadline { earliest = min(earliest, deadline) }
        }
        nextDeadline = earliest == Self.never ? nil : earliest
    }

    private static let never = Instant(nanoseconds: .max)

    /// Does what is due; does nothing if called early.
    public mutating func deadlineReached(at now: Instant) {
        defer { findDeadline() }
        while let late = commands.giveUp(at: now) {
            guard forgive(late.opcode, late.purpose, at: now) else {
                fail(.silent(late.opcode), at: now)
                return
            }
        }
        privacyDeadlineReached(at: now)
        initiator.deadlineReached(at: now, profile)
        isGAPDirty = true
        // Uses identifiers, because a deadline can end a link.
        for id in links.map(\.id) {
            guard let index = index(of: id), let deadline = links[index].nextDeadline, deadline <= now
            else { continue }
            parameterDeadlineReached(index, at: now)
            securityDeadlineReached(index, at: now)
            channelDeadlineReached(index, at: now)
            links[index].bearer.deadlineReached(at: now, server: &server, into: &actions)
            perform(on: index)
        }
        settle(at: now)
    }

    // MARK: Asking

    /// This host's identity address; all zeros before `.ready`.
    public var identity: DeviceAddress { profile.identity }

    /// The links that are up, in the order they came up.
    public var linkIDs: [LinkID] { links.map(\.id) }

    /// A link that is up.
    public func link(_ id: LinkID) -> Link? { index(of: id).map { links[$0].link } }

    /// The ATT MTU of a link: 23 before an exchange, and for a link that has ended.
    public func mtu(of id: LinkID) -> UInt16 { index(of: id).map { links[$0].bearer.mtu } ?? 23 }

    /// The ranges of the services in the database, in handle order, without the host's own.
    public var serviceRanges: [ATT.HandleRange] { server.services }

    /// How many L2CAP frames of a link wait for room in the controller.
    public func queuedPackets(of id: LinkID) -> Int { index(of: id).map { links[$0].outbox.count } ?? 0 }

    /// The LE features of the peer's controller, once they are known.
    public func remoteFeatures(of id: LinkID) -> HCI.LEFeatures? {
        index(of: id).flatMap { links[$0].remoteFeatures }
    }

    // MARK: Inside

    /// Whether the controller is up.
    var isOn: Bool {
        if case .on = power { return true }
        return false
    }

    mutating func emit(_ event: consuming Event) { outputs.append(.event(event)) }

    func index(of id: LinkID) -> Int? { links.firstIndex { $0.id == id } }

    func index(ofHandle handle: UInt16) -> Int? { links.firstIndex { $0.link.connectionHandle == handle } }

    /// Sends what the state machines want to send, as far as the controller accepts it.
    mutating func settle(at now: Instant) {
        if isGAPDirty, isOn {
            isGAPDirty = false
            settlePrivacy(at: now)
            if let command = observer.next(profile) { commands.append(command, for: .observer) }
            if let command = broadcaster.next(profile) { commands.append(command, for: .broadcaster) }
            if let command = initiator.next(profile, configuration.connection, at: now) {
                commands.append(command, for: .initiator)
            }
        }
        while let command = commands.next(at: now) { outputs.append(.controller(.command(command))) }
    }
}
