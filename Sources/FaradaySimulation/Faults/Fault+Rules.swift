import BluetoothTypes

extension Fault {
    /// What is wrong with the fault, in words; `nil` if it makes sense. `World.inject(_:)` reports it as a mistake of
    /// the test.
    public var problem: String? {
        if !point.operation.allows(effect) {
            return "the effect \(FaultText.effect(effect)) makes no sense for \(point.operation.text)"
        }
        return point.problem ?? effect.problem
    }
}

extension FaultPlan {
    /// The faults that make sense, with their places, and what is wrong with the others.
    var sorted: (sensible: [(place: Int, fault: Fault)], problems: [String]) {
        var sensible: [(place: Int, fault: Fault)] = []
        var problems: [String] = []
        for (place, fault) in faults.enumerated() {
            if let problem = fault.problem ?? problem(ofPredecessorOf: fault, at: place) {
                problems.append("the fault \(fault) is left out: \(problem)")
            } else {
                sensible.append((place, fault))
            }
        }
        return (sensible, problems)
    }

    private func problem(ofPredecessorOf fault: Fault, at place: Int) -> String? {
        guard let predecessor = fault.point.predecessor, predecessor >= place else { return nil }
        return "fault \(predecessor) does not come before fault \(place) of the plan"
    }
}

extension FaultPoint {
    fileprivate var problem: String? {
        for uuid in [service, characteristic] {
            if let uuid, uuid.isMalformed { return "\"\(uuid)\" is not a UUID" }
        }
        switch occurrence {
        case .nth(let number) where number < 1: return "nth(\(number)): operations are counted from 1 on"
        case .every(let number) where number < 1: return "every(\(number)) is not possible: the least is 1"
        case .nth, .every, .each: break
        }
        if operation == .time, occurrence != .each { return "a time comes once, so it can't be counted" }
        if let chance, !(chance >= 0 && chance <= 1) { return "the chance \(chance) is not from 0 to 1" }
        if let predecessor, predecessor < 0 {
            return "afterFault(\(predecessor)): the places in a plan are counted from 0 on"
        }
        if let latest, latest <= (earliest ?? .zero) {
            return
                "the time \(latest) s is not after \(earliest ?? .zero) s, so nothing can happen between them"
        }
        return nil
    }
}

extension Fault.Effect {
    fileprivate var problem: String? {
        switch self {
        case .delay(let time), .radioOff(let time), .appSuspension(let time, _), .deviceOff(let time?),
            .wedge(let time?):
            time <= .zero ? "the time \(time) s is not longer than 0" : nil
        case .repetition(let times):
            (2...1000).contains(times) ? nil : "\(times) times is not from 2 to 1000 times"
        case .cut(let count): (0...512).contains(count) ? nil : "\(count) bytes are not from 0 to 512 bytes"
        case .value(let value):
            value.count <= 512 ? nil : "a value of \(value.count) bytes is longer than 512 bytes"
        default: nil
        }
    }
}

extension Fault.Operation {
    /// What a user calls it.
    var text: String {
        switch self {
        case .scanReport: "a scan report"
        case .connect: "a connect"
        case .mtuExchange: "an exchange of the MTU"
        case .serviceDiscovery: "a discovery of services"
        case .includedServiceDiscovery: "a discovery of included services"
        case .characteristicDiscovery: "a discovery of characteristics"
        case .descriptorDiscovery: "a discovery of descriptors"
        case .read: "a read"
        case .write: "a write"
        case .writeWithoutResponse: "a write without response"
        case .subscription: "a subscription"
        case .notification: "a notification"
        case .rssi: "a measurement of the signal strength"
        case .pairingStep: "a step of a pairing"
        case .channelOpen: "the opening of a channel"
        case .channelData: "data of a channel"
        case .channelClose: "the closing of a channel"
        case .advertising: "the start of advertising"
        case .publishing: "the publication of a service"
        case .time: "a time"
        }
    }

    /// Whether the fault is one of the operations that a response ends.
    var isAttributeRequest: Bool {
        switch self {
        case .serviceDiscovery, .includedServiceDiscovery, .characteristicDiscovery, .descriptorDiscovery,
            .read, .write, .subscription:
            true
        default: false
        }
    }

    /// Whether the effect is possible there.
    public func allows(_ effect: Fault.Effect) -> Bool {
        switch effect {
        case .failure(.att): isAttributeRequest || self == .mtuExchange
        case .failure(.local):
            isAttributeRequest || [.connect, .rssi, .advertising, .publishing].contains(self)
        case .failure(.pairing): self == .pairingStep
        case .failure(.channel): self == .channelOpen
        case .delay: self != .time
        case .silence:
            isAttributeRequest
                || [
                    .connect, .mtuExchange, .rssi, .pairingStep, .channelOpen, .channelClose, .advertising,
                    .publishing,
                ].contains(self)
        case .wedge: self == .serviceDiscovery
        case .mtu: self == .mtuExchange
        case .loss: ![.time, .rssi, .advertising, .publishing].contains(self)
        case .repetition: [.scanReport, .writeWithoutResponse, .notification].contains(self)
        case .overtaking: [.scanReport, .writeWithoutResponse, .notification].contains(self)
        case .corruption, .cut, .value:
            [.read, .write, .writeWithoutResponse, .notification].contains(self)
                || self == .pairingStep && effect == .corruption
                || self == .channelData && effect == .corruption
        case .longestValue, .breach(.tooLong): self == .read || self == .notification
        case .breach(.wrongResponse): isAttributeRequest || self == .mtuExchange
        case .breach(.unknownHandle): self == .notification
        case .linkDrop(_, let moment): allowsLinkDrop(moment)
        case .deviceOff, .deviceReset, .bondLoss, .cacheLoss: ![.advertising, .publishing].contains(self)
        case .radioOff, .bluetoothRestart, .appSuspension, .appEnd: true
        }
    }

    private func allowsLinkDrop(_ moment: Fault.Moment) -> Bool {
        switch self {
        case .scanReport, .advertising, .publishing: false
        case .connect: moment == .after
        case .time, .pairingStep, .channelData: moment == .before
        case .rssi, .channelOpen, .channelClose: moment != .between
        case .writeWithoutResponse, .notification: moment != .between
        default: true
        }
    }
}
