/// What happens to the link with a peripheral, as `Peripheral.connectionEvents` tells it.
public enum ConnectionEvent: Hashable, Sendable {
    /// An attempt to connect has begun.
    case connecting
    /// The link is there.
    case connected
    /// Nobody waits for the link any more, so the attempt was ended.
    case connectionCancelled
    /// The attempt has failed.
    case connectionFailed(ClientError)
    /// The link has ended. The reason is `.disconnectedByApp` if the app ended it.
    case disconnected(ClientError)
    /// The policy of a maintained connection has given up.
    case gaveUp
}
