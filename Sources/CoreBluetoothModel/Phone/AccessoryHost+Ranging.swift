import BluetoothHost
import BluetoothPort
import BluetoothTypes

// What joins sessions that measure the distance to accessories with links and apps (behaviour section 27).
extension AccessoryHost {
    /// Executes a command of a manager that is powered on, to a peripheral that it is connected to (27.4).
    mutating func range(
        _ peer: PeerIdentifier, _ request: Central.RangingCommand, _ command: Central.Command,
        _ session: SessionID
    ) -> CommandResult {
        var made = effects
        defer { effects = made }
        guard let slot = router.connectedLink(peer, session, command, into: &made)?.link,
            let core = managers.core(of: session)
        else { return .ignored }
        let link = router.links[slot].id
        switch request {
        case .start(.initiator):
            ranging.start(
                RangingSessions.Request(
                    session: session, peer: peer, link: link, isSetUp: isAccessory(peer, for: session),
                    isInFront: apps.state(of: core.app) == .foreground), into: &made)
        case .cancel: ranging.cancel(session, on: link, into: &made)
        }
        return .accepted
    }

    /// Tells sessions whether their apps are in the foreground (27.11).
    mutating func updateRanging() {
        guard !ranging.isEmpty else { return }
        var made = effects
        defer { effects = made }
        for session in ranging.owners {
            guard let core = managers.core(of: session) else { continue }
            ranging.set(isInFront: apps.state(of: core.app) == .foreground, of: session, into: &made)
        }
    }
}
