extension Host {
    /// What all links of a host share for their credit-based channels: the services, and the identifiers.
    struct ChannelRegistry: Hashable, Sendable {
        /// What peers may open channels to; in the order they were added.
        private var services: [ChannelService] = []
        private var lastID: UInt32 = 0

        init() {}

        /// Lets peers open channels to the service's PSM, in place of an older service at the same PSM.
        mutating func add(_ service: ChannelService) {
            remove(psm: service.psm)
            services.append(service)
        }

        /// Stops that; open channels stay.
        mutating func remove(psm: UInt16) { services.removeAll { $0.psm == psm } }

        func service(psm: UInt16) -> ChannelService? { services.first { $0.psm == psm } }

        /// An identifier that no channel of this host ever had.
        mutating func newID() -> ChannelID {
            lastID &+= 1
            return ChannelID(lastID)
        }
    }
}
