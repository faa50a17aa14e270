import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// Everything the phone knows of one peer.
struct Peer: Sendable {
    let identifier: PeerIdentifier
    /// The address as the controller last reported it.
    var address: DeviceAddress
    /// The last advertised local name (behaviour 2.21).
    var advertisedName: String?
    /// The GAP Device Name read on a link; wins, and stays until the next link (behaviour 2.21, 2.22).
    var gapName: String?
    var sighting = Sighting()
    /// Who connects to it and is connected.
    var connection = PeerConnection()
    /// The phone no longer knows the peer by this identifier; only managers that are connected still use it.
    var isForgotten = false

    var name: String? { gapName ?? advertisedName }

    /// Whether the peer is in use, so that its slot must not be reused.
    var isPinned: Bool { connection.isInUse }

    var portValue: Central.Peer { Central.Peer(identifier: identifier, name: name) }

    /// The managers that connect or are connected, in the order they asked.
    @inline(__always)
    var attachments: [Attachment] {
        _read { yield connection.attachments }
    }

    /// The link to this peer, of either role, by slot.
    @inline(__always)
    var link: Int? { connection.link }

    @inline(__always)
    func attachment(of session: SessionID) -> Int? { connection.attachment(of: session) }
}
