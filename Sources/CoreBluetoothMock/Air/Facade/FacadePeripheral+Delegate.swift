import FaradayCoreBluetooth

// Forwards CoreBluetooth's callbacks with objects of this module. An object is created as soon as an attribute is
// found, because its definition can be looked up only until the database changes.
extension FacadePeripheral: CBPeripheralDelegate {
    func peripheralDidUpdateName(_: CBPeripheral) {
        tell { $0.peripheralDidUpdateName($1) }
    }

    func peripheral(_: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        let invalidated = invalidatedServices.map(source.service)
        tellOfLink { $0.peripheral($1, didModifyServices: invalidated) }
    }

    func peripheral(_: CBPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        tell { $0.peripheral($1, didReadRSSI: RSSI, error: error) }
    }

    // MARK: Discovery

    func peripheral(_: CBPeripheral, didDiscoverServices error: Error?) {
        _ = services
        tell { $0.peripheral($1, didDiscoverServices: error) }
    }

    func peripheral(_: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: Error?) {
        let service = source.service(service)
        _ = service.includedServices
        tell { $0.peripheral($1, didDiscoverIncludedServicesFor: service, error: error) }
    }

    func peripheral(_: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?) {
        let service = source.service(service)
        _ = service.characteristics
        tell { $0.peripheral($1, didDiscoverCharacteristicsFor: service, error: error) }
    }

    func peripheral(
        _: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: Error?
    ) {
        let characteristic = source.characteristic(characteristic)
        _ = characteristic.descriptors
        tell { $0.peripheral($1, didDiscoverDescriptorsFor: characteristic, error: error) }
    }

    // MARK: Values

    func peripheral(_: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?) {
        let object = source.characteristic(characteristic)
        let error = original(error, of: characteristic, MockDevice.Request.read)
        tell { $0.peripheral($1, didUpdateValueFor: object, error: error) }
    }

    func peripheral(_: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?) {
        let object = source.characteristic(characteristic)
        let error = original(error, of: characteristic, MockDevice.Request.write)
        tell { $0.peripheral($1, didWriteValueFor: object, error: error) }
    }

    func peripheral(_: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: Error?) {
        let object = source.descriptor(descriptor)
        let error = original(error, of: descriptor, MockDevice.Request.read)
        tell { $0.peripheral($1, didUpdateValueFor: object, error: error) }
    }

    func peripheral(_: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: Error?) {
        let object = source.descriptor(descriptor)
        let error = original(error, of: descriptor, MockDevice.Request.write)
        tell { $0.peripheral($1, didWriteValueFor: object, error: error) }
    }

    /// The app gets the callback for a subscription first, then the spec delegate.
    func peripheral(
        _: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: Error?
    ) {
        let object = source.characteristic(characteristic)
        let wasAsked = source.subscribing(to: characteristic) { $0.end() } ?? false
        tell { $0.peripheral($1, didUpdateNotificationStateFor: object, error: error) }
        guard wasAsked, let definition = source.definition(of: characteristic, as: CBMCharacteristicMock.self)
        else { return }
        tellSpec(of: definition, error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse _: CBPeripheral) {
        tellOfLink { $0.peripheralIsReady(toSendWriteWithoutResponse: $1) }
    }

    func peripheral(_: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: Error?) {
        tell { $0.peripheral($1, didOpen: channel, error: error) }
    }

    #if !canImport(Darwin) || os(iOS)
    @available(iOS 27.0, macCatalyst 27.0, *)
    func peripheral(
        _: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?, error: Error?
    ) {
        tell { $0.peripheral($1, didReceive: results, error: error) }
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    func peripheral(_: CBPeripheral, didCompleteChannelSoundingSession error: Error?) {
        tell { $0.peripheral($1, didCompleteChannelSoundingSession: error) }
    }
    #endif

    /// The spec delegate's error, if it is not an ATT error; over the air, Unlikely Error was sent instead.
    private func original(
        _ error: Error?, of attribute: CBAttribute, _ request: (ObjectIdentifier) -> MockDevice.Request
    ) -> Error? {
        guard let error, (error as? CBATTError)?.code == .unlikelyError,
            let definition = source.definition(of: attribute, as: CBMAttribute.self)
        else { return error }
        return source.device?.takeError(for: request(ObjectIdentifier(definition))).map(CBMError.bridged)
            ?? error
    }
}
