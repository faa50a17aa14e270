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
        let finish = { [self] (result: Result<Data, Error>) in
            let bytes = result.map(\.byteArray)
            keep(try? bytes.get(), of: attribute.id, link)
            respond(bytes.mapError { failure($0, .read(attribute.id), link) })
        }
        let (known, deferring) = state.withLock { ($0.connectionDelegate, $0.deferringDelegate) }
        guard let delegate = known else { return respond(.failure(.error(.readNotPermitted))) }
        whileLinked { [self] in
            switch (attribute, deferring) {
            case (.characteristic(let definition), nil):
                finish(delegate.peripheral(spec, didReceiveReadRequestFor: definition))
            case (.characteristic(let definition), let deferring?):
                deferring.peripheral(spec, didReceiveReadRequestFor: definition, respond: once(finish))
            case (.descriptor(let definition), nil):
                finish(delegate.peripheral(spec, didReceiveReadRequestFor: definition))
            case (.descriptor(let definition), let deferring?):
                deferring.peripheral(spec, didReceiveReadRequestFor: definition, respond: once(finish))
            }
        }
    }

    private func rest(of attribute: ObjectIdentifier, _ link: DeviceLink) -> [UInt8]? {
        life.withLock { $0.longReads.first { $0.link == link && $0.attribute == attribute }?.value }
    }

    /// Stores a value that may be too long for one response; a link reads one value at a time.
    private func keep(_ value: [UInt8]?, of attribute: ObjectIdentifier, _ link: DeviceLink) {
        life.withLock { life in
            life.longReads.removeAll { $0.link == link }
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
        let (known, deferring) = state.withLock { ($0.connectionDelegate, $0.deferringDelegate) }
        guard let delegate = known else { return respond(.failure(.error(.writeNotPermitted))) }
        guard expectsResponse else {
            command(attribute, data, delegate)
            return respond(.success(()))
        }
        let finish = { [self] (result: Result<Void, Error>) in
            respond(result.mapError { failure($0, .write(attribute.id), link) })
        }
        whileLinked { [self] in
            switch (attribute, deferring) {
            case (.characteristic(let definition), nil):
                finish(delegate.peripheral(spec, didReceiveWriteRequestFor: definition, data: data))
            case (.characteristic(let definition), let deferring?):
                deferring.peripheral(
                    spec, didReceiveWriteRequestFor: definition, data: data, respond: once(finish))
            case (.descriptor(let definition), nil):
                finish(delegate.peripheral(spec, didReceiveWriteRequestFor: definition, data: data))
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
        let (ends, isEnding) = life.withLock { ($0.ends, $0.ending == .told) }
        guard !isEnding else { return }
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
