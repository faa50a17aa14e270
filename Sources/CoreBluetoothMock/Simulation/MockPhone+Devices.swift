import FaradayCoreBluetooth
import FaradaySimulation

/// What is around the phone.
extension MockPhone {
    func setPeripherals(_ specs: [CBMPeripheralSpec]) { fatalError("to be written") }
    func add(_ spec: CBMPeripheralSpec) { fatalError("to be written") }
    func remove(_ spec: CBMPeripheralSpec) { fatalError("to be written") }
    func setRSSIDeviation(_ deviation: CBMRSSIDeviation) { fatalError("to be written") }

    /// What a spec is like here; what it was built as where it is not on air.
    func state(of spec: CBMPeripheralSpec) -> SpecState { fatalError("to be written") }
    func isConnected(_ spec: CBMPeripheralSpec) -> Bool { fatalError("to be written") }
    func device(for spec: CBMPeripheralSpec) -> Device? { fatalError("to be written") }
    /// The mock that phones know by this identifier now.
    func mockDevice(_ identifier: UUID) -> MockDevice? { fatalError("to be written") }

    func connectOtherApp(to spec: CBMPeripheralSpec) { fatalError("to be written") }
    func disconnect(_ spec: CBMPeripheralSpec, _ error: Error) { fatalError("to be written") }
    func reset(_ spec: CBMPeripheralSpec) { fatalError("to be written") }
    func changeServices(of spec: CBMPeripheralSpec, newName: String?, _ services: [CBMServiceMock]) {
        fatalError("to be written")
    }
    func move(_ spec: CBMPeripheralSpec, to proximity: CBMProximity) { fatalError("to be written") }
    func update(_ characteristic: CBMCharacteristicMock, of spec: CBMPeripheralSpec, to value: Data) {
        fatalError("to be written")
    }
    func advertise(_ sets: [CBMAdvertisementConfig]?, by spec: CBMPeripheralSpec) {
        fatalError("to be written")
    }
    func remember(_ spec: CBMPeripheralSpec) { fatalError("to be written") }
    func changeIdentifier(of spec: CBMPeripheralSpec, to identifier: UUID) { fatalError("to be written") }

    // MARK: Mistakes

    /// Prints and keeps a mistake.
    func report(_ kind: CBMSimulationError.Kind, _ text: String) { fatalError("to be written") }
    var errors: [CBMSimulationError] { storage.withLock { $0.errors } }
}
