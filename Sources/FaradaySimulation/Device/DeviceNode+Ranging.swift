import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A device's Ranging Service: its host's reports, and the service's clients.
extension DeviceNode {
    private var hasRangingService: Bool { definition.channelSounding?.hasService == true }

    /// The host has an event of Channel Sounding.
    func handleRanging(_ event: Host.RangingEvent, on link: Host.LinkID, at now: Instant) {
        guard hasRangingService, case .reflected(let reflection) = event else { return }
        carryOut(ranging.reflected(reflection, on: link, limit: rangingLimit(link)), at: now)
    }

    /// A client has changed a subscription, which may be one of the service.
    func rangingSubscribed(
        _ link: Host.LinkID, at index: Int, _ subscription: GATT.Subscription
    ) {
        guard hasRangingService, isOfRanging(index) else { return }
        ranging.subscribed(link, to: uuid(at: index), subscription)
    }

    /// A client has written to a characteristic, which may be the service's control point.
    func rangingWritten(_ value: [UInt8], at index: Int, by link: Host.LinkID, at now: Instant) {
        guard hasRangingService, isOfRanging(index), uuid(at: index) == Ranging.Characteristic.controlPoint
        else { return }
        carryOut(ranging.written(value, on: link, limit: rangingLimit(link)), at: now)
    }

    /// An update was sent, which may be a segment of a report.
    func rangingSent(_ token: Host.Token, on link: Host.LinkID, at now: Instant) {
        guard hasRangingService else { return }
        carryOut(ranging.sent(token, on: link, limit: rangingLimit(link)), at: now)
    }

    func rangingLinkLost(_ link: Host.LinkID) {
        if hasRangingService { ranging.linkLost(link) }
    }

    private func isOfRanging(_ index: Int) -> Bool {
        database.isIn(Ranging.service, at: index, definition.services)
    }

    private func rangingLimit(_ link: Host.LinkID) -> Int { Int(ask { $0.mtu(of: link) }) - 3 }

    private func carryOut(_ outputs: [RangingServer.Output], at now: Instant) {
        for output in outputs {
            switch output {
            case .value(let uuid, let value):
                guard let handle = rangingHandle(uuid) else { continue }
                host.handle(.gatt(.setValue(handle, value)), at: now)
            case .update(let link, let uuid, let value, let kind, let token):
                guard let handle = rangingHandle(uuid) else { continue }
                host.handle(.gatt(.update(link, token ?? makeToken(), handle, value, kind)), at: now)
            }
        }
    }

    private func rangingHandle(_ uuid: BluetoothUUID) -> ATT.Handle? {
        database.places(of: uuid, in: Ranging.service, definition.services).first
            .map { characteristics[$0].handle }
    }
}
