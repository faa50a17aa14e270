import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A device that the system itself keeps connected, for example a keyboard.
struct SystemDevice: Sendable {
    /// What the system does about the device.
    enum Phase: Hashable, Sendable {
        /// There is no link. The system connects whenever it hears the device.
        case apart
        case linked(since: Instant)
        /// The connection failed too often in a row.
        case givenUp
    }

    /// The address at which the phone met the device; its identity address once that is known.
    fileprivate(set) var address: DeviceAddress
    /// Attached like a manager's session, but nobody gets its events.
    let session: SessionID
    fileprivate(set) var phase = Phase.apart
    /// How many times in a row the connection failed.
    fileprivate(set) var failures = 0
    /// The link that the system uses for itself, if it does.
    fileprivate(set) var usedLink: Host.LinkID?

    /// Whether the system connects to the device when it hears it.
    var isWanted: Bool { phase != .givenUp }
}

/// The devices that the system keeps connected (behaviour 3.36); mostly none. Once such a device is bonded, the phone
/// connects to it whenever it hears it, without any app asking for it.
struct SystemDevices: Sendable {
    /// In the order they became the system's.
    private(set) var all: [SystemDevice] = []
    /// How soon a link has to end after its beginning to count as a failure.
    private let fastFailure: Nanoseconds
    /// After how many failures in a row the system gives a device up; `nil`: never.
    private let mostFailures: Int?

    init(_ profile: OSProfile) {
        fastFailure = profile.fastFailureTime
        mostFailures = profile.systemReconnectFailures
    }

    var isEmpty: Bool { all.isEmpty }

    func contains(_ session: SessionID) -> Bool { all.contains { $0.session == session } }

    /// The device that is attached to a peer.
    func device(among attachments: [Attachment]) -> SystemDevice? {
        all.first { device in attachments.contains { $0.session == device.session } }
    }

    /// The device with an address. `current` is where it is found now, if it is attached to a peer.
    func device(at address: DeviceAddress, current: (SessionID) -> DeviceAddress?) -> SystemDevice? {
        let key = PeerMemory.key(address)
        return all.first { device in
            PeerMemory.key(device.address) == key || current(device.session).map(PeerMemory.key) == key
        }
    }

    // MARK: Becoming one, and no longer being one

    mutating func add(_ address: DeviceAddress, as session: SessionID) {
        all.append(SystemDevice(address: address, session: session))
    }

    /// The user taps a device in Settings: it becomes the system's, or the system tries again. Returns it. `current` is
    /// where a device is found now, as in `device(at:current:)`.
    mutating func tapped(
        _ address: DeviceAddress, current: (SessionID) -> DeviceAddress?,
        newSession: @autoclosure () -> SessionID
    ) -> SystemDevice {
        guard let old = device(at: address, current: current),
            let index = all.firstIndex(where: { $0.session == old.session })
        else {
            add(address, as: newSession())
            return all[all.endIndex - 1]
        }
        all[index].failures = 0
        if all[index].phase == .givenUp { all[index].phase = .apart }
        return all[index]
    }

    /// The user chose "Forget This Device". Returns the session that lets go of its peer; `nil` if the device was none of
    /// the system's.
    mutating func forget(
        _ address: DeviceAddress, current: (SessionID) -> DeviceAddress?
    ) -> SessionID? {
        guard let session = device(at: address, current: current)?.session else { return nil }
        remove(session)
        return session
    }

    /// The user or the device has refused to pair on a link. If the system wanted it to, and has no bond, the device is no
    /// longer one of its own. Returns the session whose connection ends then.
    mutating func pairingFailed(
        on link: Host.LinkID, isBonded: Bool, among attachments: [Attachment]
    ) -> SessionID? {
        guard !isBonded, let device = device(among: attachments), device.usedLink == link else { return nil }
        remove(device.session)
        return device.session
    }

    private mutating func remove(_ session: SessionID) { all.removeAll { $0.session == session } }

    /// A peer's identity address has become known.
    mutating func rename(_ old: DeviceAddress, to new: DeviceAddress) {
        guard let index = all.firstIndex(where: { PeerMemory.key($0.address) == PeerMemory.key(old) }) else {
            return
        }
        all[index].address = new
    }

    // MARK: Links

    /// The controller has a link to the peer that these managers are attached to.
    mutating func linkBegan(_ attachments: [Attachment], at now: Instant) {
        for attachment in attachments { change(attachment.session) { $0.phase = .linked(since: now) } }
    }

    /// How the system begins to use a link.
    enum Use: Hashable {
        /// It has waited for this link.
        case begins(SessionID)
        /// The device becomes one of its own. The session joins those that are connected.
        case joins(SessionID)
    }

    /// More is known of a link to a peer: that it is used, is bonded, or what its services are. Returns how the system
    /// begins to use it, if it does so now. `isOfSystem`: the peer has one of the services that the system uses.
    mutating func mayUse(
        _ link: Host.LinkID, to address: DeviceAddress, _ attachments: [Attachment], isBonded: Bool,
        isOfSystem: @autoclosure () -> Bool, current: (SessionID) -> DeviceAddress?,
        newSession: @autoclosure () -> SessionID
    ) -> Use? {
        if let session = device(among: attachments)?.session {
            let isConnected = attachments.contains { $0.session == session && $0.state == .connected }
            return isConnected && use(link, for: session) ? .begins(session) : nil
        }
        guard isBonded, isOfSystem(), device(at: address, current: current) == nil else { return nil }
        let session = newSession()
        add(address, as: session)
        return use(link, for: session) ? .joins(session) : nil
    }

    /// The system begins to use a link. Returns false if it does so already.
    mutating func use(_ link: Host.LinkID, for session: SessionID) -> Bool {
        var isNew = false
        change(session) { device in
            isNew = device.usedLink != link
            device.usedLink = link
        }
        return isNew
    }

    /// A device's link has ended. Returns whether the system tries to reconnect.
    mutating func linkEnded(_ session: SessionID, at now: Instant) -> Bool {
        var goesOn = false
        let (fastFailure, mostFailures) = (fastFailure, mostFailures)
        change(session) { device in
            let isFast =
                if case .linked(let since) = device.phase { now - since < fastFailure } else { false }
            goesOn = device.lostLink(isFast, mostFailures)
        }
        return goesOn
    }

    /// The host could not connect to a peer. Returns the devices there that the system tries to connect again.
    mutating func connectFailed(_ address: DeviceAddress, isAttached: (SessionID) -> Bool) -> [SystemDevice] {
        let key = PeerMemory.key(address)
        for index in all.indices
        where PeerMemory.key(all[index].address) == key && !isAttached(all[index].session) {
            _ = all[index].lostLink(true, mostFailures)
        }
        return all.filter {
            PeerMemory.key($0.address) == key && $0.isWanted && !isAttached($0.session)
        }
    }

    /// The radio went off, and with it all links.
    mutating func radioWentOff() {
        for index in all.indices {
            all[index].usedLink = nil
            if all[index].isWanted { all[index].phase = .apart }
        }
    }

    private mutating func change(_ session: SessionID, _ body: (inout SystemDevice) -> Void) {
        guard let index = all.firstIndex(where: { $0.session == session }) else { return }
        body(&all[index])
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if Set(all.map(\.session)).count != all.count { return "two devices have one session" }
        guard let mostFailures else { return nil }
        for device in all where device.phase == .givenUp && device.failures < mostFailures {
            return "\(device.address) failed \(device.failures) times and is \(device.phase)"
        }
        return nil
    }
}

extension SystemDevice {
    /// Counts one more end of the link. Returns whether the system goes on trying.
    fileprivate mutating func lostLink(_ isFailure: Bool, _ mostFailures: Int?) -> Bool {
        usedLink = nil
        failures = isFailure ? failures + 1 : 0
        phase = mostFailures.map { failures >= $0 } == true ? .givenUp : .apart
        return isWanted
    }
}
