import BluetoothPort
import BluetoothTypes

extension OSProfile {
    /// iOS 18 on a controller that is not a phone's: it hears all advertising that the controller hears.
    public static var onForeignController: OSProfile {
        var profile = OSProfile.iOS(18)
        profile.limitsExtendedAdvertising = false
        // A program on such a controller has no Info.plist.
        profile.requiresBackgroundModeToRestore = false
        return profile
    }

    /// An iPhone of the time of that iOS.
    public static func iOS(_ major: Int, _ minor: Int = 0) -> OSProfile {
        var profile = OSProfile(family: .iOS, major: major, minor: minor)
        switch major {
        case ...7: profile.attMTU = 23  // 9.6
        case 8, 9: profile.attMTU = 158  // 9.6
        default: profile.attMTU = 185  // 9.6
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
        if major <= 10 { profile.relaunchesAfter = [.memoryPressure, .crash] }  // 7.11
        profile.asksForPermission = major >= 13  // 1.3
        profile.requiresUsageDescription = major >= 13  // 1.6
        profile.knowsMediaAccess = major >= 16  // 1.37
        profile.knowsAccessorySetup = major >= 18  // 1.38
        profile.parameterRules = major >= 17 ? .current : .guidelinesR11  // 9.3
        if (major, minor) == (16, 0) { profile.parameterRules.toleratesShorterMinimum = false }  // 9.4
        profile.packetsPerEvent = major <= 9 ? 4 : major == 10 ? 7 : 0  // 9.8
        return profile
    }

    /// A Mac of the time of that macOS.
    public static func macOS(_ major: Int, _ minor: Int = 0) -> OSProfile {
        var profile = OSProfile(family: .macOS, major: major, minor: minor)
        profile.suspendsApps = false  // Section 7 is of iOS; nor does a Mac launch apps for events.
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
        profile.supportsAutoReconnect = major >= 14  // 3.18: the macOS of iOS 17's year
        profile.parameterRules = major >= 14 ? .current : .guidelinesR11  // 9.3
        return profile
    }
}

extension OSProfile {
    /// Whether an app has to get its peripherals anew after this state (1.18).
    func invalidatesPeripherals(_ state: ManagerState) -> Bool {
        state.rawValue < ManagerState.poweredOff.rawValue
            || state == .poweredOff && !keepsPeripheralsThroughPowerOff
    }

    /// Which of a delegate's two disconnect methods is called.
    var disconnectMethods: Central.DisconnectMethods {
        guard supportsAutoReconnect else { return .olderOnly }
        return prefersOlderDisconnectMethod ? .olderFirst : .newerFirst
    }
}
