import BluetoothTypes
import BluetoothWire

/// The Human Interface Device service (1812): keyboards, mice and the like. On Apple's platforms apps can't see it.
///
/// A device has one `report` for each report of its map; the descriptor 2908 (`ReportReference`) says which one it is.
///
/// ```swift
/// let definition = try await keyboard.read(HumanInterfaceDevice.reportMap)
/// ```
///
/// Source: HID Service 1.0.
public enum HumanInterfaceDevice {
    /// The UUID of *Human Interface Device*.
    public static let service: BluetoothUUID = "1812"
    /// The version, the country, and what the device can do.
    public static let information = TypedCharacteristic<Information>("2A4A", of: service)
    /// The report descriptor of USB HID, at most 512 bytes; it defines the reports.
    public static let reportMap = TypedCharacteristic<[UInt8]>("2A4B", of: service)
    /// One report, without its identifier.
    public static let report = TypedCharacteristic<[UInt8]>("2A4D", of: service)
    /// Whether the device sends reports or boot reports; written without response.
    public static let protocolMode = TypedCharacteristic<ProtocolMode>("2A4E", of: service)
    /// Tells the device that its host sleeps or wakes; written without response.
    public static let controlPoint = TypedCharacteristic<Command>("2A4C", of: service)
    /// The keys that are held down, in boot mode.
    public static let bootKeyboardInputReport = TypedCharacteristic<KeyboardReport>("2A22", of: service)
    /// The keyboard's lights, in boot mode.
    public static let bootKeyboardOutputReport = TypedCharacteristic<KeyboardLights>("2A32", of: service)
    /// Buttons and movement of a mouse, in boot mode.
    public static let bootMouseInputReport = TypedCharacteristic<MouseReport>("2A33", of: service)

    /// The version, the country, and what a device can do.
    public struct Information: CharacteristicValue {
        /// The version of USB HID in binary coded decimals: 0x0111 is 1.11.
        public var version: UInt16
        /// The country for which the device is made, as USB HID numbers them; 0 is none.
        public var countryCode: UInt8
        /// What the device can do.
        public var flags: Flags

        public init(version: UInt16 = 0x0111, countryCode: UInt8 = 0, flags: Flags = []) {
            self.version = version
            self.countryCode = countryCode
            self.flags = flags
        }

        /// What a device can do.
        public struct Flags: OptionSet, Hashable, Sendable {
            public let rawValue: UInt8
            public init(rawValue: UInt8) { self.rawValue = rawValue }
            /// The device wakes its host.
            public static let remoteWake = Flags(rawValue: 0x01)
            /// The device advertises while it is bonded and not connected.
            public static let normallyConnectable = Flags(rawValue: 0x02)
        }
    }

    /// Whether a device sends reports or boot reports.
    public enum ProtocolMode: UInt8, CharacteristicValue, CaseIterable {
        /// The device sends boot reports.
        case boot = 0
        /// The device sends the reports of its map.
        case report = 1
    }

    /// A command for the control point.
    public enum Command: UInt8, CharacteristicValue, CaseIterable {
        /// The host sleeps.
        case suspend = 0
        /// The host is awake.
        case exitSuspend = 1
    }

    /// Which report of the map a characteristic is: the value of the descriptor 2908.
    public struct ReportReference: CharacteristicValue {
        /// The type of the descriptor.
        public static let descriptor: BluetoothUUID = "2908"

        /// The report's identifier; 0 if the map has none.
        public var identifier: UInt8
        /// The direction of the report.
        public var type: ReportType

        public init(identifier: UInt8, type: ReportType) {
            self.identifier = identifier
            self.type = type
        }
    }

    /// The direction of a report.
    public enum ReportType: UInt8, CharacteristicValue, CaseIterable {
        /// From the device to the host.
        case input = 1
        /// From the host to the device.
        case output = 2
        /// In both directions.
        case feature = 3
    }

    /// The keys that are held down.
    public struct KeyboardReport: CharacteristicValue {
        /// Shift, control and the like.
        public var modifiers: Modifiers
        /// Up to six keys, as USB HID's keyboard page numbers them; 0 is none.
        public var keys: [UInt8]

        /// Creates a report; only the first six keys are sent.
        public init(modifiers: Modifiers = [], keys: [UInt8] = []) {
            self.modifiers = modifiers
            self.keys = Self.trimmed(keys)
        }

        /// Shift, control and the like.
        public struct Modifiers: OptionSet, Hashable, Sendable {
            public let rawValue: UInt8
            public init(rawValue: UInt8) { self.rawValue = rawValue }
            /// The left control key.
            public static let leftControl = Modifiers(rawValue: 0x01)
            /// The left shift key.
            public static let leftShift = Modifiers(rawValue: 0x02)
            /// The left alt or option key.
            public static let leftAlt = Modifiers(rawValue: 0x04)
            /// The left Windows or command key.
            public static let leftGUI = Modifiers(rawValue: 0x08)
            /// The right control key.
            public static let rightControl = Modifiers(rawValue: 0x10)
            /// The right shift key.
            public static let rightShift = Modifiers(rawValue: 0x20)
            /// The right alt or option key.
            public static let rightAlt = Modifiers(rawValue: 0x40)
            /// The right Windows or command key.
            public static let rightGUI = Modifiers(rawValue: 0x80)
        }

        fileprivate static func trimmed(_ keys: [UInt8]) -> [UInt8] {
            var keys = Array(keys.prefix(6))
            while keys.last == 0 { keys.removeLast() }
            return keys
        }
    }

    /// The lights of a keyboard.
    public struct KeyboardLights: OptionSet, CharacteristicValue {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Num lock.
        public static let numLock = KeyboardLights(rawValue: 0x01)
        /// Caps lock.
        public static let capsLock = KeyboardLights(rawValue: 0x02)
        /// Scroll lock.
        public static let scrollLock = KeyboardLights(rawValue: 0x04)
        /// The compose light.
        public static let compose = KeyboardLights(rawValue: 0x08)
        /// The kana light.
        public static let kana = KeyboardLights(rawValue: 0x10)
    }

    /// Buttons and movement of a mouse.
    public struct MouseReport: CharacteristicValue {
        /// Bit 0 is the first button.
        public var buttons: UInt8
        /// The movement to the right since the last report.
        public var x: Int8
        /// The movement downwards since the last report.
        public var y: Int8
        /// Bytes of the device's own.
        public var extra: [UInt8]

        public init(buttons: UInt8 = 0, x: Int8 = 0, y: Int8 = 0, extra: [UInt8] = []) {
            self.buttons = buttons
            self.x = x
            self.y = y
            self.extra = extra
        }
    }
}

extension HumanInterfaceDevice.Information {
    /// Reads 4 bytes; reserved flags are ignored.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        version = try reader.uint16()
        countryCode = try reader.uint8()
        flags = Flags(rawValue: try reader.uint8() & 0x03)
    }

    /// Appends 4 bytes.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: version)
        bytes += [countryCode, flags.rawValue & 0x03]
    }
}

extension HumanInterfaceDevice.KeyboardLights {
    /// Reads one byte; reserved bits are ignored.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(rawValue: try reader.uint8() & 0x1F)
    }
}

extension HumanInterfaceDevice.ReportReference {
    /// Reads 2 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        identifier = try reader.uint8()
        type = try HumanInterfaceDevice.ReportType(decoding: &reader)
    }

    /// Appends 2 bytes.
    public func encode(into bytes: inout [UInt8]) { bytes += [identifier, type.rawValue] }
}

extension HumanInterfaceDevice.KeyboardReport {
    /// Reads 8 bytes; the second one is reserved.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        modifiers = Modifiers(rawValue: try reader.uint8())
        _ = try reader.uint8()
        keys = Self.trimmed(try reader.array(6))
    }

    /// Appends 8 bytes.
    public func encode(into bytes: inout [UInt8]) {
        let keys = keys.prefix(6)
        bytes += [modifiers.rawValue, 0] + keys + [UInt8](repeating: 0, count: 6 - keys.count)
    }
}

extension HumanInterfaceDevice.MouseReport {
    /// Reads 3 bytes, and takes all that are left.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        buttons = try reader.uint8()
        x = try reader.int8()
        y = try reader.int8()
        extra = reader.rest()
    }

    /// Appends 3 bytes and the device's own.
    public func encode(into bytes: inout [UInt8]) {
        bytes += [buttons, UInt8(bitPattern: x), UInt8(bitPattern: y)] + extra
    }
}
