import FaradayCoreBluetooth

// Attributes that were found at a peripheral. They have no state of their own, so they change exactly when
// CoreBluetooth's attributes change.

final class FoundService: CBMService {
    let facade: CBService
    private let source: AttributeSource

    init(_ facade: CBService, _ source: AttributeSource, _ definition: CBMServiceMock?) {
        self.facade = facade
        self.source = source
        super.init(uuid: facade.uuid, isPrimary: facade.isPrimary, definition: definition)
    }

    override var peripheral: CBMPeripheral? { source.owner }
    override var includedServices: [CBMService]? { facade.includedServices?.map(source.service) }
    override var characteristics: [CBMCharacteristic]? { facade.characteristics?.map(source.characteristic) }
    override var description: String { facade.description }
}

final class FoundCharacteristic: CBMCharacteristic {
    let facade: CBCharacteristic
    private let source: AttributeSource

    init(_ facade: CBCharacteristic, _ source: AttributeSource, _ definition: CBMCharacteristicMock?) {
        self.facade = facade
        self.source = source
        super.init(uuid: facade.uuid, properties: facade.properties, definition: definition)
    }

    override var service: CBMService? { facade.service.map(source.service) }
    override var properties: CBMCharacteristicProperties { facade.properties }
    override var value: Data? {
        get { facade.value }
        set {}
    }
    override var descriptors: [CBMDescriptor]? { facade.descriptors?.map(source.descriptor) }
    override var isNotifying: Bool {
        get { facade.isNotifying }
        set {}
    }
    override var description: String { facade.description }
}

final class FoundDescriptor: CBMDescriptor {
    let facade: CBDescriptor
    private let source: AttributeSource

    init(_ facade: CBDescriptor, _ source: AttributeSource, _ definition: CBMDescriptorMock?) {
        self.facade = facade
        self.source = source
        super.init(uuid: facade.uuid, definition: definition)
    }

    override var characteristic: CBMCharacteristic? { facade.characteristic.map(source.characteristic) }
    override var value: Any? {
        get { facade.value }
        set {}
    }
    override var description: String { facade.description }
}
