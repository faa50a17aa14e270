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
        case leEnhancedConnectionComplete(LEEnhancedConnectionComplete)
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
        case leCSReadRemoteSupportedCapabilitiesComplete(LECSReadRemoteSupportedCapabilitiesComplete)
        /// LE CS Read Remote FAE Table Complete: the frequency errors of the peer.
        case leCSReadRemoteFAETableComplete(LECSReadRemoteFAETableComplete)
        /// LE CS Security Enable Complete: the two ends have common random numbers.
        case leCSSecurityEnableComplete(LECSSecurityEnableComplete)
        /// LE CS Config Complete: there is a configuration more, or one less.
        case leCSConfigComplete(LECSConfigComplete)
        /// LE CS Procedure Enable Complete: procedures begin, or end.
        case leCSProcedureEnableComplete(LECSProcedureEnableComplete)
        /// LE CS Subevent Result: what steps have measured.
        case leCSSubeventResult(LECSSubeventResult)
        /// LE CS Subevent Result Continue: what more steps of a subevent have measured.
        case leCSSubeventResultContinue(LECSSubeventResultContinue)
        /// LE CS Test End Complete: the test has ended.
        case leCSTestEndComplete(LECSTestEndComplete)
        /// LE CS Read Remote Supported Capabilities Complete [v2]: also has what Core 6.3 adds.
        case leCSReadRemoteSupportedCapabilitiesCompleteV2(LECSReadRemoteSupportedCapabilitiesCompleteV2)
        /// An LE event that this package does not know; its subevent code differs from those above.
        case unknownLE(subevent: UInt8, parameters: [UInt8])
        /// An event that this package does not know; its code differs from those above.
        case unknown(code: UInt8, parameters: [UInt8])
    }
}

extension HCI.Event {
    /// The event code that all LE events share.
    public static let leMetaCode: UInt8 = 0x3E

    /// The event code.
    public var code: UInt8 {
        switch self {
        case .disconnectionComplete: 0x05
        case .encryptionChange: 0x08
        case .readRemoteVersionInformationComplete: 0x0C
        case .commandComplete: 0x0E
        case .commandStatus: 0x0F
        case .hardwareError: 0x10
        case .numberOfCompletedPackets: 0x13
        case .dataBufferOverflow: 0x1A
        case .encryptionKeyRefreshComplete: 0x30
        case .authenticatedPayloadTimeoutExpired: 0x57
        case .unknown(let code, _): code
        case .leConnectionComplete, .leAdvertisingReport, .leConnectionUpdateComplete,
            .leReadRemoteFeaturesComplete, .leLongTermKeyRequest, .leRemoteConnectionParameterRequest,
            .leDataLengthChange, .leReadLocalP256PublicKeyComplete, .leGenerateDHKeyComplete,
            .leEnhancedConnectionComplete, .leDirectedAdvertisingReport, .lePHYUpdateComplete,
            .leExtendedAdvertisingReport, .leScanTimeout, .leAdvertisingSetTerminated,
            .leScanRequestReceived, .leChannelSelectionAlgorithm, .unknownLE,
            .leCSReadRemoteSupportedCapabilitiesComplete, .leCSReadRemoteFAETableComplete,
            .leCSSecurityEnableComplete, .leCSConfigComplete, .leCSProcedureEnableComplete,
            .leCSSubeventResult, .leCSSubeventResultContinue, .leCSTestEndComplete,
            .leCSReadRemoteSupportedCapabilitiesCompleteV2:
            Self.leMetaCode
        }
    }

    /// The subevent code of an LE event.
    public var subevent: UInt8? {
        switch self {
        case .leConnectionComplete: 0x01
        case .leAdvertisingReport: 0x02
        case .leConnectionUpdateComplete: 0x03
        case .leReadRemoteFeaturesComplete: 0x04
        case .leLongTermKeyRequest: 0x05
        case .leRemoteConnectionParameterRequest: 0x06
        case .leDataLengthChange: 0x07
        case .leReadLocalP256PublicKeyComplete: 0x08
        case .leGenerateDHKeyComplete: 0x09
        case .leEnhancedConnectionComplete: 0x0A
        case .leDirectedAdvertisingReport: 0x0B
        case .lePHYUpdateComplete: 0x0C
        case .leExtendedAdvertisingReport: 0x0D
        case .leScanTimeout: 0x11
        case .leAdvertisingSetTerminated: 0x12
        case .leScanRequestReceived: 0x13
        case .leChannelSelectionAlgorithm: 0x14
        case .leCSReadRemoteSupportedCapabilitiesComplete: 0x2C
        case .leCSReadRemoteFAETableComplete: 0x2D
        case .leCSSecurityEnableComplete: 0x2E
        case .leCSConfigComplete: 0x2F
        case .leCSProcedureEnableComplete: 0x30
        case .leCSSubeventResult: 0x31
        case .leCSSubeventResultContinue: 0x32
        case .leCSTestEndComplete: 0x33
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2: 0x38
        case .unknownLE(let subevent, _): subevent
        case .disconnectionComplete, .encryptionChange, .readRemoteVersionInformationComplete,
            .commandComplete, .commandStatus, .hardwareError, .numberOfCompletedPackets,
            .dataBufferOverflow, .encryptionKeyRefreshComplete, .authenticatedPayloadTimeoutExpired,
            .unknown:
            nil
        }
    }

    /// The name in the specification, or `Event 0x12`, or `LE Event 0x12`.
    public var name: String {
        switch self {
        case .disconnectionComplete: "Disconnection Complete"
        case .encryptionChange: "Encryption Change"
        case .readRemoteVersionInformationComplete: "Read Remote Version Information Complete"
        case .commandComplete: "Command Complete"
        case .commandStatus: "Command Status"
        case .hardwareError: "Hardware Error"
        case .numberOfCompletedPackets: "Number Of Completed Packets"
        case .dataBufferOverflow: "Data Buffer Overflow"
        case .encryptionKeyRefreshComplete: "Encryption Key Refresh Complete"
        case .authenticatedPayloadTimeoutExpired: "Authenticated Payload Timeout Expired"
        case .leConnectionComplete: "LE Connection Complete"
        case .leAdvertisingReport: "LE Advertising Report"
        case .leConnectionUpdateComplete: "LE Connection Update Complete"
        case .leReadRemoteFeaturesComplete: "LE Read Remote Features Complete"
        case .leLongTermKeyRequest: "LE Long Term Key Request"
        case .leRemoteConnectionParameterRequest: "LE Remote Connection Parameter Request"
        case .leDataLengthChange: "LE Data Length Change"
        case .leReadLocalP256PublicKeyComplete: "LE Read Local P-256 Public Key Complete"
        case .leGenerateDHKeyComplete: "LE Generate DHKey Complete"
        case .leEnhancedConnectionComplete: "LE Enhanced Connection Complete"
        case .leDirectedAdvertisingReport: "LE Directed Advertising Report"
        case .lePHYUpdateComplete: "LE PHY Update Complete"
        case .leExtendedAdvertisingReport: "LE Extended Advertising Report"
        case .leScanTimeout: "LE Scan Timeout"
        case .leAdvertisingSetTerminated: "LE Advertising Set Terminated"
        case .leScanRequestReceived: "LE Scan Request Received"
        case .leChannelSelectionAlgorithm: "LE Channel Selection Algorithm"
        case .leCSReadRemoteSupportedCapabilitiesComplete: "LE CS Read Remote Supported Capabilities Complete"
        case .leCSReadRemoteFAETableComplete: "LE CS Read Remote FAE Table Complete"
        case .leCSSecurityEnableComplete: "LE CS Security Enable Complete"
        case .leCSConfigComplete: "LE CS Config Complete"
        case .leCSProcedureEnableComplete: "LE CS Procedure Enable Complete"
        case .leCSSubeventResult: "LE CS Subevent Result"
        case .leCSSubeventResultContinue: "LE CS Subevent Result Continue"
        case .leCSTestEndComplete: "LE CS Test End Complete"
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2:
            "LE CS Read Remote Supported Capabilities Complete [v2]"
        case .unknownLE(let subevent, _): "LE Event \(hexadecimal(subevent))"
        case .unknown(let code, _): "Event \(hexadecimal(code))"
        }
    }
}
