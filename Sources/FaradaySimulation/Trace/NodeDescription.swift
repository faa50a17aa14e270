import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// What a node is, where it stands and what it offers: what a reader of a trace can't see in its records.
package struct NodeDescription: Hashable, Sendable {
    /// The kind of a node.
    package enum Kind: String, Hashable, Sendable {
        case phone
        case device
        /// A controller whose host is elsewhere.
        case controller
    }

    package var id: NodeID
    package var name: String
    package var kind = Kind.controller
    /// The system of a phone: `iOS 26.0`.
    package var system: String?
    package var position = Position.outOfRange
    /// The node's own database.
    package var services: [ServiceListing] = []
    /// The address by which others are bonded with the node.
    package var identity: DeviceAddress?
    package var bonds: [Host.Bond] = []
    /// The peers whose databases a phone remembers without a link.
    package var remembered: [DeviceAddress] = []
    /// The apps of a phone, as commands name them: by their identifiers or their numbers.
    package var apps: [String] = []
    /// What a phone shows that waits for its user.
    package var questions: [ScreenQuestion] = []
    /// What its user does by itself, unless the user agrees to everything: `waits`.
    package var user: String?
    /// The names of the nodes with these addresses, as far as there are any.
    package var peerNames: [DeviceAddress: String] = [:]

    /// A node of which only the name is known.
    package init(id: NodeID, name: String) { (self.id, self.name) = (id, name) }

    /// The node is a device.
    mutating func setDevice(_ services: [ServiceListing], _ address: DeviceAddress, _ bonds: [Host.Bond]) {
        (kind, self.services, identity, self.bonds) = (.device, services, address, bonds)
    }
}
