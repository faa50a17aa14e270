import BluetoothTypes
import BluetoothWire

extension Host {
    /// What an attribute of this host's database belongs to.
    package func place(of handle: ATT.Handle) -> AttributePlace? { server.place(of: handle) }

    /// The ATT MTU of the link with a connection handle.
    package func mtu(ofConnection handle: UInt16) -> UInt16 {
        linkIDs.first { link($0)?.connectionHandle == handle }.map { mtu(of: $0) } ?? ATT.defaultMTU
    }
}
