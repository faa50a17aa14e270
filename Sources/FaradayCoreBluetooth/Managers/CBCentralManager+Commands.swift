import BluetoothPort

extension CBCentralManager {
    /// The object of a peer: the one that the app holds, otherwise a new one.
    func peripheral(_ peer: Central.Peer) -> CBPeripheral {
        let peripheral = inbox.peers.object(for: peer.identifier) {
            CBPeripheral(peer, port: port, inbox: inbox)
        }
        peripheral.rename(peer.name)
        return peripheral
    }

    /// Like a command, a retrieval before `.poweredOn` is misuse; its result is empty (behaviour 1.7).
    func reportUnlessPoweredOn(_ call: String) {
        if state == .poweredOn || (delegate as? any CentralVeneer)?.isPoweredOn == true { return }
        let message =
            "API MISUSE: <\(appleHeader("CBCentralManager"))> can only accept this command while in the "
            + "powered on state"
        port.send(
            .reportMisuse(Misuse(kind: .notPoweredOn, call: "CBCentralManager." + call, message: message)))
    }

    /// `isScanning` changes before the command is sent to the port, and changes back when the port refuses it.
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

    /// Checks that a peripheral belongs to this manager (behaviour 1.31) and is not older than the manager's last state
    /// below `.poweredOff` (behaviour 1.18).
    func isOwn(_ peripheral: CBPeripheral, call: String) -> Bool {
        let isValid = !peripheral.mirror.withLock { $0.isInvalid }
        let isMine = peripheral.inbox === inbox
        if isMine, isValid { return true }
        let message =
            isMine
            ? "\(peripheral) is invalid: the manager's state was below poweredOff; retrieve it again"
            : "\(peripheral) belongs to another manager than <\(appleHeader("CBCentralManager"))>"
        port.send(
            .reportMisuse(
                Misuse(kind: .foreignObject, call: "CBCentralManager." + call, message: message)))
        return false
    }
}
