import BluetoothTypes
import BluetoothWire

/// One attribute of the host's own database.
struct Attribute: Hashable, Sendable {
    /// Where the value is.
    enum Content: Hashable, Sendable {
        /// A declaration, or another value that neither end changes.
        case constant([UInt8])
        /// A value the host keeps and clients may write.
        case stored([UInt8])
        /// The GAP device name; the server has it.
        case deviceName
        /// The GAP appearance; the server has it.
        case appearance
        /// A value that the upper layer is asked for.
        case dynamic
        /// A Client Characteristic Configuration: each client has its own value.
        case configuration(of: ATT.Handle, allowed: GATT.Subscription)
        /// Client Supported Features: each client has its own value.
        case clientFeatures
        /// Database Hash, computed when it is read.
        case databaseHash
    }

    let handle: ATT.Handle
    let type: BluetoothUUID
    var permissions: GATT.Permissions
    /// What the characteristic's declaration says about this value; `nil` if the attribute is no
    /// characteristic value.
    var properties: GATT.Properties?
    /// The last handle of the service that this attribute declares, else 0.
    var groupEnd: ATT.Handle = 0
    var content: Content

    init(
        _ handle: ATT.Handle, _ type: BluetoothUUID, _ permissions: GATT.Permissions,
        properties: GATT.Properties? = nil, _ content: Content
    ) {
        self.handle = handle
        self.type = type
        self.permissions = permissions
        self.properties = properties
        self.content = content
    }

    var isServiceDeclaration: Bool { groupEnd != 0 }

    /// Whether the upper layer is asked for the value.
    var isDynamic: Bool {
        if case .dynamic = content { true } else { false }
    }

    /// Whether the value never has more bytes, so that a long read is not allowed (Core 6.0, Vol 3, Part F,
    /// 3.4.4.5).
    var hasFixedLength: Bool {
        switch content {
        case .constant, .appearance, .configuration, .clientFeatures, .databaseHash: true
        case .stored, .deviceName, .dynamic: false
        }
    }
}

/// The attribute types of the generic attribute profile (Core 6.0, Vol 3, Part G, 3.4; Assigned Numbers).
enum AttributeType {
    static let primaryService = BluetoothUUID(0x2800)
    static let secondaryService = BluetoothUUID(0x2801)
    static let include = BluetoothUUID(0x2802)
    static let characteristic = BluetoothUUID(0x2803)
    static let extendedProperties = BluetoothUUID(0x2900)
    static let clientConfiguration = BluetoothUUID(0x2902)

    static let genericAccess = BluetoothUUID(0x1800)
    static let genericAttribute = BluetoothUUID(0x1801)
    static let deviceName = BluetoothUUID(0x2A00)
    static let appearance = BluetoothUUID(0x2A01)
    static let serviceChanged = BluetoothUUID(0x2A05)
    static let clientSupportedFeatures = BluetoothUUID(0x2B29)
    static let databaseHash = BluetoothUUID(0x2B2A)
}

extension BluetoothUUID {
    /// The same UUID as ATT sends it: 16 bits if they suffice, otherwise 128 (Core 6.0, Vol 3, Part F,
    /// 3.2.1).
    var onAir: BluetoothUUID { short.map { BluetoothUUID($0) } ?? expanded }
}

extension Array where Element == UInt8 {
    /// Appends a UUID as ATT sends it.
    mutating func append(onAir uuid: BluetoothUUID) {
        if let short = uuid.short {
            append(littleEndian: short)
        } else {
            append(littleEndian: uuid.low)
            append(littleEndian: uuid.high)
        }
    }

    /// Two bytes, least significant first.
    static func littleEndian(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}
