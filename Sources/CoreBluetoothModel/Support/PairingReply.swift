import BluetoothHost
import BluetoothTypes

/// What the user of a phone or of a device does when asked to pair.
///
/// ```swift
/// phone.onPairing { alert in
///     alert.prompt == .enterPasskey ? .after(.seconds(4), .passkey(123_456)) : .accept
/// }
/// ```
public indirect enum PairingReply: Hashable, Sendable {
    /// Presses "Pair". If a passkey has to be typed, types the one that another simulated device shows. If no
    /// device shows one, nothing happens.
    case accept
    /// Presses "Cancel".
    case reject
    /// Types a passkey, 0…999,999.
    case passkey(UInt32)
    /// Does nothing; the pairing fails after 30 s.
    case ignore
    /// Gives the reply after this time.
    case after(Nanoseconds, PairingReply)
}

// Foundation has a `Host` of its own. Tests that import both need names without it.

/// What a pairing asks a user, or shows.
public typealias PairingPrompt = Host.PairingPrompt
/// A user's answer to a prompt.
public typealias PairingAnswer = Host.PairingAnswer
/// The security that a link should have, or has.
public typealias SecurityLevel = Host.SecurityLevel
/// What two devices exchange over another channel than Bluetooth.
public typealias OutOfBandData = Host.OutOfBandData
/// What two devices keep after a pairing.
public typealias Bond = Host.Bond
