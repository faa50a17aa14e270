// Finds the definitions of attributes among those of a peripheral.

extension Array where Element: CBMServiceMock {
    /// The definition of a discovered service.
    func find(mockOf service: CBMService) -> CBMServiceMock? {
        first { $0.identity === service.identity }
    }

    /// The definition of a discovered characteristic.
    func find(mockOf characteristic: CBMCharacteristic) -> CBMCharacteristicMock? {
        let all = lazy.flatMap { $0.characteristics ?? [] }
        return all.first { $0.identity === characteristic.identity } as? CBMCharacteristicMock
    }

    /// The definition of a discovered descriptor.
    func find(mockOf descriptor: CBMDescriptor) -> CBMDescriptorMock? {
        let all = lazy.flatMap { $0.characteristics ?? [] }.flatMap { $0.descriptors ?? [] }
        return all.first { $0.identity === descriptor.identity } as? CBMDescriptorMock
    }
}

extension Array where Element == CBMService {
    /// Whether the service that equals this service or definition is here, or is included in one that is here.
    func containsAnywhere(_ service: CBMService) -> Bool {
        contains { found in
            found.identity === service.identity
                || found.includedServices?.contains { $0.identity === service.identity } ?? false
        }
    }

    /// The discovered service that equals this service or definition.
    func find(mockOf service: CBMService) -> CBMService? { first { $0.identity === service.identity } }

    /// The discovered characteristic that equals this characteristic or definition.
    func find(mockOf characteristic: CBMCharacteristic) -> CBMCharacteristic? {
        lazy.flatMap { $0.characteristics ?? [] }.first { $0.identity === characteristic.identity }
    }

    /// The discovered descriptor that equals this descriptor or definition.
    func find(mockOf descriptor: CBMDescriptor) -> CBMDescriptor? {
        lazy.flatMap { $0.characteristics ?? [] }.flatMap { $0.descriptors ?? [] }
            .first { $0.identity === descriptor.identity }
    }
}
