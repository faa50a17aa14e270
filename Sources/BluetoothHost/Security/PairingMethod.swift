import BluetoothWire

/// How two devices authenticate each other, according to their features.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.1.
enum PairingMethod: Hashable, Sendable {
    case justWorks
    case numericComparison
    case passkey(PasskeyPlan)
    case outOfBand

    /// Which ends show the passkey, and on which ends it is typed.
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

    /// Whether it protects against a man in the middle.
    var isAuthenticated: Bool { self != .justWorks }

    /// The method that follows from the features of both ends (Tables 2.6 to 2.8).
    init(request: SMP.PairingFeatures, response: SMP.PairingFeatures, usesSecureConnections: Bool) {
        let flags = [request.hasOutOfBandData, response.hasOutOfBandData]
        // One end with data is enough for Secure Connections. In legacy pairing both must have the temporary
        // key.
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
    /// Can show six digits, and accept yes or no.
    fileprivate var canCompare: Bool { self == .displayYesNo || self == .keyboardDisplay }
}
