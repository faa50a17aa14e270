import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// Packets from controllers to hosts: at a peripheral the central's requests, at a central what it waits for.
extension LinkFaults {
    func up(_ packet: consuming HCI.Packet, to node: Node) {
        guard packet.concernsFaults else { return give(packet, to: node) }
        switch consume packet {
        case .acl(let data):
            guard let end = medium.controller(of: node.id)?.end(data.connectionHandle), end.isOpen else {
                return give(.acl(data), to: node)
            }
            let state = state(of: end.link)
            if end.isCentral { return arrived(data, state, at: node) }
            up(data, state)
        case .event(.numberOfCompletedPackets(let event)):
            let rest = hostsShare(of: event, node.id)
            if !rest.completed.isEmpty { give(.event(.numberOfCompletedPackets(rest)), to: node) }
            for state in links where state.peripheral == node.id && !state.down.held.isEmpty {
                releaseDown(state)
            }
        case let packet: give(packet, to: node)
        }
    }

    /// The central gets a packet of the peripheral.
    private func arrived(_ data: HCI.ACLData, _ state: FaultyLink, at node: Node) {
        guard !state.isSilent else { return }
        give(.acl(data), to: node)
        guard let ending = state.ending, data.packetBoundary != .continuing else { return }
        let kind: FaultyLink.Kind? =
            switch Traffic(data.data) {
            case .response: .response
            case .notification: .notification
            case .channelAnswer, .channelClosing: .signal
            default: nil
            }
        guard kind == ending.kind else { return }
        state.ending = nil
        drop(state, ending.end)
    }

    // MARK: At the peripheral

    private func up(_ data: HCI.ACLData, _ state: FaultyLink) {
        guard !state.up.isCut else { return }
        if data.packetBoundary == .continuing {
            guard let fault = state.up.fault else { return passUp(data, state) }
            state.up.collected += data.data
            if state.up.collected.count >= state.up.length {
                state.up.fault = nil
                apply(fault, toRequest: state.up.collected, state)
            }
            return
        }
        state.up.fault = nil
        let traffic = Traffic(data.data)
        if case .channelAnswer = traffic, state.losesSignalOfCentral {
            state.losesSignalOfCentral = false
            return
        }
        if case .request = traffic { state.hasMadeUpValue = false }
        if state.hasMadeUpValue, case .otherRequest = traffic, Traffic.isReadBlob(data.data) {
            state.hasMadeUpValue = false
            return refuse(data.data, .att(ATT.ErrorCode.attributeNotLong.rawValue), state)
        }
        guard let occasion = occasion(of: traffic, data.data, state) else { return passUp(data, state) }
        guard let fault = match(occasion) else {
            passUp(data, state)
            return letOvertakenUp(occasion.operation, state)
        }
        let length = Int(Traffic.word(data.data, 0)) + L2CAP.BasicFrame.headerLength
        if data.data.count >= length { return apply(fault, toRequest: data.data, state) }
        (state.up.fault, state.up.collected, state.up.length) = (fault, data.data, length)
    }

    private func letOvertakenUp(_ operation: Fault.Operation, _ state: FaultyLink) {
        guard let overtaken = state.up.overtaken, overtaken.operation == operation else { return }
        state.up.overtaken = nil
        passUp(frame: overtaken.frame, state)
    }

    /// What a packet of the central is for faults; `nil` if it is nothing, or part of something that was counted.
    private func occasion(of traffic: Traffic, _ data: [UInt8], _ state: FaultyLink) -> Occasion? {
        let (central, peripheral) = (state.central, state.peripheral)
        switch traffic {
        case .request(let operation, let handle, let start):
            if operation != .writeWithoutResponse { state.response = nil }
            let place = node(peripheral).attributePlace(handle)
            let isSubscription = operation == .write && place?.isConfiguration == true
            var occasion = Occasion(
                isSubscription ? .subscription : operation, central: central, peripheral: peripheral,
                at: place)
            let length = Int(Traffic.word(data, 0)) + L2CAP.BasicFrame.headerLength - start
            occasion.value = (data.dropFirst(start), max(0, length))
            return occasion
        case .discovery(let operation, let first, let last, let service):
            state.response = nil
            guard isNew(operation, first, last, state) else { return nil }
            let named = operation == .serviceDiscovery ? nil : node(peripheral).attributePlace(first)
            var occasion = Occasion(operation, central: central, peripheral: peripheral, at: named)
            if operation == .serviceDiscovery { occasion.service = service }
            return occasion
        case .mtuRequest:
            state.response = nil
            return Occasion(.mtuExchange, central: central, peripheral: peripheral)
        case .otherRequest:
            state.response = nil
            return nil
        case .pairing: return Occasion(.pairingStep, central: central, peripheral: peripheral)
        case .channelRequest: return Occasion(.channelOpen, central: central, peripheral: peripheral)
        case .channelClosing: return Occasion(.channelClose, central: central, peripheral: peripheral)
        case .channelData: return Occasion(.channelData, central: central, peripheral: peripheral)
        case .response, .notification, .channelAnswer, .other: return nil
        }
    }

    /// Whether a discovery request begins a procedure: it does not go on behind the last one of its kind.
    private func isNew(
        _ operation: Fault.Operation, _ first: ATT.Handle, _ last: ATT.Handle, _ state: FaultyLink
    ) -> Bool {
        guard let place = state.discoveries.firstIndex(where: { $0.operation == operation }) else {
            state.discoveries.append((operation, first, last))
            return true
        }
        defer { state.discoveries[place] = (operation, first, last) }
        let before = state.discoveries[place]
        return before.last != last || first <= before.first
    }

    // MARK: Effects

    /// A fault concerns this frame of the central, which no host has yet.
    private func apply(_ fault: FiringFault, toRequest frame: [UInt8], _ state: FaultyLink) {
        if carryOut(fault) {
            return fault.effect.isOfDevice ? state.silence() : passUp(frame: frame, state)
        }
        switch fault.effect {
        case .failure(let error): refuse(frame, error, state)
        case .delay(let time): passUp(frame: frame, state, due: now + time)
        case .silence:
            switch fault.occasion.operation {
            case .pairingStep: break
            case .channelOpen, .channelClose:
                state.signal = .loss
                passUp(frame: frame, state)
            default:
                state.response = .loss
                passUp(frame: frame, state)
            }
        case .loss: lose(frame, fault.occasion.operation, state, \.up)
        case .repetition(let times): for _ in 0..<times { passUp(frame: frame, state) }
        case .overtaking: letOvertake(frame, fault, &state.up)
        case .corruption, .cut, .value:
            guard fault.occasion.operation == .read else {
                passUp(frame: changed(frame, by: fault, state), state)
                break
            }
            changeResponse(to: frame, by: fault, state)
        case .longestValue, .breach: changeResponse(to: frame, by: fault, state)
        case .mtu(let mtu):
            state.response = .change(fault)
            passUp(frame: withMTU(frame, atMost: mtu), state)
        case .linkDrop(let end, let moment): drop(state, end, moment, frame, fault)
        default: passUp(frame: frame, state)
        }
    }

    /// The answer to this request will be another one than the peripheral's.
    private func changeResponse(to frame: [UInt8], by fault: FiringFault, _ state: FaultyLink) {
        state.response = .change(fault)
        switch fault.effect {
        case .value, .longestValue, .cut: state.hasMadeUpValue = fault.occasion.operation == .read
        default: break
        }
        passUp(frame: frame, state)
    }

    private func drop(
        _ state: FaultyLink, _ end: Fault.LinkEnd, _ moment: Fault.Moment, _ frame: [UInt8],
        _ fault: FiringFault
    ) {
        switch (moment, fault.occasion.operation) {
        case (.before, _):
            state.up.cut()
            drop(state, end)
        case (.between, _):
            state.response = .lossAndEnd(end)
            passUp(frame: frame, state)
        case (.after, .writeWithoutResponse), (.after, .channelData):
            // It arrives before the link ends, and so does what waits in front of it.
            while let first = state.up.held.first {
                state.up.held.removeFirst()
                give(.acl(first.packet), to: node(state.peripheral))
            }
            passUp(frame: frame, state)
            state.up.cut()
            drop(state, end)
        case (.after, .channelOpen), (.after, .channelClose):
            state.signal = .endAfter(end)
            passUp(frame: frame, state)
        case (.after, _):
            state.response = .endAfter(end)
            passUp(frame: frame, state)
        }
    }

    /// The peripheral refuses a request, and its host does not see it.
    private func refuse(_ frame: [UInt8], _ error: FaultError, _ state: FaultyLink) {
        switch error {
        case .att(let code):
            let opcode = ATT.Opcode(rawValue: frame[4])
            let response = ATT.ErrorResponse(
                requestOpcode: opcode, handle: opcode == .exchangeMTURequest ? 0 : Traffic.word(frame, 5),
                code: ATT.ErrorCode(rawValue: code))
            let answer = ATT.ServerPDU.response(.error(response))
            passDown(frame: Frames.frame(answer.bytes, on: .att), state)
        case .pairing(let reason):
            let pdu = SMP.PDU.pairingFailed(SMP.FailureReason(rawValue: reason))
            let failed = Frames.frame(pdu.bytes, on: .smp)
            // Both sides end the pairing.
            passUp(frame: failed, state)
            passDown(frame: failed, state)
        case .channel(let result):
            let payload = Array(frame.dropFirst(L2CAP.BasicFrame.headerLength))
            guard let request = try? L2CAP.Signal(bytes: payload),
                let answer = request.refusal(L2CAP.ConnectionResult(rawValue: result))
            else { return }
            passDown(frame: Frames.frame(answer.bytes, on: .leSignaling), state)
        case .local: break
        }
    }
}

extension L2CAP.Signal {
    /// The answer that refuses this request for a channel, or for several; `nil` if it is none.
    fileprivate func refusal(_ result: L2CAP.ConnectionResult) -> L2CAP.Signal? {
        switch command {
        case .leCreditBasedConnectionRequest:
            let refusal = L2CAP.LECreditBasedConnectionResponse(
                destinationChannel: .init(rawValue: 0), mtu: 0, mps: 0, initialCredits: 0, result: result)
            return L2CAP.Signal(identifier: identifier, command: .leCreditBasedConnectionResponse(refusal))
        case .creditBasedConnectionRequest(let request):
            let refusal = L2CAP.CreditBasedConnectionResponse(
                mtu: 0, mps: 0, initialCredits: 0, result: result,
                destinationChannels: request.sourceChannels.map { _ in .init(rawValue: 0) })
            return L2CAP.Signal(identifier: identifier, command: .creditBasedConnectionResponse(refusal))
        default: return nil
        }
    }
}
