import BluetoothPort
import FaradayBridge
import Foundation

/// The user of a device of the tool: accepts everything, and types passkeys on standard input.
final class PairingUser: Sendable {
    private let passkey: UInt32?
    /// The link whose pairing waits for a passkey.
    private let asking = Lock<(device: Device, link: DeviceLink)?>(nil)

    /// - Parameter passkey: The answer to a request for a passkey; if it is `nil`, a person types the answer.
    init(passkey: UInt32?) { self.passkey = passkey }

    /// Answers what the device's security asks.
    func reply(to pairing: DevicePairing) -> PairingReply {
        guard pairing.prompt == .enterPasskey else { return .accept }
        if let passkey { return .passkey(passkey) }
        asking.withLock { $0 = (pairing.device, pairing.link) }
        return .ignore
    }

    /// Reads passkeys from standard input from now on, until its end.
    func listen() {
        guard passkey == nil else { return }
        Thread.detachNewThread { [self] in
            while let line = readLine() { type(line) }
        }
    }

    private func type(_ line: String) {
        let text = line.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { return }
        guard let passkey = try? DeviceOptions.passkey(text) else {
            return Shell.complain("a passkey has one to six digits; '\(text)' is not a passkey")
        }
        guard let (device, link) = asking.withLock({ $0.take() }) else {
            return Shell.complain("no pairing is waiting for a passkey")
        }
        device.answerPairing(.passkey(passkey), on: link)
    }
}
