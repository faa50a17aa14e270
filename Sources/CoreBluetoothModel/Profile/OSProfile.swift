import BluetoothTypes

/// What differs between Apple's systems, as numbers and switches: sections 9 and 10 of Documentation/Behaviours.md.
///
/// ```swift
/// var profile = OSProfile.iOS(18)
/// profile.accumulatesDiscoveries = false  // what Apple's documentation says, against behaviour 4.4
/// ```
///
/// Where no source has a number the property says so; change it where hardware says otherwise.
public struct OSProfile: Hashable, Sendable {
    /// Which family of systems.
    public enum Family: String, Hashable, Sendable {
        /// iPhones and iPads.
        case iOS
        /// Macs, which suspend no apps.
        case macOS
        /// Apple TVs, which have the central role only.
        case tvOS
        /// Watches, which have the central role only.
        case watchOS
    }

    /// What of Apple's own manufacturer data an app does not get to see (behaviour 2.19, 2.20).
    public enum ManufacturerDataStripping: Hashable, Sendable {
        /// macOS: the app sees everything.
        case none
        /// Only iBeacon frames: `4C 00 02 15`.
        case beacons
        /// Everything with the company identifier 0x004C.
        case allOfApple
    }

    /// What becomes of what an app asked of a peer when the link ends first, or the app lets go of it (behaviour 3.24).
    public enum CutOffRequests: Hashable, Sendable {
        /// No completion comes any more: as today's systems do it.
        case unanswered
        /// When the peer or the air ends the link, a write with response that is in flight fails with code 0 right
        /// before `didDisconnect`, and nothing else is answered: seen now and then, mostly up to iOS 8.1.
        case writeInFlightFails
    }

    /// Which family of systems.
    public var family: Family
    /// The major version: 18 in iOS 18.2.
    public var major: Int
    /// The minor version: 2 in iOS 18.2.
    public var minor: Int

    // MARK: Roles

    /// Whether apps may publish services: elsewhere a peripheral manager is `.unsupported` (behaviour 1.36).
    public var hasPeripheralRole = true

    // MARK: Links

    /// What the phone asks for as central (behaviour 9.1).
    public var connectionInterval: Nanoseconds = .milliseconds(30)
    /// Events a peer may skip on a new link (behaviour 9.1).
    public var peripheralLatency: UInt16 = 0
    /// How long a silent link lives (behaviour 9.1).
    public var supervisionTimeout: Nanoseconds = .milliseconds(720)
    /// The ATT MTU the phone offers (behaviour 9.6).
    public var attMTU: UInt16 = 185
    /// The longest link-layer payload, 27…251 bytes, that the phone asks for and that a simulated phone takes; with
    /// 27 it has no data length extension, whatever its peer asks for (behaviour 9.7).
    public var dataLength: UInt16 = 251
    /// Packets that a simulated phone sends in one connection event; 0 is as many as fit (behaviour 9.8).
    public var packetsPerEvent = 5
    /// How long a simulated phone stays in one connection event; zero is until the next one. Documentation/Throughput.md
    /// has what follows from it and from `packetsPerEvent` (behaviours 9.9, 9.10).
    public var airtimePerEvent: Nanoseconds = .milliseconds(5)
    /// Whether the phone asks for LE 2M (behaviour 9.7).
    public var prefers2M = true
    /// Links the phone keeps as central; one more fails with code 11 (behaviour 3.27).
    public var maximumConnections = 8
    /// What `setDesiredConnectionLatency(.low, for:)` asks a central for; no source has a number (6.27).
    public var lowLatencyInterval: Nanoseconds = .milliseconds(30)
    /// The same for `.medium`.
    public var mediumLatencyInterval: Nanoseconds = .milliseconds(120)
    /// The same for `.high`.
    public var highLatencyInterval: Nanoseconds = .milliseconds(480)
    /// Whether one link too many restarts Bluetooth instead of failing with code 11 (behaviour 3.27).
    public var restartsAtConnectionLimit = false
    /// How long a link lives on when the last app has let go of it, in case one comes back; zero ends it at
    /// once. sources only say "seconds" (3.8).
    public var linkLinger: Nanoseconds = .seconds(1)
    /// Which connection parameters a peer may ask for (behaviour 9.3).
    public var parameterRules = ParameterRules.current
    /// How long a link lives on when its peer has asked for parameters against the rules; `nil` as if it had
    /// not asked. Links were seen to die after some 90 s (behaviour 3.39).
    public var refusedParametersPatience: Nanoseconds?
    /// Whether the phone, having granted what a peer asked for, asks for its own parameters again
    /// (behaviour 3.40).
    public var renegotiatesParameters = false
    /// Whether the phone reads the peer's GAP name after connecting (behaviour 5.37).
    public var readsPeerName = true
    /// Whether the phone subscribes to Service Changed after connecting (behaviour 5.38).
    public var subscribesToServiceChanged = true
    /// How long the phone keeps a private address before it takes the next one; `nil` shows its
    /// identity address (behaviour 2.39, 9.15).
    public var addressRotation: Nanoseconds? = .minutes(15)
    /// Whether apps hear that a bonded peer has lost its keys, with codes 14 and 15 (behaviour 3.17).
    public var reportsLostBonds = true
    /// Bonds the phone keeps; a pairing beyond fails with code 16. no source has a number (section 8).
    public var maximumBonds = 64
    /// Whether the phone, once its user has refused to pair with a peer, asks no more until Bluetooth was off
    /// or the peer is forgotten; it "may", says behaviour 5.34.
    public var suppressesRefusedPairings = false

    // MARK: Queues

    /// Writes without response that wait at once, per app and peer (behaviour 5.16).
    public var commandQueueDepth = 20
    /// Updates that wait at once, per peripheral manager; no source has a number (6.19).
    public var updateQueueDepth = 16
    /// Peers remembered without being linked; beyond, the oldest are forgotten (bound of the model).
    public var maximumKnownPeers = 65_536

    /// The longest SDU of an L2CAP channel, 23…65,535 bytes; no source has a number.
    public var channelMTU: UInt16 = 2048
    /// The PSMs that `publishL2CAPChannel` picks from, upwards (behaviour 6.29).
    public var publishedPSMs: ClosedRange<UInt16> = 0x00C0...0x00FF
    /// The PSMs that a channel can be opened to (behaviour 6.30).
    static let channelPSMs: ClosedRange<UInt16> = 0x0001...0x00FF

    // MARK: Scanning and advertising

    /// The scan interval in the foreground; no source has a number (2.27, 9.12).
    public var scanInterval: Nanoseconds = .milliseconds(40)
    /// The scan window in the foreground; no source has a number.
    public var scanWindow: Nanoseconds = .milliseconds(30)
    /// How often the phone listens for a peer that it is to connect to; no source has a number.
    public var connectScanInterval: Nanoseconds = .milliseconds(60)
    /// How long it listens in each of these; no source has a number.
    public var connectScanWindow: Nanoseconds = .milliseconds(30)
    /// The scan interval while all apps that scan are in the background; no source has a number (2.27).
    public var backgroundScanInterval: Nanoseconds = .milliseconds(300)
    /// The scan window while all apps that scan are in the background; no source has a number.
    public var backgroundScanWindow: Nanoseconds = .milliseconds(30)
    /// The advertising interval in the background; sources only say "longer" (6.11, 9.12).
    public var backgroundAdvertisingInterval: Nanoseconds = .milliseconds(1022) + .microseconds(500)
    /// The advertising interval in the foreground; no source has a number (9.12).
    public var advertisingInterval: Nanoseconds = .milliseconds(180)
    /// What of Apple's manufacturer data is hidden (behaviour 2.19, 2.20).
    public var manufacturerDataStripping = ManufacturerDataStripping.beacons
    /// Whether `CBAdvertisementDataLocalNameKey` is there; some did not see it on iOS 16.4 (behaviour 2.24).
    public var showsLocalNames = true
    /// Whether scans without services find anything (behaviour 2.35).
    public var findsWithoutFilter = true
    /// Whether directed advertising of peers that are not bonded reaches the phone: not since it has a new
    /// address for each connection (behaviour 2.37).
    public var hearsStrangersDirectedAdvertising = false
    /// Whether discoveries carry the time and the PHYs of reception (behaviour 2.16).
    public var reportsReception = true
    /// Whether `supports(.extendedScanAndConnect)` is true (behaviour 2.34).
    public var supportsExtendedScanAndConnect = true
    /// Whether only extended advertising on LE 2M and of 124 bytes at most reaches apps (behaviour 2.34). A phone on
    /// somebody else's controller hears all: what such a controller says of PHYs is its own affair.
    public var limitsExtendedAdvertising = true

    // MARK: Lifecycle

    /// From opening a manager to its first state; sources only say "later" (1.1).
    public var firstStateDelay: Nanoseconds = .milliseconds(5)
    /// Whether apps that are not in front are suspended, and woken by the background modes: not on a Mac.
    public var suspendsApps = true
    /// Whether an app's links and attempts to connect end when it is suspended, whatever background modes it names
    /// (behaviour 1.36).
    public var endsLinksOnSuspension = false
    /// How long an app still runs after it went to the background; no source has a number (7.1).
    public var backgroundGrace: Nanoseconds = .seconds(5)
    /// How long an app runs for an event in the background (behaviour 7.2, 9.14).
    public var wakeWindow: Nanoseconds = .seconds(10)
    /// How long a relaunched app has to make its managers anew; no source has a number (7.10).
    public var restorationWindow: Nanoseconds = .seconds(10)
    /// How long a phone takes to restart and to be unlocked; no source has a number (7.11).
    public var restartDuration: Nanoseconds = .seconds(30)
    /// Events that wait for a suspended app; beyond, the oldest values are lost (bound of the model).
    public var heldEventLimit = 1024
    /// After which ends of an app its managers are restored (behaviours 7.11, 7.41).
    public var relaunchesAfter: Set<TerminationReason> = [
        .memoryPressure, .crash, .reboot, .airplaneMode, .controlCenterToggled,
    ]
    /// Whether a manager with a restore identifier needs an app with the background mode of its role (behaviour 1.40).
    public var requiresBackgroundModeToRestore = true
    /// Whether a restored connect completes without being asked for again (behaviour 7.8).
    public var restoredConnectsGoOn = true
    /// Whether the user is asked before an app may use Bluetooth (behaviour 1.3).
    public var asksForPermission = true
    /// Whether an app needs to say what it wants Bluetooth for (behaviour 1.6).
    public var requiresUsageDescription = true
    /// Whether there is AccessorySetupKit (behaviour 1.38).
    public var knowsAccessorySetup = true
    /// Whether managers can be limited to media devices (behaviour 1.37).
    public var knowsMediaAccess = true
    /// By which services media devices are known; no source has a list (1.37).
    public var mediaServices: [BluetoothUUID] = [
        BluetoothUUID(0x184E), BluetoothUUID(0x1850), BluetoothUUID(0x1854), BluetoothUUID(0xFDF0),
    ]
    /// Whether `isReconnecting` and auto-reconnect exist (behaviour 3.18, 3.20).
    public var supportsAutoReconnect = true
    /// Whether apps may ask for connection events (behaviour 3.35).
    public var supportsConnectionEvents = true
    /// Whether peers may get the phone's notifications (behaviour 3.25).
    public var sharesNotifications = true

    // MARK: GATT

    /// Whether switching Bluetooth off makes the phone forget the attributes of all peers, as it does sometimes
    /// (behaviour 4.11).
    public var powerOffForgetsAttributes = true
    /// Peers whose attributes are kept without a link; beyond, the oldest are forgotten (bound of the model).
    public var maximumRememberedDatabases = 256
    /// Services and characteristics of a peer beyond which nothing of it is kept (bound of the model).
    public var maximumRememberedAttributes = 1024
    /// Whether writes without response are answered too, as by a defect of iOS 10 (behaviour 5.8).
    public var answersWritesWithoutResponse = false

    /// By which services the system knows devices that it keeps connected itself, once they are bonded (behaviour 3.36).
    public var systemServices: [BluetoothUUID] = [BluetoothUUID(0x1812)]
    /// A connection to such a device that fails or ends within this time counts as a failure; sources only say "fast".
    public var fastFailureTime: Nanoseconds = .seconds(5)

    /// Services that apps do not discover on peers, neither as primary nor as included ones: GAP, GATT, HID and ANCS
    /// (behaviour 4.18).
    public var hiddenServices: [BluetoothUUID] = [
        BluetoothUUID(0x1800), BluetoothUUID(0x1801), BluetoothUUID(0x1812),
        BluetoothUUID(high: 0x7905_F431_B5CE_4E99, low: 0xA40F_4B1E_122D_00D0),
    ]
    /// Services that apps can't publish, when written with 16 bits (behaviour section 8, CB 8).
    public var reservedServices: [BluetoothUUID] = [
        BluetoothUUID(0x1800), BluetoothUUID(0x1801), BluetoothUUID(0x1805), BluetoothUUID(0x180A),
        BluetoothUUID(0x180F), BluetoothUUID(0x1812), BluetoothUUID(0x181E),
    ]

    // MARK: Contradictions (behaviour section 10)

    /// Whether a scan goes on by itself after Bluetooth was off and on (behaviour 1.21).
    public var resumesScanAfterPowerOff = false
    /// Whether an app may use its peripherals on after Bluetooth was off; below `.poweredOff` it may not in any
    /// case (behaviour 1.18, 1.19).
    public var keepsPeripheralsThroughPowerOff = true
    /// Whether a scan in the background finds peripherals that have its services in the overflow area alone, as iPhones
    /// in the background have them; it does not by default (behaviour 6.42).
    public var findsOverflowInBackground = false
    /// After how many fast failures in a row the system does not connect to one of its own devices any more, until the
    /// user does; `nil` is never (behaviour 3.36).
    public var systemReconnectFailures: Int? = 3
    /// Whether a filtered discovery adds to what was found before (behaviour 4.4).
    public var accumulatesDiscoveries = true
    /// Whether `canSendWriteWithoutResponse` is true from the start (behaviour 5.18).
    public var canSendBeforeFirstWrite = false
    /// How long after `didConnect` it becomes true by itself, where it is not true from the start and nothing was
    /// written before; sources only say "soon" (behaviour 5.18).
    public var commandReadinessDelay: Nanoseconds = .milliseconds(100)
    /// What becomes of requests that the end of their link cuts off (behaviour 3.24).
    public var cutOffRequests = CutOffRequests.unanswered
    /// Whether the older disconnect method is the one called when a delegate has both (behaviour 3.18).
    public var prefersOlderDisconnectMethod = true
    /// Whether code 15 comes in `didDisconnect` although there was no `didConnect` (behaviour 3.15).
    public var tellsEncryptionTimeoutAsDisconnect = false

    /// Creates a profile with the numbers of a current system; `iOS(_:_:)`, `macOS(_:_:)`,
    /// `tvOS(_:_:)` and `watchOS(_:_:)` know versions.
    public init(family: Family, major: Int, minor: Int = 0) {
        self.family = family
        self.major = major
        self.minor = minor
    }

    /// What a person calls the system: `iOS 18.2`.
    public var name: String { "\(family.rawValue) \(major).\(minor)" }
}

extension OSProfile: CustomStringConvertible {
    /// The name alone: the profile of a failing test is one of a hundred numbers.
    public var description: String { name }
}
