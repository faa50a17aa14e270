import BluetoothWire

/// The error with which a fault makes an operation fail.
///
/// ```swift
/// world.inject(.read("2A19").fails(.insufficientAuthentication), .write("2A39").fails(.att(0x80)))
/// ```
public enum FaultError: Hashable, Sendable, Codable {
    /// The device refuses the request with this code of the attribute protocol (Core 6.0, Vol 3, Part F, 3.4.1.1). The
    /// phone does what it does with any such response: for `.insufficientEncryption` it pairs and asks again. Codes
    /// from 0x80 on are the app's own.
    case att(UInt8)
    /// The phone itself answers with this code of `CBError`; the device gets no request.
    case local(Int)
    /// The device ends the pairing with this reason (Core 6.0, Vol 3, Part H, 3.5.5).
    case pairing(UInt8)
    /// The device refuses the channel with this result (Core 6.0, Vol 3, Part A, 4.23).
    case channel(UInt16)
}

// The names are those of `CBATTError` and `CBError`.
extension FaultError {
    /// The server has no attribute of this handle.
    public static let invalidHandle = FaultError.att(0x01)
    /// The attribute can't be read.
    public static let readNotPermitted = FaultError.att(0x02)
    /// The attribute can't be written.
    public static let writeNotPermitted = FaultError.att(0x03)
    /// The server did not understand the request.
    public static let invalidPdu = FaultError.att(0x04)
    /// The link has to be authenticated first; a phone pairs then.
    public static let insufficientAuthentication = FaultError.att(0x05)
    /// The server does not have this kind of request.
    public static let requestNotSupported = FaultError.att(0x06)
    /// The offset is behind the end of the value.
    public static let invalidOffset = FaultError.att(0x07)
    /// The app on the device has not allowed it.
    public static let insufficientAuthorization = FaultError.att(0x08)
    /// The device has no room for another prepared write.
    public static let prepareQueueFull = FaultError.att(0x09)
    /// There is nothing of this kind in the range.
    public static let attributeNotFound = FaultError.att(0x0A)
    /// The value can't be read in parts.
    public static let attributeNotLong = FaultError.att(0x0B)
    /// The link's key is too short.
    public static let insufficientEncryptionKeySize = FaultError.att(0x0C)
    /// The value has a wrong length.
    public static let invalidAttributeValueLength = FaultError.att(0x0D)
    /// Something unlikely happened on the device.
    public static let unlikelyError = FaultError.att(0x0E)
    /// The link has to be encrypted first; a phone pairs then.
    public static let insufficientEncryption = FaultError.att(0x0F)
    /// The device can't tell what is grouped by attributes of this type.
    public static let unsupportedGroupType = FaultError.att(0x10)
    /// The device has no room for it.
    public static let insufficientResources = FaultError.att(0x11)

    /// The phone gives no reason: `CBError.unknown`.
    public static let unknown = FaultError.local(0)
    /// There is no link: `CBError.notConnected`.
    public static let notConnected = FaultError.local(3)
    /// The device did not answer in time: `CBError.connectionTimeout`.
    public static let connectionTimeout = FaultError.local(6)
    /// The device has ended the link: `CBError.peripheralDisconnected`.
    public static let peripheralDisconnected = FaultError.local(7)
    /// The link could not be made: `CBError.connectionFailed`.
    public static let connectionFailed = FaultError.local(10)
    /// The phone has as many links as it can: `CBError.connectionLimitReached`.
    public static let connectionLimitReached = FaultError.local(11)
    /// The device has deleted its bond: `CBError.peerRemovedPairingInformation`.
    public static let peerRemovedPairingInformation = FaultError.local(14)
    /// The link was not encrypted in time: `CBError.encryptionTimedOut`.
    public static let encryptionTimedOut = FaultError.local(15)

    static let names: [(FaultError, String)] =
        ATT.KnownErrorCode.allCases.compactMap { code in code.faultName.map { (.att(code.rawValue), $0) } }
        + [
            (.unknown, "unknown"), (.notConnected, "notConnected"), (.connectionTimeout, "connectionTimeout"),
            (.peripheralDisconnected, "peripheralDisconnected"), (.connectionFailed, "connectionFailed"),
            (.connectionLimitReached, "connectionLimitReached"),
            (.peerRemovedPairingInformation, "peerRemovedPairingInformation"),
            (.encryptionTimedOut, "encryptionTimedOut"),
        ]
}

extension ATT.KnownErrorCode {
    /// The name that faults have for the code, which is that of `CBATTError`; `nil` where Apple has none.
    fileprivate var faultName: String? {
        switch self {
        case .invalidHandle: "invalidHandle"
        case .readNotPermitted: "readNotPermitted"
        case .writeNotPermitted: "writeNotPermitted"
        case .invalidPDU: "invalidPdu"
        case .insufficientAuthentication: "insufficientAuthentication"
        case .requestNotSupported: "requestNotSupported"
        case .invalidOffset: "invalidOffset"
        case .insufficientAuthorization: "insufficientAuthorization"
        case .prepareQueueFull: "prepareQueueFull"
        case .attributeNotFound: "attributeNotFound"
        case .attributeNotLong: "attributeNotLong"
        case .encryptionKeySizeTooShort: "insufficientEncryptionKeySize"
        case .invalidAttributeValueLength: "invalidAttributeValueLength"
        case .unlikelyError: "unlikelyError"
        case .insufficientEncryption: "insufficientEncryption"
        case .unsupportedGroupType: "unsupportedGroupType"
        case .insufficientResources: "insufficientResources"
        case .databaseOutOfSync, .valueNotAllowed, .writeRequestRejected, .cccdImproperlyConfigured,
            .procedureAlreadyInProgress, .outOfRange:
            nil
        }
    }
}

extension FaultError: CustomStringConvertible {
    /// Swift that compiles: `.insufficientEncryption`, `.att(0x80)`.
    public var description: String {
        for (error, name) in Self.names where error == self { return ".\(name)" }
        switch self {
        case .att(let code): return ".att(\(FaultText.hexadecimal(code)))"
        case .local(let code): return ".local(\(code))"
        case .pairing(let reason): return ".pairing(\(FaultText.hexadecimal(reason)))"
        case .channel(let result): return ".channel(\(result))"
        }
    }
}
