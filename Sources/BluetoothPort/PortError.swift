/// Why an operation failed, as Apple groups it: a local cause or a code from the peer's ATT server.
///
/// Source: behaviour 5.40 and section 8.
public enum PortError: Error, Hashable, Sendable {
    /// `CBErrorDomain` with this code.
    case local(code: Int)
    /// `CBATTErrorDomain` with this code; application codes 0x80–0xFF pass through.
    case att(code: UInt8)
}

extension PortError {
    /// The system gave no reason.
    public static let unknown = PortError.local(code: 0)
    /// The system does not accept the parameters.
    public static let invalidParameters = PortError.local(code: 1)
    /// There is no link.
    public static let notConnected = PortError.local(code: 3)
    /// The peer was not heard any more, or did not answer in time.
    public static let connectionTimeout = PortError.local(code: 6)
    /// The peer ended the link.
    public static let peripheralDisconnected = PortError.local(code: 7)
    /// The system keeps this UUID for itself.
    public static let uuidNotAllowed = PortError.local(code: 8)
    /// The app advertises already.
    public static let alreadyAdvertising = PortError.local(code: 9)
    /// The link could not be made.
    public static let connectionFailed = PortError.local(code: 10)
    /// There are as many links as the system can have.
    public static let connectionLimitReached = PortError.local(code: 11)
    /// The peer has forgotten the bond.
    public static let peerRemovedPairingInformation = PortError.local(code: 14)
    /// The link was not encrypted in time.
    public static let encryptionTimedOut = PortError.local(code: 15)
    /// A session of Channel Sounding could not be set up (behaviour 27.10).
    public static let channelSoundingConfigurationFailed = PortError.local(code: 19)
    /// A procedure of Channel Sounding failed (behaviour 27.8).
    public static let channelSoundingProcedureFailed = PortError.local(code: 20)
}
