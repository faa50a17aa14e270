import BluetoothCryptography
import BluetoothWire

/// The PDUs with which encryption of a link begins, which are in the clear.
///
/// Source: Core 6.0, Vol 6, Part B, 2.4.2.4 to 2.4.2.7 and 5.1.3.
enum EncryptionStart {
    case request(LL.EncReq)
    case response(diversifier: UInt64, vector: UInt32)
    /// The peripheral encrypts from here on, and takes only what is encrypted.
    case start
    /// The peripheral has no key.
    case rejection

    /// Finds one; also on a link that is encrypted, where an encrypted PDU has another length or another first byte.
    init?(_ pdu: LL.DataPDU) {
        guard pdu.llid == .control else { return nil }
        // The control PDUs of these lengths with a MIC begin with another byte, or with none that is known.
        switch (pdu.payload.count, pdu.payload.first) {
        case (23, 0x03), (13, 0x04), (1, 0x05), (2, 0x0D), (3, 0x11): break
        default: return nil
        }
        guard let control = try? LL.ControlPDU(bytes: pdu.payload) else { return nil }
        switch control {
        case .encReq(let request): self = .request(request)
        case .encRsp(let diversifier, let vector): self = .response(diversifier: diversifier, vector: vector)
        case .startEncReq: self = .start
        case .rejectInd, .rejectExtInd: self = .rejection
        default: return nil
        }
    }

    /// Whether a PDU is too short for a byte and its MIC, or begins an encryption: it is in the clear on any link.
    static func isInTheClear(_ pdu: LL.DataPDU) -> Bool {
        if pdu.payload.count <= LinkCipher.micLength { return true }
        switch EncryptionStart(pdu) {
        case .request, .response: return true
        default: return false
        }
    }

    /// Whether a PDU can be LL_START_ENC_RSP, which is the first one that each end encrypts. LL_PHY_UPDATE_IND alone is in
    /// the clear and as long.
    static func canBeAnswer(_ pdu: LL.DataPDU) -> Bool {
        pdu.llid == .control && pdu.payload.count == 1 + LinkCipher.micLength && pdu.payload.first != 0x18
    }
}
