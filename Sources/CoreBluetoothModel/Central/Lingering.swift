import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Links that live on for a while when no app uses them any more (behaviour 3.8).
extension PhoneModel {
    /// Keeps a link that an app has let go of; answers false when it has to end at once, because the system
    /// keeps none or because the app is gone.
    mutating func linger(_ link: Int, _ isCancelled: Bool, at now: Instant) -> Bool {
        guard isCancelled, profile.linkLinger > .zero, !links[link].isEnding else { return false }
        links[link].isLingering = true
        schedule(.linger(links[link].id), at: now + profile.linkLinger)
        return true
    }

    /// An app has come back to the link.
    mutating func endLinger(_ link: Int) {
        links[link].isLingering = false
        cancel(.linger(links[link].id))
    }

    /// Nobody has come back to the link, or its place is needed.
    mutating func lingerOver(_ id: Host.LinkID) {
        guard let link = slotOfLink[id], links[link].isLingering else { return }
        end(link, saying: nil)
    }

    /// Ends what lingers when there are more links than the system keeps (3.27).
    mutating func makeRoom() {
        var count = centralLinkCount
        for link in links where !link.isFree && link.isLingering {
            count += 1
            guard count > profile.maximumConnections else { continue }
            cancel(.linger(link.id))
            lingerOver(link.id)
        }
    }

    /// A link is gone, and with it what was to be done on it later.
    mutating func cancelTimers(ofLink id: Host.LinkID) {
        guard !timers.isEmpty else { return }
        timers.removeAll { $0.timer == .linger(id) || $0.timer == .refusedParameters(id) }
    }
}
