import BluetoothTypes
import BluetoothWire

extension Host {
    /// What the upper layer (the CoreBluetooth model or a device's script) asks of the host, by the part of the host
    /// that does it.
    ///
    /// The caller chooses a `Token` for work in flight; results contain it.
    package enum Command: Hashable, Sendable {
        /// Resets the controller and reads its features; ends with `.ready` or `.controllerFailed`.
        case powerOn
        /// Drops every link and procedure, with no event but `.poweredOff`, and sends HCI Reset.
        case powerOff
        /// For advertising, scanning and connecting.
        case gap(GAPCommand)
        /// For one link's parameters, and its end.
        case link(LinkCommand)
        /// For the GATT client of a link, and for the host's GATT server.
        case gatt(GATTCommand)
        /// For the Security Manager.
        case security(SecurityCommand)
        /// For L2CAP credit-based channels.
        case channel(ChannelCommand)
        /// For the distance to peers, by Channel Sounding.
        indirect case ranging(RangingCommand)
    }

    /// What scans, advertises and begins links.
    package enum GAPCommand: Hashable, Sendable {
        case startScanning(ScanParameters)
        case stopScanning
        /// Starts or restarts one advertising set; ends with `.advertisingStarted`.
        indirect case startAdvertising(AdvertisingSetID, AdvertisingParameters)
        /// Replaces the data of a running set without a pause.
        case updateAdvertisingData(AdvertisingSetID, data: [UInt8], scanResponse: [UInt8])
        case stopAdvertising(AdvertisingSetID)
        /// Connects whenever the peer advertises; pending until `.connected` or `cancelConnect`.
        case connect(DeviceAddress)
        case cancelConnect(DeviceAddress)
    }

    /// What changes or ends one link.
    package enum LinkCommand: Hashable, Sendable {
        case disconnect(LinkID, HCI.ErrorCode)
        /// Central: LE Connection Update. Peripheral: the LL procedure or the L2CAP request.
        case updateParameters(LinkID, ConnectionParameters)
        case answerParameterRequest(LinkID, accept: Bool)
        case setDataLength(LinkID, octets: UInt16)
        case setPHY(LinkID, HCI.PHY)
        case readRSSI(LinkID, Token)
    }

    /// What the GATT client of a link and the GATT server do.
    package enum GATTCommand: Hashable, Sendable {
        /// Client: each procedure ends with one `.procedureEnded(link, token, outcome)`, in call order.
        case procedure(LinkID, Token, GATT.Procedure)
        /// Client: sends a Write Command at once if there is room; answered by `.commandSent` when it has left the
        /// queue.
        case writeWithoutResponse(LinkID, Token, ATT.Handle, [UInt8])

        /// Adds a service and indicates Service Changed to connected clients; ends with `.serviceAdded`.
        indirect case addService(Token, GATT.ServiceDefinition)
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
        /// Answers `.attributeRead` or `.attributeWritten`. The error of a write with several parts names the attribute of
        /// the part that was `refused`, or of the first one (Core 6.0, Vol 3, Part F, 3.4.6.3).
        case respond(GATT.RequestID, Result<[UInt8], ATT.Failure>, refused: ATT.Handle? = nil)
    }

    /// What the Security Manager does.
    package enum SecurityCommand: Hashable, Sendable {
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
    }

    /// What opens, uses and closes L2CAP credit-based channels.
    package enum ChannelCommand: Hashable, Sendable {
        /// Lets peers open channels to a PSM. `removeService` stops that; open channels stay.
        case addService(ChannelService)
        case removeService(psm: UInt16)
        /// Opens a channel to the peer's PSM; ends with `.channelOpened` or `.channelFailed`.
        case open(LinkID, Token, psm: UInt16, mtu: UInt16)
        /// Sends one SDU of at most the peer's MTU; ends with `.channelSent` when all of it has been sent.
        case send(ChannelID, Token, [UInt8])
        /// The app has read this many SDUs: the peer gets credits for more.
        case consume(ChannelID, sdus: Int)
        /// Disconnects at once; SDUs that are still queued are not sent. Ends with `.channelClosed`.
        case close(ChannelID)
    }
    /// What starts and stops the measuring of distances.
    package enum RangingCommand: Hashable, Sendable {
        /// Measures the distance on a link, as initiator. The link must be encrypted. Answered by
        /// `.ranging(link, .started)`, then one `.measured` or `.missed` for each procedure, and at the end `.ended`;
        /// or by `.ended` alone.
        case start(LinkID, RangingParameters)
        /// Stops what `.start` began, or what the peer has started; ends with `.ended(nil)`. Does nothing if nothing
        /// runs.
        case stop(LinkID)
        /// Replaces the roles that peers may have this host take: on one link, or on all links and later ones.
        case allow(ChannelSounding.Roles, on: LinkID?)
    }
}
