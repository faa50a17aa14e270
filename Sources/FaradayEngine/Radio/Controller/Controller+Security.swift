import BluetoothCryptography
import BluetoothWire

/// Cryptography and encryption (Core 6.0, Vol 4, Part E, 7.8.22 to 7.8.26, 7.8.36 and 7.8.37).
extension Controller {
    func performSecurity(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leEncrypt(let parameters): complete(opcode, parameters.encrypted)
        case .leEnableEncryption(let parameters): answer(opcode, enableEncryption(parameters))
        case .leLongTermKeyRequestReply(let parameters):
            let isKey = parameters.longTermKey.count == 16
            complete(
                opcode, parameters.connectionHandle,
                isKey
                    ? answerKey(parameters.connectionHandle, parameters.longTermKey)
                    : .invalidHCICommandParameters)
        case .leLongTermKeyRequestNegativeReply(let parameters):
            complete(opcode, parameters.connectionHandle, answerKey(parameters.connectionHandle, nil))
        case .leReadLocalP256PublicKey: answer(opcode, compute { $0.beginPair() })
        case .leGenerateDHKey(let parameters):
            answer(opcode, compute { $0.beginSharedSecret(parameters) })
        default:
            return false
        }
        return true
    }

    /// Begins a computation with the key pair, and schedules its end.
    private func compute(_ begin: (KeyPairs) -> HCI.ErrorCode) -> HCI.ErrorCode {
        let pairs = keyPairs ?? KeyPairs()
        keyPairs = pairs
        let status = begin(pairs)
        guard status == .success else { return status }
        medium.schedule(
            .keyComputation, index: node.index, generation: pairs.generation, at: now + KeyPairs.duration)
        return .success
    }

    /// A computation has ended.
    func keyComputed(generation: UInt32) {
        if let event = keyPairs?.end(generation, drawing: &entropy) { emit(event) }
    }

    private func enableEncryption(_ parameters: HCI.LEEnableEncryption) -> HCI.ErrorCode {
        guard parameters.longTermKey.count == 16 else { return .invalidHCICommandParameters }
        guard let end = end(parameters.connectionHandle) else { return .unknownConnectionIdentifier }
        guard end.isCentral, !end.isTerminating, !end.isEncryptionPending else { return .commandDisallowed }
        guard end.procedures.remoteFeatures?.contains(.leEncryption) ?? true else {
            return .unsupportedRemoteFeature
        }
        end.encrypt(
            .init(
                random: parameters.randomNumber, diversifier: parameters.encryptedDiversifier,
                longTermKey: parameters.longTermKey))
        return .success
    }

    private func answerKey(_ handle: UInt16, _ longTermKey: [UInt8]?) -> HCI.ErrorCode {
        guard let end = end(handle) else { return .unknownConnectionIdentifier }
        return end.answerKey(longTermKey) ? .success : .commandDisallowed
    }
}

extension HCI.LEEncrypt {
    /// The block encrypted; HCI orders its bytes least significant first, the cipher most significant first.
    var encrypted: ReturnParameters {
        guard key.count == 16, plaintextData.count == 16 else {
            return .init(
                status: .invalidHCICommandParameters, encryptedData: [UInt8](repeating: 0, count: 16))
        }
        let cipher = AES128(key: key.reversed())
        return .init(status: .success, encryptedData: cipher.encrypt(plaintextData.reversed()).reversed())
    }
}
