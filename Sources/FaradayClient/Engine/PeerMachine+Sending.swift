import BluetoothPort
import BluetoothTypes

// Writes without response: in pieces, one after another, as fast as the system has room.
extension PeerMachine {
    private var sending: Int? {
        requests.firstIndex { request in
            if case .send = request.kind { request.isIssued } else { false }
        }
    }

    /// There may be room again, or the request that was being sent is gone.
    mutating func resumeSending() {
        if sending != nil { outputs.append(.pump) }
    }

    /// Sends the next piece, if there is room for one of up to `limit` bytes.
    mutating func pump(hasRoom: Bool, limit: Int) {
        guard link == .connected, let index = sending, hasRoom, limit > 0 else { return }
        guard case .send(let path, var outgoing) = requests[index].kind else { return }
        guard case .found(let id) = database.identifier(of: path) else {
            return finish(at: index, .failure(error(.servicesChanged, requests[index])))
        }
        let piece = outgoing.next(atMost: limit)
        requests[index].kind = .send(path, outgoing)
        outputs.append(.command(.writeCharacteristic(peer, id, piece, .withoutResponse)))
        if let progress = outgoing.progress {
            let position = outgoing.position
            outputs.append(.call { progress(position) })
        }
        if outgoing.position == outgoing.bytes.count { finish(at: index, .success(.done)) }
        resumeSending()
    }
}
