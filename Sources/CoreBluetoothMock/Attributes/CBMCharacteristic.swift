import BluetoothPort

/// A characteristic of a peripheral: discovered by a manager, or defined for a mock.
open class CBMCharacteristic: CBMAttribute {
    struct Storage {
        weak var service: CBMService?
        var properties: CBMCharacteristicProperties = []
        var value: Data?
        var descriptors: [CBMDescriptor]?
        var isNotifying = false
    }

    let storage = Lock(Storage())

    init(uuid: CBMUUID, properties: CBMCharacteristicProperties, definition: CBMCharacteristic? = nil) {
        super.init(uuid: uuid, definition: definition)
        storage.withLock { $0.properties = properties }
    }

    /// The service to which it belongs.
    open var service: CBMService? { storage.withLock { $0.service } }

    /// The operations that the characteristic allows.
    open var properties: CBMCharacteristicProperties { storage.withLock { $0.properties } }

    /// The last value that was read or notified; `nil` before.
    open internal(set) var value: Data? {
        get { storage.withLock { $0.value } }
        set { storage.withLock { $0.value = newValue } }
    }

    /// The descriptors discovered so far; in a definition, all descriptors.
    open var descriptors: [CBMDescriptor]? { storage.withLock { $0.descriptors } }

    /// Whether notifications or indications are on.
    open internal(set) var isNotifying: Bool {
        get { storage.withLock { $0.isNotifying } }
        set { storage.withLock { $0.isNotifying = newValue } }
    }
}

/// Defines a characteristic of a mock peripheral; the spec delegate provides its value.
///
/// ```swift
/// let led = CBMCharacteristicMock(type: CBMUUID(string: "1525"), properties: [.write, .read])
/// ```
open class CBMCharacteristicMock: CBMCharacteristic {
    /// Defines a characteristic with a list of descriptors.
    public init(
        type uuid: CBMUUID, properties: CBMCharacteristicProperties, descriptors: [CBMDescriptorMock]?
    ) {
        super.init(uuid: uuid, properties: properties)
        self.descriptors = descriptors
    }

    /// Defines a characteristic and its descriptors.
    public init(
        type uuid: CBMUUID, properties: CBMCharacteristicProperties, descriptors: CBMDescriptorMock...
    ) {
        super.init(uuid: uuid, properties: properties)
        self.descriptors = descriptors.isEmpty ? nil : descriptors
    }

    /// Whether an app of the current phone has subscribed, so that the spec delegate can look before it sends.
    open internal(set) override var isNotifying: Bool {
        get { super.isNotifying || MockPhone.existing?.simulation.isNotifying(self) ?? false }
        set { super.isNotifying = newValue }
    }

    /// The operations that the characteristic allows.
    open override var properties: CBMCharacteristicProperties {
        get { super.properties }
        set { storage.withLock { $0.properties = newValue } }
    }

    /// The descriptors; setting them makes this characteristic their parent.
    open override var descriptors: [CBMDescriptor]? {
        get { super.descriptors }
        set {
            for descriptor in newValue ?? [] { descriptor.storage.withLock { $0.characteristic = self } }
            storage.withLock { $0.descriptors = newValue }
        }
    }

    /// Whether the definition has this descriptor.
    open func contains(_ descriptor: CBMDescriptor) -> Bool { descriptors?.contains(descriptor) ?? false }
}
