import FaradayBridge

/// The values of `--pairing`: the IO capabilities of `DeviceSecurity`, in small letters.
enum PairingKind: String, CaseIterable {
    case noInputNoOutput = "no-input-no-output"
    case displayOnly = "display-only"
    case displayYesNo = "display-yes-no"
    case keyboardOnly = "keyboard-only"
    case keyboardDisplay = "keyboard-display"
    /// Refuses to pair at all.
    case refused

    /// Reads the value of `--pairing`, or throws one line that lists them.
    init(argument: String) throws {
        guard let known = PairingKind(rawValue: argument) else {
            let names = PairingKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--pairing takes one of \(names), not '\(argument)'")
        }
        self = known
    }

    var hasKeyboard: Bool { self == .keyboardOnly || self == .keyboardDisplay }

    /// A device that asks each central to pair, for the highest security level that its IO capabilities allow.
    func security(passkey: UInt32?) -> DeviceSecurity {
        switch self {
        case .noInputNoOutput: DeviceSecurity(.noInputNoOutput, requires: .encrypted)
        case .displayOnly: DeviceSecurity(.displayOnly, passkey: passkey, requires: .authenticated)
        case .displayYesNo: DeviceSecurity(.displayYesNo, passkey: passkey, requires: .authenticated)
        case .keyboardOnly: DeviceSecurity(.keyboardOnly, requires: .authenticated)
        case .keyboardDisplay: DeviceSecurity(.keyboardDisplay, passkey: passkey, requires: .authenticated)
        case .refused: DeviceSecurity(refusesPairing: true)
        }
    }
}
