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
/// The host is a router: it gives each input to the machine that it is for (`GenericAccess`, a link's
/// `AttributeBearer`, `LinkChannels`, `ParameterProcedure` and `SecurityManager`, the `GATTServer`), and does here
/// only what concerns several of them. The machines write into the `Sink`.
///
/// No input of the controller or of a peer makes the host trap. Bytes that violate the rules are dropped, end
/// a procedure, or end the link. When the controller fails the host emits `.controllerFailed`.
///
/// Source: Core 6.0, Vol 1, Part A, 2.1.1.
public struct Host: Sendable {
    /// What it was made with; only the address may change.
    package internal(set) var configuration: Configuration

    var power = Power.off
    var profile = ControllerProfile()
    var gap = GenericAccess()
    /// In the order they came up, and so sorted by identifier. The data path has the same order.
    var links: [LinkState] = []
    var lastLinkID: UInt32 = 0
    var server: GATTServer
    var channelRegistry = ChannelRegistry()
    var bondTable = BondTable()
    var hostSecurity = OnDemand<HostSecurity>()
    var sink = Sink()
    /// The actions that a bearer asked for; empty between calls, kept for its storage.
    var actions: [AttributeBearer.Action] = []

    /// Creates a host that is off. Its database contains only the GAP and GATT services.
    package init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        server = GATTServer(
            deviceName: configuration.deviceName, appearance: configuration.appearance,
            hasServiceChanged: configuration.hasServiceChanged,
            minimumKeySize: configuration.security.minimumKeySize,
            acceptsPreparedWrites: configuration.acceptsPreparedWrites)
    }

    // MARK: Driving

    /// Takes a packet from the controller; returns whether there may be outputs or another deadline.
    @discardableResult
    package mutating func handle(_ packet: consuming HCI.Packet, at now: Instant) -> Bool {
        switch consume packet {
        case .acl(let data): received(data, at: now)
        case .event(.numberOfCompletedPackets(let event)): return completed(event, at: now)
        case .event(let event): received(event, at: now)
        // A command never comes from a controller.
        case .command: break
        }
        return true
    }

    /// The next output for the driver to pass on; call it until `nil` after each input.
    package mutating func nextOutput() -> Output? {
        if let output = sink.next() { return output }
        // With links, only commands may have left storage behind.
        if links.isEmpty || sink.commands.mayHoldStorage { rest() }
        return nil
    }

    /// A call of its own: in the caller, which keeps the host in a larger value, the question would copy the host.
    @inline(never) private mutating func rest() {
        sink.releaseStorage(ofOutputs: links.isEmpty && gap.observer.isIdle)
    }

    /// When to call `deadlineReached(at:)`; may change with every other call.
    ///
    /// Stored, not computed: drivers ask at every event, and a getter would work on a copy of the whole host.
    package private(set) var nextDeadline: Instant?

    /// The same, for a driver that keeps the host in a value of its own, where a getter may copy the whole host.
    package mutating func earliestDeadline() -> Instant? { nextDeadline }

    /// Whether the controller has to answer a command, and so more will follow. It changes nothing, but works in place.
    package mutating func awaitsAnswer() -> Bool { !sink.commands.isEmpty }

    /// Finds the earliest deadline, as the last step of every input that may have changed one.
    mutating func findDeadline() {
        var earliest = sink.commands.nextDeadline ?? .never
        if let deadline = gap.nextDeadline() { earliest = min(earliest, deadline) }
        for index in links.indices { earliest = min(earliest, links[index].nextDeadline()) }
        nextDeadline = earliest == .never ? nil : earliest
    }

    /// The last step of an input that has reached nothing but the bearer of a link, which had its deadline at `old`, as
    /// reads and notifications do: to ask all machines each time would take 166 instructions.
    mutating func bearerActed(_ index: Int, dueBefore old: Instant, at now: Instant) {
        if !actions.isEmpty { perform(on: index) }
        guard sink.commands.isEmpty, !gap.isDirty, links[index].ranging.isEmpty else {
            settle(at: now)
            return findDeadline()
        }
        let new = links[index].bearer.due()
        guard new != old else { return }
        let earliest = nextDeadline ?? .never
        if new <= earliest {
            nextDeadline = new
        } else if old <= earliest {
            findDeadline()
        }
    }

    /// Does what is due; does nothing if called early.
    package mutating func deadlineReached(at now: Instant) {
        defer { findDeadline() }
        while let late = sink.commands.giveUp(at: now) {
            guard forgive(late.opcode, late.purpose, at: now) else { return fail(.silent(late.opcode)) }
        }
        if gap.isAddressDue(at: now) { renewAddress(at: now) }
        gap.deadlineReached(profile, at: now)
        // Uses identifiers, because a deadline can end a link.
        for id in links.map(\.id) {
            guard let index = index(of: id), links[index].nextDeadline() <= now else { continue }
            links[index].parameterDeadlineReached(at: now, into: &sink)
            if !links[index].security.isEmpty {
                secure(index, at: now) { $0.deadlineReached(&$1, into: &$2) }
            }
            if !links[index].ranging.isEmpty { range(index, at: now) { $0.deadlineReached($1, into: &$2) } }
            links[index].channels.deadlineReached(at: now, into: &sink)
            links[index].bearer.deadlineReached(at: now, server: &server, into: &actions)
            perform(on: index)
            if !links[index].ranging.isEmpty { serveRanging(index, at: now) }
        }
        settle(at: now)
    }

    /// Changes the host's random static address: running advertising sets continue with it, links keep the
    /// address that they began with (Core 6.0, Vol 3, Part C, 15.1.1.1).
    ///
    /// Peers that knew the old address see another device, even if they are bonded.
    package mutating func setAddress(_ address: DeviceAddress, at now: Instant) {
        guard address.kind == .random, configuration.address != address else { return }
        configuration.address = address
        guard isOn else { return }
        profile.identity = address
        gap.touch()
        settle(at: now)
        findDeadline()
    }

    // MARK: Asking

    /// This host's identity address; all zeros before `.ready`.
    package var identity: DeviceAddress { profile.identity }

    /// The bonds that this host keeps; `.bondChanged` reports changes.
    package var bonds: [Bond] { bondTable.bonds }

    /// The links that are up, in the order they came up.
    package var linkIDs: [LinkID] { links.map(\.id) }

    /// A link that is up.
    package func link(_ id: LinkID) -> Link? { index(of: id).map { links[$0].link } }

    /// The ATT MTU of a link: 23 before an exchange, and for a link that has ended.
    package func mtu(of id: LinkID) -> UInt16 { index(of: id).map { links[$0].bearer.mtu } ?? 23 }

    /// The ranges of the services in the database, in handle order, without the host's own.
    package var serviceRanges: [ATT.HandleRange] { server.services }

    /// The services of the database with their attributes, in handle order. The host's own services GAP and GATT are among
    /// them from the first link on.
    package var serviceListings: [ServiceListing] { server.listings }

    /// The primary services in the database, in handle order.
    package mutating func primaryServices() -> [GATT.DiscoveredService] { server.primaryServices() }

    /// How many L2CAP frames of a link wait for room in the controller.
    package func queuedPackets(of id: LinkID) -> Int {
        index(of: id).map { sink.data.links[$0].outbox.count } ?? 0
    }

    /// The LE features of the peer's controller, once they are known.
    package func remoteFeatures(of id: LinkID) -> HCI.LEFeatures? {
        index(of: id).flatMap { links[$0].remoteFeatures }
    }

    /// The security of a link's encryption; `nil` if there is no such link.
    package func security(of id: LinkID) -> Security? {
        index(of: id).map { links[$0].security.value?.security ?? Security() }
    }

    /// How many pairings have succeeded on a link. Encryption with the key of a bond is no pairing.
    package func pairingCount(of id: LinkID) -> Int {
        index(of: id).flatMap { links[$0].security.value?.pairingCount } ?? 0
    }

    // MARK: Inside

    /// Whether the controller is up.
    var isOn: Bool { power.isOn }

    mutating func emit(_ event: consuming Event) { sink.emit(event) }

    // Always inline: called as functions, they work on a copy of the whole host.
    @inline(__always) func index(of id: LinkID) -> Int? { links.firstIndex { $0.id == id } }

    @inline(__always) func index(ofHandle handle: UInt16) -> Int? { links.firstIndex { $0.handle == handle } }

    /// Sends what the machines want to send, as far as the controller accepts it.
    mutating func settle(at now: Instant) {
        if gap.isDirty, isOn {
            settlePrivacy(at: now)
            gap.settle(profile, configuration.connection, at: now, into: &sink)
        }
        sink.sendCommands(at: now)
    }

    /// What is wrong between two inputs, in the host or in one of its machines; `nil` if nothing is.
    var brokenInvariant: String? {
        if !actions.isEmpty { return "\(actions.count) actions are left" }
        var copy = self
        copy.findDeadline()
        if copy.nextDeadline != nextDeadline {
            return "the next deadline is \(String(describing: nextDeadline))"
        }
        if links.map(\.handle) != sink.data.links.map(\.handle) { return "the data path has other links" }
        if !isOn, !links.isEmpty { return "\(links.count) links without a controller" }
        for link in links {
            if let broken = link.brokenInvariant { return "\(link.id): \(broken)" }
        }
        return sink.data.brokenInvariant ?? gap.brokenInvariant
    }
}

extension Instant {
    /// After everything: the deadline of what has none.
    static var never: Instant { Instant(nanoseconds: .max) }
}
