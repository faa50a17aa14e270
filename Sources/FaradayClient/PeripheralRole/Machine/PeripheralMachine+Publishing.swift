import BluetoothPort
import BluetoothTypes

// Services: added, lost with a reset and added again, restored, removed.
extension PeripheralMachine {
    // MARK: Adding

    mutating func publish(_ service: ServiceDefinition, _ request: RoleRequest) {
        if let objection = objection(to: service) { return fail(request, .unpublishable(objection)) }
        let value = makeValue(of: service)
        if let index = services.firstIndex(where: { !$0.isClaimed && $0.value.hasLayout(of: value) }) {
            return claim(index, service, request)
        }
        // A service of this type from an earlier run has another layout; the app does not know it any more.
        let old = services.indices.filter { !services[$0].isClaimed && services[$0].value.uuid == value.uuid }
        for index in old.reversed() { withdraw(at: index) }
        services.append(
            HostedService(
                value: value,
                characteristics: value.characteristics.map { HostedCharacteristic($0, of: value.uuid) },
                stage: .adding, publish: request, publication: request.id))
        define(services.count - 1, service)
        outputs.append(.command(.add(value)))
    }

    private func objection(to service: ServiceDefinition) -> String? {
        for included in service.includedServices
        where !services.contains(where: { $0.identifier == included.identifier && !$0.isWithdrawn }) {
            return "the included service \(included.uuid.label) is not published"
        }
        return service.characteristics.lazy.compactMap(\.objection).first
    }

    private mutating func makeValue(of service: ServiceDefinition) -> PortPeripheral.Service {
        let identifier = nextAttribute()
        let characteristics = service.characteristics.map { $0.port(nextAttribute()) }
        return PortPeripheral.Service(
            identifier: identifier, uuid: service.uuid, isPrimary: service.isPrimary,
            includedServices: service.includedServices.map(\.identifier), characteristics: characteristics)
    }

    private mutating func nextAttribute() -> AttributeIdentifier {
        lastAttribute += 1
        return AttributeIdentifier(rawValue: lastAttribute)
    }

    /// Gives the app's definitions and first values to a service.
    private mutating func define(_ index: Int, _ service: ServiceDefinition) {
        for (place, definition) in service.characteristics.enumerated() {
            services[index].characteristics[place].definition = definition
            services[index].characteristics[place].value = definition.value
        }
    }

    /// The system has kept the service: the app takes it over, with its subscribers and the requests that wait.
    private mutating func claim(_ index: Int, _ service: ServiceDefinition, _ request: RoleRequest) {
        services[index].publication = request.id
        define(index, service)
        log(.tookOver(service.uuid))
        finish(request, .success(.published(services[index].handle)))
        runRequests()
        tellWatchers()
    }

    mutating func serviceAdded(_ identifier: AttributeIdentifier, _ error: PortError?) {
        guard let index = index(of: identifier), services[index].stage == .adding else { return }
        if let error {
            let service = services[index]
            remove(at: index)
            guard let request = service.publish else {
                return log(.notAddedAgain(service.value.uuid, error))
            }
            return fail(request, ClientError(error, .publish).reason, error)
        }
        services[index].stage = .published
        let handle = services[index].handle
        log(.published(handle.uuid))
        if let request = services[index].publish {
            services[index].publish = nil
            finish(request, .success(.published(handle)))
        }
        tellWatchers()
        sweep()
        pump()
    }

    // MARK: Reset

    /// The system has cleared its database.
    mutating func loseServices() {
        release { $0.isWithdrawn || !$0.isClaimed }
        for index in services.indices { services[index].stage = .lost }
    }

    /// Adds the services that a reset has cleared, the included ones first.
    mutating func addLostServices() {
        for index in services.indices where services[index].stage == .lost {
            services[index].stage = .adding
            outputs.append(.command(.add(services[index].value)))
        }
    }

    // MARK: Removing

    mutating func remove(_ identifier: AttributeIdentifier) {
        if let index = index(of: identifier) { withdraw(at: index) }
    }

    mutating func removeAll() {
        let requests = services.compactMap(\.publish)
        for index in services.indices.reversed() where !services[index].isWithdrawn {
            services[index].publish = nil
            abandon(at: index)
        }
        for request in requests { fail(request, .unpublishable("it was removed meanwhile")) }
        if radio == .poweredOn, !services.isEmpty {
            release { _ in true }
            outputs.append(.command(.removeAllServices))
        } else {
            sweep()
        }
        endUpdatesOfRemovedServices()
        tellWatchers()
    }

    /// The app does not want the service any more. The system is told when Bluetooth is on and no other service includes it.
    mutating func withdraw(at index: Int) {
        guard !services[index].isWithdrawn else { return }
        if let request = services[index].publish {
            services[index].publish = nil
            fail(request, .unpublishable("it was removed meanwhile"))
        }
        abandon(at: index)
        sweep()
        endUpdatesOfRemovedServices()
        tellWatchers()
    }

    /// Ends what goes on with a service: its requests and subscriptions.
    private mutating func abandon(at index: Int) {
        services[index].isWithdrawn = true
        for place in services[index].characteristics.indices {
            let characteristic = services[index].characteristics[place]
            refuseRequests(of: characteristic.handle.identifier)
            services[index].characteristics[place].subscribers = []
            for central in characteristic.subscribers {
                outputs.append(.subscription(.unsubscribed(central, characteristic.handle)))
            }
        }
    }

    private mutating func remove(at index: Int) {
        abandon(at: index)
        release(at: index)
        endUpdatesOfRemovedServices()
        tellWatchers()
    }

    /// Tells the system which services are gone; a service that another one includes stays until that one is gone
    /// (behaviour 6.1).
    mutating func sweep() {
        guard radio == .poweredOn else {
            // What was lost with a reset is not there to be removed.
            return release { $0.isWithdrawn && $0.stage == .lost }
        }
        while let index = services.indices.last(where: { isRemovable($0) }) {
            let service = release(at: index)
            if service.stage != .lost { outputs.append(.command(.remove(service.identifier))) }
        }
    }

    /// The app's handlers go with a service.
    @discardableResult private mutating func release(at index: Int) -> HostedService {
        let service = services.remove(at: index)
        if let publication = service.publication { outputs.append(.unpublished(request: publication)) }
        return service
    }

    mutating func release(where isGone: (HostedService) -> Bool) {
        for index in services.indices.reversed() where isGone(services[index]) { release(at: index) }
    }

    private func isRemovable(_ index: Int) -> Bool {
        guard services[index].isWithdrawn else { return false }
        let identifier = services[index].identifier
        return !services.contains { $0.value.includedServices.contains(identifier) }
    }

    // MARK: Restoration

    mutating func restore(_ restored: PortPeripheral.RestoredState) {
        for service in restored.services {
            let identifiers = [service.identifier] + service.characteristics.map(\.identifier)
            lastAttribute = max(lastAttribute, identifiers.map(\.rawValue).max() ?? 0)
            var characteristics = service.characteristics.map { HostedCharacteristic($0, of: service.uuid) }
            for index in characteristics.indices {
                let identifier = characteristics[index].handle.identifier
                characteristics[index].subscribers = restored.subscriptions
                    .filter { $0.characteristic == identifier }.map { RemoteCentral($0.central) }
            }
            services.append(
                HostedService(
                    value: service, characteristics: characteristics, stage: .published))
        }
        advertising.isOnAir = restored.advertisement != nil
        let subscriptions = services.flatMap(\.characteristics).flatMap { characteristic in
            characteristic.subscribers.map { (central: $0, characteristic: characteristic.handle) }
        }
        outputs.append(
            .restored(
                RestoredPeripheralRole(
                    services: services.map(\.handle), subscriptions: subscriptions,
                    isAdvertising: advertising.isOnAir,
                    advertisedName: restored.advertisement?.localName,
                    advertisedServices: restored.advertisement?.serviceUUIDs ?? [])))
    }

    // MARK: Places

    func index(of service: AttributeIdentifier) -> Int? {
        services.firstIndex { $0.identifier == service && !$0.isWithdrawn }
    }

    /// Where a characteristic is that the app has not removed.
    func place(of characteristic: AttributeIdentifier) -> (service: Int, characteristic: Int)? {
        for (index, service) in services.enumerated() where !service.isWithdrawn {
            if let place = service.characteristics.firstIndex(where: {
                $0.handle.identifier == characteristic
            }) {
                return (index, place)
            }
        }
        return nil
    }

    /// The characteristic that the app means, if its service has been published.
    func find(_ target: AttributeTarget) -> HostedCharacteristic? {
        let isKnown = { (service: HostedService) in
            !service.isWithdrawn && service.publish == nil && service.isClaimed
        }
        switch target {
        case .exact(let characteristic):
            guard let place = place(of: characteristic.identifier), isKnown(services[place.service]) else {
                return nil
            }
            return services[place.service].characteristics[place.characteristic]
        case .typed(let uuid, let service):
            return services.first { $0.identifier == service.identifier && isKnown($0) }?
                .characteristics.first { $0.handle.uuid == uuid }
        case .first(let uuid, let service):
            return services.lazy.filter { $0.value.uuid == service && isKnown($0) }
                .compactMap { $0.characteristics.first { $0.handle.uuid == uuid } }.first
        }
    }
}
