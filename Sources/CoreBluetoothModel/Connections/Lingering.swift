import BluetoothHost
import BluetoothTypes

/// Links that stay up for a while after the last app has released them, in case an app connects again (behaviour 3.8).
struct Lingering: Sendable {
    private var links: [Host.LinkID] = []
    /// How long a link stays; zero where the system keeps none.
    private let time: Nanoseconds

    init(_ time: Nanoseconds) { self.time = time }

    var isEmpty: Bool { links.isEmpty }

    @inline(__always)
    func contains(_ link: Host.LinkID) -> Bool { links.contains(link) }

    /// The last app has released a link. Returns false if the link has to end at once.
    mutating func begin(_ link: Host.LinkID, at now: Instant, into effects: inout PhoneEffects) -> Bool {
        guard time > .zero else { return false }
        if !links.contains(link) { links.append(link) }
        effects.schedule(.linger(link), at: now + time)
        return true
    }

    /// An app uses a link again, or the link has ended.
    mutating func end(_ link: Host.LinkID, into effects: inout PhoneEffects) {
        guard let index = links.firstIndex(of: link) else { return }
        links.remove(at: index)
        effects.cancel(.linger(link))
    }

    /// The links to end, if only this many may linger; `order` has all links.
    func surplus(_ order: [Host.LinkID], room: Int) -> [Host.LinkID] {
        Array(order.filter(links.contains).dropFirst(max(room, 0)))
    }

    /// The radio went off, and with it all links.
    mutating func radioWentOff() { links = [] }
}
