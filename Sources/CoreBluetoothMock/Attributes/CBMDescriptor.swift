import BluetoothPort

/// A descriptor of a characteristic, as discovered, or as defined for a mock.
open class CBMDescriptor: CBMAttribute {
    struct Storage {
        weak var characteristic: CBMCharacteristic?
        var value: Any?
    }

    let storage = Lock(Storage())

    init(uuid: CBMUUID, definition: CBMDescriptor? = nil) {
        super.init(uuid: uuid, definition: definition)
    }

    /// The characteristic it belongs to.
    open var characteristic: CBMCharacteristic? { optionalCharacteristic }

    /// The same, for whoever puts the graph together.
    var optionalCharacteristic: CBMCharacteristic? {
        get { storage.withLock { $0.characteristic } }
        set { storage.withLock { $0.characteristic = newValue } }
    }

    /// The value read last, in the class that CoreBluetooth has for descriptors of its type; `nil` before.
    open internal(set) var value: Any? {
        get { storage.withLock { $0.value } }
        set {
            nonisolated(unsafe) let value = newValue
            storage.withLock { $0.value = value }
        }
    }
}

/// Defines a descriptor of a mock peripheral; its value is the spec delegate's business.
open class CBMDescriptorMock: CBMDescriptor {
    /// Defines a descriptor.
    public init(type uuid: CBMUUID) {
        super.init(uuid: uuid)
    }
}

/// Defines the descriptor that subscriptions are made with, 2902.
///
/// With CoreBluetooth's behaviour a characteristic that notifies or indicates has one whether or not its definition says
/// so; else it is there where it is defined.
open class CBMClientCharacteristicConfigurationDescriptorMock: CBMDescriptorMock {
    /// Defines it.
    public init() {
        super.init(type: CBMUUID(string: CBMUUIDClientCharacteristicConfigurationString))
    }
}

/// The same, in short.
public typealias CBMCCCDescriptorMock = CBMClientCharacteristicConfigurationDescriptorMock
