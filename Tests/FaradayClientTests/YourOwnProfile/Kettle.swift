import BluetoothProfiles

/// The kettle service of Acme's kettles.
public enum Kettle {
    /// The service's UUID.
    public static let service: BluetoothUUID = "6B650001-8F2C-4E5A-9B1D-2F6E1C0A7D35"
    /// How hot the water is; read and notified.
    public static let status = TypedCharacteristic<Status>(
        "6B650002-8F2C-4E5A-9B1D-2F6E1C0A7D35", of: service)
    /// How hot the water is to be; read and written.
    public static let target = TypedCharacteristic<Target>(
        "6B650003-8F2C-4E5A-9B1D-2F6E1C0A7D35", of: service)
    /// Takes commands.
    public static let control = TypedCharacteristic<Command>(
        "6B650004-8F2C-4E5A-9B1D-2F6E1C0A7D35", of: service)

    /// The kettle refuses to heat, because there is no water in it: error of a write to `control`.
    public static let isEmpty: UInt8 = 0x80
}

extension Kettle {
    /// A command for the kettle. Its raw value is its byte.
    public enum Command: UInt8, CharacteristicValue, CaseIterable {
        case stop = 0
        case heat = 1
    }
}

extension Kettle {
    /// How hot the water is to be, 40…100 °C.
    public struct Target: CharacteristicValue {
        public static let range: ClosedRange<UInt8> = 40...100
        public let celsius: UInt8

        public init?(celsius: UInt8) {
            guard Self.range.contains(celsius) else { return nil }
            self.celsius = celsius
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let byte = try reader.uint8()
            guard let target = Self(celsius: byte) else { throw reader.invalid("target", Int(byte)) }
            self = target
        }

        public func encode(into bytes: inout [UInt8]) { bytes.append(celsius) }
    }
}

extension Kettle {
    /// What the kettle notifies once per second.
    public struct Status: CharacteristicValue {
        /// The temperature of the water in tenths of a degree Celsius.
        public var tenths: Int16
        public var isHeating: Bool
        /// How long the kettle still heats, in seconds; `nil` if it does not say.
        public var secondsLeft: UInt16?

        public var celsius: Double { Double(tenths) / 10 }

        public init(tenths: Int16, isHeating: Bool, secondsLeft: UInt16? = nil) {
            self.tenths = tenths
            self.isHeating = isHeating
            self.secondsLeft = secondsLeft
        }

        // Flags: bit 0 heating, bit 1 the time is there; the others are reserved.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let flags = try reader.uint8()
            tenths = try Int16(decoding: &reader)
            isHeating = flags & 1 != 0
            secondsLeft = flags & 2 != 0 ? try reader.uint16() : nil
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.append((isHeating ? 1 : 0) | (secondsLeft == nil ? 0 : 2))
            tenths.encode(into: &bytes)
            secondsLeft?.encode(into: &bytes)
        }
    }
}
