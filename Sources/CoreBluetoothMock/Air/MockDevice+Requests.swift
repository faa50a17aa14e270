import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Requests of phones for the device's attributes; the delegate answers them.
extension MockDevice {
    /// A request to the delegate, identified by its attribute's definition.
    enum Request: Hashable {
        case read(ObjectIdentifier)
        case write(ObjectIdentifier)
    }

    /// The attribute of a request.
    enum Attribute {
        case characteristic(CBMCharacteristicMock)
        case descriptor(CBMDescriptorMock)

        var id: ObjectIdentifier {
            switch self {
            case .characteristic(let definition): ObjectIdentifier(definition)
            case .descriptor(let definition): ObjectIdentifier(definition)
            }
        }
    }

    /// A value that is read in parts; the delegate is asked for it only once.
    struct LongRead {
        let link: DeviceLink
        let attribute: ObjectIdentifier
        let value: [UInt8]
    }

    // MARK: Reads

    func read(
        _ attribute: Attribute, at offset: Int, _ link: DeviceLink,
        _ respond: @escaping @Sendable (Result<[UInt8], ATT.Failure>) -> Void
    ) {
        if offset > 0, let value = rest(of: attribute.id, link) { return respond(.success(value)) }
        guard let asked = state.withLock({ $0.answering }) else {
            return respond(.failure(.error(.readNotPermitted)))
        }
        guard let ends else { return }
        if MainQueue.isHere { return runHere { ask(asked, attribute, link, respond) } }
        onMain(before: ends) { [self] in ask(asked, attribute, link, respond) }
    }

    private func ask(
        _ asked: AnsweringDelegate, _ attribute: Attribute, _ link: DeviceLink,
        _ respond: @escaping @Sendable (Result<[UInt8], ATT.Failure>) -> Void
    ) {
        guard asked.isDeferring, let deferring = asked.deferring else {
            let result =
                switch attribute {
                case .characteristic(let definition):
                    asked.delegate.peripheral(spec, didReceiveReadRequestFor: definition)
                case .descriptor(let definition):
                    asked.delegate.peripheral(spec, didReceiveReadRequestFor: definition)
                }
            return answer(result, attribute, link, respond)
        }
        let finish = once { [self] in answer($0, attribute, link, respond) }
        switch attribute {
        case .characteristic(let definition):
            deferring.peripheral(spec, didReceiveReadRequestFor: definition, respond: finish)
        case .descriptor(let definition):
            deferring.peripheral(spec, didReceiveReadRequestFor: definition, respond: finish)
        }
    }

    private func answer(
        _ result: Result<Data, Error>, _ attribute: Attribute, _ link: DeviceLink,
        _ respond: (Result<[UInt8], ATT.Failure>) -> Void
    ) {
        switch result {
        case .success(let value):
            let bytes = value.byteArray
            keep(bytes, of: attribute.id, link)
            respond(.success(bytes))
        case .failure(let error):
            keep(nil, of: attribute.id, link)
            respond(.failure(failure(error, .read(attribute.id), link)))
        }
    }

    private func rest(of attribute: ObjectIdentifier, _ link: DeviceLink) -> [UInt8]? {
        life.withLock { $0.longReads.first { $0.link == link && $0.attribute == attribute }?.value }
    }

    /// Stores a value that may be too long for one response; a link reads one value at a time.
    private func keep(_ value: [UInt8]?, of attribute: ObjectIdentifier, _ link: DeviceLink) {
        life.withLock { life in
            if !life.longReads.isEmpty { life.longReads.removeAll { $0.link == link } }
            guard let value, value.count >= Self.shortestMTU - 1, life.links.contains(link) else { return }
            life.longReads.append(LongRead(link: link, attribute: attribute, value: value))
        }
    }

    private static let shortestMTU = 23

    // MARK: Writes

    func write(
        _ attribute: Attribute, _ value: [UInt8], _ expectsResponse: Bool, _ link: DeviceLink,
        _ respond: @escaping @Sendable (Result<Void, ATT.Failure>) -> Void
    ) {
        let data = Data(value)
        guard let asked = state.withLock({ $0.answering }) else {
            return respond(.failure(.error(.writeNotPermitted)))
        }
        guard expectsResponse else {
            command(attribute, data, asked.delegate)
            return respond(.success(()))
        }
        let finish = { [self] (result: Result<Void, Error>) in
            respond(result.mapError { failure($0, .write(attribute.id), link) })
        }
        whileLinked { [self] in
            switch (attribute, asked.deferring) {
            case (.characteristic(let definition), nil):
                finish(asked.delegate.peripheral(spec, didReceiveWriteRequestFor: definition, data: data))
            case (.characteristic(let definition), let deferring?):
                deferring.peripheral(
                    spec, didReceiveWriteRequestFor: definition, data: data, respond: once(finish))
            case (.descriptor(let definition), nil):
                finish(asked.delegate.peripheral(spec, didReceiveWriteRequestFor: definition, data: data))
            case (.descriptor(let definition), let deferring?):
                deferring.peripheral(
                    spec, didReceiveWriteRequestFor: definition, data: data, respond: once(finish))
            }
        }
    }

    private func command(_ attribute: Attribute, _ data: Data, _ delegate: CBMPeripheralSpecDelegate) {
        guard case .characteristic(let definition) = attribute else { return }
        whileLinked { [spec] in
            delegate.peripheral(spec, didReceiveWriteCommandFor: definition, data: data)
        }
    }

    /// Runs `body` on the main queue, unless the device has ended its links by then. Requests that it has received on
    /// them but not processed are dropped with the links.
    private func whileLinked(_ body: @escaping () -> Void) {
        if let ends { onMain(before: ends, body) }
    }

    /// How often the device itself has ended its links; `nil` if it is ending them.
    private var ends: Int? { life.withLock { $0.ending == .told ? nil : $0.ends } }

    private func onMain(before ends: Int, _ body: @escaping () -> Void) {
        onMain { [self] in
            if life.withLock({ $0.ends }) == ends { body() }
        }
    }

    // MARK: Errors

    /// The delegate's error for the request, if it is not an ATT error; returned once.
    func takeError(for request: Request) -> Error? {
        life.withLock { life in
            guard var errors = life.errors[request], !errors.isEmpty else { return nil }
            defer { life.errors[request] = errors.isEmpty ? nil : errors }
            return errors.removeFirst()
        }
    }

    /// The ATT error that is sent for an error: its own code, or Unlikely Error; in the second case the error is
    /// stored.
    private func failure(_ error: Error, _ request: Request, _ link: DeviceLink) -> ATT.Failure {
        let bridged = error as NSError
        if bridged.domain == CBMATTErrorDomain, let code = UInt8(exactly: bridged.code), code > 0 {
            return .error(ATT.ErrorCode(rawValue: code))
        }
        life.withLock { life in
            // No app gets an answer that comes after the link's end.
            guard life.links.contains(link) else { return }
            let errors = life.errors[request] ?? []
            life.errors[request] = errors.suffix(Self.mostKeptErrors - 1) + [error]
        }
        return .error(.unlikelyError)
    }

    /// The limit for each request; there is one error for each app that asks, and there are few apps.
    private static let mostKeptErrors = 16

    /// Accepts only the first answer; a second one is a mistake of the delegate and has no effect.
    private func once<Answer>(_ body: @escaping (Answer) -> Void) -> @Sendable (Answer) -> Void {
        nonisolated(unsafe) let body = body
        let isOpen = Lock(true)
        return { answer in
            let isFirst = isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
            if isFirst { body(answer) }
        }
    }
}
