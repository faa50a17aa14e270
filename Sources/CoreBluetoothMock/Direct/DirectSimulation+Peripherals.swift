import FaradayCoreBluetooth
import FaradaySimulation

/// Test controls of single peripherals.
extension DirectSimulation {
    // MARK: Place and identity

    func move(_ spec: CBMPeripheralSpec, to proximity: CBMProximity) {
        book.change(spec) { $0.proximity = proximity }
        note("\(title(of: spec)) is \(proximity)")
        guard let device = device(of: spec) else { return }
        if proximity == .outOfRange { return disconnect(spec, CBMError(.connectionTimeout)) }
        look(at: device)
    }

    func remember(_ spec: CBMPeripheralSpec) { book.change(spec) { $0.isKnown = true } }

    /// Managers know it as another peripheral from now on. What they have of the former one stays as it is and hears
    /// nothing more of the device: a link stays connected, an attempt to connect stays pending.
    func changeIdentifier(of spec: CBMPeripheralSpec, to identifier: UUID) {
        book.change(spec) { ($0.identifier, $0.isKnown) = (identifier, false) }
        if let device = device(of: spec) { look(at: device) }
    }

    // MARK: Advertising and attributes

    func advertise(_ sets: [CBMAdvertisementConfig]?, by spec: CBMPeripheralSpec) {
        book.change(spec) { $0.advertisement = sets }
        guard let device = device(of: spec) else { return }
        device.connectable.note(sets)
        device.startAdvertising(sets, at: world.now)
        look(at: device)
        mock?.watchConnects(to: device)
    }

    func update(_ characteristic: CBMCharacteristicMock, of spec: CBMPeripheralSpec, to value: Data) {
        note("\(title(of: spec)) updates \(characteristic.uuid) to \(DirectPeripheral.digits(value))")
        for peripheral in device(of: spec).map(inOrder) ?? [] {
            peripheral.valueChanged(characteristic, to: value)
        }
    }

    func changeServices(of spec: CBMPeripheralSpec, newName: String?, _ services: [CBMServiceMock]) {
        let device = device(of: spec)
        let isConnected = device?.isConnected ?? false
        let isRenamed = isConnected && newName != book.state(of: spec).name
        book.change(spec) {
            $0.services = services
            if isRenamed { $0.name = newName }
        }
        note("\(title(of: spec)) changes its services")
        for peripheral in device.map(inOrder) ?? [] {
            peripheral.servicesChanged(to: services)
            if isRenamed { peripheral.nameChanged(to: newName) }
        }
    }

    // MARK: Links

    func connectOtherApp(to spec: CBMPeripheralSpec) {
        guard device(of: spec) != nil, book.state(of: spec).proximity != .outOfRange else { return }
        book.change(spec) { $0.virtualConnections += 1 }
        if let device = device(of: spec) { tellFirmware(of: device) }
    }

    /// The spec delegate gets its callback now, managers when they would notice the end.
    func disconnect(_ spec: CBMPeripheralSpec, _ error: Error) {
        guard let device = device(of: spec), device.isConnected else { return }
        note("\(title(of: spec)) ends its links: \(error)")
        let isTimeout = (error as? CBMError)?.code == .connectionTimeout
        if isTimeout { tellFirmware(of: device, .linkLost) }
        book.change(spec) { $0.virtualConnections = 0 }
        endLinks(of: device, error, after: isTimeout ? device.supervisionTimeout : device.interval)
        ask(device) { $0.peripheral(spec, didDisconnect: error) }
        look(at: device)
    }

    func reset(_ spec: CBMPeripheralSpec, after delay: Nanoseconds) {
        guard let device = device(of: spec) else { return }
        note("\(title(of: spec)) restarts")
        let wasConnected = device.isConnected
        device.noteRestart()
        ask(device) { $0.reset() }
        if wasConnected {
            book.change(spec) { $0.virtualConnections = 0 }
            endLinks(of: device, CBMError(.connectionTimeout), after: device.supervisionTimeout)
        }
        if delay > .zero { return silence(device, for: delay) }
        if wasConnected { look(at: device) }
        tellStarted(device)
    }

    /// The device is off for so long.
    private func silence(_ device: DirectDevice, for delay: Nanoseconds) {
        device.startAdvertising(nil, at: world.now)
        tellFirmware(of: device, .stopped)
        let restarts = device.restarts
        mock?.later(delay) { [weak self, weak device] in
            guard let self, let device, device.restarts == restarts else { return }
            device.startAdvertising(device.state.withLock { $0.advertisement }, at: world.now)
            look(at: device)
            tellStarted(device)
        }
    }

    /// Removes all links of a device at once; the managers notice it after `delay`, the oldest manager first.
    private func endLinks(of device: DirectDevice, _ error: Error, after delay: Nanoseconds) {
        let linked = inOrder(device)
        _ = device.takeLinks()
        tellFirmware(of: device)
        for peripheral in linked { peripheral.lose(error, after: delay) }
    }

    /// The managers' objects that are linked to a device under its present identifier, that of the oldest manager first.
    private func inOrder(_ device: DirectDevice) -> [DirectPeripheral] {
        let links = device.links
        return centrals.compactMap { central in
            links.first { $0.central === central && $0.isCurrent }
        }
    }

    /// Calls the spec delegate, immediately and on this thread; calls that the delegate makes to the
    /// simulation apply to this phone.
    @discardableResult
    func ask<Answer>(
        _ device: DirectDevice, _ question: (any CBMPeripheralSpecDelegate) -> Answer
    ) -> Answer? {
        guard let delegate = device.state.withLock({ $0.connectionDelegate }) else { return nil }
        return phone.run { question(delegate) }
    }
}
