import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// What centrals read and write.
extension PublicationMachine {
    // MARK: Reads

    mutating func read(_ request: Peripheral.ReadRequest, at now: Instant) {
        guard let place = plan.places[request.characteristic], let entry = plan.entries[place] else {
            return respond(request.identifier, .attributeNotFound)
        }
        let link = hear(from: request.central, at: now)
        guard isRunning else { return respond(request.identifier, .unlikelyError) }
        guard entry.permissions.contains(.readable) else {
            return respond(request.identifier, .readNotPermitted)
        }
        guard !entry.permissions.contains(.readAuthorized) else {
            return respond(request.identifier, .insufficientAuthorization)
        }
        let peer = request.central.identifier
        if request.offset != 0, let whole = centrals[peer]?.lastRead[place] {
            return respond(request.identifier, whole, request.offset)
        }
        if request.offset == 0 { outputs.append(.news(.happened("\(peer) read \(entry.uuid)"))) }
        let number = number(.read(request.identifier, place, peer, offset: request.offset))
        tell(.read(place, link, mtu: request.central.maximumUpdateLength, request: number), at: now)
    }

    mutating func answer(_ number: UInt64, _ value: [UInt8]) {
        guard
            case .read(let identifier, let place, let peer, let offset) = requests.removeValue(forKey: number)
        else { return }
        centrals[peer]?.lastRead[place] = value
        respond(identifier, value, offset)
    }

    // MARK: Writes

    mutating func write(
        _ identifier: RequestIdentifier, _ parts: [Peripheral.WriteRequest], at now: Instant
    ) {
        guard let central = parts.first?.central else { return }
        switch written(parts) {
        case .failure(let problem):
            _ = hear(from: central, at: now)
            respond(identifier, problem.code, part: problem.part)
        case .success(let values):
            let link = hear(from: central, at: now)
            guard isRunning else { return respond(identifier, .unlikelyError) }
            for written in values { note(written, by: central.identifier) }
            perform(
                Transaction(identifier: identifier, central: central.identifier, values: values, open: []),
                link, at: now)
        }
    }

    private struct WriteProblem: Error {
        let code: ATT.ErrorCode
        let part: Int
    }

    /// The values of an event: parts that follow each other in one value are one.
    private func written(_ parts: [Peripheral.WriteRequest]) -> Result<[Written], WriteProblem> {
        var found: [Written] = []
        for (part, request) in parts.enumerated() {
            func refuse(_ code: ATT.ErrorCode) -> Result<[Written], WriteProblem> {
                .failure(WriteProblem(code: code, part: part))
            }
            guard let place = plan.places[request.characteristic], let entry = plan.entries[place] else {
                return refuse(.attributeNotFound)
            }
            guard entry.permissions.contains(.writable) else { return refuse(.writeNotPermitted) }
            guard !entry.permissions.contains(.writeAuthorized) else {
                return refuse(.insufficientAuthorization)
            }
            if let last = found.last, parts.count > 1, last.place == place, last.value.count == request.offset
            {
                found[found.count - 1] = Written(
                    place: place, value: last.value + request.value, part: last.part)
            } else {
                let before = found.last { $0.place == place }?.value ?? values[place] ?? []
                guard 0...before.count ~= request.offset else { return refuse(.invalidOffset) }
                found.append(
                    Written(place: place, value: before.prefix(request.offset) + request.value, part: part))
            }
            guard found[found.count - 1].value.count <= ATT.maximumValueLength else {
                return refuse(.invalidAttributeValueLength)
            }
        }
        return .success(found)
    }

    private mutating func note(_ written: Written, by peer: PeerIdentifier) {
        let digits = written.value.map { hexadecimal($0).dropFirst(2) }.joined().lowercased()
        let text = digits.isEmpty ? "nothing" : digits
        outputs.append(.news(.happened("\(peer) wrote \(text) to \(name(of: written.place))")))
    }

    /// Asks the rules about each value. If they refuse one of several at once, they have never heard of the others.
    private mutating func perform(_ new: Transaction, _ link: DeviceLink, at now: Instant) {
        let before = machine
        lastRequest += 1
        let transaction = lastRequest
        var new = new
        let length = centrals[new.central]?.updateLength ?? 20
        var found: [DeviceOutput] = []
        var refused: (code: ATT.ErrorCode, part: Int)?
        for (index, written) in new.values.enumerated() {
            new.open.insert(index)
            let number = number(.write(transaction, part: index))
            let outputs = ask(
                .init(place: written.place, value: written.value, link: link, mtu: length, request: number),
                at: now)
            for case .refuse(number, let code) in outputs where refused == nil {
                refused = (code, written.part)
            }
            found += outputs
        }
        if let refused, new.values.count > 1 {
            machine = before
            requests = requests.filter { if case .write(transaction, _) = $0.value { false } else { true } }
            return respond(new.identifier, refused.code, part: refused.part)
        }
        transactions[transaction] = new
        for output in found { perform(output, at: now) }
    }

    private struct Write {
        let place: DeviceCharacteristicPlace
        let value: [UInt8]
        let link: DeviceLink
        let mtu: Int
        let request: UInt64

        func input(isCommand: Bool) -> DeviceInput {
            .written(place, value, link, mtu: mtu, request: request, isCommand: isCommand)
        }
    }

    /// CoreBluetooth does not say whether a write wants an answer. Where both are possible it is what fits a recorded
    /// conversation.
    private mutating func ask(_ write: Write, at now: Instant) -> [DeviceOutput] {
        let properties = plan.entries[write.place]?.properties ?? []
        let (hasCommands, hasRequests) = (
            properties.contains(.writeWithoutResponse), properties.contains(.write)
        )
        let before = machine
        let outputs = machine.handle(write.input(isCommand: hasCommands && !hasRequests), at: now)
        guard hasCommands, hasRequests, outputs.contains(where: \.isProblem) else { return outputs }
        let after = machine
        machine = before
        let others = machine.handle(write.input(isCommand: true), at: now)
        guard others.contains(where: \.isProblem) else { return others }
        machine = after
        return outputs
    }

    /// The rules take a value. When they have taken all of an event, all are stored.
    mutating func accept(_ number: UInt64) {
        guard case .write(let transaction, let part) = requests.removeValue(forKey: number) else { return }
        transactions[transaction]?.open.remove(part)
        guard let done = transactions[transaction], done.open.isEmpty else { return }
        transactions[transaction] = nil
        for written in done.values { values[written.place] = written.value }
        outputs.append(.command(.respond(done.identifier, code: 0, value: nil)))
    }

    mutating func refuse(_ number: UInt64, _ code: ATT.ErrorCode) {
        switch requests.removeValue(forKey: number) {
        case .read(let identifier, let place, let peer, _):
            centrals[peer]?.lastRead[place] = nil
            respond(identifier, code)
        case .write(let transaction, let part):
            guard let failed = transactions.removeValue(forKey: transaction) else { return }
            respond(failed.identifier, code, part: failed.values[part].part)
        case nil: break
        }
    }

    // MARK: Answers

    private mutating func number(_ request: Request) -> UInt64 {
        lastRequest += 1
        requests[lastRequest] = request
        return lastRequest
    }

    mutating func respond(_ identifier: RequestIdentifier, _ code: ATT.ErrorCode, part: Int = 0) {
        // 0 would be success.
        let code = code.rawValue == 0 ? ATT.ErrorCode.unlikelyError : code
        outputs.append(.command(.respond(identifier, code: code.rawValue, value: nil, part: part)))
    }

    private mutating func respond(_ identifier: RequestIdentifier, _ value: [UInt8], _ offset: Int) {
        guard 0...value.count ~= offset else { return respond(identifier, .invalidOffset) }
        outputs.append(.command(.respond(identifier, code: 0, value: Array(value[offset...]))))
    }
}

extension DeviceOutput {
    fileprivate var isProblem: Bool { if case .problem = self { true } else { false } }
}
