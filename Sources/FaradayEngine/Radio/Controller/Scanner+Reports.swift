import BluetoothTypes
import BluetoothWire

/// Reports to the host.
extension Scanner {
    /// Reports a legacy advertisement, in the event type that the host's command family uses.
    func reportLegacy(_ set: Advertiser, _ device: ReceivedAddress, rssi: Int8) {
        let data = set.isDirected ? [] : set.data
        guard isExtended else {
            let type: HCI.AdvertisingReportType =
                set.isDirected
                ? .advDirectInd : set.isConnectable ? .advInd : set.isScannable ? .advScanInd : .advNonconnInd
            if let directed = device.directed, directed.isUnresolved {
                controller.emit(
                    .leDirectedAdvertisingReport(
                        .init(reports: [
                            .init(
                                address: device.reported, directAddress: .init(directed.address), rssi: rssi)
                        ])))
                return
            }
            controller.emit(
                .leAdvertisingReport(
                    .init(reports: [.init(eventType: type, address: device.reported, data: data, rssi: rssi)])
                ))
            return
        }
        controller.emit(
            .leExtendedAdvertisingReport(
                .init(reports: [
                    .init(
                        eventType: Self.eventType(set).union(.legacy), address: device.reported, rssi: rssi,
                        directAddress: device.directed ?? .none, data: data)
                ])))
    }

    /// Reports a legacy scan response.
    func reportLegacyResponse(_ set: Advertiser, _ device: ReceivedAddress, rssi: Int8) {
        guard isExtended else {
            controller.emit(
                .leAdvertisingReport(
                    .init(reports: [
                        .init(eventType: .scanRsp, address: device.reported, data: set.response, rssi: rssi)
                    ])))
            return
        }
        controller.emit(
            .leExtendedAdvertisingReport(
                .init(reports: [
                    .init(
                        eventType: Self.eventType(set).union([.legacy, .scanResponse]),
                        address: device.reported,
                        rssi: rssi, data: set.response)
                ])))
    }

    /// Reports an extended advertisement or scan response, in as many events as its data needs.
    func report(_ set: Advertiser, _ device: ReceivedAddress, _ heard: Heard, isResponse: Bool = false) {
        var base = Self.eventType(set)
        if isResponse { base.insert(.scanResponse) }
        let isAnonymous = set.properties.contains(.anonymous)
        let rssi = set.controller.reportedRSSI(heard.rssi)
        var position = 0
        repeat {
            // An event has room for 229 bytes of data after the report's other fields.
            let end = min(heard.data.count, position + 229)
            var type = base
            if end < heard.data.count {
                type.insert(.incompleteMoreToCome)
            } else if !heard.isWhole {
                type.insert(.incompleteTruncated)
            }
            controller.emit(
                .leExtendedAdvertisingReport(
                    .init(reports: [
                        .init(
                            eventType: type, address: isAnonymous ? nil : device.reported,
                            primaryPHY: .init(set.primaryPHY), secondaryPHY: .init(set.secondaryPHY),
                            advertisingSID: set.sid, txPower: set.reportedTxPower, rssi: rssi,
                            directAddress: device.directed ?? .none,
                            data: Array(heard.data[position..<end]))
                    ])))
            position = end
        } while position < heard.data.count
    }

    private static func eventType(_ set: Advertiser) -> HCI.ExtendedAdvertisingEventType {
        var type: HCI.ExtendedAdvertisingEventType = []
        if set.isConnectable { type.insert(.connectable) }
        if set.isScannable { type.insert(.scannable) }
        if set.isDirected { type.insert(.directed) }
        return type
    }
}

extension HCI.PHY {
    /// The HCI name of a PHY on air.
    init(_ phy: LL.PHY) {
        switch phy {
        case .le1M: self = .le1M
        case .le2M: self = .le2M
        case .leCoded: self = .leCoded
        }
    }

    /// The link-layer name of this PHY.
    var onAir: LL.PHY {
        switch self {
        case .le1M: .le1M
        case .le2M: .le2M
        case .leCoded: .leCoded
        }
    }
}
