import FaradayCoreBluetooth

// The discovered attributes of previews: copies of the spec's definitions, and equal to them.

final class PreviewService: CBMService {
    let all: [PreviewCharacteristic]
    let isTopLevel: Bool

    private init(_ definition: CBMServiceMock, isTopLevel: Bool) {
        let all = (definition.characteristics ?? []).map(PreviewCharacteristic.init)
        self.all = all
        self.isTopLevel = isTopLevel
        super.init(uuid: definition.uuid, isPrimary: definition.isPrimary, definition: definition)
        for characteristic in all { characteristic.storage.withLock { $0.service = self } }
        let isKnown = definition.characteristics != nil
        storage.withLock { $0.characteristics = isKnown ? all : nil }
    }

    /// Copies of these services, then of services that are only included in others; one copy of each.
    static func all(of definitions: [CBMServiceMock]) -> [PreviewService] {
        var found = definitions.map { PreviewService($0, isTopLevel: true) }
        var next = 0
        while next < found.count {
            let service = found[next]
            next += 1
            guard let included = (service.identity as? CBMServiceMock)?.includedServices else { continue }
            let copies = included.compactMap { $0 as? CBMServiceMock }.map { definition -> PreviewService in
                if let known = found.first(where: { $0 == definition }) { return known }
                let copy = PreviewService(definition, isTopLevel: false)
                found.append(copy)
                return copy
            }
            service.storage.withLock { $0.includedServices = copies }
        }
        return found
    }
}

final class PreviewCharacteristic: CBMCharacteristic {
    init(_ definition: CBMCharacteristic) {
        super.init(uuid: definition.uuid, properties: definition.properties, definition: definition)
        let descriptors = definition.descriptors?.map { descriptor in
            let copy = CBMDescriptor(uuid: descriptor.uuid, definition: descriptor)
            copy.storage.withLock { $0.characteristic = self }
            return copy
        }
        storage.withLock { $0.descriptors = descriptors }
    }
}
