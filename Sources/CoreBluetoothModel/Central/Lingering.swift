import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Links that stay up for a while after the last app has released them (behaviour 3.8).
extension PhoneModel {
    /// Keeps a link that an app has released. Returns false if the link has to end at once, because the
    /// system keeps none or because the app has ended.
    mutating func linger(_ link: Int, _ isCancelled: Bool, at now: Instant) -> Bool {
        guard isCancelled, profile.linkLinger > .zero, !links[link].isEnding else { return false }
        links[link].isLingering = true
        effects.schedule(.linger(links[link].id), at: now + profile.linkLinger)
        return true
    }

    /// An app uses the link again.
    mutating func endLinger(_ link: Int) {
        links[link].isLingering = false
        effects.cancel(.linger(links[link].id))
    }

    /// No app has used the link again, or another link needs its place.
    mutating func lingerOver(_ id: Host.LinkID) {
        guard let link = slotOfLink[id], links[link].isLingering else { return }
        end(link, saying: nil)
    }

    /// Ends lingering links when there are more links than the system keeps (3.27).
    mutating func makeRoom() {
        var count = centralLinkCount
        for link in links where !link.isFree && link.isLingering {
            count += 1
            guard count > profile.maximumConnections else { continue }
            effects.cancel(.linger(link.id))
            lingerOver(link.id)
        }
    }

    /// Cancels the effects.timers of a link that has ended.
    mutating func cancelTimers(ofLink id: Host.LinkID) {
        guard !effects.timers.isEmpty else { return }
        effects.timers.removeAll { $0.timer == .linger(id) || $0.timer == .refusedParameters(id) }
    }
}
