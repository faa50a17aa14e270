import BluetoothTypes

/// What differs between Apple's systems, as numbers and switches: section 9 and *Switches* in Documentation/Behaviours.md.
///
/// ```swift
/// var profile = OSProfile.iOS(18)
/// profile.accumulatesDiscoveries = false  // what Apple's documentation says, against behaviour 4.4
/// ```
///
/// Where no source has a number the documentation of the property says so. Change the value if hardware says
/// otherwise.
public struct OSProfile: Hashable, Sendable {
    /// A family of systems.
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

    /// Which of Apple's own manufacturer data is hidden from apps (behaviour 2.19, 2.20).
    public enum ManufacturerDataStripping: Hashable, Sendable {
        /// macOS: the app sees everything.
        case none
        /// Only iBeacon frames: `4C 00 02 15`.
        case beacons
        /// Everything with the company identifier 0x004C.
        case allOfApple
    }

    /// What happens to an app's open requests when the link ends, or the app releases the peer (behaviour
    /// 3.24).
    public enum CutOffRequests: Hashable, Sendable {
        /// They get no completion, as on today's systems.
        case unanswered
        /// When the peer or the air ends the link, a write with response that is in flight fails with code 0
        /// right before `didDisconnect`. No other request is answered. Seen sometimes, mostly up to iOS 8.1.
        case writeInFlightFails
    }

    /// A later part of a scan in the background, in which the phone listens less often (behaviour 27.22).
    public struct BackgroundScanStage: Hashable, Sendable {
        /// How long the part before it takes.
        public var delay: Nanoseconds
        /// The scan interval of this part.
        public var interval: Nanoseconds
        public init(after delay: Nanoseconds, interval: Nanoseconds) {
            (self.delay, self.interval) = (delay, interval)
        }
    }

    /// After which writes without response an app gets `peripheralIsReady(toSendWriteWithoutResponse:)` (behaviour 5.17).
    public enum CommandReadiness: Hashable, Sendable {
        /// After none: the callback came with iOS 11.
        case never
        /// Only after the app found no room, as the headers say.
        case whenRoomReturns
        /// Also one connection interval after the queue is empty again, once after the app's last write. Shipped libraries
        /// wait for the callback after each single write. No source has a number.
        case whenEmpty
    }

    /// How an app learns that the picker of AccessorySetupKit found nothing in time (behaviour 28.8).
    public enum PickerTimeoutReport: Hashable, Sendable {
        /// The completion handler gets the error.
        case completion
        /// The event `pickerSetupFailed` carries the error.
        case event
        /// The completion handler gets the error, and the event carries it.
        case both
    }

    /// Which family of systems.
    public var family: Family
    /// The major version: 18 in iOS 18.2.
    public var major: Int
    /// The minor version: 2 in iOS 18.2.
    public var minor: Int

    // MARK: Roles

    /// Whether apps may publish services. If not, a peripheral manager is `.unsupported` (behaviour 1.36).
    public var hasPeripheralRole = true

    // MARK: Links

    /// The connection interval that the phone asks for as central (behaviour 9.1).
    public var connectionInterval: Nanoseconds = .milliseconds(30)
    /// The number of connection events that a peer may skip on a new link (behaviour 9.1).
    public var peripheralLatency: UInt16 = 0
    /// How long a link stays up without any packet (behaviour 9.1).
    public var supervisionTimeout: Nanoseconds = .milliseconds(720)
    /// The ATT MTU that the phone offers; the link uses the smaller value of both ends. 247 bytes with the header of L2CAP
    /// fill a link-layer packet of 251 bytes, 185 fill seven of 27 (behaviour 9.6).
    public var attMTU: UInt16 = 185
    /// The longest link-layer payload, 27…251 bytes, that the phone asks for and that a simulated phone
    /// accepts. With 27 it has no data length extension, whatever its peer asks for (behaviour 9.7).
    public var dataLength: UInt16 = 251
    /// How many packets a simulated phone sends in one connection event; 0 sends as many as fit (behaviour
    /// 9.8).
    public var packetsPerEvent = 5
    /// How long a simulated phone stays in one connection event; with zero it stays until the next one.
    /// Documentation/Throughput.md shows the throughput that this and `packetsPerEvent` give (behaviours 9.9,
    /// 9.10).
    public var airtimePerEvent: Nanoseconds = .milliseconds(5)
    /// Whether the phone asks for LE 2M (behaviour 9.7).
    public var prefers2M = true
    /// How many links the phone keeps as central; one more fails with code 11 (behaviour 3.27).
    public var maximumConnections = 8
    /// The interval for which `setDesiredConnectionLatency(.low, for:)` asks a central; no source has a
    /// number (6.27).
    public var lowLatencyInterval: Nanoseconds = .milliseconds(30)
    /// The same interval for `.medium`.
    public var mediumLatencyInterval: Nanoseconds = .milliseconds(120)
    /// The same interval for `.high`.
    public var highLatencyInterval: Nanoseconds = .milliseconds(480)
    /// Whether exceeding the number of links restarts Bluetooth instead of failing with code 11 (behaviour
    /// 3.27).
    public var restartsAtConnectionLimit = false
    /// How long a link stays up after the last app has released it, in case an app connects again. Zero ends
    /// it at once. Sources only say "seconds" (3.8).
    public var linkLinger: Nanoseconds = .seconds(1)
    /// Which connection parameters a peer may ask for (behaviour 9.3).
    public var parameterRules = ParameterRules.current
    /// How long a link stays up after its peer has asked for parameters against the rules; `nil` leaves it
    /// up. Links were seen to end after about 90 s (behaviour 3.39).
    public var refusedParametersPatience: Nanoseconds?
    /// Whether the phone, after it has granted what a peer asked for, asks for its own parameters again
    /// (behaviour 3.40).
    public var renegotiatesParameters = false
    /// How often the phone changes the connection parameters of an input device on a link, as some phones with iOS 26
    /// do about every 120 ms; `nil` for never (behaviour 27.23).
    public var inputUpdatePeriod: Nanoseconds?
    /// Whether the phone reads the peer's GAP name after connecting (behaviour 5.37).
    public var readsPeerName = true
    /// Whether the phone subscribes to Service Changed after connecting (behaviour 5.38).
    public var subscribesToServiceChanged = true
    /// How long the phone keeps a private address before it uses the next one. With `nil` it uses its
    /// identity address (behaviour 2.39, 9.15).
    public var addressRotation: Nanoseconds? = .minutes(15)
    /// Whether apps get codes 14 and 15 when a bonded peer has lost its keys (behaviour 3.17).
    public var reportsLostBonds = true
    /// How many bonds the phone keeps; one more pairing fails with code 16. No source has a number (section
    /// 8).
    public var maximumBonds = 64
    /// Whether the phone stops asking its user, once the user has refused to pair with a peer, until
    /// Bluetooth was off or the peer is forgotten. Behaviour 5.34 says that it "may".
    public var suppressesRefusedPairings = false

    // MARK: Queues

    /// How many writes without response can be queued, per app and peer (behaviour 5.16).
    public var commandQueueDepth = 20
    /// How many updates can be queued, per peripheral manager; no source has a number (6.19).
    public var updateQueueDepth = 16
    /// How many peers the phone remembers without a link. If there are more it forgets the oldest (limit of
    /// the model).
    public var maximumKnownPeers = 65_536

    /// The longest SDU of an L2CAP channel, 23…65,535 bytes; no source has a number.
    public var channelMTU: UInt16 = 2048
    /// The PSMs from which `publishL2CAPChannel` takes the next free one, upwards (behaviour 6.29).
    public var publishedPSMs: ClosedRange<UInt16> = 0x00C0...0x00FF
    /// The PSMs that a channel can be opened to (behaviour 6.30).
    static let channelPSMs: ClosedRange<UInt16> = 0x0001...0x00FF

    // MARK: Scanning and advertising

    /// The scan interval in the foreground; no source has a number (2.27, 9.12).
    public var scanInterval: Nanoseconds = .milliseconds(40)
    /// The scan window in the foreground; no source has a number.
    public var scanWindow: Nanoseconds = .milliseconds(30)
    /// How often the phone listens for a peer that it should connect to; no source has a number.
    public var connectScanInterval: Nanoseconds = .milliseconds(60)
    /// How long it listens in each of these; no source has a number.
    public var connectScanWindow: Nanoseconds = .milliseconds(30)
    /// The scan interval while all apps that scan are in the background; no source has a number (2.27).
    public var backgroundScanInterval: Nanoseconds = .milliseconds(300)
    /// The scan window while all apps that scan are in the background; no source has a number.
    public var backgroundScanWindow: Nanoseconds = .milliseconds(30)
    /// The stages in which a scan in the background slows down; empty where it does not. No source has numbers (27.22).
    public var backgroundScanStages: [BackgroundScanStage] = []
    /// The advertising interval in the background; sources only say "longer" (6.11, 9.12).
    public var backgroundAdvertisingInterval: Nanoseconds = .milliseconds(1022) + .microseconds(500)
    /// The advertising interval in the foreground; no source has a number (9.12).
    public var advertisingInterval: Nanoseconds = .milliseconds(180)
    /// Which of Apple's manufacturer data is hidden (behaviour 2.19, 2.20).
    public var manufacturerDataStripping = ManufacturerDataStripping.beacons
    /// Whether apps get `CBAdvertisementDataLocalNameKey`; some did not on iOS 16.4 (behaviour 2.24).
    public var showsLocalNames = true
    /// Whether scans without services find anything (behaviour 2.35).
    public var findsWithoutFilter = true
    /// Whether the phone receives directed advertising of peers that are not bonded. Newer phones do not,
    /// because they have a new address for each connection (behaviour 2.37).
    public var hearsStrangersDirectedAdvertising = false
    /// Whether discoveries include the time and the PHYs of reception (behaviour 2.16).
    public var reportsReception = true
    /// Whether `supports(.extendedScanAndConnect)` is true (behaviour 2.34).
    public var supportsExtendedScanAndConnect = true
    /// Whether apps get extended advertising only on LE 2M and with at most 124 bytes (behaviour 2.34). Set
    /// to `false` for a phone on a controller that is not a phone's, because such a controller may report
    /// other PHYs.
    public var limitsExtendedAdvertising = true

    // MARK: Lifecycle

    /// The time from opening a manager to its first state; sources only say "later" (1.1).
    public var firstStateDelay: Nanoseconds = .milliseconds(5)
    /// Whether apps that are not in the foreground are suspended, and woken according to their background
    /// modes. Not on a Mac.
    public var suspendsApps = true
    /// Whether an app's links and attempts to connect end when it is suspended, whatever background modes it
    /// has (behaviour 1.36).
    public var endsLinksOnSuspension = false
    /// How long an app still runs after it left the foreground; no source has a number (7.1).
    public var backgroundGrace: Nanoseconds = .seconds(5)
    /// How long an app runs for an event in the background (behaviour 7.2, 9.14).
    public var wakeWindow: Nanoseconds = .seconds(10)
    /// How long a relaunched app has to create its managers again; no source has a number (7.10).
    public var restorationWindow: Nanoseconds = .seconds(10)
    /// How long the phone takes until it has restarted and is unlocked; no source has a number (7.11).
    public var restartDuration: Nanoseconds = .seconds(30)
    /// How many events can wait for a suspended app. If there are more the oldest values are lost (limit of
    /// the model).
    public var heldEventLimit = 1024
    /// The terminations after which an app's managers are restored (behaviours 7.11, 7.41).
    public var relaunchesAfter: Set<TerminationReason> = OSProfile.usualRelaunches
    /// Made once: to hash these for each profile would be 2,000 instructions.
    private static let usualRelaunches: Set<TerminationReason> = [
        .memoryPressure, .crash, .reboot, .airplaneMode, .controlCenterToggled,
    ]
    /// The terminations after which an app with AccessorySetupKit is restored, beside those in `relaunchesAfter`
    /// (behaviour 7.43).
    public var relaunchesAccessoryAppsAfter: Set<TerminationReason> = []
    /// Whether making a manager with a restore identifier is an exception in an app without the background mode of the
    /// manager's role (behaviour 1.40). Without that mode nothing is restored, whatever this says.
    public var requiresBackgroundModeToRestore = true
    /// Whether a restored connect completes without another call of `connect` (behaviour 7.8).
    public var restoredConnectsGoOn = true
    /// Whether the user is asked before an app may use Bluetooth (behaviour 1.3).
    public var asksForPermission = true
    /// Whether an app needs a usage description for Bluetooth in its Info.plist (behaviour 1.6).
    public var requiresUsageDescription = true
    /// Whether the system has AccessorySetupKit (behaviour 1.38).
    public var knowsAccessorySetup = true
    /// How long the picker of AccessorySetupKit takes to appear and to disappear; no source has a number (28.5).
    public var pickerAnimation: Nanoseconds = .milliseconds(500)
    /// How long an accessory stays in the picker's list without being heard; no source has a number (28.5).
    public var pickerEntryLifetime: Nanoseconds = .seconds(5)
    /// How long the picker tries to connect and to pair; no source has a number (28.12).
    public var pickerConnectionTimeout: Nanoseconds = .seconds(30)
    /// How strong the signal of an accessory in immediate range is, in dBm; no source has a number (28.4).
    public var immediateRangeRSSI = -50
    /// Whether managers can be limited to media devices (behaviour 1.37).
    public var knowsMediaAccess = true
    /// The services that identify media devices; no source has a list (1.37).
    public var mediaServices: [BluetoothUUID] = [
        BluetoothUUID(0x184E), BluetoothUUID(0x1850), BluetoothUUID(0x1854), BluetoothUUID(0xFDF0),
    ]
    /// Whether `isReconnecting` and auto-reconnect exist (behaviour 3.18, 3.20).
    public var supportsAutoReconnect = true
    /// Whether apps may ask for connection events (behaviour 3.35).
    public var supportsConnectionEvents = true
    /// Whether the phone can share its notifications with peers (behaviour 3.25).
    public var sharesNotifications = true

    // MARK: Distances

    /// How the system measures the distance to accessories (behaviour section 27).
    public var ranging: RangingRules {
        get {
            switch boxedRanging {
            case .unknown: RangingRules()
            case .rules(let rules): rules
            }
        }
        set { boxedRanging = .rules(newValue) }
    }

    /// The rules are large, few systems have them, and every phone keeps several copies of its profile.
    private indirect enum BoxedRanging: Hashable, Sendable {
        case unknown
        case rules(RangingRules)
    }

    private var boxedRanging = BoxedRanging.unknown

    // MARK: GATT

    /// Whether switching Bluetooth off makes the phone forget the attributes of all peers, as it does sometimes
    /// (behaviour 4.11).
    public var powerOffForgetsAttributes = true
    /// How many peers' attributes are kept without a link. If there are more the oldest are forgotten (limit
    /// of the model).
    public var maximumRememberedDatabases = 256
    /// The most services and characteristics of a peer that are kept. Of a peer with more nothing is kept
    /// (limit of the model).
    public var maximumRememberedAttributes = 1024
    /// Whether writes without response get a callback too, as by a bug of iOS 10 (behaviour 5.8).
    public var answersWritesWithoutResponse = false

    /// The services by which the system recognizes devices that it keeps connected itself, once they are
    /// bonded (behaviour 3.36).
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

    // MARK: Contradictions (Behaviours.md, *Switches*)

    /// Whether a scan resumes by itself after Bluetooth was off and on (behaviour 1.21).
    public var resumesScanAfterPowerOff = false
    /// Whether an app may continue to use its peripherals after Bluetooth was off. In states below
    /// `.poweredOff` it never may (behaviour 1.18, 1.19).
    public var keepsPeripheralsThroughPowerOff = true
    /// Whether a scan in the background finds peripherals whose services are in the overflow area only, as
    /// those of iPhones in the background are. By default it does not (behaviour 6.42).
    public var findsOverflowInBackground = false
    /// The number of fast failures in a row after which the system no longer connects to one of its own
    /// devices, until the user does. With `nil` it never stops (behaviour 3.36).
    public var systemReconnectFailures: Int? = 3
    /// Whether a filtered discovery adds to what was found before (behaviour 4.4).
    public var accumulatesDiscoveries = true
    /// Whether `canSendWriteWithoutResponse` is true from the start (behaviour 5.18).
    public var canSendBeforeFirstWrite = false
    /// How long after `didConnect` it becomes true by itself, if it is not true from the start and the app
    /// has not written before. Sources only say "soon" (behaviour 5.18).
    public var commandReadinessDelay: Nanoseconds = .milliseconds(100)
    /// After which writes without response the app gets a callback that it can write (behaviour 5.17).
    public var commandReadiness = CommandReadiness.whenEmpty
    /// Whether a read succeeds, with what was read before, when the device refuses a further part of the value with Invalid
    /// Offset. By default it fails with code 7, as reported from macOS 13 (behaviour 5.4).
    public var takesInvalidOffsetAsEnd = false
    /// What happens to requests when the end of their link cuts them off (behaviour 3.24).
    public var cutOffRequests = CutOffRequests.unanswered
    /// Whether the older disconnect method is called when a delegate has both (behaviour 3.18).
    public var prefersOlderDisconnectMethod = true
    /// Whether code 15 is reported by `didDisconnect` although there was no `didConnect` (behaviour 3.15).
    public var tellsEncryptionTimeoutAsDisconnect = false

    /// How an app learns that the picker found nothing (behaviour 28.8).
    public var pickerTimeoutReport = PickerTimeoutReport.completion
    /// Whether a picker's item that the Info.plist does not declare ends the app. If not, the picker does not find it
    /// (behaviour 28.3).
    public var undeclaredItemsEndApp = true
    /// Whether the picker is refused also while a manager exists that reaches accessories only (behaviour 28.27).
    public var limitedManagersBlockPicker = false
    /// For how long an app can't retrieve an accessory that was just set up (behaviour 28.30).
    public var accessoryRetrievalDelay: Nanoseconds = .zero
    /// Whether a manager that reaches accessories only is `.poweredOff` first, although Bluetooth is on (behaviour
    /// 28.31).
    public var accessoryManagersStartOff = false
    /// For how long it is; no source has a number.
    public var accessoryStateDelay: Nanoseconds = .milliseconds(50)
    /// Whether `authorization` stays `.notDetermined` in an app that only uses accessories (behaviour 28.34).
    public var accessoryAppsAreNotDetermined = true

    /// Creates a profile with the numbers of a current system; `iOS(_:_:)`, `macOS(_:_:)`, `tvOS(_:_:)` and
    /// `watchOS(_:_:)` adapt them to a version.
    public init(family: Family, major: Int, minor: Int = 0) {
        self.family = family
        self.major = major
        self.minor = minor
    }

    /// What a person calls the system: `iOS 18.2`.
    public var name: String { "\(family.rawValue) \(major).\(minor)" }
}

extension OSProfile: CustomStringConvertible {
    /// Only the name, because the full profile would print a hundred numbers.
    public var description: String { name }
}
