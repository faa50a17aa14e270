import BluetoothTypes
import BluetoothWire

extension ATT {
    /// Why an operation on a peer's attribute did not succeed, and so how far the failure reaches.
    public enum Failure: Error, Hashable, Sendable {
        /// The peer's server answered with this code; the bearer goes on.
        case error(ErrorCode)
        /// No answer within 30 s; the bearer is dead (Core 6.0, Vol 3, Part F, 3.3.3).
        case timeout
        /// The link went away first, or there is none.
        case linkLost
        /// The answer was not one the request allows; the bearer is dead.
        case invalidResponse
        /// A reliable write's echo differed from what was sent; nothing was written.
        case echoMismatch
        /// Signing needs keys of a bond (Core 6.0, Vol 3, Part G, 4.9.2).
        case signedWritesUnsupported
    }
}
