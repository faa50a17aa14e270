extension HCI {
    /// The events that this package knows: event code and, after that, the subevent code of LE events (Core 6.0, Vol 4, Part E,
    /// 7.7).
    ///
    /// What differs from event to event switches over this type, so the compiler names each place that a new one needs.
    package enum KnownEvent: UInt16, CaseIterable, Sendable {
        case disconnectionComplete = 0x0500
        case encryptionChange = 0x0800
        case readRemoteVersionInformationComplete = 0x0C00
        case commandComplete = 0x0E00
        case commandStatus = 0x0F00
        case hardwareError = 0x1000
        case numberOfCompletedPackets = 0x1300
        case dataBufferOverflow = 0x1A00
        case encryptionKeyRefreshComplete = 0x3000
        case authenticatedPayloadTimeoutExpired = 0x5700
        case leConnectionComplete = 0x3E01
        case leAdvertisingReport = 0x3E02
        case leConnectionUpdateComplete = 0x3E03
        case leReadRemoteFeaturesComplete = 0x3E04
        case leLongTermKeyRequest = 0x3E05
        case leRemoteConnectionParameterRequest = 0x3E06
        case leDataLengthChange = 0x3E07
        case leReadLocalP256PublicKeyComplete = 0x3E08
        case leGenerateDHKeyComplete = 0x3E09
        case leEnhancedConnectionComplete = 0x3E0A
        case leDirectedAdvertisingReport = 0x3E0B
        case lePHYUpdateComplete = 0x3E0C
        case leExtendedAdvertisingReport = 0x3E0D
        case leScanTimeout = 0x3E11
        case leAdvertisingSetTerminated = 0x3E12
        case leScanRequestReceived = 0x3E13
        case leChannelSelectionAlgorithm = 0x3E14
        case leCSReadRemoteSupportedCapabilitiesComplete = 0x3E2C
        case leCSReadRemoteFAETableComplete = 0x3E2D
        case leCSSecurityEnableComplete = 0x3E2E
        case leCSConfigComplete = 0x3E2F
        case leCSProcedureEnableComplete = 0x3E30
        case leCSSubeventResult = 0x3E31
        case leCSSubeventResultContinue = 0x3E32
        case leCSTestEndComplete = 0x3E33
        case leCSReadRemoteSupportedCapabilitiesCompleteV2 = 0x3E38
    }
}

extension HCI.KnownEvent {
    /// The event code.
    var code: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }

    /// The subevent code of an LE event.
    var subevent: UInt8? {
        code == HCI.Event.leMetaCode ? UInt8(truncatingIfNeeded: rawValue) : nil
    }

    /// The name in the specification.
    var name: String {
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
        }
    }
}
