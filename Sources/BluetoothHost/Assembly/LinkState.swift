import BluetoothTypes
import BluetoothWire

extension Host {
    /// Everything that the host keeps for one link but its data: the machines of the link, and what they share.
    struct LinkState: Sendable {
        // Small properties follow the addresses, in the room that these leave.

        /// The peer's identity address if that is known, otherwise its address on air.
        var peer: DeviceAddress
        /// Whether this host has a key that it shares with the peer.
        var isBonded: Bool
        /// A disconnect is running.
        private(set) var isClosing = false
        let id: LinkID
        var bearer: AttributeBearer
        var parameters: ParameterProcedure
        var channels: LinkChannels
        var remoteFeatures: HCI.LEFeatures?
        /// The addresses as they are on air; pairings use these.
        var localAddress: DeviceAddress
        var peerAddressOnAir: DeviceAddress
        var security = OnDemand<SecurityManager>()
        var ranging = OnDemand<LinkRanging>()

        init(
            id: LinkID, link: Link, localAddress: DeviceAddress, peerAddressOnAir: DeviceAddress,
            configuration: Configuration, asksLinkLayer: Bool
        ) {
            self.id = id
            peer = link.peer
            isBonded = link.isBonded
            self.localAddress = localAddress
            self.peerAddressOnAir = peerAddressOnAir
            bearer = AttributeBearer(
                link: id, role: link.role, preferredMTU: configuration.preferredMTU,
                takesInvalidOffsetAsEnd: configuration.takesInvalidOffsetAsEnd)
            parameters = ParameterProcedure(id, link, asksLinkLayer: asksLinkLayer)
            channels = LinkChannels(id, handle: link.connectionHandle)
        }

        @inline(__always)
        var handle: UInt16 { parameters.handle }
        var role: Link.Role { parameters.role }

        /// The link as the upper layer knows it.
        var link: Link {
            Link(
                role: role, peer: peer, connectionHandle: handle, parameters: parameters.current,
                isBonded: isBonded)
        }

        /// The next deadline of the bearer, of a request for parameters, of a channel or of a pairing; or `never`.
        ///
        /// It changes nothing; hosts ask after most inputs, and a getter would work on a copy of the whole state.
        mutating func nextDeadline() -> Instant {
            var earliest = bearer.due()
            if let mine = parameters.deadline { earliest = min(earliest, mine) }
            if !channels.isEmpty, let mine = channels.nextDeadline { earliest = min(earliest, mine) }
            if !security.isEmpty, let mine = security.value?.nextDeadline { earliest = min(earliest, mine) }
            if !ranging.isEmpty, let mine = ranging.value?.nextDeadline { earliest = min(earliest, mine) }
            return earliest
        }

        /// What is wrong with one of the machines between two inputs; `nil` if nothing is.
        var brokenInvariant: String? {
            parameters.brokenInvariant(channels.identifiers) ?? channels.brokenInvariant
                ?? security.value?.brokenInvariant ?? ranging.value?.brokenInvariant
        }

        /// The link's security for attributes. `bond`: with the peer.
        func attributeSecurity(_ bond: Bond?, isAuthorized: Bool) -> AttributeSecurity {
            let security = security.value?.security ?? Security()
            return AttributeSecurity(
                hasKey: bond?.key(as: role) != nil, isEncrypted: security.level > .none,
                isAuthenticated: security.level == .authenticated, isAuthorized: isAuthorized,
                keySize: security.keySize)
        }
    }
}

// MARK: - Commands

extension Host.LinkCommand {
    /// The link that the command is for.
    var link: Host.LinkID {
        switch self {
        case .disconnect(let link, _), .updateParameters(let link, _), .answerParameterRequest(let link, _),
            .setDataLength(let link, _), .setPHY(let link, _), .readRSSI(let link, _):
            link
        }
    }
}

extension Host.LinkState {
    /// Takes a command of the upper layer. What the controller does not know is not done.
    mutating func handle(
        _ command: Host.LinkCommand, _ profile: Host.ControllerProfile, at now: Instant,
        into sink: inout Host.Sink
    ) {
        switch command {
        case .disconnect(_, let reason): disconnect(reason, into: &sink)
        case .updateParameters(_, let wanted):
            parameters.change(to: wanted, &channels.identifiers, at: now, into: &sink)
        case .answerParameterRequest(_, let accept): parameters.answer(accept: accept, into: &sink)
        case .setDataLength(_, let octets):
            if profile.abilities.contains(.setDataLength) { setDataLength(octets, into: &sink) }
        case .setPHY(_, let phy):
            if profile.abilities.contains(.setPHY) { setPHY(phy, into: &sink) }
        case .readRSSI(_, let token):
            sink.command(.readRSSI(HCI.ReadRSSI(connectionHandle: handle)), for: .rssi(id, token))
        }
    }

    private func setDataLength(_ octets: UInt16, into sink: inout Host.Sink) {
        let octets = min(max(octets, 27), 251)
        sink.command(
            .leSetDataLength(
                HCI.LESetDataLength(
                    connectionHandle: handle, txOctets: octets,
                    // The time on the 1M PHY: 8 µs for each octet, with 14 around the payload.
                    txTime: (octets + 14) * 8)), for: .link(id, .setDataLength))
    }

    private func setPHY(_ phy: HCI.PHY, into sink: inout Host.Sink) {
        sink.command(
            .leSetPHY(HCI.LESetPHY(connectionHandle: handle, txPHYs: phy.mask, rxPHYs: phy.mask)),
            for: .link(id, .setPHY))
    }

    mutating func readRemoteFeatures(into sink: inout Host.Sink) {
        sink.command(
            .leReadRemoteFeatures(HCI.LEReadRemoteFeatures(connectionHandle: handle)),
            for: .link(id, .readRemoteFeatures))
    }

    /// Ends a link once. Reasons that the command does not allow become Remote User Terminated Connection.
    mutating func disconnect(_ reason: HCI.ErrorCode, into sink: inout Host.Sink) {
        guard !isClosing else { return }
        isClosing = true
        let reason = Self.disconnectReasons.contains(reason) ? reason : .remoteUserTerminatedConnection
        sink.command(
            .disconnect(HCI.Disconnect(connectionHandle: handle, reason: reason)), for: .link(id, .disconnect)
        )
    }

    /// A disconnect failed, and the link stays.
    mutating func stays() { isClosing = false }

    /// The reasons of HCI Disconnect (Core 6.0, Vol 4, Part E, 7.1.6).
    private static let disconnectReasons: [HCI.ErrorCode] = [
        .authenticationFailure, .remoteUserTerminatedConnection,
        .remoteDeviceTerminatedConnectionDueToLowResources,
        .remoteDeviceTerminatedConnectionDueToPowerOff, .unsupportedRemoteFeature,
        .pairingWithUnitKeyNotSupported, .unacceptableConnectionParameters,
    ]

    /// The controller answered a command for the link that is not about its security. Returns whether the link
    /// is lost.
    mutating func commandEnded(
        _ operation: Host.CommandQueue.LinkOperation, _ status: HCI.ErrorCode, at now: Instant,
        into sink: inout Host.Sink
    ) -> Bool {
        switch operation {
        case .disconnect:
            guard status != .success else { return false }
            isClosing = false
            // The controller has no such link, and so will not report its end.
            return status == .unknownConnectionIdentifier
        case .update:
            if status != .success {
                parameters.updateRefused(status, &channels.identifiers, at: now, into: &sink)
            }
        case .parameterReply: parameters.replied()
        case .readRemoteFeatures, .setDataLength, .setPHY, .enableEncryption, .replyWithKey,
            .refuseEncryption, .encryptBlock, .ranging:
            break
        }
        return false
    }
}

// MARK: - Events

extension HCI.Event {
    /// The handle of the link that the event reports about, if a machine of that link handles it.
    var linkHandle: UInt16? {
        switch self {
        case .leConnectionUpdateComplete(let event): event.connectionHandle
        case .leReadRemoteFeaturesComplete(let event): event.connectionHandle
        case .leRemoteConnectionParameterRequest(let event): event.connectionHandle
        case .leDataLengthChange(let event): event.connectionHandle
        case .lePHYUpdateComplete(let event): event.connectionHandle
        case .leLongTermKeyRequest(let event): event.connectionHandle
        case .encryptionChange(let event): event.connectionHandle
        case .encryptionKeyRefreshComplete(let event): event.connectionHandle
        default: nil
        }
    }
}

extension Host.LinkState {
    /// The controller reports something about the link that concerns nothing but the link.
    mutating func received(
        _ event: HCI.Event, _ policy: Host.ParameterRequestPolicy, at now: Instant, into sink: inout Host.Sink
    ) {
        switch event {
        case .leReadRemoteFeaturesComplete(let event):
            if event.status == .success { remoteFeatures = event.leFeatures }
        case .leDataLengthChange(let event):
            sink.emit(.dataLengthChanged(id, transmit: event.maxTxOctets, receive: event.maxRxOctets))
        case .lePHYUpdateComplete(let event):
            guard event.status == .success else { return }
            sink.emit(.phyChanged(id, transmit: event.txPHY, receive: event.rxPHY))
        case .leConnectionUpdateComplete(let event):
            parameters.updated(event, &channels.identifiers, at: now, into: &sink)
        case .leRemoteConnectionParameterRequest(let event):
            let units = Host.ParameterUnits(
                intervalMin: event.intervalMin, intervalMax: event.intervalMax, latency: event.maxLatency,
                timeout: event.timeout)
            parameters.linkLayerAsks(units, policy, into: &sink)
        default: break
        }
    }

    /// The result of Read RSSI.
    static func rssi(_ status: HCI.ErrorCode, _ parameters: [UInt8]) -> Result<Int8, HCI.ErrorCode> {
        guard status == .success else { return .failure(status) }
        guard let values = try? HCI.ReadRSSI.ReturnParameters(bytes: parameters), values.rssi != 127 else {
            return .failure(.unspecifiedError)
        }
        return .success(values.rssi)
    }

    /// Does nothing if called early.
    mutating func parameterDeadlineReached(at now: Instant, into sink: inout Host.Sink) {
        parameters.deadlineReached(&channels.identifiers, at: now, into: &sink)
    }
}
