import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// Packets from hosts to controllers: at a peripheral its responses and values.
extension LinkFaults {
    func down(_ packet: consuming HCI.Packet, from node: Node) {
        guard packet.concernsFaults else { return give(packet, toControllerOf: node.id) }
        switch consume packet {
        case .acl(let data):
            guard let end = medium.controller(of: node.id)?.end(data.connectionHandle), end.isOpen,
                !end.isCentral
            else { return give(.acl(data), toControllerOf: node.id) }
            down(data, state(of: end.link))
        case .command(.reset):
            for state in links where state.peripheral == node.id { state.clear() }
            give(.command(.reset), toControllerOf: node.id)
        case let packet: give(packet, toControllerOf: node.id)
        }
    }

    private func down(_ data: HCI.ACLData, _ state: FaultyLink) {
        guard !state.down.isCut else { return complete(state) }
        if data.packetBoundary == .continuing {
            guard state.down.length > 0 else { return passDown(data, state, isOfHost: true) }
            state.down.collected += data.data
            complete(state)
            finishCollecting(state)
            return
        }
        state.down.length = 0
        let length = Int(Traffic.word(data.data, 0)) + L2CAP.BasicFrame.headerLength
        switch Traffic(data.data) {
        case .response:
            guard let plan = state.response else { return passDown(data, state, isOfHost: true) }
            if case .endAfter(let end) = plan {
                state.response = nil
                state.ending = (.response, end)
                return passDown(data, state, isOfHost: true)
            }
            collect(data, length, state)
        case .channelAnswer:
            guard let plan = state.signal else { return passDown(data, state, isOfHost: true) }
            state.signal = nil
            if case .endAfter(let end) = plan {
                state.ending = (.signal, end)
                return passDown(data, state, isOfHost: true)
            }
            complete(state)
        case .notification(let handle):
            let place = node(state.peripheral).attributePlace(handle)
            var occasion = Occasion(
                .notification, central: state.central, peripheral: state.peripheral, at: place)
            occasion.value = (data.data.dropFirst(7), length - 7)
            down(data, length, occasion, state)
        case .channelData:
            let occasion = Occasion(.channelData, central: state.central, peripheral: state.peripheral)
            down(data, length, occasion, state)
        case .channelClosing:
            let occasion = Occasion(.channelClose, central: state.central, peripheral: state.peripheral)
            down(data, length, occasion, state)
        default: passDown(data, state, isOfHost: true)
        }
    }

    private func down(_ data: HCI.ACLData, _ length: Int, _ occasion: Occasion, _ state: FaultyLink) {
        guard let fault = match(occasion) else {
            passDown(data, state, isOfHost: true)
            guard let overtaken = state.down.overtaken, overtaken.operation == occasion.operation else {
                return
            }
            state.down.overtaken = nil
            return passDown(frame: overtaken.frame, state)
        }
        if case .linkDrop(let end, .after) = fault.effect {
            state.ending = (occasion.operation == .notification ? .notification : .signal, end)
            return passDown(data, state, isOfHost: true)
        }
        state.down.fault = fault
        collect(data, length, state)
    }

    /// Takes the frame away from its host's stream, up to its last packet.
    private func collect(_ data: HCI.ACLData, _ length: Int, _ state: FaultyLink) {
        (state.down.collected, state.down.length) = (data.data, length)
        complete(state)
        finishCollecting(state)
    }

    private func finishCollecting(_ state: FaultyLink) {
        guard state.down.collected.count >= state.down.length else { return }
        let frame = state.down.collected
        state.down.length = 0
        if let fault = state.down.fault {
            state.down.fault = nil
            return apply(fault, toValue: frame, state)
        }
        let plan = state.response
        state.response = nil
        switch plan {
        case .loss: break
        case .lossAndEnd(let end):
            state.down.cut()
            drop(state, end)
        case .change(let fault): passDown(frame: changed(frame, by: fault, state), state)
        case .endAfter, nil: passDown(frame: frame, state)
        }
    }

    /// A fault concerns this value of the peripheral, which no controller has yet.
    private func apply(_ fault: FiringFault, toValue frame: [UInt8], _ state: FaultyLink) {
        if carryOut(fault) {
            return fault.effect.isOfDevice ? state.silence() : passDown(frame: frame, state)
        }
        switch fault.effect {
        case .delay(let time): passDown(frame: frame, state, due: now + time)
        case .silence:
            state.losesSignalOfCentral = true
            passDown(frame: frame, state)
        case .loss: lose(frame, fault.occasion.operation, state, \.down)
        case .repetition(let times): for _ in 0..<times { passDown(frame: frame, state) }
        case .overtaking: letOvertake(frame, fault, &state.down)
        case .corruption, .cut, .value, .longestValue, .breach:
            passDown(frame: changed(frame, by: fault, state), state)
        case .linkDrop(let end, _):
            state.down.cut()
            drop(state, end)
        default: passDown(frame: frame, state)
        }
    }

    /// A frame is lost. Hosts may discard notifications and commands for which they have no buffer (Core 6.0, Vol 3,
    /// Part F, 3.3.2). The link layer repeats everything until it arrives, so a loss of anything else is that of all that
    /// follows. Timers notice it, but for data of channels: there the link ends.
    func lose(
        _ frame: [UInt8], _ operation: Fault.Operation, _ state: FaultyLink,
        _ line: ReferenceWritableKeyPath<FaultyLink, FaultyLink.Line>
    ) {
        switch operation {
        case .writeWithoutResponse: return
        case .notification where frame[4] == ATT.Opcode.handleValueNotification.rawValue: return
        case .channelData: drop(state, .timeout)
        default: state[keyPath: line].cut()
        }
    }

    /// The next PDU of the same operation overtakes this one; if none comes within a second, this one goes on.
    func letOvertake(_ frame: [UInt8], _ fault: FiringFault, _ line: inout FaultyLink.Line) {
        let latest = now + .seconds(1)
        line.overtaken = (frame, fault.occasion.operation, latest)
        want(at: latest)
    }

    // MARK: Bytes

    /// The frame with other bytes.
    func changed(_ frame: [UInt8], by fault: FiringFault, _ state: FaultyLink) -> [UInt8] {
        let mtu = Int(node(state.peripheral).mtu(ofConnection: state.handle))
        let opcode = ATT.Opcode(rawValue: frame[4])
        // What comes before the value: opcode and handle, or the opcode alone.
        var start = 3
        if opcode == .readResponse { start = 1 }
        if opcode == .prepareWriteRequest { start = 5 }
        if case .breach(.wrongResponse) = fault.effect { return wrongResponse(frame) }
        if case .mtu(let mtu) = fault.effect {
            return opcode == .exchangeMTUResponse ? withMTU(frame, mtu) : frame
        }
        // An error has no value to change.
        if opcode == .errorResponse { return frame }
        if fault.occasion.operation == .pairingStep { start = 1 }
        if fault.occasion.operation == .channelData { start = 0 }
        return Frames.changed(frame) { payload in
            switch fault.effect {
            case .corruption:
                guard payload.count > start else { return }
                let bit = draw(fault, below: 8 * (payload.count - start))
                payload[start + bit / 8] ^= 1 << UInt8(bit % 8)
            case .cut(let count): payload.removeLast(max(0, payload.count - start - count))
            case .value(let value):
                payload.removeLast(payload.count - start)
                payload += value.prefix(mtu - start)
            case .longestValue: payload += [UInt8](repeating: 0, count: max(0, mtu - payload.count))
            case .breach(.tooLong): payload += [UInt8](repeating: 0, count: max(0, mtu + 1 - payload.count))
            case .breach(.unknownHandle):
                guard payload.count >= 3 else { return }
                (payload[1], payload[2]) = (0xFE, 0xFF)
            default: break
            }
        }
    }

    /// An exchange of the MTU with another number.
    private func withMTU(_ frame: [UInt8], _ mtu: UInt16) -> [UInt8] {
        Frames.changed(frame) { $0.replaceSubrange(1..., with: [UInt8(mtu & 0xFF), UInt8(mtu >> 8)]) }
    }

    /// A request for the exchange with a number that is no larger: the peripheral then uses what it will have answered.
    func withMTU(_ frame: [UInt8], atMost mtu: UInt16) -> [UInt8] {
        withMTU(frame, min(mtu, Traffic.word(frame, 5)))
    }

    /// A response of another kind than the one that is due.
    private func wrongResponse(_ frame: [UInt8]) -> [UInt8] {
        let isWrite = frame[4] == ATT.Opcode.writeResponse.rawValue
        let other = ATT.ServerPDU.response(isWrite ? .read(value: [0]) : .write)
        return Frames.frame(other.bytes, on: .att)
    }
}
