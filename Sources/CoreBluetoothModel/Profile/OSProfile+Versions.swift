import BluetoothPort
import BluetoothTypes

extension OSProfile {
    /// iOS 18 on a controller that is not a phone's. It hears all advertising that the controller hears.
    public static var onForeignController: OSProfile {
        var profile = OSProfile.iOS(18)
        profile.limitsExtendedAdvertising = false
        // A program on such a controller has no Info.plist.
        profile.requiresBackgroundModeToRestore = false
        return profile
    }

    /// An iPhone of the time of that iOS version.
    ///
    /// - Parameters:
    ///   - major: The major version.
    ///   - minor: The minor version.
    ///   - hasChannelSounding: Whether the phone has the radio for Channel Sounding, as the iPhone 17 family has; with
    ///     `false` it is an older one. It matters from iOS 27 on (behaviour 27.1).
    ///   - hasLongMTU: Whether the phone offers an ATT MTU of 247 and not of 185, as an iPhone 14 with iOS 17 and an iPhone
    ///     16 Pro Max were seen to do. With `nil` it does from iOS 26 on, since nobody knows which phones do with iOS 17 and
    ///     18. Up to iOS 16 it does not matter (behaviour 9.6).
    public static func iOS(
        _ major: Int, _ minor: Int = 0, hasChannelSounding: Bool = true, hasLongMTU: Bool? = nil
    ) -> OSProfile {
        var profile = OSProfile(family: .iOS, major: major, minor: minor)
        switch major {
        case ...7: profile.attMTU = 23  // 9.6
        case 8, 9: profile.attMTU = 158  // 9.6
        case 10...16: profile.attMTU = 185  // 9.6
        default: profile.attMTU = hasLongMTU ?? (major >= 26) ? 247 : 185  // 9.6
        }
        profile.dataLength = major >= 10 ? 251 : 27  // 9.7: iPhone 7 came with iOS 10
        profile.prefers2M = major >= 11  // 9.7: iPhone 8 came with iOS 11
        profile.reportsReception = major >= 13  // 2.16
        profile.supportsExtendedScanAndConnect = major >= 13  // 2.34
        profile.hearsStrangersDirectedAdvertising = major < 13  // 2.37
        profile.supportsConnectionEvents = major >= 13  // 3.35
        profile.sharesNotifications = major >= 13  // 3.25
        if major < 14 { profile.maximumBonds = .max }  // Code 16 came with iOS 14.
        profile.restartsAtConnectionLimit = major < 9  // 3.27: code 11 came with iOS 9.
        profile.supportsAutoReconnect = major >= 17  // 3.18
        profile.reportsLostBonds = major > 13 || (major == 13 && minor >= 4)  // 3.17
        profile.answersWritesWithoutResponse = major == 10  // 5.8
        // 5.17: before iOS 11 nothing was reported, apps wrote at will.
        profile.canSendBeforeFirstWrite = major < 11
        if major < 11 { profile.commandReadiness = .never }
        if major <= 10 { profile.relaunchesAfter = [.memoryPressure, .crash] }  // 7.11
        profile.asksForPermission = major >= 13  // 1.3
        profile.requiresUsageDescription = major >= 13  // 1.6
        profile.knowsMediaAccess = major >= 16  // 1.37
        profile.knowsAccessorySetup = major >= 18  // 1.38
        if major >= 26 {  // 7.43
            profile.relaunchesAfter.remove(.controlCenterToggled)
            profile.relaunchesAccessoryAppsAfter = [.userForceQuit, .controlCenterToggled]
        }
        profile.accessoryManagersStartOff = major >= 26  // 28.31
        profile.parameterRules = major >= 17 ? .current : .guidelinesR11  // 9.3
        if (major, minor) == (16, 0) { profile.parameterRules.toleratesShorterMinimum = false }  // 9.4
        profile.setEventBudget(major)
        if major >= 27 {  // 27.1
            profile.ranging.isKnown = true
            profile.ranging.hasRadio = hasChannelSounding
        }
        if major >= 26 {  // 27.22
            profile.backgroundScanStages = [
                BackgroundScanStage(after: .seconds(30), interval: .seconds(1)),
                BackgroundScanStage(after: .minutes(5), interval: .seconds(3)),
            ]
        }
        return profile
    }

    /// Sets how much fits into a connection event (9.8 to 9.10). Apple's table of 2017 follows from seven
    /// packets and 7.5 ms. Measurements on current phones show about five packets of 27 bytes, and three of
    /// 251 bytes on LE 2M. From which version on is not known, so iOS 13 is a guess.
    private mutating func setEventBudget(_ major: Int) {
        switch major {
        case ...9: (packetsPerEvent, airtimePerEvent) = (4, .zero)
        case 10...12: (packetsPerEvent, airtimePerEvent) = (7, .microseconds(7_500))
        default: (packetsPerEvent, airtimePerEvent) = (5, .milliseconds(5))
        }
    }

    /// A Mac of the time of that macOS version.
    public static func macOS(_ major: Int, _ minor: Int = 0) -> OSProfile {
        var profile = OSProfile(family: .macOS, major: major, minor: minor)
        profile.suspendsApps = false  // Section 7 is about iOS; a Mac launches no apps for events.
        profile.relaunchesAfter = []
        profile.requiresBackgroundModeToRestore = false  // 1.40: a Mac has no background modes.
        profile.manufacturerDataStripping = .none  // 2.20
        profile.findsWithoutFilter = major != 12 || minor > 2  // 2.35
        profile.supportsExtendedScanAndConnect = false  // 2.34: not there on a Mac
        profile.supportsConnectionEvents = false  // 3.35
        profile.sharesNotifications = false  // 3.25
        profile.asksForPermission = major >= 11  // 1.3
        profile.requiresUsageDescription = major >= 11  // 1.6
        profile.knowsMediaAccess = false  // 1.37
        profile.knowsAccessorySetup = false  // 1.38
        if major == 10, minor < 10 { profile.hiddenServices = [] }  // 4.18
        profile.maximumConnections = 12  // 3.27
        // 9.8 to 9.10 are about phones; there is no measurement of a Mac.
        (profile.packetsPerEvent, profile.airtimePerEvent) = (0, .zero)
        profile.supportsAutoReconnect = major >= 14  // 3.18: the macOS of iOS 17's year
        profile.parameterRules = major >= 14 ? .current : .guidelinesR11  // 9.3
        return profile
    }
}

extension OSProfile {
    /// An Apple TV of the time of that tvOS version: central role only, two links, at least 30 ms between
    /// connection events, and an app's links end with its suspension (behaviour 1.36). Everything else is as
    /// in the iOS of that year.
    ///
    /// ```swift
    /// let tv = world.addPhone(.tvOS(18), name: "TV")
    /// ```
    public static func tvOS(_ major: Int, _ minor: Int = 0) -> OSProfile {
        .central(.tvOS, major, minor, like: iOS(major, minor, hasLongMTU: false))
    }

    /// A watch of the time of that watchOS version, with the rules of `tvOS(_:_:)` (behaviour 1.36).
    ///
    /// ```swift
    /// let watch = world.addPhone(.watchOS(11), name: "Watch")
    /// ```
    public static func watchOS(_ major: Int, _ minor: Int = 0) -> OSProfile {
        // watchOS 11 came with iOS 18. Since then the versions of both are named after the year.
        .central(.watchOS, major, minor, like: iOS(major < 26 ? major + 7 : major, minor, hasLongMTU: false))
    }

    private static func central(
        _ family: Family, _ major: Int, _ minor: Int, like phone: OSProfile
    ) -> OSProfile {
        var profile = phone
        (profile.family, profile.major, profile.minor) = (family, major, minor)
        profile.hasPeripheralRole = false  // 1.36
        profile.maximumConnections = 2  // 1.36
        profile.parameterRules.minimumInterval = .milliseconds(30)  // 1.36, 9.2
        profile.parameterRules.minimumInputInterval = .milliseconds(30)
        profile.endsLinksOnSuspension = true  // 1.36
        profile.linkLinger = .zero
        profile.relaunchesAfter = []  // Nothing is restored: nothing continues without the app.
        profile.knowsAccessorySetup = false
        if profile.ranging.isKnown { profile.ranging.isKnown = false }
        profile.relaunchesAccessoryAppsAfter = []
        return profile
    }
}

extension OSProfile {
    /// Whether an app has to get its peripherals again after this state (1.18).
    func invalidatesPeripherals(_ state: ManagerState) -> Bool {
        state.rawValue < ManagerState.poweredOff.rawValue
            || state == .poweredOff && !keepsPeripheralsThroughPowerOff
    }

    /// How this system does what systems do differently.
    var traits: Central.Traits {
        Central.Traits(
            disconnectMethods: disconnectMethods,
            invalidatesPeripheralsWhenPoweredOff: invalidatesPeripherals(.poweredOff),
            supportsExtendedScanAndConnect: supportsExtendedScanAndConnect,
            supportsChannelSounding: ranging.isSupported)
    }

    /// Which of a delegate's two disconnect methods is called.
    var disconnectMethods: Central.DisconnectMethods {
        guard supportsAutoReconnect else { return .olderOnly }
        return prefersOlderDisconnectMethod ? .olderFirst : .newerFirst
    }
}
