import BluetoothCryptography
import BluetoothWire

/// What one end of a link knows of its encryption; made when encryption is first asked for.
///
/// The cipher itself, AES-CCM, is not run: PDUs cross the medium as plain text. What they are sealed with is
/// derived as on air, though, and a receiver can read a PDU exactly when it has the same session.
final class LinkEncryption {
    /// What data PDUs are sealed with (Core 6.0, Vol 6, Part B, 5.1.3.1).
    struct Session: Hashable {
        /// The session key, most significant byte first.
        let key: [UInt8]
        /// The initialisation vector.
        let vector: UInt64

        /// Makes the session of a long-term key, which is least significant byte first, and both halves of
        /// diversifier and vector.
        init(longTermKey: [UInt8], central: Half, peripheral: Half) {
            let diversifiers = [peripheral.diversifier, central.diversifier]
            let diversifier = diversifiers.flatMap { half in
                (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
            }
            key = AES128(key: longTermKey.reversed()).encrypt(diversifier)
            vector = UInt64(peripheral.vector) << 32 | UInt64(central.vector)
        }
    }

    /// What one side adds to a session.
    struct Half: Hashable {
        var diversifier: UInt64
        var vector: UInt32

        init(diversifier: UInt64, vector: UInt32) { (self.diversifier, self.vector) = (diversifier, vector) }

        init(drawing entropy: inout EntropyStream) {
            diversifier = entropy.next()
            vector = UInt32(truncatingIfNeeded: entropy.next())
        }
    }

    /// Which key the central's host wants.
    struct Request: Hashable {
        var random: UInt64
        var diversifier: UInt16
        /// Least significant byte first.
        var longTermKey: [UInt8]
    }

    /// How far the start or the pause has got.
    enum Step {
        /// Nothing runs.
        case idle
        /// The central has asked for a pause; the peripheral, asked, waits for the answer to its answer.
        case pausing
        /// The peripheral of a paused link waits for LL_ENC_REQ.
        case paused
        /// The central waits for LL_ENC_RSP.
        case requesting
        /// The peripheral waits for its host's key, and the central for LL_START_ENC_REQ.
        case waitingForKey
        /// The peripheral has no key and says so.
        case rejecting
        /// LL_START_ENC_REQ is there; each side waits for the other's LL_START_ENC_RSP.
        case starting
    }

    var step: Step = .idle
    /// Whether the link was encrypted when the procedure began.
    var isRefresh = false
    var session: Session?
    /// Whether what comes is sealed.
    var opens = false
    /// At the central: what its host wants.
    var request: Request?
    /// This side's half of the next session, and at the peripheral the central's.
    var ownHalf = Half(diversifier: 0, vector: 0)
    var centralHalf = Half(diversifier: 0, vector: 0)
    /// How long the link may go without a PDU that carries an integrity code, and what came of that.
    var payloads = AuthenticatedPayloads()
    /// Control PDUs of other procedures that have to wait: to be sent, and to be answered.
    var outgoing: [LL.ControlPDU] = []
    var incoming: [LL.ControlPDU] = []

    /// Whether nothing but the procedure's own PDUs may arrive; another one ends the link.
    func isStrict(isCentral: Bool) -> Bool {
        switch step {
        case .idle: false
        // Until it has its first answer, the central hears what was on its way.
        case .pausing: !isCentral
        case .requesting: isRefresh
        case .paused, .waitingForKey, .rejecting, .starting: true
        }
    }
}

extension LL.ControlPDU {
    static let terminateOpcode: UInt8 = 0x02
    static let encryptionRequestOpcode: UInt8 = 0x03

    /// Whether the PDU may cross while encryption is being started or paused.
    var belongsToEncryption: Bool {
        switch self {
        case .encReq, .encRsp, .startEncReq, .startEncRsp, .pauseEncReq, .pauseEncRsp, .terminateInd,
            .rejectInd, .rejectExtInd, .unknownRsp:
            true
        default: false
        }
    }
}
