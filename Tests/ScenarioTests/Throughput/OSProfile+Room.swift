import FaradaySimulation

extension OSProfile {
    /// The system for an app that writes as fast as the phone takes it, and so has to hear of room. An app on iOS 10, which
    /// hears of none, wrote and hoped.
    var hearingOfRoom: OSProfile {
        var profile = self
        if commandReadiness == .never { profile.commandReadiness = .whenRoomReturns }
        return profile
    }
}
