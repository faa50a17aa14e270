import BluetoothTypes
import BluetoothWire

extension Host {
    /// The events that the host sends to the upper layer, in order.
    package enum Event: Hashable, Sendable {
        /// The controller is up; this is the identity address.
        case ready(DeviceAddress)
        case poweredOff
        /// The controller refused a command of the start, did not answer, or reported a hardware error.
        case controllerFailed(ControllerFailure)

        case advertisementReceived(AdvertisingReport)
        case advertisingStarted(AdvertisingSetID, HCI.ErrorCode)
        /// A connection or a time limit ended the set.
        case advertisingEnded(AdvertisingSetID, HCI.ErrorCode)
        indirect case connected(LinkID, Link)
        case connectFailed(DeviceAddress, HCI.ErrorCode)
        case disconnected(LinkID, HCI.ErrorCode)
        case parametersUpdated(LinkID, ConnectionParameters, HCI.ErrorCode)
        /// The peripheral asks for these; answer it with one `answerParameterRequest`.
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
        /// The peer's database changed in this range; known attributes inside it are invalid.
        case serviceChanged(LinkID, ATT.HandleRange)

        case serviceAdded(Token, Result<GATT.ServiceHandles, GATT.DatabaseError>)
        case serviceRemoved(ATT.Handle)
        case attributeRead(GATT.ReadRequest)
        /// A write with or without response, or an executed prepared write.
        case attributeWritten(GATT.WriteRequest)
        case subscriptionChanged(LinkID, ATT.Handle, GATT.Subscription)
        /// The update was sent to the peer (an indication: was confirmed), or will never be.
        case updateSent(LinkID, Token, Result<Bool, ATT.Failure>)

        // Security
        /// The user has to do something; answer it with one `answerPairing`. `.display` needs no answer.
        case pairingPrompted(LinkID, PairingPrompt)
        /// The prompt has ended, answered or not.
        case pairingPromptEnded(LinkID)
        /// A peripheral asks for this level; answer with `.secure`, or with `answerPairing(.reject)`.
        case securityRequested(LinkID, SecurityLevel)
        /// The link's encryption began, or its key changed.
        case securityChanged(LinkID, Security)
        /// A `.secure` or `.pair`, or a pairing that the peer began, has ended. All commands that shared in
        /// it get one event.
        case securityEnded(LinkID, Result<Security, SecurityFailure>)
        /// A bond is new, or something in it changed: store it, replacing the one with the same peer.
        indirect case bondChanged(Bond)
        /// The peer on a link has sent its identity address, or its address was resolved to it.
        case identityResolved(LinkID, DeviceAddress)
        case outOfBandData(OutOfBandData)

        // L2CAP credit-based channels
        /// With the token of `openChannel`, or `nil` when the peer opened it.
        case channelOpened(ChannelID, Channel, Token?)
        case channelFailed(LinkID, Token, ChannelFailure)
        /// One SDU was received; pass it to `ChannelCommand.consume` when it has been read.
        case channelReceived(ChannelID, [UInt8])
        /// All of the SDU is with the controller. `false`: it never will be, because the channel closed first
        /// or the peer accepts no SDU of this length.
        case channelSent(ChannelID, Token, Result<Bool, ChannelFailure>)
        case channelClosed(ChannelID)

        /// The distance to a peer is measured. It is large and rare: inline it would make every event larger.
        indirect case ranging(LinkID, RangingEvent)
    }

    /// Why the controller cannot be used.
    package enum ControllerFailure: Error, Hashable, Sendable {
        /// It answered a command of the start with this error.
        case refused(HCI.Opcode, HCI.ErrorCode)
        /// It answered with bytes that violate the specification.
        case malformed(HCI.Opcode, DecodeError)
        /// It reported a hardware error.
        case hardware(UInt8)
        /// It did not answer a command within its time.
        case silent(HCI.Opcode)
    }

    /// One advertisement, as the controller reported it.
    package struct AdvertisingReport: Hashable, Sendable {
        package var address: DeviceAddress
        /// The identity address behind `address`, if that is private and a bond's key resolves it.
        package var identity: DeviceAddress?
        package var isConnectable: Bool
        package var isScannable: Bool
        package var isScanResponse: Bool
        package var isDirected: Bool
        package var isExtended: Bool
        package var data: [UInt8]
        /// In dBm; 127 if the controller does not know it.
        package var rssi: Int8
        package var txPower: Int8?
        package var primaryPHY: HCI.PHY
        package var secondaryPHY: HCI.PHY?
        package init(
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
    package struct Link: Hashable, Sendable {
        package enum Role: UInt8, Hashable, Sendable {
            case central = 0
            case peripheral = 1
        }
        package var role: Role
        /// The peer's identity address if that is known, otherwise its address on air.
        package var peer: DeviceAddress
        package var connectionHandle: UInt16
        package var parameters: ConnectionParameters
        /// Whether this host has a key that it shares with the peer.
        package var isBonded: Bool
        package init(
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
    /// What happened; the text before it names the controller.
    package var description: String {
        switch self {
        case .refused(let opcode, let status): "it answered \(opcode.name) with \(status)"
        case .malformed(let opcode, let error): "its answer to \(opcode.name) can't be read: \(error)"
        case .hardware(let code): "it reported hardware error \(code)"
        case .silent(.reset): "it did not answer \(HCI.Opcode.reset.name) within 2 s"
        case .silent(let opcode): "it did not answer \(opcode.name)"
        }
    }
}
