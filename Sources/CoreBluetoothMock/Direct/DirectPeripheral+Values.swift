import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

// Values: read, written, subscribed to.
extension DirectPeripheral {
    // MARK: Reading

    func readValue(for characteristic: CBMCharacteristic) {
        guard let request = request("readValue(for:)", "\(characteristic.uuid)"),
            let found = found(characteristic),
            let definition = request.services.find(mockOf: characteristic)
        else { return }
        let finish = answering(request) { (peripheral, result: Result<Data, Error>?, error) in
            if error == nil, let value = try? result?.get() { found.value = value }
            peripheral.tell { $0.peripheral($1, didUpdateValueFor: found, error: error) }
        }
        ask {
            guard let deferring = request.deferring else {
                return finish(request.delegate.peripheral(request.spec, didReceiveReadRequestFor: definition))
            }
            deferring.peripheral(request.spec, didReceiveReadRequestFor: definition, respond: finish)
        }
    }

    func readValue(for descriptor: CBMDescriptor) {
        guard let request = request("readValue(for:)", "\(descriptor.uuid)"),
            let found = found(descriptor),
            let definition = request.services.find(mockOf: descriptor)
        else { return }
        let finish = answering(request) { (peripheral, result: Result<Data, Error>?, error) in
            if error == nil, let value = try? result?.get() { found.value = value }
            peripheral.tell { $0.peripheral($1, didUpdateValueFor: found, error: error) }
        }
        ask {
            guard let deferring = request.deferring else {
                return finish(request.delegate.peripheral(request.spec, didReceiveReadRequestFor: definition))
            }
            deferring.peripheral(request.spec, didReceiveReadRequestFor: definition, respond: finish)
        }
    }

    /// A closure that takes the delegate's answer, now or later, but only once; `body` reports it to the app `count`
    /// intervals after that.
    private func answering<Value>(
        _ request: DirectRequest, count: Int = 1,
        _ body: @escaping (DirectPeripheral, Result<Value, Error>?, Error?) -> Void
    ) -> @Sendable (Result<Value, Error>) -> Void {
        nonisolated(unsafe) let (request, body) = (request, body)
        let isOpen = Lock(true)
        return { [weak self] result in
            let isFirst = isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
            guard isFirst, let self else { return }
            switch result {
            case .success(let value):
                answer(request, after: request.interval * count, value: value as? Data) {
                    body($0, result, $1)
                }
            case .failure(let error):
                answer(request, after: request.interval, error: error) { body($0, nil, $1) }
            }
        }
    }

    // MARK: Writing

    /// 512 with response; without response, the length of one packet; 0 without a link.
    func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int {
        guard let central, central.isReady("maximumWriteValueLength(for:)"), state == .connected else {
            return 0
        }
        return type == .withResponse ? 512 : packetLength
    }

    /// The maximum length of a value in one packet.
    private var packetLength: Int { device.state.withLock { $0.mtu ?? 23 } - 3 }

    func writeValue(
        _ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType
    ) {
        guard
            let request = request(
                "writeValue(_:for:type:)", "\(characteristic.uuid), \(Self.digits(data))"),
            let found = found(characteristic),
            let definition = request.services.find(mockOf: characteristic)
        else { return }
        guard type == .withResponse else { return command(data, definition, request) }
        // One interval for each packet of MTU − 3 bytes; 2 bytes are added to the value's length.
        let count = max(1, (data.count + request.mtu - 2) / (request.mtu - 3))
        let finish = answering(request, count: count) { (peripheral, _: Result<Void, Error>?, error) in
            peripheral.tell { $0.peripheral($1, didWriteValueFor: found, error: error) }
        }
        ask {
            guard let deferring = request.deferring else {
                return finish(
                    request.delegate.peripheral(
                        request.spec, didReceiveWriteRequestFor: definition, data: data))
            }
            deferring.peripheral(
                request.spec, didReceiveWriteRequestFor: definition, data: data, respond: finish)
        }
    }

    /// A write without response: the delegate gets it at once, and there is room again in the next turn of the queue.
    private func command(_ data: Data, _ definition: CBMCharacteristicMock, _ request: DirectRequest) {
        let era = request.era
        write { $0.canSend = false }
        ask {
            request.delegate.peripheral(
                request.spec, didReceiveWriteCommandFor: definition, data: data.prefix(request.mtu - 3))
        }
        after(.zero) { peripheral in
            let isLinked = peripheral.write { storage in
                guard storage.era == era, storage.isLinked else { return false }
                storage.canSend = true
                return true
            }
            if isLinked { peripheral.tell { $0.peripheralIsReady(toSendWriteWithoutResponse: $1) } }
        }
    }

    func writeValue(_ data: Data, for descriptor: CBMDescriptor) {
        guard let request = request("writeValue(_:for:)", "\(descriptor.uuid), \(Self.digits(data))"),
            let found = found(descriptor),
            let definition = request.services.find(mockOf: descriptor)
        else { return }
        let finish = answering(request) { (peripheral, _: Result<Void, Error>?, error) in
            peripheral.tell { $0.peripheral($1, didWriteValueFor: found, error: error) }
        }
        ask {
            guard let deferring = request.deferring else {
                return finish(
                    request.delegate.peripheral(
                        request.spec, didReceiveWriteRequestFor: definition, data: data))
            }
            deferring.peripheral(
                request.spec, didReceiveWriteRequestFor: definition, data: data, respond: finish)
        }
    }

    // MARK: Subscribing

    /// A call that changes nothing is answered inside the call.
    func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic) {
        guard let request = request("setNotifyValue(_:for:)", "\(enabled), \(characteristic.uuid)"),
            let found = found(characteristic),
            let definition = request.services.find(mockOf: characteristic)
        else { return }
        guard found.isNotifying != enabled else {
            return tell { $0.peripheral($1, didUpdateNotificationStateFor: found, error: nil) }
        }
        let result = ask {
            request.delegate.peripheral(request.spec, didReceiveSetNotifyRequest: enabled, for: definition)
        }
        var refusal: Error?
        if case .failure(let error) = result { refusal = error }
        answer(request, after: request.interval, error: refusal) { peripheral, error in
            if error == nil {
                found.isNotifying = enabled
                peripheral.simulation.tellFirmware(of: peripheral.device)
            }
            peripheral.tell { $0.peripheral($1, didUpdateNotificationStateFor: found, error: error) }
            request.delegate.peripheral(request.spec, didUpdateNotificationStateFor: definition, error: error)
        }
    }

    /// The value of a definition has changed: reports it to the app if the app has subscribed.
    func valueChanged(_ definition: CBMCharacteristicMock, to value: Data) {
        let (isLinked, era) = read { ($0.isLinked, $0.era) }
        guard isLinked, let found = found(definition), found.isNotifying else { return }
        nonisolated(unsafe) let characteristic = found
        after(device.interval) { peripheral in
            guard peripheral.read({ $0.era == era && $0.isLinked }) else { return }
            characteristic.value = value
            peripheral.note("app gets: \(characteristic.uuid) is \(Self.digits(value))")
            peripheral.tell { $0.peripheral($1, didUpdateValueFor: characteristic, error: nil) }
        }
    }

    // MARK: The rest

    func readRSSI() {
        guard let request = request("readRSSI()") else { return }
        answer(request, after: .zero) { peripheral, error in
            let rssi = peripheral.simulation.strength(of: peripheral.device.state.withLock { $0.proximity })
            peripheral.tell { $0.peripheral($1, didReadRSSI: rssi, error: error) }
        }
    }

    /// Channels are not simulated here; CoreBluetoothMock traps.
    func openL2CAPChannel(_ psm: CBML2CAPPSM) {
        guard let request = request("openL2CAPChannel(_:)") else { return }
        central?.reportUnsupported("openL2CAPChannel(_:)")
        answer(request, after: .zero, error: CBMError(.operationNotSupported)) { peripheral, error in
            peripheral.tell { $0.peripheral($1, didOpen: nil, error: error) }
        }
    }

    #if !canImport(Darwin) || os(iOS)
    /// Distances are not simulated here; CoreBluetoothMock does not have them.
    @available(iOS 27.0, macCatalyst 27.0, *)
    func startChannelSoundingSession(_ configuration: CBMChannelSoundingSessionConfiguration) {
        guard let request = request("startChannelSoundingSession(_:)") else { return }
        central?.reportUnsupported("startChannelSoundingSession(_:)")
        answer(request, after: .zero, error: CBMError(.operationNotSupported)) { peripheral, error in
            peripheral.tell { $0.peripheral($1, didCompleteChannelSoundingSession: error) }
        }
    }

    /// There is no session.
    @available(iOS 27.0, macCatalyst 27.0, *)
    func cancelChannelSoundingSession() {}
    #endif

    /// The services of the device have changed; services whose definitions are still present stay. The app's list is the
    /// new one at once, its callback comes later. An app that has discovered no services gets no callback.
    func servicesChanged(to services: [CBMServiceMock]) {
        let (known, era) = read { ($0.isLinked ? $0.services : nil, $0.era) }
        guard let known else { return }
        let isThere = { (service: CBMService) in services.find(mockOf: service) != nil }
        let left = known.filter(isThere)
        write { $0.services = left }
        nonisolated(unsafe) let gone = known.filter { !isThere($0) }
        tellOnLink(era) { $0.peripheral($1, didModifyServices: gone) }
    }

    /// The device has another name, or none; the app sees it at once, its callback comes later.
    func nameChanged(to name: String?) {
        let era = write { storage -> Int? in
            guard storage.isLinked else { return nil }
            storage.name = name
            return storage.era
        }
        if let era { tellOnLink(era) { $0.peripheralDidUpdateName($1) } }
    }

    private func tellOnLink(
        _ era: Int, _ body: @escaping (any CBMPeripheralDelegate, any CBMPeripheral) -> Void
    ) {
        nonisolated(unsafe) let body = body
        after(device.interval) { peripheral in
            if peripheral.read({ $0.era == era && $0.isLinked }) { peripheral.tell(body) }
        }
    }
}
