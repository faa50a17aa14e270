import BluetoothPort

/// A descriptor of a characteristic: discovered by a manager, or defined for a mock.
open class CBMDescriptor: CBMAttribute {
    struct Storage {
        weak var characteristic: CBMCharacteristic?
        var value: Any?
    }

    let storage = Lock(Storage())

    init(uuid: CBMUUID, definition: CBMDescriptor? = nil) {
        super.init(uuid: uuid, definition: definition)
    }

    /// The characteristic to which it belongs.
    open var characteristic: CBMCharacteristic? { optionalCharacteristic }

    /// The same as an internal property that can be set when the attribute graph is built.
    var optionalCharacteristic: CBMCharacteristic? {
        get { storage.withLock { $0.characteristic } }
        set { storage.withLock { $0.characteristic = newValue } }
    }

    /// The last value that was read, in the class that CoreBluetooth uses for descriptors of this type; `nil` before.
    open internal(set) var value: Any? {
        get { storage.withLock { $0.value } }
        set {
            nonisolated(unsafe) let value = newValue
            storage.withLock { $0.value = value }
        }
    }
}

/// Defines a descriptor of a mock peripheral; the spec delegate provides its value.
open class CBMDescriptorMock: CBMDescriptor {
    /// Defines a descriptor.
    public init(type uuid: CBMUUID) {
        super.init(uuid: uuid)
    }
}

/// Defines the Client Characteristic Configuration descriptor (2902), which controls subscriptions.
///
/// With CoreBluetooth's behaviour, every characteristic that notifies or indicates has one, even if its definition does
/// not list it. Otherwise it exists only if the definition lists it.
open class CBMClientCharacteristicConfigurationDescriptorMock: CBMDescriptorMock {
    /// Defines the descriptor.
    public init() {
        super.init(type: CBMUUID(string: CBMUUIDClientCharacteristicConfigurationString))
    }
}

/// A short name for the same class.
public typealias CBMCCCDescriptorMock = CBMClientCharacteristicConfigurationDescriptorMock
