import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

/// What joins the security of links with bonds, attributes and addresses.
extension Host {
    /// Gives the Security Manager of a link an input, and does what follows from it.
    mutating func secure(
        _ index: Int, at now: Instant,
        _ input: (inout SecurityManager, inout SecurityTurn, inout Sink) -> Void
    ) {
        var manager = links[index].security.value ?? SecurityManager()
        var turn = SecurityTurn(
            links[index], configuration.security, bondTable, profile, hostSecurity, at: now)
        input(&manager, &turn, &sink)
        links[index].security.value = manager.isUsed ? manager : nil
        (hostSecurity, profile) = (turn.shared, turn.profile)
        if turn.hasNewSecurity { tellServer(index) }
        switch turn.effect {
        case .encryptedWithBond(let security):
            restoreClient(index, at: now)
            secure(index, at: now) { $0.restored(security, &$1, into: &$2) }
        case .paired(let outcome): paired(index, outcome, at: now)
        case nil: break
        }
    }

    /// Changes the security state that all links share, and creates it if needed.
    mutating func shareSecurity<Result>(_ body: (inout HostSecurity) -> Result) -> Result {
        hostSecurity.use(orMake: HostSecurity(configuration.security), body)
    }

    /// A link is about to end.
    mutating func securityLost(on index: Int) {
        guard var manager = links[index].security.value else { return }
        var turn = SecurityTurn(
            links[index], configuration.security, bondTable, profile, hostSecurity, at: .zero)
        manager.linkLost(&turn, into: &sink)
        hostSecurity = turn.shared
    }

    /// Both ends have distributed all keys.
    private mutating func paired(_ index: Int, _ outcome: Pairing.Outcome, at now: Instant) {
        secure(index, at: now) { $0.took(outcome.security, &$1, into: &$2) }
        var bond = outcome.bond
        if bond.peerResolvingKey != nil || bond.peer.onAir != links[index].peerAddressOnAir.onAir {
            links[index].peer = bond.peer
            emit(.identityResolved(links[index].id, bond.peer))
        }
        if outcome.isBonded {
            server.describeClient(links[index].id, in: &bond)
            bondTable.keep(bond)
            bondsChanged()
            emit(.bondChanged(bond))
        }
        secure(index, at: now) { $0.kept(outcome.security, &$1, into: &$2) }
    }

    // MARK: The controller's keys

    /// An operation with the controller's keys has ended: the pairing that waits for it gets the result.
    mutating func keysEnded(
        _ operation: ControllerKeys.Operation, at now: Instant,
        _ input: (inout SecurityManager, inout SecurityTurn, inout Sink) -> Void
    ) {
        guard !hostSecurity.isEmpty,
            let index = shareSecurity({ $0.controllerKeys.ended(operation) }).flatMap({ index(of: $0) })
        else { return }
        secure(index, at: now, input)
    }

    // MARK: Bonds

    private func bond(of index: Int) -> Int? {
        bondTable.index(peer: links[index].peer, onAir: links[index].peerAddressOnAir)
    }

    /// Updates addresses, links and server with the bonds that exist.
    mutating func bondsChanged() {
        gap.setPeers(bonds)
        for index in links.indices {
            guard let identity = gap.resolve(links[index].peer) else { continue }
            links[index].peer = identity
            emit(.identityResolved(links[index].id, identity))
        }
        for index in links.indices {
            links[index].isBonded = bond(of: index) != nil
            if !links[index].isBonded { links[index].security.value?.bondRemoved() }
            tellServer(index)
        }
    }

    /// Informs the server of a link's security, and whether there is a key for it.
    mutating func tellServer(_ index: Int) {
        let link = links[index]
        let bond = bond(of: index).map { bondTable.bonds[$0] }
        let isAuthorized = server.security(of: link.id).isAuthorized
        server.setSecurity(link.attributeSecurity(bond, isAuthorized: isAuthorized), of: link.id)
        server.setBonded(link.security.value?.security.isBonded == true, link.id)
    }

    /// A bonded client has connected again: restores its subscriptions and features, and indicates what has
    /// changed meanwhile (Core 6.0, Vol 3, Part G, 2.5.2.1 and 3.3.3.3).
    private mutating func restoreClient(_ index: Int, at now: Instant) {
        guard let place = bond(of: index) else { return }
        let id = links[index].id
        for subscription in server.restoreClient(id, from: bondTable.bonds[place]) {
            emit(.subscriptionChanged(id, subscription.handle, subscription.value))
        }
        if server.isUnaware(id) {
            links[index].bearer.databaseChanged(.all, server: &server, at: now, into: &actions)
            perform(on: index)
        }
        keepClients()
    }

    /// Stores what bonded clients changed in their bonds.
    mutating func keepClients() {
        for id in server.takeChangedClients() {
            guard let index = index(of: id), let place = bond(of: index) else { continue }
            var bond = bondTable.bonds[place]
            server.describeClient(id, in: &bond)
            bondTable.replace(place, by: bond, into: &sink)
        }
    }

    // MARK: Private addresses

    /// With privacy, the host begins to use another private address.
    mutating func renewAddress(at now: Instant) {
        guard case .resolvable(let time) = configuration.security.privacy,
            let key = IdentityKey(wire: configuration.security.ownIdentityKey)
        else { return }
        let bits = shareSecurity { $0.random.bytes(3) }.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        gap.renewAddress(key, drawing: bits, until: now + min(max(time, .seconds(1)), .seconds(3600)))
    }

    mutating func settlePrivacy(at now: Instant) {
        if gap.isPrivacySettled(profile, at: now) { return }
        // An address that expired while it was not on air is renewed before it is used again.
        if gap.isAddressDue(at: now) { renewAddress(at: now) }
        let own = configuration.security
        gap.settlePrivacy(&profile, localKey: own.ownIdentityKey, into: &sink)
    }
}

extension Host.SecurityTurn {
    /// What the Security Manager of this link sees.
    init(
        _ state: Host.LinkState, _ own: Host.SecurityConfiguration, _ bonds: Host.BondTable,
        _ profile: Host.ControllerProfile, _ shared: OnDemand<Host.HostSecurity>, at now: Instant
    ) {
        self.init(
            state.id, state.link, localAddress: state.localAddress,
            peerAddressOnAir: state.peerAddressOnAir, own, bonds, profile, shared, at: now)
    }
}
