import FaradayCoreBluetooth

// Requests of an app. For discovery and subscriptions, a mock's delegate decides before anything is sent.
extension FacadePeripheral {
    func readRSSI() { command("readRSSI()") { $0.readRSSI() } }

    func openL2CAPChannel(_ psm: CBML2CAPPSM) {
        command("openL2CAPChannel(_:)") { $0.openL2CAPChannel(psm) }
    }

    #if !canImport(Darwin) || os(iOS)
    @available(iOS 27.0, macCatalyst 27.0, *)
    func startChannelSoundingSession(_ configuration: CBMChannelSoundingSessionConfiguration) {
        command("startChannelSoundingSession(_:)") { $0.startChannelSoundingSession(configuration) }
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    func cancelChannelSoundingSession() {
        command("cancelChannelSoundingSession()") { $0.cancelChannelSoundingSession() }
    }
    #endif

    // MARK: Discovery

    func discoverServices(_ uuids: [CBMUUID]?) {
        if delegate == nil { facade.reportMissingDiscoveryDelegate() }
        let question = Question(about: nil) { delegate, spec in
            delegate.peripheral(spec, didReceiveServiceDiscoveryRequest: uuids)
        } onFailure: { delegate, peripheral, error in
            delegate.peripheral(peripheral, didDiscoverServices: error)
        }
        ask("discoverServices(_:)", { question }) { facade, _ in facade.discoverServices(uuids) }
    }

    func discoverIncludedServices(_ uuids: [CBMUUID]?, for service: CBMService) {
        let call = "discoverIncludedServices(_:for:)"
        guard let found = resolve(service, call) else { return }
        let object = source.service(found)
        let question = source.definition(of: found, as: CBMServiceMock.self).map { definition in
            Question(about: found) { delegate, spec in
                delegate.peripheral(spec, didReceiveIncludedServiceDiscoveryRequest: uuids, for: definition)
            } onFailure: { delegate, peripheral, error in
                delegate.peripheral(peripheral, didDiscoverIncludedServicesFor: object, error: error)
            }
        }
        ask(call, { question }) { facade, _ in facade.discoverIncludedServices(uuids, for: found) }
    }

    func discoverCharacteristics(_ uuids: [CBMUUID]?, for service: CBMService) {
        let call = "discoverCharacteristics(_:for:)"
        guard let found = resolve(service, call) else { return }
        let object = source.service(found)
        let question = source.definition(of: found, as: CBMServiceMock.self).map { definition in
            Question(about: found) { delegate, spec in
                delegate.peripheral(spec, didReceiveCharacteristicsDiscoveryRequest: uuids, for: definition)
            } onFailure: { delegate, peripheral, error in
                delegate.peripheral(peripheral, didDiscoverCharacteristicsFor: object, error: error)
            }
        }
        ask(call, { question }) { facade, _ in facade.discoverCharacteristics(uuids, for: found) }
    }

    func discoverDescriptors(for characteristic: CBMCharacteristic) {
        let call = "discoverDescriptors(for:)"
        guard let found = resolve(characteristic, call) else { return }
        let object = source.characteristic(found)
        let question = source.definition(of: found, as: CBMCharacteristicMock.self).map { definition in
            Question(about: found) { delegate, spec in
                delegate.peripheral(spec, didReceiveDescriptorsDiscoveryRequestFor: definition)
            } onFailure: { delegate, peripheral, error in
                delegate.peripheral(peripheral, didDiscoverDescriptorsFor: object, error: error)
            }
        }
        ask(call, { question }) { facade, _ in facade.discoverDescriptors(for: found) }
    }

    // MARK: Values

    func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int {
        facade.maximumWriteValueLength(for: type)
    }

    func readValue(for characteristic: CBMCharacteristic) {
        let call = "readValue(for:)"
        guard let found = resolve(characteristic, call) else { return }
        command(call) { $0.readValue(for: found) }
    }

    func readValue(for descriptor: CBMDescriptor) {
        let call = "readValue(for:)"
        guard let found = resolve(descriptor, call) else { return }
        command(call) { $0.readValue(for: found) }
    }

    func writeValue(_ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType) {
        let call = "writeValue(_:for:type:)"
        guard let found = resolve(characteristic, call) else { return }
        command(call) { $0.writeValue(data, for: found, type: type) }
    }

    func writeValue(_ data: Data, for descriptor: CBMDescriptor) {
        let call = "writeValue(_:for:)"
        guard let found = resolve(descriptor, call) else { return }
        command(call) { $0.writeValue(data, for: found) }
    }

    // MARK: Subscriptions

    /// The delegate is not asked about a call that changes nothing: CoreBluetooth answers it by itself
    /// (behaviour 5.24).
    func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic) {
        let call = "setNotifyValue(_:for:)"
        guard let found = resolve(characteristic, call) else { return }
        ask(call, { [self] in changes(found, to: enabled) ? subscriptionQuestion(found, enabled) : nil }) {
            [source] facade, isAsked in
            if facade.has(found) { source.subscribing(to: found) { $0.begin(enabled, isAsked: isAsked) } }
            facade.setNotifyValue(enabled, for: found)
        }
    }

    private func changes(_ characteristic: CBCharacteristic, to enabled: Bool) -> Bool {
        let wanted = source.subscribing(to: characteristic) { $0.wanted } ?? nil
        return (wanted ?? characteristic.isNotifying) != enabled
    }

    private func subscriptionQuestion(_ characteristic: CBCharacteristic, _ enabled: Bool) -> Question? {
        let object = source.characteristic(characteristic)
        return source.definition(of: characteristic, as: CBMCharacteristicMock.self).map { definition in
            Question(about: characteristic) { delegate, spec in
                delegate.peripheral(spec, didReceiveSetNotifyRequest: enabled, for: definition)
            } onFailure: { [weak self] delegate, peripheral, error in
                delegate.peripheral(peripheral, didUpdateNotificationStateFor: object, error: error)
                self?.tellSpec(of: definition, error)
            }
        }
    }
}
