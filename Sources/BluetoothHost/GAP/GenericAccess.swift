import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

extension Host {
    /// What a host does before it has links: scanning, advertising, connecting, and the private addresses that all
    /// three use.
    ///
    /// Each part brings the controller to its own wanted state, one command at a time; `settle` sends what is next.
    /// While a private address or the resolving list changes, the parts pause.
    ///
    /// Source: Core 6.0, Vol 3, Part C, 9 and 10.7.
    struct GenericAccess: Sendable {
        private(set) var observer = Observer()
        private(set) var broadcaster = Broadcaster()
        /// One value once the host has connected, or none: most hosts only advertise.
        private var ownConnections: [PendingConnections] = []
        private(set) var connections: PendingConnections {
            _read {
                if ownConnections.isEmpty { yield PendingConnections() } else { yield ownConnections[0] }
            }
            _modify {
                if ownConnections.isEmpty { ownConnections.append(PendingConnections()) }
                yield &ownConnections[0]
            }
        }
        /// Private addresses: one value with privacy or bonds that resolve, else none.
        private(set) var privacy: [HostPrivacy] = []
        /// Whether a part may have something new to send.
        private(set) var isDirty = false

        init() {}

        /// The next deadline; may change with every other call. It changes nothing: as a mutating function it works in
        /// place, where a getter would work on a copy of the whole value, after every input of the host.
        mutating func nextDeadline() -> Instant? {
            let pending = ownConnections.isEmpty ? nil : ownConnections[0].nextDeadline()
            guard !privacy.isEmpty, let due = privacy[0].due, showsItself() else { return pending }
            return pending.map { min($0, due) } ?? due
        }

        /// Whether the host's address is on air and so must change in time. Links keep the address they began
        /// with. It changes nothing, either.
        mutating func showsItself() -> Bool {
            !observer.isIdle || isConnecting() || !broadcaster.isIdle()
        }

        /// Whether the controller is connecting, or about to. It changes nothing: an accessor would copy the connections.
        private mutating func isConnecting() -> Bool {
            !ownConnections.isEmpty && ownConnections[0].isConnecting()
        }

        /// Whether the controller can resolve all peers that are waited for. It changes nothing, either.
        private mutating func hidesNobody() -> Bool {
            ownConnections.isEmpty || ownConnections[0].hidden.isEmpty
        }

        /// What is wrong between two inputs of a controller that is on; `nil` if nothing is.
        var brokenInvariant: String? {
            if privacy.count > 1 { return "\(privacy.count) states of privacy" }
            if observer.isSearching, connections.hidden.isEmpty { return "the host searches for nobody" }
            let hidden = connections.hidden.map(\.identity)
            if privacy.isEmpty, !hidden.isEmpty { return "\(hidden) hide from a host that resolves nothing" }
            let ids = broadcaster.sets.map(\.id)
            if ids != Set(ids).sorted() { return "the sets \(ids) are out of order" }
            return nil
        }

        /// Notes that a part may have something new to send.
        mutating func touch() { isDirty = true }

        // MARK: Power

        /// The controller is up.
        mutating func controllerStarted(_ profile: ControllerProfile) {
            broadcaster = Broadcaster(profile)
        }

        /// The controller is reset, or about to be.
        mutating func forgetController() {
            observer = Observer()
            broadcaster = Broadcaster()
            ownConnections = []
            if !privacy.isEmpty { privacy[0].forgetController() }
        }

        // MARK: Commands

        mutating func handle(
            _ command: GAPCommand, isOn: Bool, _ profile: ControllerProfile, into sink: inout Sink
        ) {
            isDirty = true
            switch command {
            case .startScanning(let parameters):
                if isOn { observer.start(parameters) }
            case .stopScanning: observer.stop()
            case .startAdvertising(let set, let parameters):
                let refusal = isOn ? broadcaster.start(set, parameters, profile) : .commandDisallowed
                if let refusal { sink.emit(.advertisingStarted(set, refusal)) }
            case .updateAdvertisingData(let set, let data, let scanResponse):
                broadcaster.update(set, data: data, scanResponse: scanResponse, profile)
            case .stopAdvertising(let set): broadcaster.stop(set, profile)
            case .connect(let peer):
                guard isOn else { return sink.emit(.connectFailed(peer, .commandDisallowed)) }
                connections.connect(peer)
            case .cancelConnect(let peer):
                if !ownConnections.isEmpty { connections.cancel(peer) }
            }
        }

        /// Sends what the parts want to send, one command of each.
        mutating func settle(
            _ profile: ControllerProfile, _ defaults: ConnectionDefaults, at now: Instant,
            into sink: inout Sink
        ) {
            isDirty = false
            if let command = observer.next(profile) { sink.command(command, for: .observer) }
            if let command = broadcaster.next(profile) { sink.command(command, for: .broadcaster) }
            if !ownConnections.isEmpty, let command = connections.next(profile, defaults, at: now) {
                sink.command(command, for: .connections)
            }
        }

        /// The controller answered a command of one of the parts; answers to others are ignored.
        mutating func commandEnded(
            _ opcode: HCI.Opcode, _ purpose: CommandQueue.Purpose, _ status: HCI.ErrorCode,
            _ parameters: [UInt8], _ profile: inout ControllerProfile, at now: Instant, into sink: inout Sink
        ) {
            switch purpose {
            case .observer: observer.ended(status)
            case .broadcaster:
                if let event = broadcaster.ended(status, profile) { sink.emit(event) }
            case .connections:
                for peer in connections.ended(status, at: now) { sink.emit(.connectFailed(peer, status)) }
                // Some controllers refuse to scan while they initiate.
                if opcode != .leCreateConnection, opcode != .leExtendedCreateConnection { observer.retry() }
            case .privacy: privacyEnded(status, parameters, &profile, into: &sink)
            case .startup, .link, .rssi, .controllerKeys, .unanswered: break
            }
        }

        /// Does what is due; does nothing if called early.
        mutating func deadlineReached(_ profile: ControllerProfile, at now: Instant) {
            if !ownConnections.isEmpty {
                if connections.forgetOutdated(at: now) { observer.restart() }
                connections.deadlineReached(at: now, profile)
            }
            isDirty = true
        }

        /// Something that may have prevented scanning has ended.
        mutating func retryScanning() { observer.retry() }
    }
}

// MARK: - Reports

extension Host.GenericAccess {
    mutating func received(
        _ event: HCI.LEAdvertisingReport, at now: Instant, into sink: inout Host.Sink
    ) {
        for report in event.reports where observer.isWanted {
            heard(Host.Observer.report(report), at: now, into: &sink)
        }
    }

    mutating func received(
        _ event: HCI.LEDirectedAdvertisingReport, at now: Instant, into sink: inout Host.Sink
    ) {
        for report in event.reports where observer.isWanted {
            heard(Host.Observer.report(report), at: now, into: &sink)
        }
    }

    mutating func received(
        _ event: HCI.LEExtendedAdvertisingReport, at now: Instant, into sink: inout Host.Sink
    ) {
        for report in event.reports where observer.isWanted {
            if let report = observer.report(report) { heard(report, at: now, into: &sink) }
        }
    }

    /// Passes a report on. If it is from a peer that the host scans for, notes the address.
    private mutating func heard(
        _ report: consuming Host.AdvertisingReport, at now: Instant, into sink: inout Host.Sink
    ) {
        var report = report
        if let identity = identity(behind: report.address) {
            report.identity = identity
            // The controller does not report the private address that it has resolved.
            if !report.address.isResolvable { report.address = identity }
        }
        if report.isConnectable, !hidesNobody() {
            connections.found(report.identity ?? report.address.onAir, at: report.address.onAir, now)
        }
        if observer.wanted != nil { sink.emit(.advertisementReceived(report)) }
    }
}

// MARK: - Links begin

extension Host.GenericAccess {
    /// There is no connection: an attempt failed, or advertising for one has reached its limit.
    mutating func connectionFailed(
        _ status: HCI.ErrorCode, _ peer: DeviceAddress, _ profile: Host.ControllerProfile,
        into sink: inout Host.Sink
    ) {
        // Only high duty cycle directed advertising ends like this (Core 6.0, Vol 4, Part E, 7.8.9).
        if status == .advertisingTimeout {
            if let ended = broadcaster.connectionEnded(status, profile) { sink.emit(ended) }
            return
        }
        if case .failed(let peers) = connections.completed(status, peer) {
            for peer in peers { sink.emit(.connectFailed(peer, status)) }
        }
        observer.retry()
    }

    /// A link as central has begun; returns whether it is wanted.
    mutating func connectedAsCentral(_ peer: DeviceAddress) -> Bool {
        defer { observer.retry() }
        return connections.completed(.success, peer) == .wanted
    }

    /// A link as peripheral has begun.
    mutating func connectedAsPeripheral(
        _ peer: DeviceAddress, _ profile: Host.ControllerProfile, into sink: inout Host.Sink
    ) {
        if let ended = broadcaster.connectionEnded(.success, profile) { sink.emit(ended) }
        // Two devices have at most one link; this one was first.
        if !ownConnections.isEmpty, ownConnections[0].isPending(peer) {
            connections.cancel(peer)
            sink.emit(.connectFailed(peer, .connectionAlreadyExists))
        }
    }

    /// The controller ended a set of extended advertising.
    mutating func terminated(
        _ event: HCI.LEAdvertisingSetTerminated, _ profile: Host.ControllerProfile, into sink: inout Host.Sink
    ) {
        let ended = broadcaster.terminated(event.advertisingHandle, event.status, profile)
        if let ended { sink.emit(ended) }
    }

    /// This host's address on a new link, if the controller generated none: that of the advertising set that
    /// ended with the link, or the identity address.
    mutating func ownAddress(
        as role: Host.Link.Role, _ profile: Host.ControllerProfile
    ) -> DeviceAddress {
        // With several sets, the event that ends one says which one it was.
        guard role == .peripheral, let place = broadcaster.onlyConnectable() else {
            return profile.ownAddress.onAir
        }
        return Self.address(of: broadcaster.sets[place], profile)
    }

    /// The address of a set; a link that begins with the end of the set has it.
    func address(ofSet handle: UInt8, _ profile: Host.ControllerProfile) -> DeviceAddress? {
        broadcaster.sets.first { $0.id.rawValue == handle }.map { Self.address(of: $0, profile) }
    }

    private static func address(
        of set: Host.AdvertisingSetState, _ profile: Host.ControllerProfile
    ) -> DeviceAddress {
        let own = (set.told.parameters?.ownAddress ?? profile.ownAddress).onAir
        return own.kind == .random ? set.told.randomAddress ?? own : own
    }
}

// MARK: - Private addresses

extension Host.GenericAccess {
    /// Whether the private address of this host has expired.
    func isAddressDue(at now: Instant) -> Bool { privacy.first?.due.map { $0 <= now } ?? false }

    /// Whether there is nothing to do about private addresses, as nearly always. It changes nothing, but works in place.
    mutating func isPrivacySettled(_ profile: Host.ControllerProfile, at now: Instant) -> Bool {
        if privacy.isEmpty { return true }
        if let due = privacy[0].due, due <= now { return false }
        return privacy[0].isIdle() && profile.pauses.isEmpty && hidesNobody() && !observer.isSearching
    }

    /// Makes a private address of `key` and random bits, and uses it until `end`.
    mutating func renewAddress(_ key: IdentityKey, drawing bits: UInt64, until end: Instant) {
        if privacy.isEmpty { privacy = [Host.HostPrivacy()] }
        privacy[0].renew(DeviceAddress(key.address(drawing: bits), .random))
        privacy[0].due = end
    }

    /// The bonds changed, and with them the addresses that can be resolved.
    mutating func setPeers(_ bonds: [Host.Bond]) {
        let hasKeys = bonds.contains { $0.peerResolvingKey != nil }
        guard hasKeys || !privacy.isEmpty else { return }
        if privacy.isEmpty { privacy = [Host.HostPrivacy()] }
        privacy[0].setPeers(bonds)
        isDirty = true
    }

    /// The identity address of a bonded peer behind a private address.
    mutating func resolve(_ address: DeviceAddress) -> DeviceAddress? {
        privacy.isEmpty ? nil : privacy[0].resolve(address)
    }

    /// The identity address behind an address that the controller reports; `nil` if it is the same.
    private mutating func identity(behind address: DeviceAddress) -> DeviceAddress? {
        switch address.kind {
        case .publicIdentity, .randomIdentity: address.onAir
        case .public: nil
        case .random: resolve(address)
        }
    }

    /// The peer of a new link by its identity address, with the addresses on air.
    mutating func named(
        _ peer: DeviceAddress, _ addresses: Host.AddressesOnAir
    ) -> (peer: DeviceAddress, Host.AddressesOnAir) {
        guard let identity = identity(behind: peer) else { return (peer, addresses) }
        var addresses = addresses
        if peer.isResolvable, addresses.peer == nil { addresses.peer = peer }
        return (identity, addresses)
    }

    /// Sends the commands that private addresses need, as soon as nothing prevents them, unless all is settled.
    /// `localKey` is this host's own identity resolving key.
    mutating func settlePrivacy(
        _ profile: inout Host.ControllerProfile, localKey: @autoclosure () -> [UInt8],
        into sink: inout Host.Sink
    ) {
        guard !privacy.isEmpty else { return }
        let pauses = privacy[0].pauses(profile)
        profile.pauses = pauses
        // Without peers that the host resolves, nobody hides, and nobody has.
        if !ownConnections.isEmpty, !privacy[0].peers.isEmpty || !hidesNobody() {
            let known = privacy[0]
            ownConnections[0].hide { known.isHidden($0) }
        }
        observer.search(!hidesNobody())
        let isQuiet =
            (!pauses.contains(.listening) || observer.isIdle && !isConnecting())
            && (!pauses.contains(.advertising) || broadcaster.isIdle())
        if let command = privacy[0].next(profile, isQuiet: isQuiet, localKey: localKey()) {
            sink.command(command, for: .privacy)
        }
    }

    /// The controller answered a command about private addresses.
    private mutating func privacyEnded(
        _ status: HCI.ErrorCode, _ parameters: [UInt8], _ profile: inout Host.ControllerProfile,
        into sink: inout Host.Sink
    ) {
        guard !privacy.isEmpty else { return }
        let (address, command) = privacy[0].ended(status, parameters, profile)
        if let command { sink.command(command, for: .privacy) }
        guard let address else { return }
        profile.privateValue = address.value
        broadcaster.randomAddressChanged(address, profile)
    }
}
