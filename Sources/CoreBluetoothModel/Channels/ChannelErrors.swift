import BluetoothHost
import BluetoothPort
import BluetoothWire

extension ATT.ErrorCode {
    /// The error with which a request would have been refused for the reason why a channel was.
    init?(refusal result: L2CAP.ConnectionResult) {
        switch result {
        case .insufficientAuthentication: self = .insufficientAuthentication
        case .insufficientAuthorization: self = .insufficientAuthorization
        case .encryptionKeySizeTooShort: self = .encryptionKeySizeTooShort
        case .insufficientEncryption: self = .insufficientEncryption
        default: return nil
        }
    }
}

extension PortError {
    /// Why a channel did not open. Sources name codes only for a bad PSM (6.30), for requests that ended with
    /// their link (section 8) and for refused pairings (5.33); the other codes are the nearest ones.
    init(_ failure: Host.ChannelFailure) {
        switch failure {
        case .refused(.noResources), .noChannels: self = .outOfSpace
        case .refused(let result):
            self = ATT.ErrorCode(refusal: result).map { .att(code: $0.rawValue) } ?? .unknown
        case .timeout: self = .connectionTimeout
        case .linkLost: self = .unknown
        }
    }
}
