import FaradayEngine
import BluetoothHost
import BluetoothTypes
import CoreBluetoothModel

/// What the users in a world do about pairing: users of phones, and users of devices.
extension World {
    /// Carries out `reply` on a node, now or when its time has come.
    ///
    /// `number` tells the prompt from earlier ones of that node: nobody answers a prompt that is no longer shown.
    func carryOut(_ reply: PairingReply, to prompt: Host.PairingPrompt, number: UInt32, of id: NodeID) {
        switch (reply, prompt) {
        case (.after(let delay, let reply), _):
            after(delay) { [weak self] in self?.carryOut(reply, to: prompt, number: number, of: id) }
        case (.ignore, _): break
        case (.reject, _): answerPairing(.reject, to: number, of: id)
        case (.passkey(let passkey), _): answerPairing(.passkey(passkey), to: number, of: id)
        case (.accept, .enterPasskey): typeShownPasskey(number, of: id, looks: 0)
        case (.accept, .display): break  // Typing it is the other side's.
        case (.accept, .consent), (.accept, .compare): answerPairing(.accept, to: number, of: id)
        }
    }

    /// Types the passkey that another node shows. The other node may show it later than this one asks. So the user
    /// looks again from time to time, as long as a pairing can last.
    private func typeShownPasskey(_ number: UInt32, of id: NodeID, looks: Int) {
        if let passkey = passkeyShown(to: id) {
            answerPairing(.passkey(passkey), to: number, of: id)
        } else if looks < 100 {
            after(.milliseconds(300)) { [weak self] in
                self?.typeShownPasskey(number, of: id, looks: looks + 1)
            }
        }
    }

    private func answerPairing(_ answer: Host.PairingAnswer, to number: UInt32, of id: NodeID) {
        perform(on: id) { node, now in node.answerPairing(answer, to: number, at: now) }
    }

    /// The passkey on the display of a node to which this node has a link, the first one if there are several. If this
    /// node has no link in the medium, the passkey of any other node.
    private func passkeyShown(to id: NodeID) -> UInt32? {
        lock.withLock { state in
            var isLinked = false
            for case let link? in state.medium.links {
                let ends = (link.central.controller.node, link.peripheral.controller.node)
                guard ends.0 == id || ends.1 == id else { continue }
                isLinked = true
                let other = ends.0 == id ? ends.1 : ends.0
                if let passkey = state.nodes.first(where: { $0.id == other })?.shownPasskey { return passkey }
            }
            guard !isLinked else { return nil }
            return state.nodes.first { $0.id != id && $0.shownPasskey != nil }?.shownPasskey
        }
    }
}
