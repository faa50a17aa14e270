import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Which peripherals there are around the phone.
extension MockPhone {
    func setPeripherals(_ specs: [CBMPeripheralSpec]) {
        guard !isInUse else {
            return report(
                .peripheralsSetWhilePoweredOn,
                """
                The peripherals can't be replaced while managers are powered on, so they stay as they are. Call \
                simulatePowerOff() or tearDownSimulation() before simulatePeripherals(_:), or bring one more with \
                simulateAddition(of:).
                """)
        }
        let old = storage.withLock { storage in
            defer { storage.devices = [] }
            return storage.devices
        }
        for device in old { takeOff(device) }
        for spec in specs { add(spec) }
    }

    func add(_ spec: CBMPeripheralSpec) {
        let state = state(of: spec)
        if let other = mockDevice(of: spec) {
            return report(
                .sharedDefinition,
                """
                \(name(of: state)) is there already, with the identifier \(other.spec.identifier), so it is not added \
                again. Build a spec for each peripheral.
                """)
        }
        storage.withLock { storage in storage.waiting.removeAll { $0.spec === spec } }
        reportMistakes(in: state)
        putOnAir(MockDevice(spec, state, of: self), state)
    }

    func remove(_ spec: CBMPeripheralSpec) {
        guard let device = mockDevice(of: spec) else { return reportUnknown(spec, "removed") }
        storage.withLock { storage in storage.devices.removeAll { $0 === device } }
        takeOff(device)
    }

    /// Whether a manager may be using the peripherals now.
    private var isInUse: Bool {
        phone.radio == .on && storage.withLock { $0.managers.contains { $0.core != nil } }
    }

    // MARK: On air and off

    private func putOnAir(_ mock: MockDevice, _ state: SpecState) {
        let sets = advertisingSets(of: state, named: name(of: state))
        let world = world
        // Nobody hears it before the phone knows what to call it.
        let device = world.add(mock.definition(advertising: sets), at: .outOfRange)
        prepareAir(around: device)
        mock.attach(device)
        mock.note(state.advertisement)
        phone.setIdentifier(state.identifier.asPeer, of: device)
        if state.isKnown {
            phone.remember(device, name: state.virtualConnections > 0 ? state.name : nil)
        }
        storage.withLock { $0.devices.append(mock) }
        device.move(to: place(state.proximity))
        if state.virtualConnections > 0 { holdByOtherApp(mock) }
        watchConnects(to: mock)
    }

    func takeOff(_ mock: MockDevice) {
        let device = mock.device
        mock.life.withLock { $0.ending = .told }
        letGoByOtherApp(mock)
        device.powerOff()
        world.remove(device.id)
    }

    /// Both ends hear even what is far, and varies.
    private func prepareAir(around device: Device) {
        let world = world
        world.setSensitivity(Self.sensitivity, of: device.id)
        world.setSensitivity(Self.sensitivity, of: phone.id)
        let variation = storage.withLock { $0.deviation }.decibels
        world.configureMedium { $0.powerVariation = variation }
    }

    /// dBm.
    private static let sensitivity: Int8 = -127

    /// Where a device stands that is this near: with 0 dBm, the phone receives −40, −70 or −100 dBm.
    func place(_ proximity: CBMProximity) -> Position {
        var place = phone.position
        switch proximity {
        case .immediate: place.x += 1
        case .near: place.x += 31.62
        case .far: place.x += 1000
        case .outOfRange: place = .outOfRange
        }
        return place
    }

    // MARK: Finding them

    func device(for spec: CBMPeripheralSpec) -> Device? { mockDevice(of: spec)?.device }

    /// The mock that stands for a spec, or for one of its identifier.
    func mockDevice(of spec: CBMPeripheralSpec) -> MockDevice? {
        let devices = storage.withLock { $0.devices }
        if let same = devices.first(where: { $0.spec === spec }) { return same }
        let identifier = spec.base.withLock { $0.identifier }
        return devices.first { $0.state.withLock { $0.identifier } == identifier }
    }

    /// The mock that phones know by this identifier now, or knew when they linked to it.
    func mockDevice(_ identifier: UUID) -> MockDevice? {
        let devices = storage.withLock { $0.devices }
        return devices.first { $0.state.withLock { $0.identifier } == identifier }
            ?? devices.first { $0.life.withLock { $0.formerIdentifiers.contains(identifier) } }
    }

    /// What to call a peripheral in a message.
    func name(of state: SpecState) -> String {
        if let name = state.name, !name.isEmpty { return "\"\(name)\"" }
        let advertised = state.advertisement?.lazy
            .compactMap { $0.data[CBMAdvertisementDataLocalNameKey] as? String }.first
        return advertised.map { "\"\($0)\"" } ?? "The peripheral \(state.identifier)"
    }
}

extension UUID {
    /// The identifier as phones keep it.
    var asPeer: PeerIdentifier {
        let halves = withUnsafeBytes(of: uuid) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        return PeerIdentifier(high: halves.0, low: halves.1)
    }
}
