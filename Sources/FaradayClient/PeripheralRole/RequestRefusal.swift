import BluetoothWire

/// What a handler throws to refuse a request of a central: the code of the attribute protocol that the central gets.
///
/// ```swift
/// LocalCharacteristic(Kettle.target, .write).onWrite { degrees, _ in
///     guard degrees <= 100 else { throw RequestRefusal.valueNotAllowed }
/// }
/// ```
///
/// Codes 0x80…0x9F are the profile's own: `RequestRefusal(code: HeartRate.controlPointNotSupported)`. The answer to any other
/// error is *Unlikely Error* (0x0E).
///
/// Source: Core 6.0, Vol 3, Part F, 3.4.1.1.
public struct RequestRefusal: Error, Hashable, Sendable {
    /// The code; 0 is taken for *Unlikely Error*.
    public let code: UInt8

    /// Creates a refusal with any code.
    public init(code: UInt8) { self.code = code == 0 ? 0x0E : code }

    /// The attribute is gone (0x01).
    public static let invalidHandle = RequestRefusal(code: 0x01)
    /// The value can't be read now (0x02).
    public static let readNotPermitted = RequestRefusal(code: 0x02)
    /// The value can't be written now (0x03).
    public static let writeNotPermitted = RequestRefusal(code: 0x03)
    /// The central must authenticate first; a phone pairs on this code (0x05).
    public static let insufficientAuthentication = RequestRefusal(code: 0x05)
    /// The peripheral does not do what is asked for (0x06).
    public static let requestNotSupported = RequestRefusal(code: 0x06)
    /// The part of the value that is asked for or written is beyond its end (0x07).
    public static let invalidOffset = RequestRefusal(code: 0x07)
    /// The user or the app has not allowed it (0x08).
    public static let insufficientAuthorization = RequestRefusal(code: 0x08)
    /// The value is too short or too long (0x0D).
    public static let invalidLength = RequestRefusal(code: 0x0D)
    /// There is no better code (0x0E).
    public static let unlikelyError = RequestRefusal(code: 0x0E)
    /// There is no memory or no time for it (0x11).
    public static let insufficientResources = RequestRefusal(code: 0x11)
    /// The characteristic does not take this value (0x13).
    public static let valueNotAllowed = RequestRefusal(code: 0x13)
    /// The profile refuses this write (0xFC).
    public static let writeRequestRejected = RequestRefusal(code: 0xFC)
    /// The central must subscribe first (0xFD).
    public static let notSubscribed = RequestRefusal(code: 0xFD)
    /// A procedure of the profile is running, and a second one is not possible (0xFE).
    public static let procedureAlreadyInProgress = RequestRefusal(code: 0xFE)
    /// The value is outside the profile's range (0xFF).
    public static let outOfRange = RequestRefusal(code: 0xFF)

    /// The refusal that a handler's error means.
    init(_ error: any Error) {
        switch error {
        case let refusal as RequestRefusal: self = refusal
        case let code as ATT.ErrorCode: self.init(code: code.rawValue)
        default: self = .unlikelyError
        }
    }

    /// The refusal of bytes that are no value.
    init(_ error: DecodeError) {
        switch error.reason {
        case .truncated, .trailingBytes: self = .invalidLength
        case .invalidValue, .unknownCode: self = .valueNotAllowed
        }
    }
}
