import BluetoothPort
import FaradayBridge
import Foundation

/// Who stands before a device of the tool: says yes to everything, and types passkeys on standard input.
final class PairingUser: Sendable {
    private let passkey: UInt32?
    /// The link whose pairing waits for a passkey.
    private let asking = Lock<(device: Device, link: DeviceLink)?>(nil)

    /// - Parameter passkey: Typed at once, where one is asked for; without, a person types it.
    init(passkey: UInt32?) { self.passkey = passkey }

    /// What the device's security asks.
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
            return Shell.complain("a passkey has up to six digits, unlike '\(text)'")
        }
        guard let (device, link) = asking.withLock({ $0.take() }) else {
            return Shell.complain("nobody asks for a passkey")
        }
        device.answerPairing(.passkey(passkey), on: link)
    }
}
