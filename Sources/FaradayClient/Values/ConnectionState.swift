/// Whether there is a link.
public enum ConnectionState: Hashable, Sendable {
    /// There is no link, and nobody waits for one.
    case disconnected
    /// The phone waits until the peripheral can be connected.
    case connecting
    /// There is a link.
    case connected
    /// The link is being ended.
    case disconnecting
}
