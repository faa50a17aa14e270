import BluetoothTypes

/// How a system measures the distance to accessories by Channel Sounding: section 27 of Documentation/Behaviours.md.
///
/// ```swift
/// var profile = OSProfile.iOS(27)
/// profile.ranging.isAllowedInRegion = false  // supports(.channelSounding) is false (behaviour 27.2)
/// ```
///
/// Where no source has a number the documentation of the property says so. Change the value if hardware says
/// otherwise.
public struct RangingRules: Hashable, Sendable {
    /// What an app hears of its session when the link is lost (behaviour 27.12). When the app itself ends the link, the
    /// session completes without an error, and first.
    public enum EndOfLink: Hashable, Sendable {
        /// First `didCompleteChannelSoundingSession`, with the error of the disconnection, then `didDisconnect`.
        case completesFirst
        /// First `didDisconnect`, then `didCompleteChannelSoundingSession`.
        case completesLast
        /// Only `didDisconnect`, whoever ended the link.
        case staysSilent
    }

    /// What an app gets for a procedure whose distance the system does not believe (behaviour 27.14).
    public enum OutlierReport: Hashable, Sendable {
        /// Results whose distance is not valid.
        case invalidDistance
        /// Results with the smoothed distance as it was before.
        case lastDistance
        /// No callback.
        case nothing
    }

    /// Whether the system has this at all (behaviour 27.1).
    public var isKnown = false
    /// Whether the phone has the radio for it (behaviour 27.1).
    public var hasRadio = true
    /// Whether it is allowed where the phone is (behaviour 27.2).
    public var isAllowedInRegion = true
    /// Whether `supports(.channelSounding)` is true for a manager that is powered on.
    public var isSupported: Bool { isKnown && hasRadio && isAllowedInRegion }

    // MARK: Sessions

    /// Whether the accessory has to be set up with AccessorySetupKit (behaviour 27.5).
    public var needsAccessorySetup = true
    /// How many sessions the phone has at a time, of all apps (behaviour 27.6).
    public var maximumSessions = 1
    /// The code of `CBError` with which a session that may not start completes; with `nil` no callback follows
    /// (behaviours 27.5 and 27.6).
    public var refusalCode: Int? = 19
    /// Whether the phone measures only while the app is in the foreground. It goes on by itself when the app returns
    /// (behaviour 27.11).
    public var pausesInBackground = true
    /// How long a session of Nearby Interaction stays suspended before the system invalidates it; `nil` for ever. Apple's
    /// page says "too long", and no source has a number (behaviour 29.21).
    public var nearbySuspensionLimit: Nanoseconds? = .minutes(5)
    /// Whether a procedure that failed ends the session (behaviour 27.8).
    public var endsWithFailedProcedure = false
    /// What an app hears of its session when the link is lost (behaviour 27.12).
    public var endOfLink = EndOfLink.completesFirst
    /// The time between two procedures; no source has a number (27.7).
    public var procedureInterval: Nanoseconds = .milliseconds(180)

    // MARK: Distances

    /// The distance in metres, less than zero, that means that there is none; no source has the number (27.13).
    public var invalidDistance = -1.0
    /// How much of the difference to a new value the smoothed distance follows, above 0 and up to 1; 1 smooths nothing. No
    /// source has a number (27.14).
    public var smoothing = 0.4
    /// By how many metres a value may differ from the smoothed distance without being an outlier; no source has a number
    /// (27.14).
    public var outlierDistance = 2.0
    /// By what share of the smoothed distance it may differ, if that is more; no source has a number.
    public var outlierShare = 0.25
    /// How many outliers in a row that agree are believed, 1 or more; no source has a number.
    public var believedOutliers = 3
    /// What an app gets for an outlier (27.14).
    public var outlierReport = OutlierReport.invalidDistance

    /// Creates the rules of a system that has not got this; `OSProfile.iOS(27)` has the others.
    public init() {}
}
