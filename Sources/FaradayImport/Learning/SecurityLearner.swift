import BluetoothHost
import BluetoothWire

/// Learns from refusals and pairings what a device asks for (Core 6.0, Vol 3, Part C, 10.3; Part H, 2.3).
struct SecurityLearner {
    private enum Access { case read, write, configure }

    private struct LinkState {
        var isEncrypted = false
        var request: SMP.PairingFeatures?
        /// Whether the pairing on this link had a method with authentication.
        var isAuthenticated = false
        /// Refusals that wait for what makes them pass.
        var open: [Refusal: PacketPlace] = [:]
    }

    private struct Refusal: Hashable {
        var handle: ATT.Handle
        var access: Access
        var wasEncrypted: Bool
    }

    private(set) var security = ImportedSecurity()
    private var states: [Int: LinkState] = [:]
    /// The values' handles, by those of their configurations.
    private let configurations: [ATT.Handle: ATT.Handle]

    init(_ database: ImportedDatabase) { configurations = database.configurations }

    mutating func add(_ exchange: DeviceExchange) {
        switch exchange.kind {
        case .encryption(let isOn): states[exchange.link, default: LinkState()].isEncrypted = isOn
        case .security(let pdu, let isFromDevice): add(pdu, isFromDevice, exchange)
        case .request(let request, let answer?): add(request, answer, exchange)
        default: break
        }
    }

    // MARK: Pairing

    private mutating func add(_ pdu: SMP.PDU, _ isFromDevice: Bool, _ exchange: DeviceExchange) {
        switch pdu {
        case .pairingRequest(let features): states[exchange.link, default: LinkState()].request = features
        case .pairingResponse(let features):
            security.features = (features, exchange.place)
            guard let request = states[exchange.link]?.request else { return }
            security.wasOfferedSecureConnections = request.authentication.contains(.secureConnections)
            states[exchange.link]?.isAuthenticated = Self.isAuthenticated(request, features)
        case .securityRequest(let requirements): security.request = (requirements, exchange.place)
        case .pairingFailed(let reason) where isFromDevice && reason == .pairingNotSupported:
            security.refusal = exchange.place
        default: break
        }
    }

    /// Whether these features choose passkey, comparison or out of band, and not Just Works (Part H, 2.3.5.1).
    static func isAuthenticated(_ request: SMP.PairingFeatures, _ response: SMP.PairingFeatures) -> Bool {
        let isSecure = [request, response].allSatisfy { $0.authentication.contains(.secureConnections) }
        let outOfBand = [request.hasOutOfBandData, response.hasOutOfBandData]
        if isSecure ? outOfBand.contains(true) : !outOfBand.contains(false) { return true }
        guard [request, response].contains(where: { $0.authentication.contains(.authenticated) }) else {
            return false
        }
        let (a, b) = (request.ioCapability, response.ioCapability)
        if a == .noInputNoOutput || b == .noInputNoOutput { return false }
        let hasKeyboard = [a, b].contains { $0 == .keyboardOnly || $0 == .keyboardDisplay }
        return hasKeyboard || isSecure && a == .displayYesNo && b == .displayYesNo
    }

    // MARK: Attributes

    private mutating func add(_ request: ATT.Request, _ answer: ATT.Response, _ exchange: DeviceExchange) {
        let (handle, access): (ATT.Handle, Access)
        switch request {
        case .read(let place), .readBlob(let place, _): (handle, access) = (place, .read)
        case .write(let place, _), .prepareWrite(let place, _, _):
            (handle, access) = (
                configurations[place] ?? place, configurations[place] == nil ? .write : .configure
            )
        default: return
        }
        guard case .error(let error) = answer else {
            if access == .write { security.written.insert(handle) }
            pass(handle, access, exchange)
            return
        }
        let place = exchange.answerPlace ?? exchange.place
        let isEncrypted = states[exchange.link]?.isEncrypted ?? false
        switch error.code {
        case .insufficientAuthentication, .insufficientEncryption, .encryptionKeySizeTooShort:
            // On an encrypted link only an authenticated key is missing.
            let needsKey = isEncrypted && error.code == .insufficientAuthentication
            require(handle, access, needsKey ? .authenticated : .encrypted, place, isByPairing: false)
            let refusal = Refusal(handle: handle, access: access, wasEncrypted: isEncrypted)
            states[exchange.link, default: LinkState()].open[refusal] = place
        case .insufficientAuthorization: require(handle, access, .authorized, place, isByPairing: false)
        case .readNotPermitted: security.forbidden[handle, default: []].insert(.readable)
        case .writeNotPermitted where access == .write:
            security.forbidden[handle, default: []].insert(.writable)
        default: break
        }
    }

    /// What was refused before passes now: after a pairing with authentication, that may be what it asks for.
    private mutating func pass(_ handle: ATT.Handle, _ access: Access, _ exchange: DeviceExchange) {
        let refusal = Refusal(handle: handle, access: access, wasEncrypted: false)
        guard let state = states[exchange.link], state.isEncrypted, state.isAuthenticated,
            let place = state.open[refusal]
        else { return }
        states[exchange.link]?.open[refusal] = nil
        require(handle, access, .authenticated, place, isByPairing: true)
    }

    private enum Level { case encrypted, authenticated, authorized }

    private mutating func require(
        _ handle: ATT.Handle, _ access: Access, _ level: Level, _ place: PacketPlace, isByPairing: Bool
    ) {
        let permission: GATT.Permissions =
            switch (access, level) {
            case (.read, .encrypted): .readEncrypted
            case (.read, .authenticated): .readAuthenticated
            case (.read, .authorized): .readAuthorized
            case (.write, .encrypted): .writeEncrypted
            case (.write, .authenticated): .writeAuthenticated
            case (.write, .authorized): .writeAuthorized
            case (.configure, .encrypted): .notifyEncrypted
            case (.configure, .authenticated): .notifyAuthenticated
            case (.configure, .authorized): .notifyAuthorized
            }
        var requirement =
            security.requirements[handle] ?? .init(permissions: [], places: [], isByPairing: false)
        guard !requirement.permissions.contains(permission) else { return }
        requirement.places.append(place)
        requirement.permissions.insert(permission)
        if isByPairing { requirement.isByPairing = true }
        security.requirements[handle] = requirement
    }
}
