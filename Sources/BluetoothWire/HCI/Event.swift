extension HCI {
    /// An event from the controller to the host (Core 6.0, Vol 4, Part E, 5.4.4).
    ///
    /// LE events, which share event code 0x3E and differ by their subevent code, are cases like the others.
    public enum Event: Value {
        case disconnectionComplete(DisconnectionComplete)
        case encryptionChange(EncryptionChange)
        case readRemoteVersionInformationComplete(ReadRemoteVersionInformationComplete)
        case commandComplete(CommandComplete)
        case commandStatus(CommandStatus)
        case hardwareError(HardwareError)
        case numberOfCompletedPackets(NumberOfCompletedPackets)
        case dataBufferOverflow(DataBufferOverflow)
        case encryptionKeyRefreshComplete(EncryptionKeyRefreshComplete)
        case authenticatedPayloadTimeoutExpired(AuthenticatedPayloadTimeoutExpired)
        case leConnectionComplete(LEConnectionComplete)
        case leAdvertisingReport(LEAdvertisingReport)
        case leConnectionUpdateComplete(LEConnectionUpdateComplete)
        case leReadRemoteFeaturesComplete(LEReadRemoteFeaturesComplete)
        case leLongTermKeyRequest(LELongTermKeyRequest)
        case leRemoteConnectionParameterRequest(LERemoteConnectionParameterRequest)
        case leDataLengthChange(LEDataLengthChange)
        case leReadLocalP256PublicKeyComplete(LEReadLocalP256PublicKeyComplete)
        case leGenerateDHKeyComplete(LEGenerateDHKeyComplete)
        case leEnhancedConnectionComplete(LEEnhancedConnectionComplete)
        case leDirectedAdvertisingReport(LEDirectedAdvertisingReport)
        case lePHYUpdateComplete(LEPHYUpdateComplete)
        case leExtendedAdvertisingReport(LEExtendedAdvertisingReport)
        case leScanTimeout
        case leAdvertisingSetTerminated(LEAdvertisingSetTerminated)
        case leScanRequestReceived(LEScanRequestReceived)
        case leChannelSelectionAlgorithm(LEChannelSelectionAlgorithm)
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
            .leScanRequestReceived, .leChannelSelectionAlgorithm, .unknownLE:
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
        case .unknownLE(let subevent, _): "LE Event \(hexadecimal(subevent))"
        case .unknown(let code, _): "Event \(hexadecimal(code))"
        }
    }
}
