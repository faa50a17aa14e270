import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// The data of a request: its link, and the delegate that answers.
struct DirectRequest {
    /// The app's call, with its subject if somebody will read the story.
    let call: String
    let delegate: any CBMPeripheralSpecDelegate
    /// The same, if it may answer later.
    let deferring: (any CBMPeripheralSpecDeferringDelegate)?
    let spec: CBMPeripheralSpec
    /// The time that most answers take.
    let interval: Nanoseconds
    /// The services of the device.
    let services: [CBMServiceMock]
    let mtu: Int
    /// The number of the link.
    let era: Int
}

// The spec delegate decides at the time of the request; only the answer takes time. Each request has its own delay:
// requests do not wait for one another.
extension DirectPeripheral {
    /// The data for a request of the app; `nil` if there is no link, and then the request has no effect. `subject`
    /// names the attribute, for the story.
    func request(_ call: String, _ subject: @autoclosure () -> String? = nil) -> DirectRequest? {
        guard let central, central.isReady(call) else { return nil }
        let (state, era) = read { ($0.state, $0.era) }
        guard state == .connected else { return nil }
        let spec = device.state.withLock { $0 }
        guard let delegate = spec.connectionDelegate, let services = spec.services,
            spec.connectionInterval != nil
        else { return nil }
        var story = call
        if simulation.world.isTraced {
            if let subject = subject() { story += " " + subject }
            note("app calls \(story)")
        }
        return DirectRequest(
            call: story, delegate: delegate, deferring: spec.deferringDelegate, spec: device.spec,
            interval: device.interval, services: services, mtu: spec.mtu ?? 23, era: era)
    }

    /// Calls the spec delegate, immediately and on this thread.
    func ask<Answer>(_ question: () -> Answer) -> Answer { simulation.phone.run(question) }

    /// Reports an answer to the app after `delay`: `body` gets the error. A request that is open when its link ends is
    /// not answered. `value` is for the story.
    func answer(
        _ request: DirectRequest, after delay: Nanoseconds, error: Error? = nil, value: Data? = nil,
        _ body: @escaping (DirectPeripheral, Error?) -> Void
    ) {
        nonisolated(unsafe) let body = body
        let (era, call) = (request.era, request.call)
        after(delay) { peripheral in
            guard peripheral.central?.isPoweredOn == true else { return }
            guard peripheral.read({ $0.era == era && $0.isLinked }) else { return }
            peripheral.note("app gets: " + call + Self.outcome(error, value))
            body(peripheral, error.map(CBMError.bridged))
        }
    }

    private static func outcome(_ error: Error?, _ value: Data?) -> String {
        error.map { ": \($0)" } ?? value.map { ": " + digits($0) } ?? ""
    }

    // MARK: What apps pass in: what was found here, or its definition

    func found(_ service: CBMService) -> CBMService? { services?.find(mockOf: service) }
    func found(_ characteristic: CBMCharacteristic) -> CBMCharacteristic? {
        services?.find(mockOf: characteristic)
    }
    func found(_ descriptor: CBMDescriptor) -> CBMDescriptor? { services?.find(mockOf: descriptor) }
}

// MARK: - Discovery

extension DirectPeripheral {
    /// The attributes of `all` that are not discovered yet and have a type that the app asks for.
    private func new<Definition: CBMAttribute, Found: CBMAttribute>(
        _ all: [Definition], _ uuids: [CBMUUID]?, beside known: [Found]?
    ) -> [Definition] {
        all.filter { attribute in
            let isWanted = uuids.map { $0.isEmpty || $0.contains(attribute.uuid) } ?? true
            return isWanted && known?.contains { $0.identity === attribute.identity } != true
        }
    }

    /// One interval for each attribute that is found; zero if none is found.
    private func time(_ request: DirectRequest, for count: Int) -> Nanoseconds { request.interval * count }

    func discoverServices(_ uuids: [CBMUUID]?) {
        guard let request = request("discoverServices(_:)") else { return }
        let answer = ask {
            request.delegate.peripheral(request.spec, didReceiveServiceDiscoveryRequest: uuids)
        }
        if case .failure(let error) = answer {
            return self.answer(request, after: request.interval, error: error) { peripheral, error in
                peripheral.tell { $0.peripheral($1, didDiscoverServices: error) }
            }
        }
        let new = new(request.services, uuids, beside: services).map { definition in
            let service = CBMService(
                uuid: definition.uuid, isPrimary: definition.isPrimary, definition: definition)
            service.storage.withLock { $0.peripheral = owner }
            return service
        }
        write { $0.services = ($0.services ?? []) + new }
        self.answer(request, after: time(request, for: new.count)) { peripheral, error in
            peripheral.tell { $0.peripheral($1, didDiscoverServices: error) }
        }
    }

    func discoverIncludedServices(_ uuids: [CBMUUID]?, for service: CBMService) {
        let call = "discoverIncludedServices(_:for:)"
        guard let request = request(call), let found = found(service),
            let definition = request.services.find(mockOf: service)
        else { return }
        let answer = ask {
            request.delegate.peripheral(
                request.spec, didReceiveIncludedServiceDiscoveryRequest: uuids, for: definition)
        }
        let tell: (DirectPeripheral, Error?) -> Void = { peripheral, error in
            peripheral.tell { $0.peripheral($1, didDiscoverIncludedServicesFor: found, error: error) }
        }
        if case .failure(let error) = answer {
            return self.answer(request, after: request.interval, error: error, tell)
        }
        let new = new(definition.includedServices ?? [], uuids, beside: found.includedServices).map {
            definition in
            let service = CBMService(
                uuid: definition.uuid, isPrimary: definition.isPrimary, definition: definition)
            service.storage.withLock { $0.peripheral = owner }
            return service
        }
        found.storage.withLock { $0.includedServices = ($0.includedServices ?? []) + new }
        self.answer(request, after: time(request, for: new.count), tell)
    }

    func discoverCharacteristics(_ uuids: [CBMUUID]?, for service: CBMService) {
        let call = "discoverCharacteristics(_:for:)"
        guard let request = request(call), let found = found(service),
            let definition = request.services.find(mockOf: service)
        else { return }
        let answer = ask {
            request.delegate.peripheral(
                request.spec, didReceiveCharacteristicsDiscoveryRequest: uuids, for: definition)
        }
        let tell: (DirectPeripheral, Error?) -> Void = { peripheral, error in
            peripheral.tell { $0.peripheral($1, didDiscoverCharacteristicsFor: found, error: error) }
        }
        if case .failure(let error) = answer {
            return self.answer(request, after: request.interval, error: error, tell)
        }
        let new = new(definition.characteristics ?? [], uuids, beside: found.characteristics).map {
            definition in
            let characteristic = CBMCharacteristic(
                uuid: definition.uuid, properties: definition.properties, definition: definition)
            characteristic.storage.withLock { $0.service = found }
            return characteristic
        }
        found.storage.withLock { $0.characteristics = ($0.characteristics ?? []) + new }
        self.answer(request, after: time(request, for: new.count), tell)
    }

    func discoverDescriptors(for characteristic: CBMCharacteristic) {
        guard let request = request("discoverDescriptors(for:)", "\(characteristic.uuid)"),
            let found = found(characteristic),
            let definition = request.services.find(mockOf: characteristic)
        else { return }
        let answer = ask {
            request.delegate.peripheral(request.spec, didReceiveDescriptorsDiscoveryRequestFor: definition)
        }
        let tell: (DirectPeripheral, Error?) -> Void = { peripheral, error in
            peripheral.tell { $0.peripheral($1, didDiscoverDescriptorsFor: found, error: error) }
        }
        if case .failure(let error) = answer {
            return self.answer(request, after: request.interval, error: error, tell)
        }
        let new = new(definition.descriptors ?? [], nil, beside: found.descriptors).map { definition in
            let descriptor = CBMDescriptor(uuid: definition.uuid, definition: definition)
            descriptor.optionalCharacteristic = found
            return descriptor
        }
        found.storage.withLock { $0.descriptors = ($0.descriptors ?? []) + new }
        self.answer(request, after: time(request, for: new.count), tell)
    }

    // MARK: The story

    /// A value in hexadecimal digits; only its beginning if it is long.
    static func digits(_ value: Data) -> String {
        if value.isEmpty { return "nothing" }
        let digits = value.prefix(16).map { String(format: "%02x", $0) }.joined()
        return value.count > 16 ? "\(digits)... (\(value.count) bytes)" : digits
    }
}
