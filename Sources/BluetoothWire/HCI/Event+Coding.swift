extension HCI.Event {
    /// Reads event code, length and parameters, which must be exactly as long as the length says.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        var parameters = ByteReader(try reader.counted(), layer: .hci)
        self = code == Self.leMetaCode ? try Self.decodeLE(&parameters) : try Self.decode(code, &parameters)
        try parameters.finish()
    }

    private static func decode(_ code: UInt8, _ reader: inout ByteReader) throws(DecodeError) -> Self {
        switch code {
        case 0x05: .disconnectionComplete(try .init(decoding: &reader))
        case 0x08: .encryptionChange(try .init(decoding: &reader))
        case 0x0C: .readRemoteVersionInformationComplete(try .init(decoding: &reader))
        case 0x0E: .commandComplete(try .init(decoding: &reader))
        case 0x0F: .commandStatus(try .init(decoding: &reader))
        case 0x10: .hardwareError(try .init(decoding: &reader))
        case 0x13: .numberOfCompletedPackets(try .init(decoding: &reader))
        case 0x1A: .dataBufferOverflow(try .init(decoding: &reader))
        case 0x30: .encryptionKeyRefreshComplete(try .init(decoding: &reader))
        case 0x57: .authenticatedPayloadTimeoutExpired(try .init(decoding: &reader))
        default: .unknown(code: code, parameters: reader.rest())
        }
    }

    private static func decodeLE(_ reader: inout ByteReader) throws(DecodeError) -> Self {
        let subevent = try reader.uint8()
        return switch subevent {
        case 0x01: .leConnectionComplete(try .init(decoding: &reader))
        case 0x02: .leAdvertisingReport(try .init(decoding: &reader))
        case 0x03: .leConnectionUpdateComplete(try .init(decoding: &reader))
        case 0x04: .leReadRemoteFeaturesComplete(try .init(decoding: &reader))
        case 0x05: .leLongTermKeyRequest(try .init(decoding: &reader))
        case 0x06: .leRemoteConnectionParameterRequest(try .init(decoding: &reader))
        case 0x07: .leDataLengthChange(try .init(decoding: &reader))
        case 0x08: .leReadLocalP256PublicKeyComplete(try .init(decoding: &reader))
        case 0x09: .leGenerateDHKeyComplete(try .init(decoding: &reader))
        case 0x0A: .leEnhancedConnectionComplete(try .init(decoding: &reader))
        case 0x0B: .leDirectedAdvertisingReport(try .init(decoding: &reader))
        case 0x0C: .lePHYUpdateComplete(try .init(decoding: &reader))
        case 0x0D: .leExtendedAdvertisingReport(try .init(decoding: &reader))
        case 0x11: .leScanTimeout
        case 0x12: .leAdvertisingSetTerminated(try .init(decoding: &reader))
        case 0x13: .leScanRequestReceived(try .init(decoding: &reader))
        case 0x14: .leChannelSelectionAlgorithm(try .init(decoding: &reader))
        case 0x2C: .leCSReadRemoteSupportedCapabilitiesComplete(try .init(decoding: &reader))
        case 0x2D: .leCSReadRemoteFAETableComplete(try .init(decoding: &reader))
        case 0x2E: .leCSSecurityEnableComplete(try .init(decoding: &reader))
        case 0x2F: .leCSConfigComplete(try .init(decoding: &reader))
        case 0x30: .leCSProcedureEnableComplete(try .init(decoding: &reader))
        case 0x31: .leCSSubeventResult(try .init(decoding: &reader))
        case 0x32: .leCSSubeventResultContinue(try .init(decoding: &reader))
        case 0x33: .leCSTestEndComplete(try .init(decoding: &reader))
        case 0x38: .leCSReadRemoteSupportedCapabilitiesCompleteV2(try .init(decoding: &reader))
        default: .unknownLE(subevent: subevent, parameters: reader.rest())
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
