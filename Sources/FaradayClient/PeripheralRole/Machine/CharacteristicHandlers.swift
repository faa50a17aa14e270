import BluetoothPort

/// What the app does with the requests to one characteristic.
struct CharacteristicHandlers: Sendable {
    /// Does what a written value asks for; returns the answer of a control point.
    typealias Action = @Sendable (RemoteCentral) async throws -> [UInt8]?
    /// Checks written bytes, and returns what is to be done with them if there is a handler.
    typealias Decode = @Sendable ([UInt8]) throws(RequestRefusal) -> Action?

    var decode: Decode
    var read: (@Sendable (RemoteCentral) async throws -> [UInt8])?

    init(decode: @escaping Decode) { self.decode = decode }
}

/// What the handling of a request has led to so far.
enum HandlingBeginning {
    /// It needs no handler.
    case ended(HandlerResult)
    case running(@Sendable () async -> HandlerResult)
}

extension RequestHandling {
    /// Checks what is written, and finds what has to run.
    ///
    /// - Parameter handlers: The handlers at a place; `nil` if the app has removed the service meanwhile.
    func begin(_ handlers: (HandlerPlace) -> CharacteristicHandlers?) -> HandlingBeginning {
        switch self {
        case .write(let write): return write.begin(handlers)
        case .read(let place, let central):
            guard let read = handlers(place)?.read else { return .ended(.refused(.invalidHandle)) }
            return .running {
                do {
                    return .value(try await read(central))
                } catch {
                    return .refused(RequestRefusal(error))
                }
            }
        }
    }
}

extension WriteHandling {
    private typealias Step = (action: CharacteristicHandlers.Action, value: Value)

    fileprivate func begin(_ handlers: (HandlerPlace) -> CharacteristicHandlers?) -> HandlingBeginning {
        var steps: [Step] = []
        for value in values {
            do throws(RequestRefusal) {
                guard let handlers = handlers(value.place) else { throw .invalidHandle }
                if let action = try handlers.decode(value.bytes) { steps.append((action, value)) }
            } catch {
                return .ended(.refused(error, part: value.part))
            }
        }
        if let refusal { return .ended(.refused(refusal.reason, part: refusal.part)) }
        if steps.isEmpty { return .ended(.written([])) }
        return .running { [steps] in await run(steps) }
    }

    private func run(_ steps: [Step]) async -> HandlerResult {
        var answers: [(characteristic: AttributeIdentifier, bytes: [UInt8])] = []
        for (action, value) in steps {
            do {
                let bytes = try await action(central)
                if let bytes, let place = value.answersOn { answers.append((place, bytes)) }
            } catch {
                return .refused(RequestRefusal(error), part: value.part)
            }
        }
        return .written(answers)
    }
}
