import BluetoothPort

/// A service of a peripheral, as discovered, or as defined for a mock.
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

    /// The peripheral it was discovered at; `nil` for a definition.
    open var peripheral: CBMPeripheral? { storage.withLock { $0.peripheral } }

    /// Whether the service stands for itself, not only as a part of others.
    open var isPrimary: Bool { storedIsPrimary }

    /// The included services discovered so far; all that there are in a definition.
    open var includedServices: [CBMService]? { storage.withLock { $0.includedServices } }

    /// The characteristics discovered so far; all that there are in a definition.
    open var characteristics: [CBMCharacteristic]? { storage.withLock { $0.characteristics } }
}

/// Defines a service of a mock peripheral.
///
/// A definition belongs to one place: the same characteristic object in two services is an error that
/// `CBMCentralManagerMock.simulatePeripherals(_:)` reports.
///
/// ```swift
/// let battery = CBMServiceMock(
///     type: CBMUUID(string: "180F"), primary: true,
///     characteristics: CBMCharacteristicMock(type: CBMUUID(string: "2A19"), properties: [.read, .notify]))
/// ```
open class CBMServiceMock: CBMService {
    /// Defines a service from lists.
    public init(
        type uuid: CBMUUID, primary isPrimary: Bool, includedServices: [CBMServiceMock]?,
        characteristics: [CBMCharacteristicMock]?
    ) {
        super.init(uuid: uuid, isPrimary: isPrimary)
        self.includedServices = includedServices
        self.characteristics = characteristics
    }

    /// Defines a service that includes none, from a list.
    public convenience init(
        type uuid: CBMUUID, primary isPrimary: Bool, characteristics: [CBMCharacteristicMock]?
    ) {
        self.init(type: uuid, primary: isPrimary, includedServices: nil, characteristics: characteristics)
    }

    /// Defines a service from what it includes and what it has.
    public convenience init(
        type uuid: CBMUUID, primary isPrimary: Bool, includedServices: CBMServiceMock...,
        characteristics: CBMCharacteristicMock...
    ) {
        self.init(
            type: uuid, primary: isPrimary,
            includedServices: includedServices.isEmpty ? nil : includedServices,
            characteristics: characteristics.isEmpty ? nil : characteristics)
    }

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
