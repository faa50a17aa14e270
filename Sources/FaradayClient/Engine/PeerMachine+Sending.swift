import BluetoothPort
import BluetoothTypes

// Writes without response: in pieces, one after another, as fast as the system has room.
extension PeerMachine {
    private var sending: Int? {
        requests.firstIndex { request in
            if case .send = request.kind { request.isIssued } else { false }
        }
    }

    /// The characteristics to which requests are sending.
    mutating func sends() -> [(request: UInt64, to: AttributeIdentifier)] {
        var all: [(UInt64, AttributeIdentifier)] = []
        for request in requests where request.isIssued {
            guard case .send(let path, _) = request.kind, case .found(let id) = database.identifier(of: path)
            else { continue }
            all.append((request.id, id))
        }
        return all
    }

    /// The characteristic is gone. Who has sent nothing begins again; otherwise a part is lost.
    mutating func sendIsCutOff(_ id: UInt64) {
        guard let index = index(of: id), case .send(_, let outgoing) = requests[index].kind else { return }
        if outgoing.position == 0 {
            requests[index].stage = .waiting
        } else {
            finish(at: index, .failure(error(.servicesChanged, requests[index])))
        }
    }

    /// There may be room again, or the request that was being sent is gone.
    mutating func resumeSending() {
        if sending != nil { outputs.append(.pump) }
    }

    /// Sends the next piece, if there is room for one of up to `limit` bytes.
    mutating func pump(hasRoom: Bool, limit: Int) {
        guard link == .connected, !isPieceOut, let index = sending, hasRoom, limit > 0 else { return }
        guard case .send(let path, var outgoing) = requests[index].kind else { return }
        guard case .found(let id) = database.identifier(of: path) else {
            return finish(at: index, .failure(error(.servicesChanged, requests[index])))
        }
        if outgoing.isWhole, outgoing.bytes.count > limit {
            return finish(at: index, .failure(error(.valueTooLong(limit: limit), requests[index])))
        }
        let piece = outgoing.next(atMost: limit)
        requests[index].kind = .send(path, outgoing)
        isPieceOut = true
        let command = PortCentral.Command.writeCharacteristic(peer, id, piece, .withoutResponse)
        outputs.append(.piece(command, of: requests[index].id))
    }

    /// The port has taken the piece, or it has refused it: then the link or the characteristic is gone.
    mutating func pieceSent(of id: UInt64, isTaken: Bool) {
        isPieceOut = false
        defer { resumeSending() }
        guard let index = index(of: id), case .send(_, let outgoing) = requests[index].kind,
            requests[index].isIssued
        else { return }
        guard isTaken else {
            let reason = link == .connected ? ClientError.Reason.servicesChanged : .disconnected
            return finish(at: index, .failure(error(reason, requests[index])))
        }
        if outgoing.isWatched { outputs.append(.progress(request: id, outgoing.position)) }
        if outgoing.position == outgoing.bytes.count { finish(at: index, .success(.done)) }
    }
}
