import FaradaySimulation

extension OSProfile {
    /// The profile of mock phones: an iPhone whose own limits are so generous that a mock peripheral's values determine
    /// the link.
    static var mock: OSProfile {
        var profile = OSProfile.iOS(18)
        profile.parameterRules = .any
        profile.attMTU = 517
        profile.maximumConnections = 64
        // A new link has this interval until its peripheral's request is granted. It is not longer than most
        // peripherals' own intervals, and it makes them take effect sooner.
        profile.connectionInterval = .milliseconds(7.5)
        // Most specs have this timeout, and a link may be lost before its peripheral has requested its own.
        profile.supervisionTimeout = .seconds(4)
        // There are no other devices than the mocks, so the phone may scan all the time.
        profile.scanWindow = profile.scanInterval
        profile.connectScanWindow = profile.connectScanInterval
        // iOS shows both behaviours; these are the ones that tests expect (behaviour 3.8, 5.18).
        profile.linkLinger = .zero
        profile.canSendBeforeFirstWrite = true
        // As that library: a mock says that it is ready only after it was not (behaviour 5.17).
        profile.commandReadiness = .whenRoomReturns
        // A test has no Info.plist (behaviour 1.40).
        profile.requiresBackgroundModeToRestore = false
        return profile
    }
}
