import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What a device waits for as a GATT client: the ends of its procedures, and values. `Step` goes on when a procedure
/// has ended.
struct DeviceClientWork<Step> {
    typealias Listener = @Sendable ([UInt8]) -> Void

    private var steps: [(token: Host.Token, link: Host.LinkID, next: Step)] = []
    private var listeners: [(link: Host.LinkID, handle: ATT.Handle, hear: Listener)] = []

    var isEmpty: Bool { steps.isEmpty && listeners.isEmpty }

    /// A procedure begins; `next` waits for its end.
    mutating func begin(_ token: Host.Token, on link: Host.LinkID, then next: Step) {
        steps.append((token, link, next))
    }

    /// A procedure has ended: returns what waits for it.
    mutating func end(_ token: Host.Token, on link: Host.LinkID) -> Step? {
        guard let place = steps.firstIndex(where: { $0.token == token && $0.link == link }) else {
            return nil
        }
        return steps.remove(at: place).next
    }

    mutating func listen(to handle: ATT.Handle, on link: Host.LinkID, _ hear: @escaping Listener) {
        listeners.append((link, handle, hear))
    }

    mutating func stopListening(to handle: ATT.Handle, on link: Host.LinkID) {
        listeners.removeAll { $0.link == link && $0.handle == handle }
    }

    /// Who hears a value, in the order of their subscriptions.
    func listeners(to handle: ATT.Handle, on link: Host.LinkID) -> [Listener] {
        listeners.filter { $0.link == link && $0.handle == handle }.map(\.hear)
    }

    /// One link has ended, or all links have if it is `nil`: returns what waited, in the order of its begin.
    mutating func linkEnded(_ link: Host.LinkID?) -> [Step] {
        listeners.removeAll { link == nil || $0.link == link }
        let ended = steps.filter { link == nil || $0.link == link }
        steps.removeAll { link == nil || $0.link == link }
        return ended.map(\.next)
    }

    /// What is wrong with the work; `nil` if nothing is.
    var brokenInvariant: String? {
        Set(steps.map(\.token)).count < steps.count ? "two procedures with one token" : nil
    }
}
