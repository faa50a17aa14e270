import BluetoothTypes
import BluetoothWire

extension Host {
    /// What an attribute of this host's database belongs to.
    package func place(of handle: ATT.Handle) -> AttributePlace? { server.place(of: handle) }

    /// The connection handle of a link; `nil` if the link has ended.
    package func connectionHandle(of link: LinkID) -> UInt16? { self.link(link)?.connectionHandle }

    /// How many notifications and commands for a link wait for room in the controller, and indications for their turn.
    package mutating func waitingUpdateCount(of link: LinkID) -> Int {
        index(of: link).map { links[$0].bearer.waitingCount } ?? 0
    }

    /// The ATT MTU of the link with a connection handle.
    package func mtu(ofConnection handle: UInt16) -> UInt16 {
        linkIDs.first { link($0)?.connectionHandle == handle }.map { mtu(of: $0) } ?? ATT.defaultMTU
    }
}
