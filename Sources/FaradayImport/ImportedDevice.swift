import BluetoothTypes
import BluetoothWire

/// A peripheral as one capture or several show it: what is known of it, and from which packets.
///
/// What no packet says is not here; ``unknowns`` lists it.
package struct ImportedDevice: Sendable {
    package var identity: DeviceIdentity
    /// Whether the packets were rebuilt from what a framework showed: the address and the handles are made up.
    package var isRebuilt: Bool
    /// Packets about it in all files.
    package var packetCount: Int
    /// Nanoseconds since 1970.
    package var firstSeen: UInt64
    package var lastSeen: UInt64
    /// The advertising sets, in the order in which they were heard.
    package var advertising: [ImportedAdvertising]
    package var database: ImportedDatabase
    package var security: ImportedSecurity
    package var conversation: ImportedConversation
    /// What follows what, learned from examples.
    package var rules: [LearnedRule]
    /// The MTU that the device offers.
    package var mtu: (value: UInt16, place: PacketPlace)?
    /// Its connections, in order of time.
    package var links: [ImportedLink]
    /// Where discoveries contradict each other.
    package var databaseChanges: [PacketPlace]
    package var encryption: ImportedEncryption
    /// Packets that make no sense, of connections whose beginning is not in the capture.
    package var senselessPackets: Int
    /// How often packets of its connections were not heard, or were received with errors.
    package var gaps: Int
    /// Protocol units of its connections that have no valid form.
    package var unreadUnits: Int
    /// Requests of the device to its central, which are not imported.
    package var requestsOfDevice: Int
}

/// A connection of a device.
package struct ImportedLink: Hashable, Sendable {
    /// Where the connection begins; `nil` if the capture begins within it.
    package var began: PacketPlace?
    /// Nanoseconds since 1970 of its first packet in the capture, and of its last one.
    package var time: UInt64
    package var lastTime: UInt64
    /// How it ends; `nil` if the capture ends before.
    package var end: End?
    package var packets: Int
    /// Whether only requests and answers tell which end is the peripheral.
    package var hasGuessedRoles: Bool

    /// The end of a connection.
    package struct End: Hashable, Sendable {
        package var place: PacketPlace
        /// Nanoseconds since 1970.
        package var time: UInt64
        package var reason: HCI.ErrorCode
        /// `nil` if the link was lost.
        package var isByDevice: Bool?
        /// How long a lost link was silent, in nanoseconds, as far as that is known.
        package var silence: UInt64
    }
}

extension ImportedLink.End {
    fileprivate init?(_ link: LinkRecord) {
        guard let end = link.ended else { return nil }
        let isByDevice: Bool? =
            switch end.side {
            case .peripheral: true
            case .central: false
            case .host, .peer, .unknown: nil
            }
        self.init(
            place: end.place, time: end.time, reason: end.reason, isByDevice: isByDevice,
            silence: isByDevice == nil ? link.supervisionTimeout ?? 0 : 0)
    }
}

extension ImportedDevice {
    init(_ history: DeviceHistory) {
        (identity, isRebuilt) = (history.identity, history.isRebuilt)
        packetCount = history.packets
        (firstSeen, lastSeen) = (history.first ?? 0, history.last)
        advertising = ImportedAdvertising.sets(of: history)
        var learner = DatabaseLearner()
        for exchange in history.exchanges { learner.add(exchange) }
        database = learner.database()
        mtu = learner.serverMTU
        databaseChanges = learner.changes
        var talk = ConversationLearner(database)
        var security = SecurityLearner(database)
        for exchange in history.exchanges {
            talk.add(exchange)
            security.add(exchange)
        }
        conversation = talk.conversation
        self.security = security.security
        rules = RuleLearner.rules(of: conversation, database)
        links = history.links.map {
            ImportedLink(
                began: $0.began?.place, time: $0.firstTime ?? 0, lastTime: $0.lastTime,
                end: ImportedLink.End($0), packets: $0.packets, hasGuessedRoles: $0.isGuessed)
        }
        encryption = ImportedEncryption(history.links)
        senselessPackets = history.links.reduce(0) { $0 + ($1.began == nil ? $1.senselessPackets : 0) }
        gaps = history.links.reduce(0) { $0 + $1.gaps }
        unreadUnits = history.unread
        requestsOfDevice = history.ofClientRole
    }
}
