import BluetoothTypes
import BluetoothWire

extension Host {
    /// What the floor above (the CoreBluetooth model or a device's script) asks of the host.
    ///
    /// Work in flight is a `Token` that the caller chooses; results name it.
    public enum Command: Hashable, Sendable {
        /// Resets the controller and reads what it can do; ends with `.ready` or `.controllerFailed`.
        case powerOn
        /// Drops every link and procedure without events but `.poweredOff`, and sends HCI Reset.
        case powerOff

        // GAP, observer
        case startScanning(ScanParameters)
        case stopScanning
        // GAP, broadcaster and peripheral
        /// Starts or restarts one advertising set; ends with `.advertisingStarted`.
        case startAdvertising(AdvertisingSetID, AdvertisingParameters)
        /// Replaces the data of a running set without a pause.
        case updateAdvertisingData(AdvertisingSetID, data: [UInt8], scanResponse: [UInt8])
        case stopAdvertising(AdvertisingSetID)
        // GAP, central
        /// Connects whenever the peer advertises; pending until `.connected` or `cancelConnect`.
        case connect(DeviceAddress)
        case cancelConnect(DeviceAddress)
        case disconnect(LinkID, HCI.ErrorCode)
        /// Central: LE Connection Update. Peripheral: the LL procedure or the L2CAP request.
        case updateParameters(LinkID, ConnectionParameters)
        case answerParameterRequest(LinkID, accept: Bool)
        case setDataLength(LinkID, octets: UInt16)
        case setPHY(LinkID, HCI.PHY)
        case readRSSI(LinkID, Token)

        // GATT client; each ends with one `.procedureEnded(link, token, outcome)`, in call order.
        case gatt(LinkID, Token, GATT.Procedure)
        /// Sends a command at once when there is room; answered by `.commandSent` when it left the queue.
        case writeWithoutResponse(LinkID, Token, ATT.Handle, [UInt8])

        // GATT server
        /// Adds a service; ends with `.serviceAdded`, and Service Changed goes to linked clients.
        case addService(Token, GATT.ServiceDefinition)
        case removeService(ATT.Handle)
        /// Names the services that one includes and that came after it, where its definition has 0; room that is left
        /// over goes. Before clients hear of the service: nobody is told.
        case includeServices([ATT.Handle], in: ATT.Handle)
        /// Replaces a static value; says nothing to clients.
        case setValue(ATT.Handle, [UInt8])
        /// Says nothing of services that come and go until `tellServiceChanged`.
        case holdServiceChanged
        /// Ends a hold, and indicates Service Changed for these ranges to linked clients: once for ranges between
        /// which nothing stands.
        case tellServiceChanged([ATT.HandleRange])
        /// Replaces the GAP device name, of which at most 248 bytes are kept; Service Changed for it goes to linked
        /// clients, since its value can't be notified (Core 6.0, Vol 3, Part C, 12.1).
        case setDeviceName([UInt8])
        /// Sends a notification or indication, cut to MTU − 3; ends with `.updateSent`.
        case update(LinkID, Token, ATT.Handle, [UInt8], GATT.UpdateKind)
        /// Answers `.attributeRead` or `.attributeWritten`.
        case respond(GATT.RequestID, Result<[UInt8], ATT.Failure>)

        // Security
        /// Brings a link to at least this level: with the bond's key if that is good enough, else by pairing.
        /// A peripheral can only ask the central to. Ends with `.securityEnded`, which commands share that come
        /// while one goes on that does all they ask; any others begin when it has ended.
        case secure(LinkID, SecurityLevel)
        /// Pairs anew, even if there is a bond; a peripheral asks the central to. Ends with `.securityEnded`.
        case pair(LinkID, SecurityLevel)
        /// Answers `.pairingPrompted`, or refuses `.securityRequested`.
        case answerPairing(LinkID, PairingAnswer)
        /// Lets a peer use attributes and channels that need authorization, or not; until the link ends.
        case authorize(LinkID, Bool)
        /// Replaces all bonds; links that are up keep their encryption.
        case setBonds([Bond])
        /// Forgets one bond, by the peer's identity address.
        case removeBond(DeviceAddress)
        /// Makes data to give away out of band; ends with `.outOfBandData`.
        case makeOutOfBandData
        /// Takes in what a peer gave away out of band; `nil` forgets it.
        case setPeerOutOfBandData(DeviceAddress, OutOfBandData?)

        // L2CAP credit-based channels
        /// Lets peers open channels to a PSM, or lets them no more: those that are open stay.
        case addChannelService(ChannelService)
        case removeChannelService(psm: UInt16)
        /// Opens a channel to the peer's PSM; ends with `.channelOpened` or `.channelFailed`.
        case openChannel(LinkID, Token, psm: UInt16, mtu: UInt16)
        /// Sends one SDU, at most the peer's MTU; ends with `.channelSent` when it left as a whole.
        case sendOnChannel(ChannelID, Token, [UInt8])
        /// The app has taken in this many SDUs: the peer gets credits for more.
        case consumeFromChannel(ChannelID, sdus: Int)
        /// Disconnects at once: SDUs that have not left never will. Ends with `.channelClosed`.
        case closeChannel(ChannelID)
    }

    /// The caller's name for work in flight.
    public struct Token: Hashable, Sendable {
        public let rawValue: UInt64
        public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// One link's name; unlike a connection handle it is never used again in the life of a host.
    public struct LinkID: Hashable, Sendable, Comparable {
        /// The number.
        public let rawValue: UInt32
        /// Wraps a number.
        public init(_ rawValue: UInt32) { self.rawValue = rawValue }
        /// Orders links as they came up.
        public static func < (left: LinkID, right: LinkID) -> Bool { left.rawValue < right.rawValue }
    }

    /// One advertising set's name: 0…239, chosen by the caller.
    public struct AdvertisingSetID: Hashable, Sendable, Comparable {
        public let rawValue: UInt8
        public init(_ rawValue: UInt8) { self.rawValue = rawValue }
        public static func < (left: AdvertisingSetID, right: AdvertisingSetID) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// How to scan.
    public struct ScanParameters: Hashable, Sendable {
        public var isActive: Bool
        /// 2.5 ms to 10.24 s, cut to 0.625 ms units.
        public var interval: Nanoseconds {
            get { HCI.slot * Int(intervalSlots) }
            set { intervalSlots = newValue.inUnits(of: HCI.slot) }
        }
        /// At most `interval`; equal means all the time.
        public var window: Nanoseconds {
            get { HCI.slot * Int(windowSlots) }
            set { windowSlots = newValue.inUnits(of: HCI.slot) }
        }
        // Kept as the controller gets them: a host holds several of these, and a world thousands of hosts.
        private var intervalSlots: UInt16
        private var windowSlots: UInt16
        /// Whether the controller reports each peer (and each new data) only once.
        public var filtersDuplicates: Bool
        public init(
            isActive: Bool = true, interval: Nanoseconds = .milliseconds(60),
            window: Nanoseconds = .milliseconds(60), filtersDuplicates: Bool = false
        ) {
            self.isActive = isActive
            intervalSlots = interval.inUnits(of: HCI.slot)
            windowSlots = window.inUnits(of: HCI.slot)
            self.filtersDuplicates = filtersDuplicates
        }
    }

    /// What one advertising set does.
    public struct AdvertisingParameters: Hashable, Sendable {
        /// What may be done with the advertiser.
        public enum Kind: Hashable, Sendable {
            case connectable
            case scannable
            case nonConnectable
            case directed(DeviceAddress, highDutyCycle: Bool)
        }
        public var kind: Kind
        /// 20 ms to 10.24 s, cut to 0.625 ms units.
        public var interval: Nanoseconds
        /// Encoded advertising data, at most 31 bytes on legacy PDUs.
        public var data: [UInt8]
        /// Encoded scan response data, at most 31 bytes on legacy PDUs.
        public var scanResponse: [UInt8]
        /// Use extended advertising PDUs (and data up to the controller's limit).
        public var usesExtendedPDUs: Bool
        /// The PHY of what extended PDUs point to.
        public var auxiliaryPHY: HCI.PHY
        /// After how many advertising events the set ends; 0 is never. Takes extended commands.
        public var maximumEvents: UInt8
        /// The set's own random address; `nil` uses the host's identity address.
        public var ownAddress: DeviceAddress?
        public init(
            kind: Kind = .connectable, interval: Nanoseconds = .milliseconds(100), data: [UInt8] = [],
            scanResponse: [UInt8] = [], usesExtendedPDUs: Bool = false, auxiliaryPHY: HCI.PHY = .le1M,
            maximumEvents: UInt8 = 0, ownAddress: DeviceAddress? = nil
        ) {
            self.kind = kind
            self.interval = interval
            self.data = data
            self.scanResponse = scanResponse
            self.usesExtendedPDUs = usesExtendedPDUs
            self.auxiliaryPHY = auxiliaryPHY
            self.maximumEvents = maximumEvents
            self.ownAddress = ownAddress
        }
    }

    /// What both ends agree on for a link.
    public struct ConnectionParameters: Hashable, Sendable {
        /// 7.5 ms to 4 s in 1.25 ms units; on a request, the range.
        public var minimumInterval: Nanoseconds
        public var maximumInterval: Nanoseconds
        /// Events the peripheral may skip, 0…499.
        public var latency: UInt16
        /// 100 ms to 32 s in 10 ms units.
        public var supervisionTimeout: Nanoseconds
        public init(
            minimumInterval: Nanoseconds, maximumInterval: Nanoseconds, latency: UInt16,
            supervisionTimeout: Nanoseconds
        ) {
            self.minimumInterval = minimumInterval
            self.maximumInterval = maximumInterval
            self.latency = latency
            self.supervisionTimeout = supervisionTimeout
        }
        /// One interval for both ends of the range.
        public init(interval: Nanoseconds, latency: UInt16 = 0, supervisionTimeout: Nanoseconds) {
            self.init(
                minimumInterval: interval, maximumInterval: interval, latency: latency,
                supervisionTimeout: supervisionTimeout)
        }
    }
}
