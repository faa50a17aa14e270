import BluetoothWire
import FaradayEngine

/// What the seed gives to each node.
extension Entropy {
    /// One of a node's streams: `"node 1/address"`.
    func stream(of id: NodeID, _ part: StaticString) -> EntropyStream {
        var name = StreamName("node", id.rawValue)
        name.add(part)
        return stream(name)
    }

    /// The public address that the seed gives to a node.
    func publicAddress(of id: NodeID) -> DeviceAddress {
        var stream = self.stream(of: id, "/public address")
        // The two lowest bits of the first octet mark group and locally administered addresses; a manufacturer sets
        // neither.
        return DeviceAddress(stream.next() & ~0x0300_0000_0000, .public)
    }

    /// The random static address that a node uses, drawn from the seed.
    func randomStaticAddress(of id: NodeID) -> DeviceAddress {
        var stream = self.stream(of: id, "/address")
        return DeviceAddress(stream.next() | 0xC000_0000_0000, .random)
    }

    /// The bytes from which a node draws its keys.
    func securityEntropy(of id: NodeID) -> [UInt8] {
        var stream = self.stream(of: id, "/security")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        bytes.append(littleEndian: stream.next())
        bytes.append(littleEndian: stream.next())
        return bytes
    }
}
