import FaradayCoreBluetooth
import FaradaySimulation

/// What tests do wrong.
extension MockPhone {
    var errors: [CBMSimulationError] { storage.withLock { $0.errors } }

    /// Prints and keeps a mistake.
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
            \(name(of: book.state(of: spec))) is not among the peripherals, so it is not \(what). Pass it to \
            simulatePeripherals(_:) or simulateAddition(of:) first.
            """)
    }

    /// What is wrong with a spec that goes on air, beside its advertising.
    func reportMistakes(in state: SpecState) {
        if state.connectionInterval != nil, state.connectionDelegate == nil {
            report(
                .missingDelegate,
                """
                \(name(of: state)) is connectable and has no delegate, so it advertises and takes no connections. Pass \
                a delegate to connectable(name:services:delegate:); an empty class that conforms to \
                CBMPeripheralSpecDelegate will do.
                """)
        }
        reportSharedDefinitions(in: state.services ?? [], of: state)
    }

    // MARK: Definitions in two places

    func reportSharedDefinitions(in services: [CBMServiceMock], of state: SpecState) {
        var places: [ObjectIdentifier: String] = [:]
        func note(_ definition: CBMAttribute, _ place: String) {
            guard let other = places.updateValue(place, forKey: ObjectIdentifier(definition)) else { return }
            report(
                .sharedDefinition,
                """
                In \(name(of: state)), one object defines \(definition.uuid) both in \(other) and in \(place); values \
                are updated in the first place only. Make an object for each place.
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
