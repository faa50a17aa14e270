extension SMP.PairingFeatures: WireValue {
    /// Errors of decoding name the Security Manager.
    public static var layer: DecodeError.Layer { .smp }

    /// Reads the six bytes after the opcode. A reserved capability is an error. Reserved bits are kept,
    /// because the confirm value of the pairing covers them.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let capability = try reader.uint8()
        guard let ioCapability = SMP.IOCapability(rawValue: capability) else {
            throw reader.invalid("IO capability", Int(capability))
        }
        let outOfBand = try reader.uint8()
        guard outOfBand <= 1 else { throw reader.invalid("OOB data flag", Int(outOfBand)) }
        self.init(
            ioCapability: ioCapability, hasOutOfBandData: outOfBand == 1,
            authentication: SMP.AuthenticationRequirements(rawValue: try reader.uint8()),
            maximumKeySize: try reader.uint8(),
            initiatorKeys: SMP.KeyDistribution(rawValue: try reader.uint8()),
            responderKeys: SMP.KeyDistribution(rawValue: try reader.uint8()))
    }

    /// Appends the six bytes that follow the opcode.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(ioCapability.rawValue)
        bytes.append(hasOutOfBandData ? 1 : 0)
        bytes.append(authentication.rawValue)
        bytes.append(maximumKeySize)
        bytes.append(initiatorKeys.rawValue)
        bytes.append(responderKeys.rawValue)
    }
}

extension SMP.PDU: WireValue {
    /// Errors of decoding name the Security Manager.
    public static var layer: DecodeError.Layer { .smp }

    /// Reads a whole PDU; an opcode that the specification does not have is `.unknownCode`.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        guard let opcode = SMP.Opcode(rawValue: code) else {
            throw DecodeError(.smp, .unknownCode(Int(code)))
        }
        switch opcode {
        case .pairingRequest: self = .pairingRequest(try SMP.PairingFeatures(decoding: &reader))
        case .pairingResponse: self = .pairingResponse(try SMP.PairingFeatures(decoding: &reader))
        case .pairingConfirm: self = .pairingConfirm(try reader.array(16))
        case .pairingRandom: self = .pairingRandom(try reader.array(16))
        case .pairingFailed: self = .pairingFailed(SMP.FailureReason(rawValue: try reader.uint8()))
        case .encryptionInformation: self = .encryptionInformation(longTermKey: try reader.array(16))
        case .centralIdentification:
            self = .centralIdentification(
                encryptedDiversifier: try reader.uint16(), random: try reader.uint64())
        case .identityInformation: self = .identityInformation(resolvingKey: try reader.array(16))
        case .identityAddressInformation:
            let kind = try reader.uint8()
            guard kind <= 1 else { throw reader.invalid("address type", Int(kind)) }
            self = .identityAddressInformation(try reader.address(kind == 0 ? .public : .random))
        case .signingInformation: self = .signingInformation(signatureKey: try reader.array(16))
        case .securityRequest:
            self = .securityRequest(SMP.AuthenticationRequirements(rawValue: try reader.uint8()))
        case .pairingPublicKey: self = .pairingPublicKey(x: try reader.array(32), y: try reader.array(32))
        case .pairingDHKeyCheck: self = .pairingDHKeyCheck(try reader.array(16))
        case .keypressNotification:
            let kind = try reader.uint8()
            guard let keypress = SMP.Keypress(rawValue: kind) else {
                throw reader.invalid("notification type", Int(kind))
            }
            self = .keypressNotification(keypress)
        }
    }

    /// Appends the PDU, from its opcode on.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(opcode.rawValue)
        switch self {
        case .pairingRequest(let features), .pairingResponse(let features): features.encode(into: &bytes)
        case .pairingConfirm(let value), .pairingRandom(let value), .encryptionInformation(let value),
            .identityInformation(let value), .signingInformation(let value), .pairingDHKeyCheck(let value):
            Self.put(value, exactly: 16, into: &bytes)
        case .pairingFailed(let reason): bytes.append(reason.rawValue)
        case .centralIdentification(let diversifier, let random):
            bytes.append(littleEndian: diversifier)
            bytes.append(littleEndian: random)
        case .identityAddressInformation(let address):
            bytes.append(address.kind.onAir == .public ? 0 : 1)
            bytes.append(address)
        case .securityRequest(let authentication): bytes.append(authentication.rawValue)
        case .pairingPublicKey(let x, let y):
            Self.put(x, exactly: 32, into: &bytes)
            Self.put(y, exactly: 32, into: &bytes)
        case .keypressNotification(let keypress): bytes.append(keypress.rawValue)
        }
    }

    private static func put(_ value: [UInt8], exactly count: Int, into bytes: inout [UInt8]) {
        precondition(value.count == count, "a value of \(value.count) bytes where SMP has \(count)")
        bytes.append(contentsOf: value)
    }
}
