extension HCI {
    /// An event from the controller to the host (Core 6.0, Vol 4, Part E, 5.4.4).
    ///
    /// LE events, which share event code 0x3E and differ by their subevent code, are cases like the others.
    public enum Event: Value {
        /// Disconnection Complete: a link has ended.
        case disconnectionComplete(DisconnectionComplete)
        /// Encryption Change: encryption was switched on or off.
        case encryptionChange(EncryptionChange)
        /// Read Remote Version Information Complete: the peer's version.
        case readRemoteVersionInformationComplete(ReadRemoteVersionInformationComplete)
        /// Command Complete: the results of a command.
        case commandComplete(CommandComplete)
        /// Command Status: a command has begun, or was refused.
        case commandStatus(CommandStatus)
        /// Hardware Error: the controller has failed.
        case hardwareError(HardwareError)
        /// Number Of Completed Packets: buffers of the controller are free again.
        case numberOfCompletedPackets(NumberOfCompletedPackets)
        /// Data Buffer Overflow: the host has sent more than there were buffers.
        case dataBufferOverflow(DataBufferOverflow)
        /// Encryption Key Refresh Complete: the key of a link has changed.
        case encryptionKeyRefreshComplete(EncryptionKeyRefreshComplete)
        /// Authenticated Payload Timeout Expired: no packet with a MIC came for too long.
        case authenticatedPayloadTimeoutExpired(AuthenticatedPayloadTimeoutExpired)
        /// LE Connection Complete: a link has begun, or could not begin.
        case leConnectionComplete(LEConnectionComplete)
        /// LE Advertising Report: advertisements that were received.
        case leAdvertisingReport(LEAdvertisingReport)
        /// LE Connection Update Complete: a link's parameters have changed.
        case leConnectionUpdateComplete(LEConnectionUpdateComplete)
        /// LE Read Remote Features Complete: the peer's LE features.
        case leReadRemoteFeaturesComplete(LEReadRemoteFeaturesComplete)
        /// LE Long Term Key Request: the peripheral needs the key of a link.
        case leLongTermKeyRequest(LELongTermKeyRequest)
        /// LE Remote Connection Parameter Request: the peer asks for other parameters.
        case leRemoteConnectionParameterRequest(LERemoteConnectionParameterRequest)
        /// LE Data Length Change: the data length of a link has changed.
        case leDataLengthChange(LEDataLengthChange)
        /// LE Read Local P256Public Key Complete: the public key of a new key pair.
        case leReadLocalP256PublicKeyComplete(LEReadLocalP256PublicKeyComplete)
        /// LE Generate DHKEY Complete: a Diffie-Hellman key.
        case leGenerateDHKeyComplete(LEGenerateDHKeyComplete)
        /// LE Enhanced Connection Complete: a link has begun, with the private addresses of both ends.
        indirect case leEnhancedConnectionComplete(LEEnhancedConnectionComplete)
        /// LE Directed Advertising Report: directed advertisements to a private address.
        case leDirectedAdvertisingReport(LEDirectedAdvertisingReport)
        /// LE PHY Update Complete: the PHYs of a link have changed.
        case lePHYUpdateComplete(LEPHYUpdateComplete)
        /// LE Extended Advertising Report: advertisements on all PHYs.
        case leExtendedAdvertisingReport(LEExtendedAdvertisingReport)
        /// LE Scan Timeout: the time of a scan is over.
        case leScanTimeout
        /// LE Advertising Set Terminated: an advertising set has ended.
        case leAdvertisingSetTerminated(LEAdvertisingSetTerminated)
        /// LE Scan Request Received: a scanner has asked an advertising set.
        case leScanRequestReceived(LEScanRequestReceived)
        /// LE Channel Selection Algorithm: how a link hops.
        case leChannelSelectionAlgorithm(LEChannelSelectionAlgorithm)
        /// LE CS Read Remote Supported Capabilities Complete: what the peer can do in Channel Sounding.
        indirect case leCSReadRemoteSupportedCapabilitiesComplete(
            LECSReadRemoteSupportedCapabilitiesComplete)
        /// LE CS Read Remote FAE Table Complete: the frequency errors of the peer.
        case leCSReadRemoteFAETableComplete(LECSReadRemoteFAETableComplete)
        /// LE CS Security Enable Complete: the two ends have common random numbers.
        case leCSSecurityEnableComplete(LECSSecurityEnableComplete)
        /// LE CS Config Complete: there is a configuration more, or one less.
        indirect case leCSConfigComplete(LECSConfigComplete)
        /// LE CS Procedure Enable Complete: procedures begin, or end.
        case leCSProcedureEnableComplete(LECSProcedureEnableComplete)
        /// LE CS Subevent Result: what steps have measured.
        case leCSSubeventResult(LECSSubeventResult)
        /// LE CS Subevent Result Continue: what more steps of a subevent have measured.
        case leCSSubeventResultContinue(LECSSubeventResultContinue)
        /// LE CS Test End Complete: the test has ended.
        case leCSTestEndComplete(LECSTestEndComplete)
        /// LE CS Read Remote Supported Capabilities Complete [v2]: also has what Core 6.3 adds.
        indirect case leCSReadRemoteSupportedCapabilitiesCompleteV2(
            LECSReadRemoteSupportedCapabilitiesCompleteV2)
        /// An LE event that this package does not know; its subevent code differs from those above.
        case unknownLE(subevent: UInt8, parameters: [UInt8])
        /// An event that this package does not know; its code differs from those above.
        case unknown(code: UInt8, parameters: [UInt8])
    }
}

extension HCI.Event {
    /// The event code that all LE events share.
    public static let leMetaCode: UInt8 = 0x3E

    /// The event, if this package knows it.
    package var known: HCI.KnownEvent? {
        switch self {
        case .disconnectionComplete: .disconnectionComplete
        case .encryptionChange: .encryptionChange
        case .readRemoteVersionInformationComplete: .readRemoteVersionInformationComplete
        case .commandComplete: .commandComplete
        case .commandStatus: .commandStatus
        case .hardwareError: .hardwareError
        case .numberOfCompletedPackets: .numberOfCompletedPackets
        case .dataBufferOverflow: .dataBufferOverflow
        case .encryptionKeyRefreshComplete: .encryptionKeyRefreshComplete
        case .authenticatedPayloadTimeoutExpired: .authenticatedPayloadTimeoutExpired
        case .leConnectionComplete: .leConnectionComplete
        case .leAdvertisingReport: .leAdvertisingReport
        case .leConnectionUpdateComplete: .leConnectionUpdateComplete
        case .leReadRemoteFeaturesComplete: .leReadRemoteFeaturesComplete
        case .leLongTermKeyRequest: .leLongTermKeyRequest
        case .leRemoteConnectionParameterRequest: .leRemoteConnectionParameterRequest
        case .leDataLengthChange: .leDataLengthChange
        case .leReadLocalP256PublicKeyComplete: .leReadLocalP256PublicKeyComplete
        case .leGenerateDHKeyComplete: .leGenerateDHKeyComplete
        case .leEnhancedConnectionComplete: .leEnhancedConnectionComplete
        case .leDirectedAdvertisingReport: .leDirectedAdvertisingReport
        case .lePHYUpdateComplete: .lePHYUpdateComplete
        case .leExtendedAdvertisingReport: .leExtendedAdvertisingReport
        case .leScanTimeout: .leScanTimeout
        case .leAdvertisingSetTerminated: .leAdvertisingSetTerminated
        case .leScanRequestReceived: .leScanRequestReceived
        case .leChannelSelectionAlgorithm: .leChannelSelectionAlgorithm
        case .leCSReadRemoteSupportedCapabilitiesComplete: .leCSReadRemoteSupportedCapabilitiesComplete
        case .leCSReadRemoteFAETableComplete: .leCSReadRemoteFAETableComplete
        case .leCSSecurityEnableComplete: .leCSSecurityEnableComplete
        case .leCSConfigComplete: .leCSConfigComplete
        case .leCSProcedureEnableComplete: .leCSProcedureEnableComplete
        case .leCSSubeventResult: .leCSSubeventResult
        case .leCSSubeventResultContinue: .leCSSubeventResultContinue
        case .leCSTestEndComplete: .leCSTestEndComplete
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2: .leCSReadRemoteSupportedCapabilitiesCompleteV2
        case .unknown, .unknownLE: nil
        }
    }

    /// The event code.
    public var code: UInt8 {
        if case .unknown(let code, _) = self { code } else { known?.code ?? Self.leMetaCode }
    }

    /// The subevent code of an LE event.
    public var subevent: UInt8? {
        if case .unknownLE(let subevent, _) = self { subevent } else { known?.subevent }
    }

    /// The name in the specification, or `Event 0x12`, or `LE Event 0x12`.
    public var name: String {
        if let known { return known.name }
        return subevent.map { "LE Event \(hexadecimal($0))" } ?? "Event \(hexadecimal(code))"
    }
}
