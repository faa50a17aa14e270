extension Host.ACLDataPath {
    /// The controller's buffers for ACL data, shared by all links (Core 6.0, Vol 4, Part E, 4.1.1).
    ///
    /// One link may fill all buffers except one for each other link. So a peer out of range, whose packets
    /// stay in the controller, never blocks the others.
    struct BufferPool: Hashable, Sendable {
        /// The longest payload of one packet, at least 27.
        let packetLength: Int
        /// How many packets the controller holds.
        let count: Int
        /// How many more packets the controller accepts now.
        private(set) var free: Int

        init(packetLength: Int, count: Int) {
            self.packetLength = max(packetLength, 1)
            self.count = count
            self.free = count
        }

        /// No controller, no buffers.
        static let none = BufferPool(packetLength: 27, count: 0)

        /// How many packets of one link may be in the controller while `links` are up.
        func share(among links: Int) -> Int { max(1, count - max(links - 1, 0)) }

        /// Takes one buffer.
        mutating func take() {
            precondition(free > 0, "no free buffer of \(count)")
            free -= 1
        }

        /// Returns buffers that the controller reported free, or that were freed when their link ended.
        mutating func give(_ packets: Int) { free = min(count, free + packets) }
    }
}
