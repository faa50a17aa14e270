import FaradayCoreBluetooth

// The default implementations. A method with a definition class (`CBMServiceMock`) calls the method with its superclass
// (`CBMService`), whose default answers.

extension CBMPeripheralSpecDelegate {
    public func reset() {}

    public func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error>
    {
        .success(())
    }

    public func peripheral(_ peripheral: CBMPeripheralSpec, didDisconnect error: Error?) {}

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?
    ) -> Result<Void, Error> {
        .success(())
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveIncludedServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?,
        for service: CBMServiceMock
    ) -> Result<Void, Error> {
        self.peripheral(
            peripheral, didReceiveIncludedServiceDiscoveryRequest: serviceUUIDs, for: service as CBMService)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveCharacteristicsDiscoveryRequest characteristicUUIDs: [CBMUUID]?, for service: CBMServiceMock
    ) -> Result<Void, Error> {
        self.peripheral(
            peripheral, didReceiveCharacteristicsDiscoveryRequest: characteristicUUIDs,
            for: service as CBMService)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveDescriptorsDiscoveryRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error> {
        self.peripheral(
            peripheral, didReceiveDescriptorsDiscoveryRequestFor: characteristic as CBMCharacteristic)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        self.peripheral(peripheral, didReceiveReadRequestFor: characteristic as CBMCharacteristic)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptorMock
    ) -> Result<Data, Error> {
        self.peripheral(peripheral, didReceiveReadRequestFor: descriptor as CBMDescriptor)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        self.peripheral(
            peripheral, didReceiveWriteRequestFor: characteristic as CBMCharacteristic, data: data)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptorMock, data: Data
    ) -> Result<Void, Error> {
        self.peripheral(peripheral, didReceiveWriteRequestFor: descriptor as CBMDescriptor, data: data)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
        data: Data
    ) {
        self.peripheral(
            peripheral, didReceiveWriteCommandFor: characteristic as CBMCharacteristic, data: data)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error> {
        self.peripheral(
            peripheral, didReceiveSetNotifyRequest: enabled, for: characteristic as CBMCharacteristic)
    }

    public func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didUpdateNotificationStateFor characteristic: CBMCharacteristicMock, error: Error?
    ) {
        self.peripheral(
            peripheral, didUpdateNotificationStateFor: characteristic as CBMCharacteristic, error: error)
    }
}

extension CBMPeripheralSpecDelegate {
    /// Allows the discovery.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveIncludedServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?,
        for service: CBMService
    ) -> Result<Void, Error> {
        .success(())
    }

    /// Allows the discovery.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveCharacteristicsDiscoveryRequest characteristicUUIDs: [CBMUUID]?, for service: CBMService
    ) -> Result<Void, Error> {
        .success(())
    }

    /// Allows the discovery.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveDescriptorsDiscoveryRequestFor characteristic: CBMCharacteristic
    ) -> Result<Void, Error> {
        .success(())
    }

    /// Answers *Read Not Permitted*.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristic
    ) -> Result<Data, Error> {
        .failure(CBMATTError(.readNotPermitted))
    }

    /// Answers *Read Not Permitted*.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptor
    ) -> Result<Data, Error> {
        .failure(CBMATTError(.readNotPermitted))
    }

    /// Answers *Write Not Permitted*.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristic,
        data: Data
    ) -> Result<Void, Error> {
        .failure(CBMATTError(.writeNotPermitted))
    }

    /// Answers *Write Not Permitted*.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptor, data: Data
    ) -> Result<Void, Error> {
        .failure(CBMATTError(.writeNotPermitted))
    }

    /// Does nothing.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristic,
        data: Data
    ) {}

    /// Allows the change if the characteristic notifies or indicates; otherwise fails with `CBMError.invalidHandle`.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristic
    ) -> Result<Void, Error> {
        let updating: CBMCharacteristicProperties = [
            .notify, .indicate, .notifyEncryptionRequired, .indicateEncryptionRequired,
        ]
        guard characteristic.properties.isDisjoint(with: updating) else { return .success(()) }
        return .failure(CBMError(.invalidHandle))
    }

    /// Does nothing.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {}
}
