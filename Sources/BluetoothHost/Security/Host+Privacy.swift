import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

/// Private addresses of the host and of its bonded peers.
extension Host {
    // MARK: Own

    /// The controller is up: with privacy, the host begins to use its first private address.
    mutating func startPrivacy(at now: Instant) {
        guard case .resolvable = configuration.security.privacy else { return }
        if privacy.isEmpty { privacy = [HostPrivacy()] }
        renewAddress(at: now)
    }

    /// Whether the host's address is on air and so must change in time. Links keep the address they began
    /// with.
    var showsItself: Bool { !observer.isIdle || !broadcaster.isIdle || initiator.isBusy }

    /// Does what is due; does nothing if called early.
    mutating func privacyDeadlineReached(at now: Instant) {
        if let due = privacy.first?.due, due <= now { renewAddress(at: now) }
        if initiator.forgetOutdated(at: now) { observer.restart() }
    }

    private mutating func renewAddress(at now: Instant) {
        guard case .resolvable(let time) = configuration.security.privacy,
            let key = IdentityKey(wire: identityResolvingKey)
        else { return }
        let draw = withHostSecurity { $0.random.bytes(3) }.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        privacy[0].renew(DeviceAddress(key.address(drawing: draw), .random))
        privacy[0].due = now + min(max(time, .seconds(1)), .seconds(3600))
    }

    // MARK: Peers

    /// The bonds changed, and with them the addresses that can be resolved.
    mutating func resolvingKeysChanged() {
        let hasKeys = bonds.contains { $0.peerResolvingKey != nil }
        guard hasKeys || !privacy.isEmpty else { return }
        if privacy.isEmpty { privacy = [HostPrivacy()] }
        privacy[0].setPeers(bonds)
        isGAPDirty = true
        for index in links.indices where links[index].link.peer.isResolvable {
            guard let identity = privacy[0].resolve(links[index].link.peer) else { continue }
            links[index].link.peer = identity
            emit(.identityResolved(links[index].id, identity))
        }
    }

    /// The identity address behind an address that the controller reports; `nil` if it is the same.
    private mutating func identity(behind address: DeviceAddress) -> DeviceAddress? {
        switch address.kind {
        case .publicIdentity, .randomIdentity: address.onAir
        case .public: nil
        case .random: privacy.isEmpty ? nil : privacy[0].resolve(address)
        }
    }

    /// The peer of a new link by its identity address, with the addresses on air.
    mutating func named(
        _ peer: DeviceAddress, _ addresses: AddressesOnAir
    ) -> (peer: DeviceAddress, AddressesOnAir) {
        guard let identity = identity(behind: peer) else { return (peer, addresses) }
        var addresses = addresses
        if peer.isResolvable, addresses.peer == nil { addresses.peer = peer }
        return (identity, addresses)
    }

    /// Passes a report on. If it is from a peer that the host scans for, notes the address.
    mutating func heard(_ report: consuming AdvertisingReport, at now: Instant) {
        var report = report
        if let identity = identity(behind: report.address) {
            report.identity = identity
            // The controller does not report the private address that it has resolved.
            if !report.address.isResolvable { report.address = identity }
        }
        if report.isConnectable, !initiator.hidden.isEmpty {
            initiator.found(report.identity ?? report.address.onAir, at: report.address.onAir, now)
        }
        if observer.wanted != nil { emit(.advertisementReceived(report)) }
    }

    // MARK: Controller

    /// Sends the commands that private addresses need, as soon as nothing prevents them.
    mutating func settlePrivacy(at now: Instant) {
        guard !privacy.isEmpty else { return }
        // An address that expired while it was not on air is renewed before it is used again.
        if let due = privacy[0].due, due <= now { renewAddress(at: now) }
        if privacy[0].isIdle, profile.pauses.isEmpty, initiator.hidden.isEmpty, !observer.isSearching {
            return
        }
        let pauses = privacy[0].pauses(profile)
        profile.pauses = pauses
        let known = privacy[0]
        initiator.hide { known.isHidden($0) }
        observer.search(!initiator.hidden.isEmpty)
        let isQuiet =
            (!pauses.contains(.listening) || observer.isIdle && !initiator.isBusy)
            && (!pauses.contains(.advertising) || broadcaster.isIdle)
        var state = known
        let command = state.next(profile, isQuiet: isQuiet, localKey: identityResolvingKey)
        privacy[0] = state
        if let command { commands.append(command, for: .privacy) }
    }

    /// The controller answered a command about private addresses.
    mutating func privacyEnded(_ status: HCI.ErrorCode, _ parameters: [UInt8]) {
        guard !privacy.isEmpty else { return }
        let (address, command) = privacy[0].ended(status, parameters, profile)
        if let command { commands.append(command, for: .privacy) }
        guard let address else { return }
        profile.privateValue = address.value
        broadcaster.randomAddressChanged(address, profile)
    }
}
