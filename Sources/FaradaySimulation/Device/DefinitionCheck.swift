import BluetoothTypes
import BluetoothWire

/// The errors in a device's definition, and the definition without them.
///
/// A typing error in one test must not end the process that runs all other tests. So wrong parts are left out and
/// reported.
package struct DefinitionCheck {
    package private(set) var definition: DeviceDefinition
    /// One sentence for each error.
    package private(set) var mistakes: [String] = []

    /// The most advertising sets of one device (Core 6.0, Vol 4, Part E, 7.8.52: handles 0x00 to 0xEF).
    static let mostSets = 240

    package init(_ definition: DeviceDefinition) {
        self.definition = definition
        if definition.updateQueueDepth < 1 {
            note("the queue depth \(definition.updateQueueDepth) is less than 1; it is 1")
            self.definition.updateQueueDepth = 1
        }
        checkServices()
        checkIncludes()
        checkBehaviours()
        let (sets, problems) = Self.checked(definition.advertising, name: definition.name)
        if !problems.isEmpty { self.definition.advertising = sets }
        for problem in problems { note(problem) }
        mistakes += definition.mistakes
        checkRules()
    }

    private mutating func checkRules() {
        guard let rules = definition.rules else { return }
        for problem in RuleCheck(rules, for: definition.services).problems {
            note("\(problem.place): \(problem.text); the device does without it")
        }
    }

    /// The sets that can be advertised, and the problems of the others.
    package static func checked(
        _ sets: [DeviceAdvertising], name: String
    ) -> (sets: [DeviceAdvertising], problems: [String]) {
        var problems: [String] = []
        var good = sets.filter { set in
            guard let problem = set.problem(name: name) else { return true }
            problems.append("\(problem); the set is left out")
            return false
        }
        if good.count > mostSets {
            problems.append("\(sets.count) advertising sets; a device has at most \(mostSets)")
            good.removeLast(good.count - mostSets)
        }
        return (good, problems)
    }

    private mutating func note(_ problem: String) { mistakes.append("device \(definition.name): \(problem)") }

    private mutating func checkServices() {
        guard definition.services.contains(where: Self.isWrong) else { return }
        var services: [DeviceService] = []
        for var service in definition.services {
            guard !service.uuid.isMalformed else {
                note("DeviceService(\(service.uuid.label)) has no valid UUID; the service is left out")
                continue
            }
            service.characteristics = service.characteristics.compactMap { checked($0) }
            for uuid in service.includedServices where uuid.isMalformed {
                note("service \(service.uuid) includes \(uuid.label), which is not a UUID")
            }
            service.includedServices.removeAll(where: \.isMalformed)
            services.append(service)
        }
        definition.services = services
    }

    private static func isWrong(_ service: DeviceService) -> Bool {
        service.uuid.isMalformed || service.includedServices.contains(where: \.isMalformed)
            || service.characteristics.contains { item in
                item.uuid.isMalformed || item.value.count > ATT.maximumValueLength
                    || item.descriptors.contains { isTooLong($0) || $0.uuid.isMalformed }
                    || item.askingDescriptors.contains {
                        $0.uuid.isMalformed || $0.value.count > ATT.maximumValueLength
                    }
            }
    }

    private static func isTooLong(_ descriptor: GATT.DescriptorDefinition) -> Bool {
        if case .stored(let value) = descriptor.value { value.count > ATT.maximumValueLength } else { false }
    }

    private mutating func checked(_ item: DeviceCharacteristic) -> DeviceCharacteristic? {
        guard !item.uuid.isMalformed else {
            note("DeviceCharacteristic(\(item.uuid.label)) has no valid UUID; the characteristic is left out")
            return nil
        }
        var item = item
        if item.value.count > ATT.maximumValueLength {
            note(
                "\(item.uuid) has a value of \(item.value.count) bytes, which is cut to \(ATT.maximumValueLength)"
            )
            item.value = Array(item.value.prefix(ATT.maximumValueLength))
        }
        let count = item.descriptors.count
        item.descriptors.removeAll { $0.uuid.isMalformed || Self.isTooLong($0) }
        if item.descriptors.count < count || item.askingDescriptors.contains(where: \.uuid.isMalformed) {
            note(
                "\(item.uuid) has a descriptor without valid UUID, or with more than 512 bytes; it is left out"
            )
        }
        return item.withoutMalformedDescriptors
    }

    private mutating func checkIncludes() {
        for index in definition.services.indices {
            for (uuid, place) in definition.services.includes(of: index) where place == nil {
                note(
                    "service \(definition.services[index].uuid) includes \(uuid), which is not in the definition"
                )
            }
        }
    }

    private mutating func checkBehaviours() {
        guard definition.behaviours.contains(where: \.isNotifying) else { return }
        definition.behaviours = definition.behaviours.filter { behaviour in
            guard case .notifying(let uuid, let interval, _) = behaviour.kind else { return true }
            let isThere = definition.services.contains { service in
                service.characteristics.contains { $0.uuid == uuid }
            }
            if !isThere { note("a behaviour notifies \(uuid.label), which no service has; it is left out") }
            if interval <= .zero {
                note("a device can't notify every \(interval) s; the behaviour is left out")
            }
            return isThere && interval > .zero
        }
    }
}

extension DeviceDefinition {
    /// What is wrong with this definition, in words: advertising data that does not fit, a misspelt UUID.
    ///
    /// You can still add the device to a world: the wrong parts are left out, and the world reports a `World.Mistake`.
    public var problem: String? { DefinitionCheck(self).mistakes.first }

    /// The definition without its wrong parts, which the world reports.
    func checked(by world: World, at place: @autoclosure () -> SourcePlace?) -> DeviceDefinition {
        let check = DefinitionCheck(self)
        for mistake in check.mistakes { world.report(mistake, at: place()) }
        return check.definition
    }
}

extension DeviceBehaviour {
    fileprivate var isNotifying: Bool {
        if case .notifying = kind { true } else { false }
    }
}
