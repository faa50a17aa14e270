import FaradayCoreBluetooth
import FaradaySimulation

/// Reports mistakes of tests.
extension MockPhone {
    var errors: [CBMSimulationError] { storage.withLock { $0.errors } }

    /// Prints and stores a mistake.
    func report(_ kind: CBMSimulationError.Kind, _ text: String) {
        storage.withLock { storage in
            storage.errors.append(CBMSimulationError(kind: kind, description: text))
            if storage.errors.count > Self.mostKept { storage.errors.removeFirst() }
        }
        FileHandle.standardError.write(Data("CoreBluetoothMock: \(text)\n".utf8))
    }

    private static let mostKept = 1000

    func reportUnknown(_ spec: CBMPeripheralSpec, _ what: String) {
        report(
            .unknownPeripheral,
            """
            \(name(of: book.state(of: spec))) was not added to the simulation, so it is not \(what). Pass it to \
            simulatePeripherals(_:) or simulateAddition(of:) first.
            """)
    }

    /// Reports mistakes in a spec that is added, except those in its advertising.
    func reportMistakes(in state: SpecState) {
        for mistake in state.mistakes { reportOfDevice(mistake) }
        if state.connectionInterval != nil, state.connectionDelegate == nil {
            report(
                .missingDelegate,
                """
                \(name(of: state)) is connectable but has no delegate, so it advertises but accepts no connections. Pass \
                a delegate to connectable(name:services:delegate:); an empty class that conforms to \
                CBMPeripheralSpecDelegate is enough.
                """)
        }
        reportSharedDefinitions(in: state.services ?? [], of: state)
    }

    /// Reports what is wrong with the file or the rules of a peripheral; a test with a world of its own fails.
    func reportOfDevice(_ text: String) {
        report(.deviceFile, text)
        if !isOfProcess { world.report(text, at: nil) }
    }

    // MARK: Definitions in two places

    func reportSharedDefinitions(in services: [CBMServiceMock], of state: SpecState) {
        var places: [ObjectIdentifier: String] = [:]
        func note(_ definition: CBMAttribute, _ place: String) {
            guard let other = places.updateValue(place, forKey: ObjectIdentifier(definition)) else { return }
            report(
                .sharedDefinition,
                """
                In \(name(of: state)), one object defines \(definition.uuid) both in \(other) and in \(place). Values \
                are updated only in the first place. Make an object for each place.
                """)
        }
        for service in services { note(service, "the services") }
        for service in Blueprint(services).services {
            for characteristic in service.characteristics {
                note(characteristic.definition, "service \(service.definition.uuid)")
                let all = characteristic.definition.descriptors ?? []
                for descriptor in all {
                    note(descriptor, "characteristic \(characteristic.definition.uuid)")
                }
            }
        }
    }
}
