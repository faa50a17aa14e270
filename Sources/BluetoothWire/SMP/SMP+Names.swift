extension SMP.Opcode: CustomStringConvertible {
    /// The name in the specification: `Pairing Request`.
    public var description: String {
        switch self {
        case .pairingRequest: "Pairing Request"
        case .pairingResponse: "Pairing Response"
        case .pairingConfirm: "Pairing Confirm"
        case .pairingRandom: "Pairing Random"
        case .pairingFailed: "Pairing Failed"
        case .encryptionInformation: "Encryption Information"
        case .centralIdentification: "Central Identification"
        case .identityInformation: "Identity Information"
        case .identityAddressInformation: "Identity Address Information"
        case .signingInformation: "Signing Information"
        case .securityRequest: "Security Request"
        case .pairingPublicKey: "Pairing Public Key"
        case .pairingDHKeyCheck: "Pairing DHKey Check"
        case .keypressNotification: "Pairing Keypress Notification"
        }
    }
}

extension SMP.FailureReason: CustomStringConvertible {
    /// The name in the specification: `Confirm Value Failed`.
    public var description: String {
        switch self {
        case .passkeyEntryFailed: "Passkey Entry Failed"
        case .outOfBandNotAvailable: "OOB Not Available"
        case .authenticationRequirements: "Authentication Requirements"
        case .confirmValueFailed: "Confirm Value Failed"
        case .pairingNotSupported: "Pairing Not Supported"
        case .encryptionKeySize: "Encryption Key Size"
        case .commandNotSupported: "Command Not Supported"
        case .unspecifiedReason: "Unspecified Reason"
        case .repeatedAttempts: "Repeated Attempts"
        case .invalidParameters: "Invalid Parameters"
        case .dhKeyCheckFailed: "DHKey Check Failed"
        case .numericComparisonFailed: "Numeric Comparison Failed"
        case .brEDRPairingInProgress: "BR/EDR pairing in progress"
        case .crossTransportKeyNotAllowed: "Cross-transport Key Derivation/Generation not allowed"
        case .keyRejected: "Key Rejected"
        case .busy: "Busy"
        default: "Reason \(rawValue)"
        }
    }
}
