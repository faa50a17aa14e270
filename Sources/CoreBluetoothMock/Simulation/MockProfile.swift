import FaradaySimulation

extension OSProfile {
    /// What mock phones are: an iPhone, generous where Apple's numbers are its own choice, so that a mock peripheral's
    /// numbers are the link's.
    static var mock: OSProfile {
        var profile = OSProfile.iOS(18)
        profile.parameterRules = .any
        profile.attMTU = 517
        profile.maximumConnections = 64
        // A new link has this until its peripheral has its own: no longer than most of these, and they come sooner.
        profile.connectionInterval = .milliseconds(7.5)
        // Most specs have this, and a link may be lost before its peripheral has asked for it.
        profile.supervisionTimeout = .seconds(4)
        // Nothing is on air beside the mocks: the phone may listen all the time.
        profile.scanWindow = profile.scanInterval
        profile.connectScanWindow = profile.connectScanInterval
        // Where iOS is seen to do both, as tests expect it (behaviour 3.8, 5.18).
        profile.linkLinger = .zero
        profile.canSendBeforeFirstWrite = true
        // A test has no Info.plist (behaviour 1.40).
        profile.requiresBackgroundModeToRestore = false
        return profile
    }
}
