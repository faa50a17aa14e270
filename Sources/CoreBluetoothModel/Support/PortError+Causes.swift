import BluetoothHost
import BluetoothPort
import BluetoothWire

extension PortError {
    /// `CBError.outOfSpace`.
    static let outOfSpace = PortError.local(code: 4)
    /// `CBError.unknownDevice`: the phone has forgotten the identifier.
    static let unknownDevice = PortError.local(code: 12)
    /// `CBError.tooManyLEPairedDevices`: the phone's table of bonds is full.
    static let tooManyBonds = PortError.local(code: 16)

    /// The error of a request that ended with `failure` (behaviour 5.40).
    init(_ failure: ATT.Failure) {
        switch failure {
        case .error(let code): self = .att(code: code.rawValue)
        case .timeout, .linkLost, .invalidResponse, .echoMismatch, .signedWritesUnsupported: self = .unknown
        }
    }

    /// The error for a link that has to end because a bearer that does not answer is dead (behaviour 4.26, 4.28); `nil`
    /// if the link can stay.
    init?(bearerFailedBy failure: ATT.Failure) {
        switch failure {
        case .timeout: self = .connectionTimeout
        case .invalidResponse: self = .unknown
        case .linkLost, .error, .echoMismatch, .signedWritesUnsupported: return nil
        }
    }

    /// The error for a link that ended although this app did not release it (behaviour 3.10–3.13, section 8).
    init(linkEndedBy code: HCI.ErrorCode) {
        switch code {
        case .connectionTimeout, .llResponseTimeout: self = .connectionTimeout
        case .remoteUserTerminatedConnection, .remoteDeviceTerminatedConnectionDueToLowResources,
            .remoteDeviceTerminatedConnectionDueToPowerOff:
            self = .peripheralDisconnected
        case .connectionFailedToBeEstablished: self = .connectionFailed
        default: self = .unknown
        }
    }

    /// The error for a connect that failed (behaviour 3.14).
    init(connectFailedBy code: HCI.ErrorCode) {
        switch code {
        case .connectionLimitExceeded, .connectionRejectedDueToLimitedResources:
            self = .connectionLimitReached
        case .connectionFailedToBeEstablished: self = .connectionFailed
        default: self = .unknown
        }
    }
}
