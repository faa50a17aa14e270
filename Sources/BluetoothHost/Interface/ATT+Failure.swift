import BluetoothTypes
import BluetoothWire

extension ATT {
    /// Why an operation on a peer's attribute failed, and whether the bearer survives the failure.
    public enum Failure: Error, Hashable, Sendable {
        /// The peer's server answered with this code; the bearer continues.
        case error(ErrorCode)
        /// No answer within 30 s; the bearer is dead (Core 6.0, Vol 3, Part F, 3.3.3).
        case timeout
        /// The link ended first, or there is none.
        case linkLost
        /// The answer was not valid for the request; the bearer is dead.
        case invalidResponse
        /// A reliable write's echo differed from what was sent; nothing was written.
        case echoMismatch
        /// Signing needs keys of a bond (Core 6.0, Vol 3, Part G, 4.9.2).
        case signedWritesUnsupported
    }
}
