import BluetoothWire

/// How two devices make sure of each other, after their features.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.1.
enum PairingMethod: Hashable, Sendable {
    case justWorks
    case numericComparison
    case passkey(PasskeyPlan)
    case outOfBand

    /// Which ends show the passkey, and which have it typed.
    enum PasskeyPlan: Hashable, Sendable {
        case initiatorDisplays
        case responderDisplays
        case bothEnter

        /// Whether this end shows it.
        func isDisplayed(by role: Host.Link.Role) -> Bool {
            switch self {
            case .initiatorDisplays: role == .central
            case .responderDisplays: role == .peripheral
            case .bothEnter: false
            }
        }
    }

    /// Whether it protects against someone in the middle.
    var isAuthenticated: Bool { self != .justWorks }

    /// The method that the features of both ends lead to (Tables 2.6 to 2.8).
    init(request: SMP.PairingFeatures, response: SMP.PairingFeatures, usesSecureConnections: Bool) {
        let flags = [request.hasOutOfBandData, response.hasOutOfBandData]
        // One end with data is enough for Secure Connections; the temporary key of legacy pairing must be at both.
        let isOutOfBand = usesSecureConnections ? flags.contains(true) : !flags.contains(false)
        let wantsAuthentication = request.authentication.union(response.authentication).contains(
            .authenticated)
        if isOutOfBand {
            self = .outOfBand
        } else if wantsAuthentication {
            self = Self.method(
                of: request.ioCapability, and: response.ioCapability,
                usesSecureConnections: usesSecureConnections)
        } else {
            self = .justWorks
        }
    }

    /// Table 2.8.
    private static func method(
        of initiator: SMP.IOCapability, and responder: SMP.IOCapability, usesSecureConnections: Bool
    ) -> PairingMethod {
        if usesSecureConnections, initiator.canCompare, responder.canCompare { return .numericComparison }
        switch (initiator, responder) {
        case (.noInputNoOutput, _), (_, .noInputNoOutput): return .justWorks
        case (.keyboardOnly, .keyboardOnly): return .passkey(.bothEnter)
        case (_, .keyboardOnly): return .passkey(.initiatorDisplays)
        case (.keyboardOnly, _): return .passkey(.responderDisplays)
        case (_, .keyboardDisplay): return .passkey(.initiatorDisplays)
        case (.keyboardDisplay, _): return .passkey(.responderDisplays)
        default: return .justWorks
        }
    }
}

extension SMP.IOCapability {
    /// Shows six digits, and takes a yes or no.
    fileprivate var canCompare: Bool { self == .displayYesNo || self == .keyboardDisplay }
}
