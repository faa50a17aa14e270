import BluetoothHost
import CoreBluetoothModel
import Dispatch

/// The user of a phone on a real radio, as far as pairing goes.
///
/// A program has no screen for the alert, so each one is a line on standard error, and `FARADAY_PAIRING`
/// says what to do about it: `accept` (as without the variable), `reject`, `ignore`, or the six digits of
/// the passkey to type.
enum LiveUser {
    typealias Agent = @Sendable (PairingAlert) -> PairingReply

    /// The user that `FARADAY_PAIRING` describes.
    static func fromEnvironment() -> Agent {
        let text = Environment.variable("FARADAY_PAIRING") ?? "accept"
        guard let reply = reply(text) else {
            Environment.log(
                "Faraday: FARADAY_PAIRING is accept, reject, ignore or a passkey, not '\(text)'; "
                    + "pairing alerts are ignored")
            return { alert in
                Environment.log("Faraday: pairing alert, ignored: \(alert.message)")
                return .ignore
            }
        }
        return { alert in
            Environment.log("Faraday: pairing alert: \(alert.message)")
            if case .enterPasskey = alert.prompt, reply == .accept {
                Environment.log("Faraday: set FARADAY_PAIRING to the passkey that the peer shows")
            }
            return answer(reply, to: alert)
        }
    }

    /// What `FARADAY_PAIRING` says; `nil` for what it must not.
    static func reply(_ text: String) -> PairingReply? {
        switch text {
        case "accept", "": return .accept
        case "reject": return .reject
        case "ignore": return .ignore
        default:
            guard text.utf8.count <= 6, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let passkey = UInt32(text)
            else { return nil }
            return .passkey(passkey)
        }
    }

    /// Someone who knows a passkey presses "Pair" where none is to be typed.
    private static func answer(_ reply: PairingReply, to alert: PairingAlert) -> PairingReply {
        guard case .passkey = reply else { return reply }
        return alert.prompt == .enterPasskey ? reply : .accept
    }

    /// Carries out a reply with what `answer` hands to the phone, now or when its time has come.
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
        // The passkey of a peer is not to be seen from here.
        case (.accept, .enterPasskey), (.accept, .display), (.ignore, _): break
        }
    }
}
