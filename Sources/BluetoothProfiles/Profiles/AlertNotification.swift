import BluetoothTypes
import BluetoothWire

/// The Alert Notification service (1811): tells of calls and messages, by category.
///
/// A client subscribes, and then enables categories at the control point.
///
/// ```swift
/// try await phone.write(.init(.enableNewAlerts, .email), to: AlertNotification.controlPoint)
/// for try await alert in phone.notifications(of: AlertNotification.newAlert) { print(alert.text) }
/// ```
///
/// Source: Alert Notification Service 1.0.
public enum AlertNotification {
    /// The UUID of *Alert Notification*.
    public static let service: BluetoothUUID = "1811"
    /// The categories of which the device tells new alerts.
    public static let supportedNewAlertCategories = TypedCharacteristic<Categories>("2A47", of: service)
    /// There are new alerts of a category; notified.
    public static let newAlert = TypedCharacteristic<NewAlert>("2A46", of: service)
    /// The categories of which the device counts unread alerts.
    public static let supportedUnreadAlertCategories = TypedCharacteristic<Categories>("2A48", of: service)
    /// How many alerts of a category are unread; notified.
    public static let unreadAlertStatus = TypedCharacteristic<UnreadAlertStatus>("2A45", of: service)
    /// Takes commands.
    public static let controlPoint = TypedCharacteristic<Command>("2A44", of: service)

    /// The device does not know a command: application error of the control point.
    public static let commandNotSupported: UInt8 = 0xA0

    /// What an alert is about.
    public struct Category: RawRepresentable, CharacteristicValue {
        public let rawValue: UInt8
        /// Creates a category of its number; 251…255 are a service's own.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Any alert with or without text.
        public static let simpleAlert = Category(rawValue: 0)
        /// An email.
        public static let email = Category(rawValue: 1)
        /// News, such as an RSS feed.
        public static let news = Category(rawValue: 2)
        /// An incoming call.
        public static let call = Category(rawValue: 3)
        /// A missed call.
        public static let missedCall = Category(rawValue: 4)
        /// An SMS or MMS message.
        public static let message = Category(rawValue: 5)
        /// A voice mail.
        public static let voiceMail = Category(rawValue: 6)
        /// An appointment.
        public static let schedule = Category(rawValue: 7)
        /// Whatever the device gives a high priority.
        public static let highPriority = Category(rawValue: 8)
        /// An instant message.
        public static let instantMessage = Category(rawValue: 9)
        /// All categories, in commands.
        public static let all = Category(rawValue: 255)
    }

    /// A set of categories: bit 0 is category 0.
    public struct Categories: OptionSet, CharacteristicValue {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Creates a set of these categories; only 0…15 have a bit.
        public init(_ categories: [Category]) {
            rawValue = categories.reduce(0) { $1.rawValue < 16 ? $0 | 1 << UInt16($1.rawValue) : $0 }
        }
        /// Whether the set has a category; `.all` means all of 0…9.
        public func contains(_ category: Category) -> Bool {
            if category == .all { return rawValue & 0x3FF == 0x3FF }
            return category.rawValue < 16 && rawValue >> UInt16(category.rawValue) & 1 != 0
        }
        /// The categories in the set, the lowest first.
        public var categories: [Category] {
            (0..<16).filter { rawValue >> $0 & 1 != 0 }.map { Category(rawValue: UInt8($0)) }
        }
    }

    /// There are new alerts of a category.
    public struct NewAlert: CharacteristicValue {
        /// What the alerts are about.
        public var category: Category
        /// How many there are.
        public var count: UInt8
        /// Who called, or what the newest is about: at most 18 bytes of UTF-8.
        public var text: String

        /// Creates an alert; the text is cut to whole characters of at most 18 bytes.
        public init(_ category: Category, count: UInt8 = 1, text: String = "") {
            self.category = category
            self.count = count
            self.text = ""
            for character in text {
                guard self.text.utf8.count + character.utf8.count <= 18 else { break }
                self.text.append(character)
            }
        }
    }

    /// How many alerts of a category are unread.
    public struct UnreadAlertStatus: CharacteristicValue {
        /// What the alerts are about.
        public var category: Category
        /// How many there are; 255 means more than 254.
        public var count: UInt8

        public init(_ category: Category, count: UInt8) {
            self.category = category
            self.count = count
        }
    }

    /// A command for the control point.
    public struct Command: CharacteristicValue {
        /// What to do.
        public var code: Code
        /// For which category; `.all` for all that the device supports.
        public var category: Category

        public init(_ code: Code, _ category: Category) {
            self.code = code
            self.category = category
        }

        /// What to do. Devices refuse a code that they don't know with `AlertNotification.commandNotSupported`.
        public struct Code: RawRepresentable, Hashable, Sendable {
            public let rawValue: UInt8
            public init(rawValue: UInt8) { self.rawValue = rawValue }
            /// Notify new alerts.
            public static let enableNewAlerts = Code(rawValue: 0)
            /// Notify counts of unread alerts.
            public static let enableUnreadStatus = Code(rawValue: 1)
            /// Notify new alerts no longer.
            public static let disableNewAlerts = Code(rawValue: 2)
            /// Notify counts of unread alerts no longer.
            public static let disableUnreadStatus = Code(rawValue: 3)
            /// Notify new alerts at once.
            public static let notifyNewAlertsNow = Code(rawValue: 4)
            /// Notify counts of unread alerts at once.
            public static let notifyUnreadStatusNow = Code(rawValue: 5)
        }
    }
}

extension AlertNotification.Categories {
    /// Reads one or two bytes; more are ignored.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let low = UInt16(try reader.uint8())
        let high = reader.isAtEnd ? 0 : UInt16(try reader.uint8())
        self.init(rawValue: low | high << 8)
        _ = reader.rest()
    }
}

extension AlertNotification.NewAlert {
    /// Reads category, count and text.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        category = AlertNotification.Category(rawValue: try reader.uint8())
        count = try reader.uint8()
        guard reader.remaining <= 18 else { throw reader.invalid("length of the text", reader.remaining) }
        text = try String(decoding: &reader)
    }

    /// Appends category, count and text.
    public func encode(into bytes: inout [UInt8]) {
        bytes += [category.rawValue, count]
        text.encode(into: &bytes)
    }
}

extension AlertNotification.UnreadAlertStatus {
    /// Reads 2 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        category = AlertNotification.Category(rawValue: try reader.uint8())
        count = try reader.uint8()
    }

    /// Appends 2 bytes.
    public func encode(into bytes: inout [UInt8]) { bytes += [category.rawValue, count] }
}

extension AlertNotification.Command {
    /// Reads 2 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        code = Code(rawValue: try reader.uint8())
        category = AlertNotification.Category(rawValue: try reader.uint8())
    }

    /// Appends 2 bytes.
    public func encode(into bytes: inout [UInt8]) { bytes += [code.rawValue, category.rawValue] }
}
