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

    /// The user taps the device in Settings: the system tries again.
    mutating func retry(_ session: SessionID) {
        change(session) { device in
            device.failures = 0
            if device.phase == .givenUp { device.phase = .apart }
        }
    }

    mutating func remove(_ session: SessionID) { all.removeAll { $0.session == session } }

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
            PeerMemory.key($0.address) == key && $0.phase != .givenUp && !isAttached($0.session)
        }
    }

    /// The radio went off, and with it all links.
    mutating func radioWentOff() {
        for index in all.indices {
            all[index].usedLink = nil
            if all[index].phase != .givenUp { all[index].phase = .apart }
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
        return phase != .givenUp
    }
}
