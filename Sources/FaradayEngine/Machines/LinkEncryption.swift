import BluetoothCryptography
import BluetoothWire

/// The encryption state of one end of a link; created when encryption is first requested.
///
/// The cipher itself, AES-CCM, does not run: PDUs cross the medium as plain text. But the session keys are derived as
/// on air, and a receiver can read a PDU exactly if it has the same session.
final class LinkEncryption {
    /// The key material of data PDUs (Core 6.0, Vol 6, Part B, 5.1.3.1).
    struct Session: Hashable {
        /// The session key, most significant byte first.
        let key: [UInt8]
        /// The initialisation vector.
        let vector: UInt64

        /// Creates the session from a long-term key, least significant byte first, and both halves of diversifier and
        /// vector.
        init(longTermKey: [UInt8], central: Half, peripheral: Half) {
            key = LinkCipher.sessionKey(
                longTermKey: longTermKey.reversed(), central: central.diversifier,
                peripheral: peripheral.diversifier)
            vector = UInt64(peripheral.vector) << 32 | UInt64(central.vector)
        }
    }

    /// One side's part of a session.
    struct Half: Hashable {
        var diversifier: UInt64
        var vector: UInt32

        init(diversifier: UInt64, vector: UInt32) { (self.diversifier, self.vector) = (diversifier, vector) }

        init(drawing entropy: inout EntropyStream) {
            diversifier = entropy.next()
            vector = UInt32(truncatingIfNeeded: entropy.next())
        }
    }

    /// The key that the central's host requests.
    struct Request: Hashable {
        var random: UInt64
        var diversifier: UInt16
        /// Least significant byte first.
        var longTermKey: [UInt8]
    }

    /// The step of the start or pause procedure.
    enum Step {
        /// No procedure runs.
        case idle
        /// The central has requested a pause; or the peripheral has answered the request and waits for the central's
        /// answer.
        case pausing
        /// The peripheral of a paused link waits for LL_ENC_REQ.
        case paused
        /// The central waits for LL_ENC_RSP.
        case requesting
        /// The peripheral waits for its host's key, and the central for LL_START_ENC_REQ.
        case waitingForKey
        /// The peripheral has no key and rejects the request.
        case rejecting
        /// LL_START_ENC_REQ has been sent or received; each side waits for the other's LL_START_ENC_RSP.
        case starting
    }

    var step: Step = .idle
    /// Whether the link was encrypted when the procedure began.
    var isRefresh = false
    var session: Session?
    /// Whether received PDUs are encrypted.
    var opens = false
    /// At the central: the request of its host.
    var request: Request?
    /// This side's half of the next session; at the peripheral also the central's half.
    var ownHalf = Half(diversifier: 0, vector: 0)
    var centralHalf = Half(diversifier: 0, vector: 0)
    /// The authenticated payload timeout and its state.
    var payloads = AuthenticatedPayloads()
    /// Control PDUs of other procedures that have to wait: PDUs to send, and PDUs to answer.
    var outgoing: [LL.ControlPDU] = []
    var incoming: [LL.ControlPDU] = []

    /// Whether only the procedure's own PDUs may arrive; any other PDU ends the link.
    func isStrict(isCentral: Bool) -> Bool {
        switch step {
        case .idle: false
        // Until it gets its first answer, the central receives PDUs that were sent before.
        case .pausing: !isCentral
        case .requesting: isRefresh
        case .paused, .waitingForKey, .rejecting, .starting: true
        }
    }
}

extension LL.ControlPDU {
    static let terminateOpcode: UInt8 = 0x02
    static let encryptionRequestOpcode: UInt8 = 0x03

    /// Whether the PDU is allowed while encryption is being started or paused.
    var belongsToEncryption: Bool {
        switch self {
        case .encReq, .encRsp, .startEncReq, .startEncRsp, .pauseEncReq, .pauseEncRsp, .terminateInd,
            .rejectInd, .rejectExtInd, .unknownRsp:
            true
        default: false
        }
    }
}
