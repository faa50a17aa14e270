import BluetoothTypes
import BluetoothWire

extension Host {
    /// What the upper layer (the CoreBluetooth model or a device's script) asks of the host.
    ///
    /// The caller chooses a `Token` for work in flight; results contain it.
    public enum Command: Hashable, Sendable {
        /// Resets the controller and reads its features; ends with `.ready` or `.controllerFailed`.
        case powerOn
        /// Drops every link and procedure, with no event but `.poweredOff`, and sends HCI Reset.
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
        /// Sends a Write Command at once if there is room; answered by `.commandSent` when it has left the
        /// queue.
        case writeWithoutResponse(LinkID, Token, ATT.Handle, [UInt8])

        // GATT server
        /// Adds a service and indicates Service Changed to connected clients; ends with `.serviceAdded`.
        case addService(Token, GATT.ServiceDefinition)
        case removeService(ATT.Handle)
        /// Sets the included services that were added after the service which includes them, where its
        /// definition has 0; unused room is removed. Call it before clients know the service: no client is
        /// informed.
        case includeServices([ATT.Handle], in: ATT.Handle)
        /// Replaces a static value; sends nothing to clients.
        case setValue(ATT.Handle, [UInt8])
        /// Indicates no service that is added or removed until `tellServiceChanged`.
        case holdServiceChanged
        /// Ends a hold, and indicates Service Changed for these ranges to connected clients. Ranges with no
        /// attribute between them are indicated as one.
        case tellServiceChanged([ATT.HandleRange])
        /// Replaces the GAP device name; at most 248 bytes of it are kept. Indicates Service Changed for it
        /// to connected clients, because its value can't be notified (Core 6.0, Vol 3, Part C, 12.1).
        case setDeviceName([UInt8])
        /// Sends a notification or indication, cut to MTU − 3; ends with `.updateSent`.
        case update(LinkID, Token, ATT.Handle, [UInt8], GATT.UpdateKind)
        /// Answers `.attributeRead` or `.attributeWritten`.
        case respond(GATT.RequestID, Result<[UInt8], ATT.Failure>)

        // Security
        /// Brings a link to at least this level: with the bond's key if that is good enough, otherwise by
        /// pairing. A peripheral can only ask the central to do it. Ends with `.securityEnded`. Commands that
        /// come meanwhile and ask for no more share that event; other commands begin after it.
        case secure(LinkID, SecurityLevel)
        /// Pairs again, even if there is a bond; a peripheral asks the central to do it. Ends with
        /// `.securityEnded`.
        case pair(LinkID, SecurityLevel)
        /// Answers `.pairingPrompted`, or refuses `.securityRequested`.
        case answerPairing(LinkID, PairingAnswer)
        /// Sets whether a peer may use attributes and channels that need authorization, until the link ends.
        case authorize(LinkID, Bool)
        /// Replaces all bonds; links that are up keep their encryption.
        case setBonds([Bond])
        /// Forgets one bond, by the peer's identity address.
        case removeBond(DeviceAddress)
        /// Makes data to send out of band; ends with `.outOfBandData`.
        case makeOutOfBandData
        /// Stores the data that a peer sent out of band; `nil` forgets it.
        case setPeerOutOfBandData(DeviceAddress, OutOfBandData?)

        // L2CAP credit-based channels
        /// Lets peers open channels to a PSM. `removeChannelService` stops that; open channels stay.
        case addChannelService(ChannelService)
        case removeChannelService(psm: UInt16)
        /// Opens a channel to the peer's PSM; ends with `.channelOpened` or `.channelFailed`.
        case openChannel(LinkID, Token, psm: UInt16, mtu: UInt16)
        /// Sends one SDU of at most the peer's MTU; ends with `.channelSent` when all of it has been sent.
        case sendOnChannel(ChannelID, Token, [UInt8])
        /// The app has read this many SDUs: the peer gets credits for more.
        case consumeFromChannel(ChannelID, sdus: Int)
        /// Disconnects at once; SDUs that are still queued are not sent. Ends with `.channelClosed`.
        case closeChannel(ChannelID)
    }

    /// The caller's identifier for work in flight.
    public struct Token: Hashable, Sendable {
        public let rawValue: UInt64
        public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// Identifies one link. Unlike a connection handle it is never used again during the life of a host.
    public struct LinkID: Hashable, Sendable, Comparable {
        /// The number.
        public let rawValue: UInt32
        /// Wraps a number.
        public init(_ rawValue: UInt32) { self.rawValue = rawValue }
        /// Orders links as they came up.
        public static func < (left: LinkID, right: LinkID) -> Bool { left.rawValue < right.rawValue }
    }

    /// Identifies one advertising set: 0…239, chosen by the caller.
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
        /// 2.5 ms to 10.24 s, rounded down to units of 0.625 ms.
        public var interval: Nanoseconds {
            get { HCI.slot * Int(intervalSlots) }
            set { intervalSlots = newValue.inUnits(of: HCI.slot) }
        }
        /// At most `interval`; if equal the controller scans all the time.
        public var window: Nanoseconds {
            get { HCI.slot * Int(windowSlots) }
            set { windowSlots = newValue.inUnits(of: HCI.slot) }
        }
        // Kept in the controller's units: a host has several of these, and a world thousands of hosts.
        private var intervalSlots: UInt16
        private var windowSlots: UInt16
        /// Whether the controller reports each peer, and each new data of it, only once.
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
        /// Whether others can connect to the advertiser or scan it.
        public enum Kind: Hashable, Sendable {
            case connectable
            case scannable
            case nonConnectable
            case directed(DeviceAddress, highDutyCycle: Bool)
        }
        public var kind: Kind
        /// 20 ms to 10.24 s, rounded down to units of 0.625 ms.
        public var interval: Nanoseconds
        /// Encoded advertising data, at most 31 bytes on legacy PDUs.
        public var data: [UInt8]
        /// Encoded scan response data, at most 31 bytes on legacy PDUs.
        public var scanResponse: [UInt8]
        /// Whether to use extended advertising PDUs, with data up to the controller's limit.
        public var usesExtendedPDUs: Bool
        /// The PHY of the auxiliary PDUs that extended PDUs point to.
        public var auxiliaryPHY: HCI.PHY
        /// The number of advertising events after which the set ends; 0 is never. Needs extended commands.
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

    /// The connection parameters of a link.
    public struct ConnectionParameters: Hashable, Sendable {
        /// 7.5 ms to 4 s in units of 1.25 ms; in a request, the range.
        public var minimumInterval: Nanoseconds
        public var maximumInterval: Nanoseconds
        /// The number of connection events that the peripheral may skip, 0…499.
        public var latency: UInt16
        /// 100 ms to 32 s in units of 10 ms.
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
        /// Creates parameters with one interval for both ends of the range.
        public init(interval: Nanoseconds, latency: UInt16 = 0, supervisionTimeout: Nanoseconds) {
            self.init(
                minimumInterval: interval, maximumInterval: interval, latency: latency,
                supervisionTimeout: supervisionTimeout)
        }
    }
}
