import BluetoothTypes
import BluetoothWire

/// The Device Information service (180A). Devices have any of its characteristics; all are read, and don't change.
///
/// ```swift
/// let maker = try await strap.read(DeviceInformation.manufacturerName)
/// let id = try await strap.read(DeviceInformation.pnpID)
/// ```
///
/// Source: Device Information Service 1.1.
public enum DeviceInformation {
    /// The UUID of *Device Information*.
    public static let service: BluetoothUUID = "180A"
    /// The name of the device's maker.
    public static let manufacturerName = TypedCharacteristic<String>("2A29", of: service)
    /// The model, as the maker numbers it.
    public static let modelNumber = TypedCharacteristic<String>("2A24", of: service)
    /// The number of this one device.
    public static let serialNumber = TypedCharacteristic<String>("2A25", of: service)
    /// *Hardware Revision String*, in the words of the manufacturer.
    public static let hardwareRevision = TypedCharacteristic<String>("2A27", of: service)
    /// *Firmware Revision String*, in the words of the manufacturer.
    public static let firmwareRevision = TypedCharacteristic<String>("2A26", of: service)
    /// *Software Revision String*, in the words of the manufacturer.
    public static let softwareRevision = TypedCharacteristic<String>("2A28", of: service)
    /// A number of 64 bits that no other device has.
    public static let systemID = TypedCharacteristic<SystemID>("2A23", of: service)
    /// Regulatory and certification data of health devices.
    public static let regulatoryCertification = TypedCharacteristic<RegulatoryCertification>(
        "2A2A", of: service)
    /// Vendor, product and version, as computers look up drivers.
    public static let pnpID = TypedCharacteristic<PnPID>("2A50", of: service)

    /// A number of 64 bits that no other device has: a part that the maker assigns, and the maker's own number.
    public struct SystemID: CharacteristicValue {
        /// The part that the maker assigns, 40 bits.
        public var manufacturerDefined: UInt64
        /// The *Organizationally Unique Identifier* that IEEE gave to the maker, 24 bits.
        public var organization: UInt32

        /// Creates an identifier; bits that do not fit are dropped.
        public init(manufacturerDefined: UInt64, organization: UInt32) {
            self.manufacturerDefined = manufacturerDefined & 0xFF_FFFF_FFFF
            self.organization = organization & 0xFF_FFFF
        }

        /// Creates the identifier of a public device address of 48 bits: its halves with FFFE between them.
        public init(address: UInt64) {
            self.init(
                manufacturerDefined: 0xFF_FE00_0000 | address & 0xFF_FFFF,
                organization: UInt32(truncatingIfNeeded: address >> 24))
        }
    }

    /// Vendor, product and version, as computers look up drivers.
    public struct PnPID: CharacteristicValue {
        /// Who assigned a vendor's number.
        public enum VendorSource: UInt8, CharacteristicValue, CaseIterable {
            /// The Bluetooth SIG.
            case bluetooth = 1
            /// The USB Implementer's Forum.
            case usb = 2
        }

        /// Who assigned the vendor's number.
        public var vendorSource: VendorSource
        /// The vendor's number.
        public var vendor: UInt16
        /// The vendor's number for the product.
        public var product: UInt16
        /// The product's version in binary coded decimals: 0x0213 is 2.1.3.
        public var version: UInt16

        public init(vendorSource: VendorSource, vendor: UInt16, product: UInt16, version: UInt16) {
            self.vendorSource = vendorSource
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    /// Regulatory and certification data of health devices, *IEEE 11073-20601 Regulatory Certification Data List*.
    ///
    /// Its numbers have the higher byte first. Some devices send bytes of another form: `entries` is `nil` then.
    public struct RegulatoryCertification: CharacteristicValue {
        /// All bytes as sent.
        public var data: [UInt8]

        /// What one authority says.
        public struct Entry: Hashable, Sendable {
            /// The authority: 0 none, 1 IEEE 11073, 2 Continua, 254 experimental.
            public var authority: UInt8
            /// What the authority calls this kind of data.
            public var structure: UInt8
            public var data: [UInt8]

            public init(authority: UInt8, structure: UInt8, data: [UInt8]) {
                self.authority = authority
                self.structure = structure
                self.data = data
            }
        }
    }
}

extension DeviceInformation.SystemID {
    /// Reads 8 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let number = try reader.uint64()
        self.init(manufacturerDefined: number, organization: UInt32(truncatingIfNeeded: number >> 40))
    }

    /// Appends 8 bytes.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(
            littleEndian: manufacturerDefined & 0xFF_FFFF_FFFF | UInt64(organization & 0xFF_FFFF) << 40)
    }
}

extension DeviceInformation.PnPID {
    /// Reads 7 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        vendorSource = try VendorSource(decoding: &reader)
        vendor = try reader.uint16()
        product = try reader.uint16()
        version = try reader.uint16()
    }

    /// Appends 7 bytes.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(vendorSource.rawValue)
        bytes.append(littleEndian: vendor)
        bytes.append(littleEndian: product)
        bytes.append(littleEndian: version)
    }
}

extension DeviceInformation.RegulatoryCertification {
    /// Creates the list of these entries. An entry's data is cut at 65,531 bytes, and a list at 65,535.
    public init(_ entries: [Entry]) {
        var list: [UInt8] = []
        var count = 0
        for entry in entries {
            let data = entry.data.prefix(0xFFFF - 4)
            guard list.count + data.count + 4 <= 0xFFFF else { break }
            list += [entry.authority, entry.structure] + Self.bigEndian(data.count) + data
            count += 1
        }
        data = Self.bigEndian(count) + Self.bigEndian(list.count) + list
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    /// The entries; `nil` if the bytes are no list.
    public var entries: [Entry]? {
        var reader = ByteReader(data, layer: .value)
        return try? Self.entries(&reader)
    }

    private static func entries(_ reader: inout ByteReader) throws(DecodeError) -> [Entry] {
        let count = try reader.uint16().byteSwapped
        let length = Int(try reader.uint16().byteSwapped)
        guard length == reader.remaining else { throw reader.invalid("length", length) }
        var entries: [Entry] = []
        for _ in 0..<count {
            let (authority, structure) = (try reader.uint8(), try reader.uint8())
            let size = Int(try reader.uint16().byteSwapped)
            entries.append(Entry(authority: authority, structure: structure, data: try reader.array(size)))
        }
        try reader.finish()
        return entries
    }

    /// Takes all bytes that are left, whatever their form.
    public init(decoding reader: inout ByteReader) throws(DecodeError) { data = reader.rest() }

    /// Appends the bytes.
    public func encode(into bytes: inout [UInt8]) { bytes += data }
}
