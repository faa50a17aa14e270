import BluetoothWire
import FaradaySimulation

/// Where packets of one direction of one link pass.
enum PacketPath: Hashable {
    /// Between a node's host and its controller: the connection's handle, and whether the packet goes to the controller.
    case hci(NodeID?, UInt16, isDown: Bool)
    /// On air: the access address and the sender.
    case air(UInt32, NodeID)
}
