import BluetoothTypes
import BluetoothWire

/// Links: their start, their data, their handles.
extension Controller {
    /// How many links are open.
    var linkCount: Int { links.count }
    var hasRoomForLink: Bool { isPowered && linkCount < configuration.maximumLinks }

    /// The end of the link with `handle`.
    package func end(_ handle: UInt16) -> LinkEnd? { links[handle]?.takeUnretainedValue() }

    /// The ends of the open links, by handle.
    var ends: [LinkEnd] { links.elements.compactMap { $0?.takeUnretainedValue() } }

    /// Whether there is a free buffer for an ACL packet of the host.
    package var hasRoomForData: Bool { heldPackets < Int(configuration.aclDataPackets) }

    func isConnected(to address: DeviceAddress) -> Bool {
        ends.contains { $0.peer.value == address.value && $0.peer.kind.onAir == address.kind.onAir }
    }

    /// Gives a new link its handle.
    func adopt(_ end: LinkEnd) { end.open(links.add(.passUnretained(end))) }

    /// Reports a new link to the host; `set` is the advertising set that led to it and has ended.
    func linkBegan(_ end: LinkEnd, _ usesAlgorithm2: Bool, of set: Advertiser? = nil) {
        let events = set.map { medium.beats[$0.beat].events } ?? 0
        set?.stop()
        connectionCompleted(.success, end)
        if let handle = set?.handle {
            emit(
                .leAdvertisingSetTerminated(
                    .init(
                        status: .success, advertisingHandle: handle, connectionHandle: end.handle,
                        numCompletedExtendedAdvertisingEvents: UInt8(truncatingIfNeeded: events))))
        }
        emit(
            .leChannelSelectionAlgorithm(
                .init(
                    connectionHandle: end.handle,
                    channelSelectionAlgorithm: usesAlgorithm2 ? .algorithm2 : .algorithm1)))
    }

    /// LE Enhanced Connection Complete, or the older event if the host wants that.
    func connectionCompleted(_ status: HCI.ErrorCode, _ end: LinkEnd?, role: HCI.Role = .central) {
        let link = end?.link
        let accuracy: HCI.ClockAccuracy = end?.role == .peripheral ? .ppm50 : .ppm500
        if masks.le.contains(.leEnhancedConnectionComplete) {
            emit(
                .leEnhancedConnectionComplete(
                    .init(
                        status: status, connectionHandle: end?.handle ?? 0, role: end?.role ?? role,
                        peerAddress: end?.peer ?? .zero,
                        localResolvablePrivateAddress: end?.privateAddresses?.local,
                        peerResolvablePrivateAddress: end?.privateAddresses?.peer,
                        connectionInterval: link?.interval ?? 0,
                        peripheralLatency: link?.latency ?? 0, supervisionTimeout: link?.timeout ?? 0,
                        centralClockAccuracy: accuracy)))
        } else {
            // This event has only the address types on air.
            emit(
                .leConnectionComplete(
                    .init(
                        status: status, connectionHandle: end?.handle ?? 0, role: end?.role ?? role,
                        peerAddress: end?.privateAddresses?.peer ?? end?.peer ?? .zero,
                        connectionInterval: link?.interval ?? 0,
                        peripheralLatency: link?.latency ?? 0, supervisionTimeout: link?.timeout ?? 0,
                        centralClockAccuracy: accuracy)))
        }
    }

    // Data

    /// ACL data from the host (Core 6.0, Vol 4, Part E, 5.4.2).
    func receive(_ packet: consuming HCI.ACLData) {
        // The link has ended meanwhile: the host counts its packets as completed.
        guard let end = links[packet.connectionHandle] else { return }
        guard heldPackets < Int(configuration.aclDataPackets),
            packet.data.count <= Int(configuration.aclDataPacketLength)
        else { return emit(.dataBufferOverflow(.init(linkType: .acl))) }
        guard !packet.data.isEmpty, !end._withUnsafeGuaranteedRef({ $0.isTerminating }) else {
            return emit(.numberOfCompletedPackets(medium.completions.report(packet.connectionHandle, 1)))
        }
        heldPackets += 1
        // A closure that took the data would copy it.
        let place = end._withUnsafeGuaranteedRef { $0.packetPlace() }
        place.initialize(to: packet)
        end._withUnsafeGuaranteedRef { $0.packetQueued() }
    }
}
