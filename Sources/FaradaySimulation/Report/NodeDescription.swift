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

    /// A node of which only the name is known.
    package init(id: NodeID, name: String) { (self.id, self.name) = (id, name) }
}

extension World {
    /// The nodes as they are now, in the order in which they were added.
    package func nodeDescriptions() -> [NodeDescription] {
        lock.withLock { state in
            let names = state.displayNames
            return state.nodes.map { node in
                var description = NodeDescription(id: node.id, name: names[node.id.index])
                description.position = state.medium.position(of: node.id)
                node.describe(in: &description)
                return description
            }
        }
    }
}

extension DeviceNode {
    /// The host's database, with the values that the device keeps itself.
    var listedServices: [ServiceListing] {
        var services = host.serviceListings
        for service in services.indices {
            for place in services[service].characteristics.indices {
                let listed = services[service].characteristics[place]
                guard listed.value == nil, let index = database.index(of: listed.handle) else { continue }
                services[service].characteristics[place].value = database.characteristics[index].value
            }
        }
        return services
    }
}
