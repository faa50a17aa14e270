import BluetoothPort

/// A service of a peripheral: discovered by a manager, or defined for a mock.
open class CBMService: CBMAttribute {
    struct Storage {
        weak var peripheral: CBMPeripheral?
        var includedServices: [CBMService]?
        var characteristics: [CBMCharacteristic]?
    }

    let storage = Lock(Storage())
    private let storedIsPrimary: Bool

    init(uuid: CBMUUID, isPrimary: Bool, definition: CBMService? = nil) {
        storedIsPrimary = isPrimary
        super.init(uuid: uuid, definition: definition)
    }

    /// The peripheral at which it was discovered.
    open var peripheral: CBMPeripheral? { storage.withLock { $0.peripheral } }

    /// Whether the service is primary; a secondary service is found only as an included service of another
    /// one.
    open var isPrimary: Bool { storedIsPrimary }

    /// The included services discovered so far; in a definition, all included services.
    open var includedServices: [CBMService]? { storage.withLock { $0.includedServices } }

    /// The characteristics discovered so far; in a definition, all characteristics.
    open var characteristics: [CBMCharacteristic]? { storage.withLock { $0.characteristics } }
}

/// Defines a service of a mock peripheral.
///
/// Use each definition object in one place only: `CBMCentralManagerMock.simulatePeripherals(_:)` reports an
/// error if the same characteristic object is in two services.
///
/// ```swift
/// let battery = CBMServiceMock(
///     type: CBMUUID(string: "180F"), primary: true,
///     characteristics: CBMCharacteristicMock(type: CBMUUID(string: "2A19"), properties: [.read, .notify]))
/// ```
open class CBMServiceMock: CBMService {
    /// Defines a service from lists.
    public init(
        type uuid: CBMUUID, primary isPrimary: Bool, includedServices: [CBMServiceMock]? = nil,
        characteristics: [CBMCharacteristicMock]? = nil
    ) {
        super.init(uuid: uuid, isPrimary: isPrimary)
        self.includedServices = includedServices
        self.characteristics = characteristics
    }

    /// Defines a service from a list of included services, and its characteristics.
    public init(
        type uuid: CBMUUID, primary isPrimary: Bool, includedServices: [CBMServiceMock]?,
        characteristics: CBMCharacteristicMock...
    ) {
        super.init(uuid: uuid, isPrimary: isPrimary)
        self.includedServices = includedServices
        self.characteristics = characteristics.isEmpty ? nil : characteristics
    }

    /// Defines a service from its included services and its characteristics.
    public init(
        type uuid: CBMUUID, primary isPrimary: Bool, includedServices: CBMServiceMock...,
        characteristics: CBMCharacteristicMock...
    ) {
        super.init(uuid: uuid, isPrimary: isPrimary)
        self.includedServices = includedServices.isEmpty ? nil : includedServices
        self.characteristics = characteristics.isEmpty ? nil : characteristics
    }

    /// The peripheral object at which an app of the current phone has discovered the service; `nil` before.
    open override var peripheral: CBMPeripheral? { MockPhone.existing?.simulation.peripheral(of: self) }

    /// The services that this one includes.
    open override var includedServices: [CBMService]? {
        get { super.includedServices }
        set { storage.withLock { $0.includedServices = newValue } }
    }

    /// The characteristics; setting them makes this service their parent.
    open override var characteristics: [CBMCharacteristic]? {
        get { super.characteristics }
        set {
            for characteristic in newValue ?? [] { characteristic.storage.withLock { $0.service = self } }
            storage.withLock { $0.characteristics = newValue }
        }
    }

    /// Whether the definition has this characteristic.
    open func contains(_ characteristic: CBMCharacteristicMock) -> Bool {
        characteristics?.contains(characteristic) ?? false
    }
}
