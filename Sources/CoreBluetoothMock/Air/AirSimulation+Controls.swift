import FaradayCoreBluetooth
import FaradaySimulation

/// Test controls of single peripherals.
extension AirSimulation {
    // MARK: Place and identity

    func move(_ spec: CBMPeripheralSpec, to proximity: CBMProximity) {
        book.change(spec) { $0.proximity = proximity }
        guard let mock = mockDevice(of: spec) else { return }
        if proximity == .outOfRange { mock.establishLinks() }
        mock.device.move(to: place(proximity))
    }

    func remember(_ spec: CBMPeripheralSpec) {
        book.change(spec) { $0.isKnown = true }
        if let mock = mockDevice(of: spec) { phone.remember(mock.device, name: nil) }
    }

    func changeIdentifier(of spec: CBMPeripheralSpec, to identifier: UUID) {
        guard let mock = mockDevice(of: spec) else {
            book.change(spec) { ($0.identifier, $0.isKnown) = (identifier, false) }
            return
        }
        let old = mock.state.withLock { $0.identifier }
        mock.life.withLock { $0.formerIdentifiers = ($0.formerIdentifiers + [old]).suffix(16) }
        book.change(spec) { ($0.identifier, $0.isKnown) = (identifier, false) }
        // The phone forgets the peripheral as if it had never found it; a link stays up.
        phone.forget(known: mock.device)
        mock.device.changeAddress()
        phone.setIdentifier(identifier.asPeer, of: mock.device)
    }

    // MARK: Advertising and values

    func advertise(_ sets: [CBMAdvertisementConfig]?, by spec: CBMPeripheralSpec) {
        let state = book.change(spec) { $0.advertisement = sets }
        guard let mock = mockDevice(of: spec) else { return }
        mock.connectable.note(sets)
        mock.device.setAdvertising(advertisingSets(of: state, named: name(of: state)))
        watchConnects(to: mock)
    }

    func update(_ characteristic: CBMCharacteristicMock, of spec: CBMPeripheralSpec, to value: Data) {
        guard let mock = mockDevice(of: spec),
            let place = mock.life.withLock({ $0.blueprint.place(of: characteristic) })
        else { return }
        mock.device.update(service: place.service, characteristic: place.characteristic, value.byteArray)
    }

    func changeServices(of spec: CBMPeripheralSpec, newName: String?, _ services: [CBMServiceMock]) {
        let isRenamed = newName != nil && newName != book.state(of: spec).name && isConnected(spec)
        book.change(spec) {
            $0.services = services
            if isRenamed { $0.name = newName }
        }
        guard let mock = mockDevice(of: spec) else { return }
        let new = Blueprint(services)
        let old = mock.life.withLock { life in
            defer { life.blueprint = new }
            return life.blueprint
        }
        mock.setServices(new, keeping: new.kept(from: old))
        if isRenamed, let newName { mock.device.rename(newName) }
    }

    // MARK: Links

    func connectOtherApp(to spec: CBMPeripheralSpec) {
        guard let mock = mockDevice(of: spec), book.state(of: spec).proximity != .outOfRange else { return }
        let state = book.change(spec) { $0.virtualConnections += 1 }
        if state.virtualConnections == 1 { holdByOtherApp(mock) }
    }

    func disconnect(_ spec: CBMPeripheralSpec, _ error: Error) {
        guard let mock = mockDevice(of: spec) else { return }
        guard mock.isConnected else { return }
        book.change(spec) { $0.virtualConnections = 0 }
        letGoByOtherApp(mock)
        mock.endLinks(error)
    }

    func reset(_ spec: CBMPeripheralSpec, after delay: Nanoseconds) {
        guard let mock = mockDevice(of: spec) else { return }
        book.change(spec) { $0.virtualConnections = 0 }
        mock.ask({ $0.reset() }, then: { _ in })
        mock.dropLinks(after: delay, isRestart: true)
        letGoByOtherApp(mock)
    }

    // MARK: The air

    func setRSSIDeviation(_ deviation: CBMProximity.Deviation) {
        world.configureMedium { $0.powerVariation = deviation.decibels }
    }
}

extension CBMProximity.Deviation {
    /// The maximum difference between a signal strength and the value for the proximity.
    var decibels: Int {
        switch self {
        case .none: 0
        case .default: 15
        case .custom(let deviation): Int(clamping: deviation.magnitude)
        }
    }
}
