import BluetoothHost
import BluetoothTypes
import CoreBluetoothModel

/// What the people in a world do about pairing: those who hold phones, and those who stand before devices.
extension World {
    /// Does what `reply` says on a node, now or when its time has come.
    func carryOut(_ reply: PairingReply, to prompt: Host.PairingPrompt, on link: Host.LinkID, of id: NodeID) {
        switch (reply, prompt) {
        case (.after(let delay, let reply), _):
            after(delay) { [weak self] in self?.carryOut(reply, to: prompt, on: link, of: id) }
        case (.ignore, _): break
        case (.reject, _): answerPairing(.reject, on: link, of: id)
        case (.passkey(let passkey), _): answerPairing(.passkey(passkey), on: link, of: id)
        case (.accept, .enterPasskey): typeShownPasskey(on: link, of: id, looks: 0)
        case (.accept, .display): break  // Typing it is the other side's.
        case (.accept, .consent), (.accept, .compare): answerPairing(.accept, on: link, of: id)
        }
    }

    /// Types the passkey that another node shows. It may show it later than this one asks, so the user looks
    /// again every now and then, as long as a pairing can last.
    private func typeShownPasskey(on link: Host.LinkID, of id: NodeID, looks: Int) {
        if let passkey = passkeyShown(to: id) {
            answerPairing(.passkey(passkey), on: link, of: id)
        } else if looks < 100 {
            after(.milliseconds(300)) { [weak self] in
                self?.typeShownPasskey(on: link, of: id, looks: looks + 1)
            }
        }
    }

    private func answerPairing(_ answer: Host.PairingAnswer, on link: Host.LinkID, of id: NodeID) {
        perform(on: id) { node, now in node.answerPairing(answer, on: link, at: now) }
    }

    /// The passkey on some other node's display; the first one, if there are several.
    private func passkeyShown(to id: NodeID) -> UInt32? {
        lock.withLock { state in
            for node in state.nodes where node.id != id {
                if let passkey = node.shownPasskey { return passkey }
            }
            return nil
        }
    }
}
