/// A key that links were perhaps encrypted with, and who says it.
package struct LinkKey: Hashable, Sendable {
    /// Who says a key.
    package enum Source: Hashable, Sendable {
        /// Whoever imports.
        case given
        /// The packets of an LE legacy pairing; its passkey, or `nil` for Just Works.
        case legacyPairing(PacketPlace, passkey: UInt32?)
        /// LE Secure Connections in which one end had the debug key.
        case debugPairing(PacketPlace)
        /// The device or its central, to the other one.
        case distributed(PacketPlace)
        /// A host, to its controller.
        case host(PacketPlace)
    }

    /// 16 bytes, most significant first.
    package var bytes: [UInt8]
    package var source: Source

    /// The start of a key that somebody gave: reports go to many hands.
    package static func name(_ bytes: [UInt8]) -> String {
        bytes.prefix(4).map { Hexadecimal.digits(UInt64($0), 2) }.joined() + "..."
    }
}

extension LinkKey.Source: CustomStringConvertible {
    package var description: String {
        switch self {
        case .given: "with the key that was given"
        case .legacyPairing(let place, nil): "with the key of the pairing, Just Works (packet \(place))"
        case .legacyPairing(let place, let passkey?):
            "with the key of the pairing, passkey \(Self.digits(passkey)) (packet \(place))"
        case .debugPairing(let place):
            "with the key of the pairing, which used the debug key (packet \(place))"
        case .distributed(let place): "with the key that a pairing handed out (packet \(place))"
        case .host(let place): "with the key that a host gave its controller (packet \(place))"
        }
    }

    /// A passkey as users see it: six digits.
    private static func digits(_ passkey: UInt32) -> String {
        let text = String(passkey)
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }
}

/// A key that resolves private addresses, and the lasting address of its device, where somebody says it.
struct ResolvingKey: Hashable {
    /// 16 bytes, least significant first as on the wire.
    var bytes: [UInt8]
    var address: DeviceIdentity?
}
