extension HCI.Event {
    /// Reads event code, length and parameters, which must be exactly as long as the length says.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        var parameters = ByteReader(try reader.counted(), layer: .hci)
        self = code == Self.leMetaCode ? try Self.decodeLE(&parameters) : try Self.decode(code, &parameters)
        try parameters.finish()
    }

    private static func decode(_ code: UInt8, _ reader: inout ByteReader) throws(DecodeError) -> Self {
        guard let event = HCI.KnownEvent(rawValue: UInt16(code) << 8) else {
            return .unknown(code: code, parameters: reader.rest())
        }
        return try decode(event, &reader)
    }

    private static func decodeLE(_ reader: inout ByteReader) throws(DecodeError) -> Self {
        let subevent = try reader.uint8()
        guard let event = HCI.KnownEvent(rawValue: UInt16(leMetaCode) << 8 | UInt16(subevent)) else {
            return .unknownLE(subevent: subevent, parameters: reader.rest())
        }
        return try decode(event, &reader)
    }

    private static func decode(
        _ event: HCI.KnownEvent, _ reader: inout ByteReader
    ) throws(DecodeError) -> Self {
        switch event {
        case .disconnectionComplete: .disconnectionComplete(try .init(decoding: &reader))
        case .encryptionChange: .encryptionChange(try .init(decoding: &reader))
        case .readRemoteVersionInformationComplete:
            .readRemoteVersionInformationComplete(try .init(decoding: &reader))
        case .commandComplete: .commandComplete(try .init(decoding: &reader))
        case .commandStatus: .commandStatus(try .init(decoding: &reader))
        case .hardwareError: .hardwareError(try .init(decoding: &reader))
        case .numberOfCompletedPackets: .numberOfCompletedPackets(try .init(decoding: &reader))
        case .dataBufferOverflow: .dataBufferOverflow(try .init(decoding: &reader))
        case .encryptionKeyRefreshComplete: .encryptionKeyRefreshComplete(try .init(decoding: &reader))
        case .authenticatedPayloadTimeoutExpired:
            .authenticatedPayloadTimeoutExpired(try .init(decoding: &reader))
        case .leConnectionComplete: .leConnectionComplete(try .init(decoding: &reader))
        case .leAdvertisingReport: .leAdvertisingReport(try .init(decoding: &reader))
        case .leConnectionUpdateComplete: .leConnectionUpdateComplete(try .init(decoding: &reader))
        case .leReadRemoteFeaturesComplete: .leReadRemoteFeaturesComplete(try .init(decoding: &reader))
        case .leLongTermKeyRequest: .leLongTermKeyRequest(try .init(decoding: &reader))
        case .leRemoteConnectionParameterRequest:
            .leRemoteConnectionParameterRequest(try .init(decoding: &reader))
        case .leDataLengthChange: .leDataLengthChange(try .init(decoding: &reader))
        case .leReadLocalP256PublicKeyComplete:
            .leReadLocalP256PublicKeyComplete(try .init(decoding: &reader))
        case .leGenerateDHKeyComplete: .leGenerateDHKeyComplete(try .init(decoding: &reader))
        case .leEnhancedConnectionComplete: .leEnhancedConnectionComplete(try .init(decoding: &reader))
        case .leDirectedAdvertisingReport: .leDirectedAdvertisingReport(try .init(decoding: &reader))
        case .lePHYUpdateComplete: .lePHYUpdateComplete(try .init(decoding: &reader))
        case .leExtendedAdvertisingReport: .leExtendedAdvertisingReport(try .init(decoding: &reader))
        case .leScanTimeout: .leScanTimeout
        case .leAdvertisingSetTerminated: .leAdvertisingSetTerminated(try .init(decoding: &reader))
        case .leScanRequestReceived: .leScanRequestReceived(try .init(decoding: &reader))
        case .leChannelSelectionAlgorithm: .leChannelSelectionAlgorithm(try .init(decoding: &reader))
        case .leCSReadRemoteSupportedCapabilitiesComplete:
            .leCSReadRemoteSupportedCapabilitiesComplete(try .init(decoding: &reader))
        case .leCSReadRemoteFAETableComplete: .leCSReadRemoteFAETableComplete(try .init(decoding: &reader))
        case .leCSSecurityEnableComplete: .leCSSecurityEnableComplete(try .init(decoding: &reader))
        case .leCSConfigComplete: .leCSConfigComplete(try .init(decoding: &reader))
        case .leCSProcedureEnableComplete: .leCSProcedureEnableComplete(try .init(decoding: &reader))
        case .leCSSubeventResult: .leCSSubeventResult(try .init(decoding: &reader))
        case .leCSSubeventResultContinue: .leCSSubeventResultContinue(try .init(decoding: &reader))
        case .leCSTestEndComplete: .leCSTestEndComplete(try .init(decoding: &reader))
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2:
            .leCSReadRemoteSupportedCapabilitiesCompleteV2(try .init(decoding: &reader))
        }
    }

    public func encode(into bytes: inout [UInt8]) {
        bytes.append(code)
        let length = bytes.openLength()
        if let subevent { bytes.append(subevent) }
        encodeParameters(into: &bytes)
        bytes.closeLength(at: length)
    }

    private func encodeParameters(into bytes: inout [UInt8]) {
        switch self {
        case .disconnectionComplete(let parameters): parameters.encode(into: &bytes)
        case .encryptionChange(let parameters): parameters.encode(into: &bytes)
        case .readRemoteVersionInformationComplete(let parameters): parameters.encode(into: &bytes)
        case .commandComplete(let parameters): parameters.encode(into: &bytes)
        case .commandStatus(let parameters): parameters.encode(into: &bytes)
        case .hardwareError(let parameters): parameters.encode(into: &bytes)
        case .numberOfCompletedPackets(let parameters): parameters.encode(into: &bytes)
        case .dataBufferOverflow(let parameters): parameters.encode(into: &bytes)
        case .encryptionKeyRefreshComplete(let parameters): parameters.encode(into: &bytes)
        case .authenticatedPayloadTimeoutExpired(let parameters): parameters.encode(into: &bytes)
        case .leConnectionComplete(let parameters): parameters.encode(into: &bytes)
        case .leAdvertisingReport(let parameters): parameters.encode(into: &bytes)
        case .leConnectionUpdateComplete(let parameters): parameters.encode(into: &bytes)
        case .leReadRemoteFeaturesComplete(let parameters): parameters.encode(into: &bytes)
        case .leLongTermKeyRequest(let parameters): parameters.encode(into: &bytes)
        case .leRemoteConnectionParameterRequest(let parameters): parameters.encode(into: &bytes)
        case .leDataLengthChange(let parameters): parameters.encode(into: &bytes)
        case .leReadLocalP256PublicKeyComplete(let parameters): parameters.encode(into: &bytes)
        case .leGenerateDHKeyComplete(let parameters): parameters.encode(into: &bytes)
        case .leEnhancedConnectionComplete(let parameters): parameters.encode(into: &bytes)
        case .leDirectedAdvertisingReport(let parameters): parameters.encode(into: &bytes)
        case .lePHYUpdateComplete(let parameters): parameters.encode(into: &bytes)
        case .leExtendedAdvertisingReport(let parameters): parameters.encode(into: &bytes)
        case .leScanTimeout: break
        case .leAdvertisingSetTerminated(let parameters): parameters.encode(into: &bytes)
        case .leScanRequestReceived(let parameters): parameters.encode(into: &bytes)
        case .leChannelSelectionAlgorithm(let parameters): parameters.encode(into: &bytes)
        case .leCSReadRemoteSupportedCapabilitiesComplete(let parameters): parameters.encode(into: &bytes)
        case .leCSReadRemoteFAETableComplete(let parameters): parameters.encode(into: &bytes)
        case .leCSSecurityEnableComplete(let parameters): parameters.encode(into: &bytes)
        case .leCSConfigComplete(let parameters): parameters.encode(into: &bytes)
        case .leCSProcedureEnableComplete(let parameters): parameters.encode(into: &bytes)
        case .leCSSubeventResult(let parameters): parameters.encode(into: &bytes)
        case .leCSSubeventResultContinue(let parameters): parameters.encode(into: &bytes)
        case .leCSTestEndComplete(let parameters): parameters.encode(into: &bytes)
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let parameters): parameters.encode(into: &bytes)
        case .unknownLE(_, let parameters), .unknown(_, let parameters): bytes.append(contentsOf: parameters)
        }
    }
}
