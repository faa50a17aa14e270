import BluetoothHost
import BluetoothPort
import BluetoothWire

/// What a phone shows its user while it pairs (behaviour 5.32, 5.36). Apps get no callback for it.
///
/// If nobody answers, the alert disappears with the pairing after 30 s (behaviour 9.14).
public struct PairingAlert: Hashable, Sendable {
    /// Its number on this phone, counted from 1; an answer contains it.
    public let number: UInt32
    /// The link it is about.
    public let link: Host.LinkID
    /// The peer, as the phone's apps know it.
    public let peer: PeerIdentifier
    /// The peer's address, as far as the phone knows it.
    public let address: DeviceAddress
    /// What the phone calls the peer, if it knows a name.
    public let peerName: String?
    /// What the user is asked for.
    public let prompt: Host.PairingPrompt

    /// The alert's text.
    public var message: String {
        let name = "“\(peerName ?? "An accessory")”"
        return switch prompt {
        case .consent: "\(name) would like to pair with your device."
        case .compare(let number):
            "\(name) would like to pair with your device. Confirm that the code “\(Self.digits(number))” is shown on \(name)."
        case .display(let number): "Enter the code “\(Self.digits(number))” on \(name), then press return."
        case .enterPasskey: "Enter the pairing code for \(name)."
        }
    }

    /// Six decimal digits (Core 6.0, Vol 3, Part H, 2.3.5.3).
    public static func digits(_ passkey: UInt32) -> String {
        let text = String(passkey)
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }
}
