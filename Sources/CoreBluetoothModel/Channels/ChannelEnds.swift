import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// How channels end other than by their own commands.
extension PhoneModel {
    /// Closes channels at the host; `tells` says whether their managers get the event.
    mutating func closeChannels(tells: Bool, where matches: (AppChannel) -> Bool) {
        let closing = channels.open.filter(matches)
        channels.open.removeAll(where: matches)
        for channel in closing {
            effects.append(.host(.channel(.close(channel.host))))
            if tells { tell(.closed(nil), channel) }
        }
    }

    /// Closes what a manager has opened and published, without events for it.
    mutating func endChannels(of session: SessionID) {
        channels.openings.removeAll { $0.session == session }
        closeChannels(tells: false) { $0.session == session }
        while let place = channels.published.firstIndex(where: { $0.session == session }) { withdraw(place) }
    }

    /// A central releases a peer: its channels to the peer end, though other managers may keep the link
    /// (3.5).
    mutating func endChannels(of session: SessionID, onLink slot: Int, tells: Bool) {
        guard !channels.open.isEmpty || !channels.openings.isEmpty else { return }
        channels.openings.removeAll { $0.session == session && $0.link == slot }
        closeChannels(tells: tells) { $0.session == session && $0.link == slot }
    }

    /// The link has ended, and all its channels with it. Openings are requests like all others and get no
    /// answer (3.24).
    mutating func endChannels(onLink slot: Int) {
        channels.openings.removeAll { $0.link == slot }
        loseChannels { $0.link == slot }
    }

    /// The radio is off, or the stack was reset: streams end, and requests are dropped like all others
    /// (1.15). Published PSMs stay or go together with the services (6.13).
    mutating func endAllChannels(isCleared: Bool) {
        channels.openings = []
        loseChannels { _ in true }
        guard isCleared else { return }
        while !channels.published.isEmpty { withdraw(0) }
    }

    /// The host has no such channels any more.
    private mutating func loseChannels(where matches: (AppChannel) -> Bool) {
        let lost = channels.open.filter(matches)
        channels.open.removeAll(where: matches)
        for channel in lost { tell(.closed(.unknown), channel) }
    }
}
