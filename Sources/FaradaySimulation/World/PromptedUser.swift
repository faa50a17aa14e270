import BluetoothHost
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// The user of a phone or of a device, before whom a pairing's prompt is.
struct PromptedUser {
    weak let world: World?
    let node: NodeID
    let prompt: Host.PairingPrompt
    /// Tells the prompt from earlier ones of the node: nobody answers a prompt that is no longer shown.
    let number: UInt32

    /// Does what `reply` says, now or when its time has come.
    func carryOut(_ reply: PairingReply) {
        switch (reply, prompt) {
        case (.after(let delay, let reply), _): world?.after(delay) { carryOut(reply) }
        case (.ignore, _): break
        case (.reject, _): answer(.reject)
        case (.passkey(let passkey), _): answer(.passkey(passkey))
        case (.accept, .enterPasskey): typeShownPasskey(looks: 0)
        case (.accept, .display): break  // Typing it is the other side's.
        case (.accept, .consent), (.accept, .compare): answer(.accept)
        }
    }

    /// Types the passkey that another node shows. The other node may show it later than this one asks. So the user
    /// looks again from time to time, as long as a pairing can last.
    private func typeShownPasskey(looks: Int) {
        guard let world else { return }
        if let passkey = world.lock.withLock({ $0.passkeyShown(to: node) }) {
            answer(.passkey(passkey))
        } else if looks < 100 {
            world.after(.milliseconds(300)) { typeShownPasskey(looks: looks + 1) }
        }
    }

    private func answer(_ answer: Host.PairingAnswer) {
        world?.perform(on: node) { node, now in node.answerPairing(answer, to: number, at: now) }
    }
}

extension WorldState {
    /// The passkey on the display of a node to which this node has a link, the first one if there are several. If this
    /// node has no link in the medium, the passkey of any other node.
    fileprivate func passkeyShown(to id: NodeID) -> UInt32? {
        var isLinked = false
        for case let link? in medium.links {
            let ends = (link.central.controller.node, link.peripheral.controller.node)
            guard ends.0 == id || ends.1 == id else { continue }
            isLinked = true
            let other = ends.0 == id ? ends.1 : ends.0
            if let passkey = nodes.first(where: { $0.id == other })?.shownPasskey { return passkey }
        }
        guard !isLinked else { return nil }
        return nodes.first { $0.id != id && $0.shownPasskey != nil }?.shownPasskey
    }
}
