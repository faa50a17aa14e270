import BluetoothHost
import BluetoothTypes

/// What the user of a phone, or of a device, does when asked to pair.
///
/// ```swift
/// phone.onPairing { alert in
///     alert.prompt == .enterPasskey ? .after(.seconds(4), .passkey(123_456)) : .accept
/// }
/// ```
public indirect enum PairingReply: Hashable, Sendable {
    /// Presses "Pair". Where a passkey is to be typed, types the one that another simulated device shows;
    /// when none shows one, nothing happens.
    case accept
    /// Presses "Cancel".
    case reject
    /// Types a passkey, 0…999,999.
    case passkey(UInt32)
    /// Does nothing; the pairing fails after 30 s.
    case ignore
    /// Does so when this much time has passed.
    case after(Nanoseconds, PairingReply)
}

// Foundation has a `Host` of its own, so that tests that import both need names without it.

/// What a pairing asks of a user, or shows.
public typealias PairingPrompt = Host.PairingPrompt
/// What a user answers to it.
public typealias PairingAnswer = Host.PairingAnswer
/// What a link is to be, or is.
public typealias SecurityLevel = Host.SecurityLevel
/// What two devices tell each other over another channel than Bluetooth.
public typealias OutOfBandData = Host.OutOfBandData
/// What two devices keep of a pairing.
public typealias Bond = Host.Bond
