import BluetoothTypes

/// The entries of an app's Info.plist that matter for Bluetooth.
public struct AppManifest: Hashable, Sendable {
    /// `UIBackgroundModes`: what the app may do while it is not in the foreground (behaviour 2.25, 6.11,
    /// 7.2).
    public struct BackgroundModes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The app uses Bluetooth as a central: `bluetooth-central`.
        public static let central = BackgroundModes(rawValue: 1)
        /// The app uses Bluetooth as a peripheral: `bluetooth-peripheral`.
        public static let peripheral = BackgroundModes(rawValue: 2)
    }

    /// `CFBundleIdentifier`: by what alerts, traces and commands name the app. Without it, they name its number.
    public var identifier: String?
    /// What the app may do while it is not in the foreground.
    public var backgroundModes: BackgroundModes
    /// Whether there is an `NSBluetoothAlwaysUsageDescription`; without one the first manager ends the app
    /// (behaviour 1.6), unless the app uses AccessorySetupKit (behaviour 28.25).
    public var hasUsageDescription: Bool
    /// What the app declares for AccessorySetupKit; `nil` if it does not use it (behaviour 1.38).
    public var accessorySetup: AccessorySetupKeys?
    /// Creates a manifest; without arguments, of an app that may use Bluetooth in the foreground only.
    ///
    /// - Parameter hasUsageDescription: With `nil`, an app has a usage description unless it uses AccessorySetupKit.
    public init(
        identifier: String? = nil, backgroundModes: BackgroundModes = [], hasUsageDescription: Bool? = nil,
        accessorySetup: AccessorySetupKeys? = nil
    ) {
        self.identifier = identifier
        self.backgroundModes = backgroundModes
        self.hasUsageDescription = hasUsageDescription ?? (accessorySetup == nil)
        self.accessorySetup = accessorySetup
    }

    /// Whether the app uses AccessorySetupKit, and the user is never asked about Bluetooth (behaviour 28.25).
    var usesOnlyAccessories: Bool { accessorySetup != nil && !hasUsageDescription }
}

/// What an app's Info.plist says for AccessorySetupKit: what its pickers may look for (behaviour 28.3).
///
/// ```swift
/// phone.configure(AppManifest(accessorySetup: AccessorySetupKeys(services: ["180D"])))
/// ```
public struct AccessorySetupKeys: Hashable, Sendable {
    /// `NSAccessorySetupSupports`; the system's guide calls the key `NSAccessorySetupKitSupports`.
    public struct Supports: OptionSet, Hashable, Sendable {
        /// The technologies as bits.
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The entry `Bluetooth`.
        public static let bluetooth = Supports(rawValue: 1)
        /// The entry `WiFi`.
        public static let wifi = Supports(rawValue: 2)
    }

    /// The technologies by which accessories are found.
    public var supports: Supports
    /// The services of `NSAccessorySetupBluetoothServices`.
    public var services: [BluetoothUUID]
    /// The names of `NSAccessorySetupBluetoothNames`.
    public var names: [String]
    /// The companies of `NSAccessorySetupBluetoothCompanyIdentifiers`.
    public var companies: [UInt16]

    /// Creates the entries; without arguments, those of an app that may not look for anything.
    public init(
        supports: Supports = .bluetooth, services: [BluetoothUUID] = [], names: [String] = [],
        companies: [UInt16] = []
    ) {
        self.supports = supports
        self.services = services
        self.names = names
        self.companies = companies
    }
}

/// Whether an app runs, and where.
public enum AppState: String, Hashable, Sendable {
    /// In the foreground. On a Mac an app stays in this state also behind other apps.
    case foreground
    /// Not in the foreground, but running: for about ten seconds after an event (behaviour 7.2).
    case background
    /// In memory, but not running: events wait for the app, or wake it (behaviour 7.1, 7.2).
    case suspended
    /// Not in memory.
    case terminated
}

/// Why an app ended (behaviour 7.11, 3.38).
public enum TerminationReason: String, Hashable, Sendable, CaseIterable {
    /// The system needed the app's memory.
    case memoryPressure
    /// The app's code trapped or threw.
    case crash
    /// The user swiped the app away in the app switcher.
    case userForceQuit
    /// The phone restarted.
    case reboot
    /// The system needed the app's memory. Then the user switched Bluetooth off and on in Settings.
    case bluetoothToggled
    /// The system needed the app's memory. Then the user switched airplane mode on and off, with Bluetooth on
    /// afterwards.
    case airplaneMode
    /// The system needed the app's memory. Then the user switched Bluetooth off and on in Control Center:
    /// that ends links, but the app's pending connects stay (behaviour 7.41).
    case controlCenterToggled
}

/// Where the user switches Bluetooth.
public enum BluetoothSwitch: String, Hashable, Sendable, CaseIterable {
    /// In Settings: the radio is really off.
    case settings
    /// In Control Center: apps see `.poweredOff`. Apps that have ended can still be relaunched (behaviours
    /// 1.23, 7.41).
    case controlCenter
}

/// What the system passes to an app at its launch.
public struct AppLaunch: Hashable, Sendable, CustomStringConvertible {
    /// Whether the system launched the app for a Bluetooth event, without the user.
    public var isInBackground: Bool
    /// `UIApplication.LaunchOptionsKey.bluetoothCentrals`: the managers that the app should create again
    /// (behaviour 7.10). Empty when the user starts the app, though managers are restored then too (behaviour
    /// 7.42).
    public var centralIdentifiers: [String]
    /// `UIApplication.LaunchOptionsKey.bluetoothPeripherals`: the same for peripheral managers.
    public var peripheralIdentifiers: [String]
    /// Creates launch information; without arguments, for a launch by the user.
    public init(
        isInBackground: Bool = false, centralIdentifiers: [String] = [], peripheralIdentifiers: [String] = []
    ) {
        self.isInBackground = isInBackground
        self.centralIdentifiers = centralIdentifiers
        self.peripheralIdentifiers = peripheralIdentifiers
    }

    /// Who launched the app, and which managers to restore.
    public var description: String {
        let restored = (centralIdentifiers + peripheralIdentifiers).joined(separator: ", ")
        return (isInBackground ? "in the background" : "by the user")
            + (restored.isEmpty ? "" : ", to restore \(restored)")
    }
}
