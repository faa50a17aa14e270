import BluetoothTypes

@testable import FaradayClient

/// What holds of a peripheral while nobody drives it.
extension PeerCore {
    /// The rules of its machine that do not hold now, and of who is kept for the machine's numbers.
    func brokenRules(toleratesRefusals: Bool = false) -> [String] {
        var broken: [String] = []
        var (requests, readers): (Set<UInt64>, Set<UInt64>) = ([], [])
        perform { machine in
            broken = machine.brokenRules(toleratesRefusals: toleratesRefusals)
            requests = Set(machine.requests.filter { !$0.kind.isSubscribe }.map(\.id))
            readers = Set(machine.subscriptions.values.flatMap(\.readers).map(\.id))
        }
        let kept = callbacks.kept
        if kept.requests != requests { broken.append("kept for \(kept.requests), but \(requests) wait") }
        if kept.readers != readers { broken.append("kept for \(kept.readers), but \(readers) read") }
        return broken
    }
}

/// What holds of a machine between any two events.
extension PeerMachine {
    /// The rules that do not hold now, each as a sentence.
    ///
    /// - Parameter toleratesRefusals: Whether a subscription may wait for the next link on a link, because the port has
    ///   refused it.
    func brokenRules(toleratesRefusals: Bool = false) -> [String] {
        let broken = linkRules + requestRules + discoveryRules + answerRules
        return broken + subscriptionRules(toleratesRefusals)
    }

    private var linkRules: [String] {
        var broken: [String] = []
        if link != .connected {
            if requests.contains(where: \.isIssued) { broken.append("a command waits without a link") }
            if !answers.entries.isEmpty { broken.append("answers are awaited without a link") }
            if !discoveries.isEmpty || isTurnAwaited { broken.append("a discovery goes on without a link") }
        }
        if radio == .poweredOn {
            let isNeeded = !requests.isEmpty || maintenance?.wantsLink == true || isSystemConnecting
            if link == .none, isNeeded { broken.append("somebody waits for a link, and nobody connects") }
            if link == .connecting, !isNeeded { broken.append("nobody waits for the link") }
        } else if ClientError(radio, .connect) != nil, link != .none || !requests.isEmpty {
            broken.append("\(radio): link \(link), \(requests.count) requests")
        }
        return broken
    }

    private var requestRules: [String] {
        var broken: [String] = []
        if Set(requests.map(\.id)).count < requests.count { broken.append("a request is there twice") }
        for request in requests {
            if case .disconnect = request.kind, link != .disconnecting {
                broken.append("disconnect() waits with link \(link)")
            }
            guard link == .connected, radio == .poweredOn, case .waiting = request.stage else { continue }
            // Channels are opened one after another.
            if case .openChannel = request.kind, answers.entries.contains(where: { $0.key == .channel }) {
                continue
            }
            broken.append("\(request.kind.operation) waits for nothing")
        }
        return broken
    }

    private var discoveryRules: [String] {
        var broken: [String] = []
        for request in requests {
            guard case .discovering(let scope, let round) = request.stage else { continue }
            let discovery = discoveries[scope]
            if discovery?.current?.number != round, discovery?.next?.number != round {
                broken.append("\(request.kind.operation) waits for \(scope), which is not under way")
            }
        }
        for (scope, discovery) in discoveries where discovery.current == nil && discovery.next != nil {
            if !isTurnAwaited { broken.append("nobody starts \(scope)") }
        }
        return broken
    }

    private var answerRules: [String] {
        let awaited = answers.entries.compactMap(\.request)
        var broken: [String] = []
        if Set(awaited).count < awaited.count { broken.append("two answers are awaited for one request") }
        for request in requests where request.isIssued {
            if case .send = request.kind { continue }
            if !awaited.contains(request.id) { broken.append("\(request.kind.operation) awaits no answer") }
        }
        for id in awaited where index(of: id) == nil { broken.append("an answer is awaited for nobody") }
        return broken
    }

    private func subscriptionRules(_ toleratesRefusals: Bool) -> [String] {
        var broken: [String] = []
        var wanted: Set<UInt64> = []
        for (path, subscription) in subscriptions {
            let name = "the subscription of \(path.uuid)"
            switch subscription.state {
            case .off:
                if link == .connected, radio == .poweredOn, !toleratesRefusals {
                    broken.append("\(name) is off on a link")
                }
                if subscription.readers.contains(where: { !$0.survivesDisconnection }) {
                    broken.append("\(name) is off, and a reader does not wait for the next link")
                }
                if subscription.readers.isEmpty { broken.append("\(name) is off, and has no readers") }
            case .requested(let id):
                wanted.insert(id)
                if subscription.readers.isEmpty { broken.append("\(name) is requested for nobody") }
                if index(of: id) == nil { broken.append("\(name) waits for no request") }
            case .enabling(_, let id):
                wanted.insert(id)
                if index(of: id).map({ requests[$0].isIssued }) != true {
                    broken.append("\(name) is being enabled, without a command")
                }
            case .on:
                if subscription.readers.isEmpty { broken.append("\(name) is on for nobody") }
                if link != .connected { broken.append("\(name) is on without a link") }
            case .disabling: if link != .connected { broken.append("\(name) ends without a link") }
            }
        }
        for request in requests where request.kind.isSubscribe && !wanted.contains(request.id) {
            broken.append("a request subscribes for nobody")
        }
        return broken
    }
}
