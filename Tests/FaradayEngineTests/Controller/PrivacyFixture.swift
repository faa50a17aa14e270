import BluetoothTypes
import BluetoothWire

@testable import FaradayEngine

/// Helpers for tests of private addresses.
extension Air {
    /// Adds a peer to a resolving list; also without keys, for a peer that uses its identity address.
    func add(
        _ identity: DeviceAddress, to node: NodeID, keys: PrivacyTests.Keys,
        peer: [UInt8] = PrivacyTests.deviceKey, local: [UInt8] = PrivacyTests.phoneKey
    ) {
        send(
            .leAddDeviceToResolvingList(
                .init(
                    peerIdentityAddress: identity, peerIRK: keys.hasPeer ? peer : PrivacyTests.noKey,
                    localIRK: keys.hasLocal ? local : PrivacyTests.noKey)), to: node)
    }

    /// Adds `other` to the resolving list of `node`; the phone is the first of the nodes.
    func pair(_ node: NodeID, _ other: NodeID, _ keys: PrivacyTests.Keys) {
        let own = node.rawValue == 0 ? PrivacyTests.phoneKey : PrivacyTests.deviceKey
        let peer = node.rawValue == 0 ? PrivacyTests.deviceKey : PrivacyTests.phoneKey
        add(address(of: other), to: node, keys: keys, peer: peer, local: own)
    }

    func resolve(_ node: NodeID) {
        send(.leSetAddressResolutionEnable(.init(addressResolutionEnable: true)), to: node)
    }

    func advertisePrivately(
        _ node: NodeID, _ type: HCI.OwnAddressType, toward peer: DeviceAddress,
        random: DeviceAddress? = nil, interval: UInt16 = 160, isDirected: Bool = false,
        filter: HCI.AdvertisingFilterPolicy = .unfiltered, isExtended: Bool = false
    ) {
        guard isExtended else {
            if let random { send(.leSetRandomAddress(.init(randomAddress: random)), to: node) }
            send(
                .leSetAdvertisingParameters(
                    .init(
                        advertisingIntervalMin: interval, advertisingIntervalMax: interval,
                        advertisingType: isDirected ? .advDirectIndLowDutyCycle : .advInd,
                        ownAddressType: type, peerAddress: peer, advertisingFilterPolicy: filter)), to: node)
            return send(.leSetAdvertisingEnable(.init(advertisingEnable: true)), to: node)
        }
        send(
            .leSetExtendedAdvertisingParameters(
                .init(
                    advertisingHandle: 1,
                    advertisingEventProperties: isDirected ? [.connectable, .directed] : .connectable,
                    primaryAdvertisingIntervalMin: UInt32(interval),
                    primaryAdvertisingIntervalMax: UInt32(interval), ownAddressType: type, peerAddress: peer,
                    advertisingFilterPolicy: filter, advertisingSID: 3)), to: node)
        if let random {
            send(
                .leSetAdvertisingSetRandomAddress(.init(advertisingHandle: 1, randomAddress: random)),
                to: node)
        }
        send(
            .leSetExtendedAdvertisingEnable(.init(enable: true, sets: [.init(advertisingHandle: 1)])),
            to: node)
    }

    func scanEither(
        _ node: NodeID, _ type: HCI.OwnAddressType = .public,
        policy: HCI.ScanningFilterPolicy = .basicUnfiltered, isExtended: Bool = false, filter: Bool = false
    ) {
        guard isExtended else {
            send(
                .leSetScanParameters(
                    .init(
                        leScanType: .active, leScanInterval: 96, leScanWindow: 96, ownAddressType: type,
                        scanningFilterPolicy: policy)), to: node)
            return send(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: filter)), to: node)
        }
        send(
            .leSetExtendedScanParameters(
                .init(
                    ownAddressType: type, scanningFilterPolicy: policy,
                    le1M: .init(scanType: .active, scanInterval: 96, scanWindow: 96))), to: node)
        send(
            .leSetExtendedScanEnable(.init(enable: true, filterDuplicates: filter ? .enabled : .disabled)),
            to: node)
    }

    func stopScan(_ node: NodeID, isExtended: Bool) {
        send(
            isExtended
                ? .leSetExtendedScanEnable(.init(enable: false, filterDuplicates: .disabled))
                : .leSetScanEnable(.init(leScanEnable: false, filterDuplicates: false)), to: node)
    }

    static func connection(to peer: DeviceAddress?, _ type: HCI.OwnAddressType) -> HCI.Command {
        .leCreateConnection(
            .init(
                leScanInterval: 96, leScanWindow: 96,
                initiatorFilterPolicy: peer == nil ? .filterAcceptList : .peerAddress,
                peerAddress: peer ?? .zero, ownAddressType: type, connectionIntervalMin: 24,
                connectionIntervalMax: 24, maxLatency: 0, supervisionTimeout: 72))
    }

    static func extendedConnection(to peer: DeviceAddress, _ type: HCI.OwnAddressType) -> HCI.Command {
        .leExtendedCreateConnection(
            .init(
                initiatorFilterPolicy: .peerAddress, ownAddressType: type, peerAddress: peer,
                le1M: .init(
                    scanInterval: 96, scanWindow: 96, connectionIntervalMin: 24, connectionIntervalMax: 24,
                    maxLatency: 0, supervisionTimeout: 72)))
    }

    func connectPrivately(_ node: NodeID, to peer: DeviceAddress, isExtended: Bool) {
        send(
            isExtended
                ? Self.extendedConnection(to: peer, .resolvableOrPublic)
                : Self.connection(to: peer, .resolvableOrPublic), to: node)
    }

    // Reports to the hosts

    func legacyReports(of node: NodeID) -> [HCI.LEAdvertisingReport.Report] {
        events(of: node).flatMap { (event: HCI.Event) -> [HCI.LEAdvertisingReport.Report] in
            if case .leAdvertisingReport(let event) = event { event.reports } else { [] }
        }
    }

    func reportedAddresses(of node: NodeID) -> [DeviceAddress] {
        events(of: node).flatMap { (event: HCI.Event) -> [DeviceAddress] in
            switch event {
            case .leAdvertisingReport(let event): event.reports.map(\.address)
            case .leExtendedAdvertisingReport(let event): event.reports.compactMap(\.address)
            default: []
            }
        }
    }

    /// The targets of directed advertisements, in the reports that contain them.
    func directAddresses(of node: NodeID) -> [HCI.DirectAddress] {
        events(of: node).flatMap { (event: HCI.Event) -> [HCI.DirectAddress] in
            switch event {
            case .leDirectedAdvertisingReport(let event): event.reports.map(\.directAddress)
            case .leExtendedAdvertisingReport(let event): event.reports.map(\.directAddress)
            default: []
            }
        }
    }

    func connectionComplete(of node: NodeID) -> HCI.LEEnhancedConnectionComplete? {
        for case .leEnhancedConnectionComplete(let event) in events(of: node) where event.status == .success {
            return event
        }
        return nil
    }

    /// The advertiser in a frame, if it contains one.
    static func advertiser(of frame: AirFrame) -> DeviceAddress? {
        guard case .advertising(let pdu) = frame.kind else { return nil }
        return switch pdu {
        case .advInd(let pdu): pdu.advertiser
        case .advDirectInd(let pdu): pdu.advertiser
        case .advExtInd(let pdu): pdu.advertiser
        default: nil
        }
    }
}

extension Air.Sniffer {
    var advertisers: [DeviceAddress] { frames.compactMap(Air.advertiser) }

    var requests: [LL.ConnectInd] {
        frames.compactMap {
            if case .advertising(.connectInd(let request)) = $0.kind { request } else { nil }
        }
    }

    /// The targets of directed advertisements.
    var targets: [DeviceAddress] {
        frames.compactMap { frame in
            guard case .advertising(let pdu) = frame.kind else { return nil }
            return switch pdu {
            case .advDirectInd(let pdu): pdu.target
            case .advExtInd(let pdu): pdu.target
            default: nil
            }
        }
    }
}
