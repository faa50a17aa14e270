import BluetoothTypes
import BluetoothWire

extension Host {
    /// What the host tells the floor above, in order.
    public enum Event: Hashable, Sendable {
        /// The controller is up; this is the identity address.
        case ready(DeviceAddress)
        case poweredOff
        /// The controller refused a step of the start, or reported a hardware error.
        case controllerFailed(ControllerFailure)

        case advertisementReceived(AdvertisingReport)
        case advertisingStarted(AdvertisingSetID, HCI.ErrorCode)
        /// A connection or a time limit ended the set.
        case advertisingEnded(AdvertisingSetID, HCI.ErrorCode)
        case connected(LinkID, Link)
        case connectFailed(DeviceAddress, HCI.ErrorCode)
        case disconnected(LinkID, HCI.ErrorCode)
        case parametersUpdated(LinkID, ConnectionParameters, HCI.ErrorCode)
        /// The peripheral asks for these; owed one `answerParameterRequest`.
        case parametersRequested(LinkID, ConnectionParameters)
        case dataLengthChanged(LinkID, transmit: UInt16, receive: UInt16)
        case phyChanged(LinkID, transmit: HCI.PHY, receive: HCI.PHY)
        case rssi(LinkID, Token, Result<Int8, HCI.ErrorCode>)
        /// The ATT MTU of the link grew.
        case mtuChanged(LinkID, UInt16)

        case procedureEnded(LinkID, Token, GATT.Outcome)
        case commandSent(LinkID, Token)
        /// A notification or indication came in; indications are already confirmed.
        case valueReceived(LinkID, ATT.Handle, [UInt8], GATT.UpdateKind)
        /// The peer's database changed in this range; known attributes inside it are dead.
        case serviceChanged(LinkID, ATT.HandleRange)

        case serviceAdded(Token, Result<GATT.ServiceHandles, GATT.DatabaseError>)
        case serviceRemoved(ATT.Handle)
        case attributeRead(GATT.ReadRequest)
        /// A write with or without response, or an executed prepared write.
        case attributeWritten(GATT.WriteRequest)
        case subscriptionChanged(LinkID, ATT.Handle, GATT.Subscription)
        /// The update left for the peer (an indication: was confirmed), or will never.
        case updateSent(LinkID, Token, Result<Bool, ATT.Failure>)

        // Security
        /// The user is needed; owed one `answerPairing`, except that `.display` may go without.
        case pairingPrompted(LinkID, PairingPrompt)
        /// The prompt is over, answered or not.
        case pairingPromptEnded(LinkID)
        /// A peripheral asks for this level; answer with `.secure`, or with `answerPairing(.reject)`.
        case securityRequested(LinkID, SecurityLevel)
        /// The link's encryption began, or its key changed.
        case securityChanged(LinkID, Security)
        /// A `.secure` or `.pair`, or a pairing that the peer began, is over; one for all that shared in it.
        case securityEnded(LinkID, Result<Security, SecurityFailure>)
        /// A bond is new, or something in it changed: to be stored in place of the one with the same peer.
        case bondChanged(Bond)
        /// The peer on a link has told, or its address was resolved to, its identity address.
        case identityResolved(LinkID, DeviceAddress)
        case outOfBandData(OutOfBandData)

        // L2CAP credit-based channels
        /// With the token of `openChannel`, or `nil` when the peer opened it.
        case channelOpened(ChannelID, Channel, Token?)
        case channelFailed(LinkID, Token, ChannelFailure)
        /// One SDU came; owed to `consumeFromChannel` in the end.
        case channelReceived(ChannelID, [UInt8])
        /// The SDU is with the controller as a whole; `false`: it never will be, since the channel closed first or
        /// the peer takes none that long.
        case channelSent(ChannelID, Token, Result<Bool, ChannelFailure>)
        case channelClosed(ChannelID)
    }

    /// Why the controller can't be used.
    public enum ControllerFailure: Error, Hashable, Sendable {
        /// It answered a command of the start with this status.
        case refused(HCI.Opcode, HCI.ErrorCode)
        /// It answered with bytes that are not the specification's.
        case malformed(HCI.Opcode, DecodeError)
        /// It reported a hardware error.
        case hardware(UInt8)
        /// A command got no answer within its time.
        case silent(HCI.Opcode)
    }

    /// One advertisement, as the controller reported it.
    public struct AdvertisingReport: Hashable, Sendable {
        public var address: DeviceAddress
        /// The identity behind `address` when that is private and a bond's key resolves it.
        public var identity: DeviceAddress?
        public var isConnectable: Bool
        public var isScannable: Bool
        public var isScanResponse: Bool
        public var isDirected: Bool
        public var isExtended: Bool
        public var data: [UInt8]
        /// dBm; 127 when the controller does not know.
        public var rssi: Int8
        public var txPower: Int8?
        public var primaryPHY: HCI.PHY
        public var secondaryPHY: HCI.PHY?
        public init(
            address: DeviceAddress, isConnectable: Bool, isScannable: Bool, isScanResponse: Bool,
            isDirected: Bool = false, isExtended: Bool = false, data: [UInt8], rssi: Int8,
            txPower: Int8? = nil, primaryPHY: HCI.PHY = .le1M, secondaryPHY: HCI.PHY? = nil
        ) {
            self.address = address
            self.isConnectable = isConnectable
            self.isScannable = isScannable
            self.isScanResponse = isScanResponse
            self.isDirected = isDirected
            self.isExtended = isExtended
            self.data = data
            self.rssi = rssi
            self.txPower = txPower
            self.primaryPHY = primaryPHY
            self.secondaryPHY = secondaryPHY
        }
    }

    /// A new link.
    public struct Link: Hashable, Sendable {
        public enum Role: UInt8, Hashable, Sendable {
            case central = 0
            case peripheral = 1
        }
        public var role: Role
        /// The peer's identity address if that is known, else its address on air.
        public var peer: DeviceAddress
        public var connectionHandle: UInt16
        public var parameters: ConnectionParameters
        /// Whether this host has a key that it shares with the peer.
        public var isBonded: Bool
        public init(
            role: Role, peer: DeviceAddress, connectionHandle: UInt16, parameters: ConnectionParameters,
            isBonded: Bool = false
        ) {
            self.role = role
            self.peer = peer
            self.connectionHandle = connectionHandle
            self.parameters = parameters
            self.isBonded = isBonded
        }
    }
}

extension Host.ControllerFailure: CustomStringConvertible {
    /// What happened, behind "the controller is of no use:".
    public var description: String {
        switch self {
        case .refused(let opcode, let status): "it answered \(opcode.name) with \(status)"
        case .malformed(let opcode, let error): "its answer to \(opcode.name) can't be read: \(error)"
        case .hardware(let code): "it reported hardware error \(code)"
        case .silent(.reset): "it did not answer \(HCI.Opcode.reset.name) within 2 s"
        case .silent(let opcode): "it did not answer \(opcode.name)"
        }
    }
}
