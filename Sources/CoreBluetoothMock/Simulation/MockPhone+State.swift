import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The radio, and the app's permission.
extension MockPhone {
    /// Sets the state that managers report.
    func setState(_ state: CBMManagerState) {
        let old = storage.withLock { storage in
            defer { storage.declaredState = state }
            return storage.declaredState
        }
        simulation.setState(state, from: old)
    }

    /// Switches Bluetooth on or off; does nothing if it already is.
    func setPower(_ isOn: Bool) {
        let state: CBMManagerState = isOn ? .poweredOn : .poweredOff
        let isNews = storage.withLock { $0.declaredState } != state || phone.radio != RadioState(state)
        if isNews { setState(state) }
    }

    /// Sets the radio of the simulated phone, which CoreBluetooth managers use too.
    ///
    /// `.unknown` means that the phone has not started: managers created after it was set get no state callback.
    func setRadio(_ state: CBMManagerState) {
        let phone = phone
        guard let radio = RadioState(state) else {
            phone.setAuthorization(.denied)
            // A phone without Bluetooth does not report a denied permission.
            if phone.radio == .unsupported { phone.setRadio(.off) }
            return
        }
        if phone.radio != radio { phone.setRadio(radio) }
    }

    /// A state other than `.unauthorized` implies that the app may use Bluetooth, unless the test has set the
    /// authorization.
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

    /// The result of the closure. Without one, the features that a powered-on manager has found, shortly after its
    /// state callback (behaviour 2.34).
    @available(macOS, unavailable)
    func supports(_ features: CBCentralManager.Feature) -> Bool {
        if let answer = featuresSupport { return answer(features) }
        return features.isEmpty || managers.contains { ($0 as? FacadeCentral)?.supports(features) ?? false }
    }

    /// Registers a manager, which is informed when the simulation ends.
    func register(_ engine: any CentralEngine) {
        // Returned, because the last release of a manager must not happen under the lock.
        _ = storage.withLock { storage in
            let live = storage.managers.compactMap(\.engine)
            storage.managers = (live + [engine]).map(WeakEngine.init)
            return live
        }
    }

    var stateRestoration: ((String) -> [String: Any]?)? {
        get { storage.withLock { $0.stateRestoration } }
        set {
            // Swapped, so that the old closure is released outside the lock.
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
    /// The state that managers of the app report, or are about to report; `nil` while the user has not been asked.
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
    /// The radio for a state; `nil` for `.unauthorized`, which concerns the app and not the radio.
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
