import BluetoothPort

extension CBCentralManager {
    /// The object of a peer: the one that the app has, else a new one.
    func peripheral(_ peer: Central.Peer) -> CBPeripheral {
        let peripheral = inbox.peers.object(for: peer.identifier) {
            CBPeripheral(peer, port: port, inbox: inbox)
        }
        peripheral.rename(peer.name)
        return peripheral
    }

    func peripherals(_ answer: Central.Answer) -> [CBPeripheral] {
        guard case .peers(let peers) = answer else { return [] }
        return peers.map(peripheral)
    }

    /// A question before `.poweredOn` is misuse as a command is, and finds nothing (behaviour 1.7).
    func retrieve(_ query: Central.Query, call: String) -> [CBPeripheral] {
        if state != .poweredOn, (delegate as? any CentralVeneer)?.isPoweredOn != true {
            let message =
                "API MISUSE: <\(appleHeader("CBCentralManager"))> can only accept this command while in the "
                + "powered on state"
            port.send(
                .reportMisuse(
                    Misuse(kind: .notPoweredOn, call: "CBCentralManager." + call, message: message)))
        }
        return peripherals(port.query(query))
    }

    /// `isScanning` flips before the command goes down, and back when it is refused.
    func scan(_ isScanning: Bool, _ command: Central.Command) {
        let before = changing(.isScanning) {
            mirror.withLock { mirror in
                defer { mirror.isScanning = isScanning }
                return mirror.isScanning
            }
        }
        guard port.send(command) != .accepted else { return }
        changing(.isScanning) { mirror.withLock { $0.isScanning = before } }
    }

    /// An object of another manager is of no use here (behaviour 1.31), and none from before the manager went below
    /// `.poweredOff` (behaviour 1.18).
    func isOwn(_ peripheral: CBPeripheral, call: String) -> Bool {
        let isValid = !peripheral.mirror.withLock { $0.isInvalid }
        let isMine = peripheral.inbox === inbox
        if isMine, isValid { return true }
        let message =
            isMine
            ? "\(peripheral) is invalid: the manager's state was below poweredOff; retrieve it anew"
            : "\(peripheral) belongs to another manager than <\(appleHeader("CBCentralManager"))>"
        port.send(
            .reportMisuse(
                Misuse(kind: .foreignObject, call: "CBCentralManager." + call, message: message)))
        return false
    }
}
