import BluetoothPort
import BluetoothTypes
import Foundation

/// A Bluetooth UUID of 16, 32 or 128 bits.
///
/// It keeps the width with which it was created, and equals the same value in any other width.
///
/// ```swift
/// let heartRate = CBUUID(string: "180D")
/// print(heartRate, heartRate.uuidString)  // Heart Rate 180D
/// ```
@available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBUUID)
#endif
open class CBUUID: NSObject, NSCopying {
    let value: BluetoothUUID

    init(_ value: BluetoothUUID) {
        self.value = value
        super.init()
    }

    /// Creates the UUID of 128 zero bits, because `NSObject` has this initialiser.
    public override init() {
        value = BluetoothUUID(high: 0, low: 0)
        super.init()
    }

    /// Creates a UUID from text.
    ///
    /// - Parameter theString: 4 or 8 hexadecimal digits, optionally preceded by `0x` (behaviour 1.42), or the dashed
    ///   form of 36 characters. Any other text ends the process, as the exception of Apple's framework does; on a
    ///   simulated phone it is a misuse instead.
    public init(string theString: String) {
        guard let value = Self.value(of: theString) else {
            value = Self.invalid(
                "init(string:)", "String \(theString) does not represent a valid UUID")
            super.init()
            return
        }
        self.value = value
        super.init()
    }

    static func value(of text: String) -> BluetoothUUID? {
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return BluetoothUUID(text) }
        let digits = String(text.dropFirst(2))
        return digits.utf8.count == 4 || digits.utf8.count == 8 ? BluetoothUUID(digits) : nil
    }

    /// Creates a UUID from bytes.
    ///
    /// - Parameter theData: 2, 4 or 16 bytes, most significant first; any other count ends the process; on a simulated
    ///   phone it is a misuse instead.
    public init(data theData: Data) {
        guard let value = BluetoothUUID(bigEndian: theData) else {
            value = Self.invalid(
                "init(data:)", "Data \(theData.appleDescription) does not represent a valid UUID")
            super.init()
            return
        }
        self.value = value
        super.init()
    }

    /// Handles an argument that is not a UUID. On a simulated phone it reports a misuse, which fails only the test of
    /// that phone, and returns 128 zero bits. Elsewhere it ends the process, as Apple's exception does.
    private static func invalid(_ call: String, _ message: String) -> BluetoothUUID {
        let misuse = Misuse(kind: .invalidArgument, call: "CBUUID." + call, message: message)
        guard PortEnvironment.take(misuse) else { fatalError(message) }
        return BluetoothUUID(high: 0, low: 0)
    }

    /// Creates a UUID of 128 bits.
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public init(nsuuid theUUID: UUID) {
        let peer = PeerIdentifierBits(theUUID)
        value = BluetoothUUID(high: peer.high, low: peer.low)
        super.init()
    }

    #if canImport(Darwin)
    /// Creates a UUID of 128 bits.
    @available(iOS, introduced: 5.0, deprecated: 9.0)
    @available(macOS, introduced: 10.7, deprecated: 10.13)
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1)
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    public init(cfuuid theUUID: CFUUID) {
        let bytes = withUnsafeBytes(of: CFUUIDGetUUIDBytes(theUUID)) { Data($0) }
        guard let value = BluetoothUUID(bigEndian: bytes) else {
            preconditionFailure("16 bytes are always a UUID, not \(bytes.appleDescription)")
        }
        self.value = value
        super.init()
    }
    #endif

    /// The bytes, most significant first: 2, 4 or 16, in the width with which the UUID was created.
    open var data: Data { Data(value.bigEndianBytes) }

    /// Upper-case hexadecimal text of 4, 8 or 36 characters, in the width with which the UUID was created.
    @available(iOS 7.1, macOS 10.10, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    open var uuidString: String { value.description }

    /// The assigned name, if it is one that Apple prints, or else `uuidString`.
    open override var description: String { Self.printedName(of: value) ?? uuidString }

    /// Values are equal whatever their widths (behaviour 2.3).
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CBUUID else { return false }
        return value == other.value
    }

    /// Equal for equal UUIDs.
    open override var hash: Int { Int(truncatingIfNeeded: value.high ^ value.low) }

    /// The object itself, since it can't change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

// What a library on top of this one needs.
extension CBUUID {
    /// Creates the object of a UUID.
    package convenience init(portValue: BluetoothUUID) { self.init(portValue) }

    /// The UUID.
    package var portValue: BluetoothUUID { value }
}
