/// What an app's Info.plist says that matters here.
public struct AppManifest: Hashable, Sendable {
    /// `UIBackgroundModes`: what the app may do while it is not in front (behaviour 2.25, 6.11, 7.2).
    public struct BackgroundModes: OptionSet, Hashable, Sendable {
        /// The modes as bits.
        public let rawValue: UInt8
        /// Creates modes from bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The app uses Bluetooth as a central: `bluetooth-central`.
        public static let central = BackgroundModes(rawValue: 1)
        /// The app uses Bluetooth as a peripheral: `bluetooth-peripheral`.
        public static let peripheral = BackgroundModes(rawValue: 2)
    }

    /// What the app may do while it is not in front.
    public var backgroundModes: BackgroundModes
    /// Whether there is an `NSBluetoothAlwaysUsageDescription`; without one the first manager ends the app
    /// (behaviour 1.6).
    public var hasUsageDescription: Bool
    /// Whether the app pairs its accessories with AccessorySetupKit (behaviour 1.38).
    public var usesAccessorySetup: Bool
    /// Creates a manifest; without arguments, that of an app that may use Bluetooth in front only.
    public init(
        backgroundModes: BackgroundModes = [], hasUsageDescription: Bool = true,
        usesAccessorySetup: Bool = false
    ) {
        self.backgroundModes = backgroundModes
        self.hasUsageDescription = hasUsageDescription
        self.usesAccessorySetup = usesAccessorySetup
    }
}

/// How much an app runs.
public enum AppState: String, Hashable, Sendable {
    /// In front; on a Mac also behind other apps.
    case foreground
    /// Not in front, and running: after an event, for about ten seconds (behaviour 7.2).
    case background
    /// In memory, and not running: events wait, or wake it (behaviour 7.1, 7.2).
    case suspended
    /// Not in memory.
    case terminated
}

/// Why an app ended (behaviour 7.11, 3.38).
public enum TerminationReason: String, Hashable, Sendable, CaseIterable {
    /// The system needed its memory.
    case memoryPressure
    /// The app's code trapped or threw.
    case crash
    /// Swiped away in the app switcher.
    case userForceQuit
    /// The phone restarted.
    case reboot
    /// The system needed its memory, and then the user switched Bluetooth off and on in Settings.
    case bluetoothToggled
    /// The system needed its memory, and then the user went through airplane mode, and Bluetooth was on again.
    case airplaneMode
    /// The system needed its memory, and then the user switched Bluetooth off and on in Control Center, which ends links
    /// and leaves the app what it waits for (behaviour 7.41).
    case controlCenterToggled
}

/// Where the user switches Bluetooth.
public enum BluetoothSwitch: String, Hashable, Sendable, CaseIterable {
    /// In Settings: off is off.
    case settings
    /// In Control Center: apps see `.poweredOff`, and those that have ended stay eligible for a relaunch (behaviours
    /// 1.23, 7.41).
    case controlCenter
}

/// What an app is launched with.
public struct AppLaunch: Hashable, Sendable, CustomStringConvertible {
    /// Whether the system launched it for a Bluetooth event, behind the user's back.
    public var isInBackground: Bool
    /// `UIApplication.LaunchOptionsKey.bluetoothCentrals`: managers to make anew (behaviour 7.10). Empty when the user
    /// starts the app, though managers are restored then too (behaviour 7.42).
    public var centralIdentifiers: [String]
    /// `UIApplication.LaunchOptionsKey.bluetoothPeripherals`: the same for peripheral managers.
    public var peripheralIdentifiers: [String]
    /// Creates what an app is launched with; without arguments, a launch by the user.
    public init(
        isInBackground: Bool = false, centralIdentifiers: [String] = [], peripheralIdentifiers: [String] = []
    ) {
        self.isInBackground = isInBackground
        self.centralIdentifiers = centralIdentifiers
        self.peripheralIdentifiers = peripheralIdentifiers
    }

    /// Who launched it and what for, in words.
    public var description: String {
        let restored = (centralIdentifiers + peripheralIdentifiers).joined(separator: ", ")
        return (isInBackground ? "in the background" : "by the user")
            + (restored.isEmpty ? "" : ", to restore \(restored)")
    }
}
