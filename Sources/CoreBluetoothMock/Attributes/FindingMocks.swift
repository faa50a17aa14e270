// The definitions that attributes come from, among those of a peripheral.

extension Array where Element: CBMServiceMock {
    /// The definition that a service comes from.
    func find(mockOf service: CBMService) -> CBMServiceMock? {
        first { $0.identity === service.identity }
    }

    /// The definition that a characteristic comes from.
    func find(mockOf characteristic: CBMCharacteristic) -> CBMCharacteristicMock? {
        let all = lazy.flatMap { $0.characteristics ?? [] }
        return all.first { $0.identity === characteristic.identity } as? CBMCharacteristicMock
    }

    /// The definition that a descriptor comes from.
    func find(mockOf descriptor: CBMDescriptor) -> CBMDescriptorMock? {
        let all = lazy.flatMap { $0.characteristics ?? [] }.flatMap { $0.descriptors ?? [] }
        return all.first { $0.identity === descriptor.identity } as? CBMDescriptorMock
    }
}

extension Array where Element == CBMService {
    /// The service that was found of a definition's, or of an equal one.
    func find(mockOf service: CBMService) -> CBMService? { first { $0.identity === service.identity } }

    /// The characteristic that was found of a definition's, or of an equal one.
    func find(mockOf characteristic: CBMCharacteristic) -> CBMCharacteristic? {
        lazy.flatMap { $0.characteristics ?? [] }.first { $0.identity === characteristic.identity }
    }

    /// The descriptor that was found of a definition's, or of an equal one.
    func find(mockOf descriptor: CBMDescriptor) -> CBMDescriptor? {
        lazy.flatMap { $0.characteristics ?? [] }.flatMap { $0.descriptors ?? [] }
            .first { $0.identity === descriptor.identity }
    }
}
