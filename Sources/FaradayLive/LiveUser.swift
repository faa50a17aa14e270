import BluetoothHost
import CoreBluetoothModel
import Dispatch

/// The user of a phone on a real radio, for pairing alerts.
///
/// A program has no screen for the alert, so each alert is a line on standard error. `FARADAY_PAIRING`
/// contains the answer: `accept` (the default), `reject`, `ignore`, or the six digits of the passkey.
enum LiveUser {
    typealias Agent = @Sendable (PairingAlert) -> PairingReply

    /// The user that `FARADAY_PAIRING` describes.
    static func fromEnvironment() -> Agent {
        agent(Environment.variable("FARADAY_PAIRING") ?? "accept", log: Environment.log)
    }

    /// The user that `text` describes; an invalid text is logged at once.
    static func agent(_ text: String, log: @escaping @Sendable (String) -> Void) -> Agent {
        guard let reply = reply(text) else {
            log(
                "Faraday: FARADAY_PAIRING must be accept, reject, ignore or the six digits of a passkey, not "
                    + "'\(text)'; pairing alerts are ignored")
            return { alert in
                log("Faraday: pairing alert, ignored: \(alert.message)")
                return .ignore
            }
        }
        return { alert in
            log("Faraday: pairing alert: \(alert.message)")
            if case .enterPasskey = alert.prompt, reply == .accept {
                log("Faraday: set FARADAY_PAIRING to the passkey that the peer shows")
            }
            return answer(reply, to: alert)
        }
    }

    /// The answer in `FARADAY_PAIRING`; `nil` for an invalid one.
    static func reply(_ text: String) -> PairingReply? {
        switch text {
        case "accept", "": return .accept
        case "reject": return .reject
        case "ignore": return .ignore
        default:
            guard text.utf8.count == 6, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let passkey = UInt32(text)
            else { return nil }
            return .passkey(passkey)
        }
    }

    /// If the user has a passkey and the alert asks for none, the user presses "Pair".
    private static func answer(_ reply: PairingReply, to alert: PairingAlert) -> PairingReply {
        guard case .passkey = reply else { return reply }
        return alert.prompt == .enterPasskey ? reply : .accept
    }

    /// Performs a reply: `answer` passes it to the phone, now or later.
    static func carryOut(
        _ reply: PairingReply, to prompt: Host.PairingPrompt,
        _ answer: @escaping @Sendable (Host.PairingAnswer) -> Void
    ) {
        switch (reply, prompt) {
        case (.after(let delay, let reply), _):
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(delay.count))) {
                carryOut(reply, to: prompt, answer)
            }
        case (.reject, _): answer(.reject)
        case (.passkey(let passkey), _): answer(.passkey(passkey))
        case (.accept, .consent), (.accept, .compare): answer(.accept)
        // The peer's passkey is not known here.
        case (.accept, .enterPasskey), (.accept, .display), (.ignore, _): break
        }
    }
}
