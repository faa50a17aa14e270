extension HCI {
    /// A packet that came as bytes, and these bytes.
    ///
    /// They differ from what the packet encodes to where the specification has a receiver ignore octets: the unused one of
    /// Write LE Host Support, the filling of advertising data.
    package struct Received: Hashable, Sendable {
        package let packet: Packet
        /// The H4 packet as it was sent; `nil` if it is what `packet` encodes to.
        package let bytes: [UInt8]?

        /// Keeps the bytes if they say more than the packet.
        package init(_ packet: Packet, from bytes: [UInt8]? = nil) {
            self.packet = packet
            self.bytes = bytes == packet.h4Bytes ? nil : bytes
        }
    }
}
