import FaradayCoreBluetooth
import FaradaySimulation

/// The peripherals around the phone, and their behaviour.
extension MockPhone {
    func setPeripherals(_ specs: [CBMPeripheralSpec]) {
        guard !isInUse else {
            return report(
                .peripheralsSetWhilePoweredOn,
                """
                The peripherals cannot be replaced while managers are powered on, so they stay as they are. Call \
                simulatePowerOff() or tearDownSimulation() before simulatePeripherals(_:), or add a peripheral with \
                simulateAddition(of:).
                """)
        }
        simulation.removeAll()
        for spec in specs { add(spec) }
    }

    func add(_ spec: CBMPeripheralSpec) {
        let state = book.state(of: spec)
        if let other = book.place(of: spec) {
            return report(
                .sharedDefinition,
                """
                \(name(of: state)) already exists, with the identifier \(other.spec.identifier), so it is not added \
                again. Build a spec for each peripheral.
                """)
        }
        reportMistakes(in: state)
        simulation.add(spec, withOwnFirmware(book.takeWaiting(spec), of: spec))
    }

    /// The state with firmware that no other phone has.
    private func withOwnFirmware(_ state: SpecState, of spec: CBMPeripheralSpec) -> SpecState {
        guard let firmware = state.firmware else { return state }
        var state = state
        state.connectionDelegate = firmware.copy(for: spec, at: self)
        return state
    }

    func remove(_ spec: CBMPeripheralSpec) {
        guard book.place(of: spec) != nil else { return reportUnknown(spec, "removed") }
        simulation.remove(spec)
    }

    /// Whether a manager may be using the peripherals now.
    private var isInUse: Bool {
        phone.radio == .on && storage.withLock { $0.managers.contains { $0.engine != nil } }
    }

    /// Sets the behaviour of managers created from now on, and of the peripherals around them.
    func setBehaviour(_ behaviour: MockBehaviour) {
        let (isNew, old, isUsed) = storage.withLock { storage in
            (
                storage.behaviour != behaviour, storage.simulation,
                storage.managers.contains { $0.engine != nil }
            )
        }
        guard isNew else { return }
        guard !isUsed else {
            return report(
                .behaviourSetWhileInUse,
                """
                simulateCoreBluetooth() is called when managers already exist, so it has no effect. Call it before \
                the first manager is created, or after tearDownSimulation().
                """)
        }
        let peripherals = book.places.map { place in (place.spec, place.state.withLock { $0 }) }
        old?.removeAll()
        let deviation = storage.withLock { storage in
            (storage.behaviour, storage.simulation) = (behaviour, nil)
            return storage.deviation
        }
        setRSSIDeviation(deviation)
        for (spec, state) in peripherals { simulation.add(spec, withOwnFirmware(state, of: spec)) }
    }

    func setRSSIDeviation(_ deviation: CBMProximity.Deviation) {
        storage.withLock { $0.deviation = deviation }
        simulation.setRSSIDeviation(deviation)
    }

    /// The name of a peripheral in messages.
    func name(of state: SpecState) -> String {
        if let name = state.name, !name.isEmpty { return "\"\(name)\"" }
        let advertised = state.advertisement?.lazy
            .compactMap { $0.data[CBMAdvertisementDataLocalNameKey] as? String }.first
        return advertised.map { "\"\($0)\"" } ?? "The peripheral \(state.identifier)"
    }
}

/// Test controls of single peripherals.
extension MockPhone {
    func update(_ characteristic: CBMCharacteristicMock, of spec: CBMPeripheralSpec, to value: Data) {
        guard Blueprint.contains(characteristic, book.services(of: spec)) else {
            return report(
                .unknownAttribute,
                """
                \(name(of: book.state(of: spec))) does not have this characteristic \(characteristic.uuid), so its value is not updated. \
                Pass the very object that is in the spec's services; another object with the same UUID is another \
                characteristic.
                """)
        }
        characteristic.storage.withLock { $0.value = value }
        simulation.update(characteristic, of: spec, to: value)
    }

    func changeServices(of spec: CBMPeripheralSpec, newName: String?, _ services: [CBMServiceMock]) {
        let state = book.state(of: spec)
        guard state.connectionDelegate != nil else {
            return report(
                .missingDelegate,
                """
                \(name(of: state)) has no delegate, so its services stay as they are. Pass a delegate to \
                connectable(name:services:delegate:).
                """)
        }
        reportSharedDefinitions(in: services, of: state)
        simulation.changeServices(of: spec, newName: newName, services)
    }

    func connectOtherApp(to spec: CBMPeripheralSpec) {
        guard book.place(of: spec) != nil else { return reportUnknown(spec, "connected") }
        simulation.connectOtherApp(to: spec)
    }

    func disconnect(_ spec: CBMPeripheralSpec, _ error: Error) {
        guard book.place(of: spec) != nil else { return reportUnknown(spec, "disconnected") }
        simulation.disconnect(spec, error)
    }

    func reset(_ spec: CBMPeripheralSpec) {
        guard book.place(of: spec) != nil else { return reportUnknown(spec, "reset") }
        simulation.reset(spec, after: .zero)
    }
}
