import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The radio, and the app's permission.
extension MockPhone {
    /// Sets what managers say of the radio.
    func setState(_ state: CBMManagerState) {
        let old = storage.withLock { storage in
            defer { storage.declaredState = state }
            return storage.declaredState
        }
        simulation.setState(state, from: old)
    }

    /// Bluetooth is switched on or off; nothing if it is.
    func setPower(_ isOn: Bool) {
        let state: CBMManagerState = isOn ? .poweredOn : .poweredOff
        let isNews = storage.withLock { $0.declaredState } != state || phone.radio != RadioState(state)
        if isNews { setState(state) }
    }

    /// Sets the radio of the phone below, which managers of CoreBluetooth's have too.
    ///
    /// `.unknown` is a phone that has not come up: managers that it was set before are told nothing.
    func setRadio(_ state: CBMManagerState) {
        let phone = phone
        guard let radio = RadioState(state) else {
            phone.setAuthorization(.denied)
            // Nobody says that a phone without Bluetooth is forbidden.
            if phone.radio == .unsupported { phone.setRadio(.off) }
            return
        }
        if phone.radio != radio { phone.setRadio(radio) }
    }

    /// A state other than `.unauthorized` says that the app may use Bluetooth, unless the test has said otherwise.
    func restoreAuthorization() {
        let authorization = storage.withLock { $0.authorization }
        phone.setAuthorization(authorization.map(Authorization.init) ?? .allowedAlways)
    }

    var authorization: CBMManagerAuthorization { simulation.authorization }

    func setAuthorization(_ authorization: CBMManagerAuthorization) {
        storage.withLock { $0.authorization = authorization }
        phone.setAuthorization(Authorization(authorization))
        simulation.authorizationChanged()
    }

    /// What the closure says, else what a manager that is powered on has found, shortly after it has said so (behaviour
    /// 2.34).
    @available(macOS, unavailable)
    func supports(_ features: CBCentralManager.Feature) -> Bool {
        if let answer = featuresSupport { return answer(features) }
        return features.isEmpty || managers.contains { ($0 as? CentralCore)?.supports(features) ?? false }
    }

    /// Managers are told when the simulation ends.
    func register(_ engine: any CentralEngine) {
        // Returned, since the last release of one that goes meanwhile must not come under the lock.
        _ = storage.withLock { storage in
            let live = storage.managers.compactMap(\.engine)
            storage.managers = (live + [engine]).map(WeakEngine.init)
            return live
        }
    }

    var stateRestoration: ((String) -> [String: Any]?)? {
        get { storage.withLock { $0.stateRestoration } }
        set {
            // What the old one kept goes behind the lock.
            nonisolated(unsafe) var swapped = newValue
            storage.withLock { swap(&$0.stateRestoration, &swapped) }
        }
    }

    var featuresSupport: ((CBCentralManager.Feature) -> Bool)? {
        get { storage.withLock { $0.featuresSupport } }
        set {
            nonisolated(unsafe) var swapped = newValue
            storage.withLock { swap(&$0.featuresSupport, &swapped) }
        }
    }
}

extension Phone {
    /// What managers of the app say, or are about to say; `nil` while the user has not been asked.
    var managerState: CBMManagerState? {
        let state = CBMManagerState(radio)
        if state == .unsupported { return state }
        switch authorization {
        case .allowedAlways: return state
        case .denied, .restricted: return .unauthorized
        case .notDetermined: return nil
        }
    }
}

extension RadioState {
    /// The radio behind a state; `nil` for `.unauthorized`, which is about the app.
    init?(_ state: CBMManagerState) {
        switch state {
        case .poweredOn: self = .on
        case .poweredOff: self = .off
        case .resetting: self = .resetting
        case .unsupported: self = .unsupported
        case .unknown: self = .unknown
        case .unauthorized: return nil
        }
    }
}

extension Authorization {
    init(_ authorization: CBMManagerAuthorization) {
        self = Authorization(rawValue: authorization.rawValue) ?? .notDetermined
    }
}

extension CBMManagerAuthorization {
    init(_ authorization: Authorization) {
        self = CBMManagerAuthorization(rawValue: authorization.rawValue) ?? .notDetermined
    }
}
