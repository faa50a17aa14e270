import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// How channels end other than by themselves.
extension PhoneModel {
    /// Closes channels at the host; their managers are told or not.
    mutating func closeChannels(tells: Bool, where matches: (AppChannel) -> Bool) {
        let closing = channels.open.filter(matches)
        channels.open.removeAll(where: matches)
        for channel in closing {
            outputs.append(.host(.closeChannel(channel.host)))
            if tells { tell(.closed(nil), channel) }
        }
    }

    /// Closes what a manager has open and published, without a word to it.
    mutating func endChannels(of session: SessionID) {
        channels.openings.removeAll { $0.session == session }
        closeChannels(tells: false) { $0.session == session }
        while let place = channels.published.firstIndex(where: { $0.session == session }) { withdraw(place) }
    }

    /// A central lets go of a peer: its channels to it end, though others may keep the link (3.5).
    mutating func endChannels(of session: SessionID, onLink slot: Int, tells: Bool) {
        guard !channels.open.isEmpty || !channels.openings.isEmpty else { return }
        failOpenings(tells: tells) { $0.session == session && $0.link == slot }
        closeChannels(tells: tells) { $0.session == session && $0.link == slot }
    }

    /// The link is gone, and all channels with it.
    mutating func endChannels(onLink slot: Int) {
        failOpenings(tells: true) { $0.link == slot }
        loseChannels { $0.link == slot }
    }

    /// The radio is off, or the stack was reset: streams end, requests are dropped like all others (1.15).
    /// Published PSMs share the fate of services (6.13).
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

    private mutating func failOpenings(tells: Bool, where matches: (ChannelOpening) -> Bool) {
        let failed = channels.openings.filter(matches)
        channels.openings.removeAll(where: matches)
        // 3.24: openings are requests like all others.
        if tells, profile.cutOffRequests == .allFail { for opening in failed { fail(opening, .unknown) } }
    }
}
