import BluetoothTypes

// What an app gives to the picker.
extension Accessories {
    /// What can be done with an accessory; raw values are Apple's.
    public struct SupportOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The picker pairs over Bluetooth LE.
        public static let pairing = SupportOptions(rawValue: 1 << 1)
        /// Pairing over LE also gives the keys of Bluetooth Classic.
        public static let bridging = SupportOptions(rawValue: 1 << 2)
    }

    /// How the picker sets an accessory up; raw values are Apple's.
    public struct SetupOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The picker asks for a name.
        public static let rename = SetupOptions(rawValue: 1 << 0)
        /// The accessory waits for the app, which ends the set-up or gives it up.
        public static let confirmAuthorization = SetupOptions(rawValue: 1 << 1)
        /// The picker asks its user to go on in the app; the accessory is authorised already.
        public static let finishInApp = SetupOptions(rawValue: 1 << 2)
    }

    /// How a text is compared; raw values are those of `NSString.CompareOptions`.
    public struct CompareOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Capitals and small letters are the same.
        public static let caseInsensitive = CompareOptions(rawValue: 1)
        /// From the end; with `anchored`, the text must end so.
        public static let backwards = CompareOptions(rawValue: 4)
        /// The text must begin so.
        public static let anchored = CompareOptions(rawValue: 8)
    }

    /// A text and how it is compared.
    public struct Comparison: Hashable, Sendable {
        /// The text to look for.
        public var text: String
        /// How it is compared.
        public var options: CompareOptions
        public init(text: String, options: CompareOptions) {
            self.text = text
            self.options = options
        }
    }

    /// What an accessory looks like; all that is set must be true of it.
    public struct Descriptor: Hashable, Sendable {
        /// What can be done with the accessory.
        public var supportedOptions: SupportOptions = []
        /// The company of its manufacturer data; 0 means any.
        public var company: UInt16 = 0
        /// The manufacturer data after the company identifier, as far as the mask has ones.
        public var manufacturerBlob: [UInt8]?
        /// The bits of the manufacturer data that count.
        public var manufacturerMask: [UInt8]?
        /// A part of its name.
        public var nameSubstring: String?
        /// How the part of its name is compared.
        public var nameCompareOptions: CompareOptions = []
        /// Whether it must be close to the phone.
        public var isImmediate = false
        /// A service that it advertises.
        public var service: BluetoothUUID?
        /// The data of that service, as far as the mask has ones.
        public var serviceBlob: [UInt8]?
        /// The bits of the service data that count.
        public var serviceMask: [UInt8]?
        /// The name of its Wi-Fi network.
        public var ssid: String?
        /// The beginning of the name of its Wi-Fi network.
        public var ssidPrefix: String?
        /// Its service on Wi-Fi Aware.
        public var wifiAware: WiFiAware?
        /// Creates a descriptor of nothing.
        public init() {}
    }

    /// An accessory's service on Wi-Fi Aware.
    public struct WiFiAware: Hashable, Sendable {
        public var serviceName: String?
        /// Whether the phone subscribes (10) or publishes (20).
        public var role: Int
        /// The model to look for.
        public var model: Comparison?
        /// The vendor to look for.
        public var vendor: Comparison?
        public init(
            serviceName: String? = nil, role: Int = 10, model: Comparison? = nil, vendor: Comparison? = nil
        ) {
            self.serviceName = serviceName
            self.role = role
            self.model = model
            self.vendor = vendor
        }
    }

    /// A peripheral or a network that the app knew before AccessorySetupKit.
    public struct Migration: Hashable, Sendable {
        /// The peripheral.
        public var peer: PeerIdentifier?
        /// The Wi-Fi network.
        public var ssid: String?
        public init(peer: PeerIdentifier? = nil, ssid: String? = nil) {
            self.peer = peer
            self.ssid = ssid
        }
    }

    /// What the picker shows for an accessory.
    public struct DisplayItem: Hashable, Sendable {
        /// The name that the picker shows.
        public var name: String
        /// What the accessory looks like.
        public var descriptor: Descriptor
        /// How the picker sets it up.
        public var setupOptions: SetupOptions
        /// What the app knew before, if the item is for that.
        public var migration: Migration?
        /// The accessory that filtered discovery has found, if the item is for that.
        public var found: AccessoryIdentifier?
        public init(
            name: String, descriptor: Descriptor, setupOptions: SetupOptions = [],
            migration: Migration? = nil, found: AccessoryIdentifier? = nil
        ) {
            self.name = name
            self.descriptor = descriptor
            self.setupOptions = setupOptions
            self.migration = migration
            self.found = found
        }
    }

    /// How the picker looks for accessories.
    public struct PickerSettings: Hashable, Sendable {
        /// How long it looks, in seconds; `nil` means until it is told to end.
        public var timeout: Double?
        /// Whether the app decides which accessories the picker shows.
        public var filtersDiscovery: Bool
        /// Creates settings; without arguments, those of an app that sets none.
        public init(timeout: Double? = 30, filtersDiscovery: Bool = false) {
            self.timeout = timeout
            self.filtersDiscovery = filtersDiscovery
        }
    }
}
