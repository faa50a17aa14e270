import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The peripherals around the phone.
extension AirSimulation {
    func add(_ spec: CBMPeripheralSpec, _ state: SpecState) {
        reportLinkTiming(of: state)
        putOnAir(MockDevice(spec, state, of: self), state)
    }

    func remove(_ spec: CBMPeripheralSpec) {
        guard let device = mockDevice(of: spec) else { return }
        book.remove(device)
        takeOff(device)
    }

    func removeAll() {
        let all = devices
        for device in all { book.remove(device) }
        for device in all { takeOff(device) }
    }

    // MARK: On air and off

    private func putOnAir(_ mock: MockDevice, _ state: SpecState) {
        let sets = advertisingSets(of: state, named: name(of: state))
        let world = world
        // The device starts out of range, so that nobody receives it before the phone knows its identifier.
        let device = world.add(mock.definition(advertising: sets), at: .outOfRange)
        prepareAir(around: device)
        mock.attach(device)
        mock.connectable.note(state.advertisement)
        phone.setIdentifier(state.identifier.asPeer, of: device)
        if state.isKnown {
            phone.remember(device, name: state.virtualConnections > 0 ? state.name : nil)
        }
        book.add(mock)
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

    /// Makes both ends receive signals of far devices whose strength varies.
    private func prepareAir(around device: Device) {
        let world = world
        world.setSensitivity(Self.sensitivity, of: device.id)
        world.setSensitivity(Self.sensitivity, of: phone.id)
        let variation = mock?.storage.withLock { $0.deviation }.decibels ?? 0
        world.configureMedium { $0.powerVariation = variation }
    }

    /// dBm.
    private static let sensitivity: Int8 = -127

    /// The position for a proximity: if the device sends with 0 dBm, the phone receives -40, -70 or -100 dBm.
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

    func isConnected(_ spec: CBMPeripheralSpec) -> Bool {
        mockDevice(of: spec)?.isConnected ?? (book.state(of: spec).virtualConnections > 0)
    }

    /// All devices that exist in the world.
    var devices: [MockDevice] { book.places.compactMap { $0 as? MockDevice } }

    /// The mock of a spec, or of a spec with the same identifier.
    func mockDevice(of spec: CBMPeripheralSpec) -> MockDevice? { book.place(of: spec) as? MockDevice }

    /// The mock that phones know by this identifier now, or by which they knew it when they connected.
    func mockDevice(_ identifier: UUID) -> MockDevice? {
        let devices = devices
        return devices.first { $0.state.withLock { $0.identifier } == identifier }
            ?? devices.first { $0.life.withLock { $0.formerIdentifiers.contains(identifier) } }
    }

    /// An advertising report for this identifier has arrived, so the phone knows the peripheral now. Returns `false`
    /// if, according to the specs, the phone cannot receive it any more: a report may arrive late.
    func meets(_ identifier: UUID) -> Bool {
        guard let mock = mockDevice(identifier) else { return true }
        let (isOnAir, isKnown) = mock.state.withLock { state in
            (state.proximity != .outOfRange && state.advertisement?.isEmpty == false, state.isKnown)
        }
        if isOnAir, !isKnown { book.change(mock.spec) { $0.isKnown = true } }
        return isOnAir
    }
}

extension AirSimulation {
    /// Reports connection parameters that a link cannot have.
    private func reportLinkTiming(of state: SpecState) {
        guard let interval = state.connectionInterval, let timeout = state.supervisionTimeout else { return }
        let isValid =
            interval >= 0 && interval <= 4 && timeout >= 0.1 && timeout <= 32 && timeout > 2 * interval
        guard !isValid else { return }
        let (used, usedTimeout) = state.linkTiming
        report(
            .invalidTiming,
            """
            \(name(of: state)) has a connection interval of \(interval) s and a supervision timeout of \(timeout) s; \
            \(used) and \(usedTimeout) are used. An interval is 0.0075 to 4 s; a timeout is 0.1 to 32 s and longer than two \
            intervals.
            """)
    }
}

extension UUID {
    /// The identifier as phones store it.
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
