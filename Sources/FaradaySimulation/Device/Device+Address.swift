import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

extension Device {
    /// Gives the device another random static address, drawn from the seed. Phones treat it as another device. Links
    /// stay up, with the address that they began with.
    public func changeAddress() {
        perform { node, now in
            node.note(.changeAddress)
            node.addressChanges &+= 1
            let address = world.entropy.randomStaticAddress(of: id, change: node.addressChanges)
            node.host.setAddress(address, at: now)
            node.drainHost(at: now)
        }
    }
}

extension DeviceNode {
    /// The identity address; available even before the device was first on.
    var address: DeviceAddress { host.configuration.address ?? host.identity }
}

extension Entropy {
    /// The address that a node has after this many changes.
    fileprivate func randomStaticAddress(of id: NodeID, change: UInt32) -> DeviceAddress {
        var stream = self.stream("node \(id.rawValue)/address \(change)")
        return DeviceAddress(stream.next() | 0xC000_0000_0000, .random)
    }
}
