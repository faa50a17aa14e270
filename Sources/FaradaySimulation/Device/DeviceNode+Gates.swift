import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Requests for characteristics with a gate.
extension DeviceNode {
    /// Goes on with a request when it has passed `gate`, unless the link has ended or other firmware was installed
    /// meanwhile.
    func pass(
        _ gate: AnswerGate, on link: DeviceLink,
        then goOn: @escaping @Sendable (DeviceNode, ATT.ErrorCode?, Instant) -> Void
    ) {
        let (id, installation) = (id, installation)
        // A closed gate keeps its requests. They must not keep the world, which owns the gate through the definition.
        later { [weak world] in
            guard let world else { return }
            gate.pass(in: world) { [weak world] error in
                world?.perform(on: id) { node, now in
                    guard let node = node as? DeviceNode, node.installation == installation,
                        node.link(link.id) != nil
                    else { return }
                    goOn(node, error, now)
                    node.drainHost(at: now)
                }
            }
        }
    }

    /// Answers a read that has passed its gate.
    func answerPassed(
        _ request: GATT.ReadRequest, _ error: ATT.ErrorCode?, on link: DeviceLink, at now: Instant
    ) {
        // The service may have been removed meanwhile.
        guard error == nil, let index = characteristicIndex(request.handle) else {
            return host.handle(
                .gatt(.respond(request.id, .failure(.error(error ?? .unlikelyError)))), at: now)
        }
        answer(request, at: index, on: link, at: now)
    }

    /// Handles a part of a write that has passed its gate.
    func answerPassedPart(
        of request: GATT.WriteRequest, _ number: Int, _ error: ATT.ErrorCode?, on link: DeviceLink,
        at now: Instant
    ) {
        guard error == nil, let index = characteristicIndex(request.parts[number].handle) else {
            return refuse(request, number, .error(error ?? .unlikelyError), at: now)
        }
        answerPart(of: request, number, at: index, on: link, at: now)
    }
}
