import BluetoothHost
import BluetoothWire

/// What a capture tells of a device's security.
package struct ImportedSecurity: Sendable {
    /// What an attribute asks for, and how it shows.
    package struct Requirement: Hashable, Sendable {
        /// The permissions that follow.
        package var permissions: GATT.Permissions
        /// The answers that say so.
        package var places: [PacketPlace]
        /// Whether authentication is asked for only as far as the pairing's method tells: encryption alone may suffice.
        package var isByPairing: Bool
    }

    /// The answer to a Pairing Request.
    package var features: (features: SMP.PairingFeatures, place: PacketPlace)?
    /// What a Security Request asks for.
    package var request: (requirements: SMP.AuthenticationRequirements, place: PacketPlace)?
    /// Whether the central offered LE Secure Connections in that pairing.
    package var wasOfferedSecureConnections = false
    /// Where the device refused to pair at all.
    package var refusal: PacketPlace?
    /// By handle.
    package var requirements: [ATT.Handle: Requirement] = [:]
    /// Reads and writes that are not permitted at all, by handle.
    package var forbidden: [ATT.Handle: GATT.Permissions] = [:]
    /// Values that clients wrote with success, by handle.
    package var written: Set<ATT.Handle> = []
}
