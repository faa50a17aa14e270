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
    public static let unknown = PortError.local(code: 0)
    public static let invalidParameters = PortError.local(code: 1)
    public static let notConnected = PortError.local(code: 3)
    public static let connectionTimeout = PortError.local(code: 6)
    public static let peripheralDisconnected = PortError.local(code: 7)
    public static let uuidNotAllowed = PortError.local(code: 8)
    public static let alreadyAdvertising = PortError.local(code: 9)
    public static let connectionFailed = PortError.local(code: 10)
    public static let connectionLimitReached = PortError.local(code: 11)
    public static let peerRemovedPairingInformation = PortError.local(code: 14)
    public static let encryptionTimedOut = PortError.local(code: 15)
}
