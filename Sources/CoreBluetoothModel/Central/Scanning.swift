import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One manager's scan.
struct Scan: Sendable {
    /// How far a peer was reported to a manager in this scan (behaviour 2.7, 2.12).
    enum Stage: UInt8, Sendable {
        case unseen
        /// The peer is reported with each packet (behaviour 2.11).
        case everyPacket
        /// The peer was reported with advertising data; the scan response may follow.
        case half
        case whole
    }

    let request: Central.ScanRequest
    /// Each peer is reported once, whatever the request says (behaviour 2.26).
    var isInBackground = false
    /// By the peer's slot.
    private var stages: [Stage] = []

    init(_ request: Central.ScanRequest) { self.request = request }

    /// Takes over which peers an earlier scan has reported.
    mutating func inherit(_ other: Scan) { stages = other.stages }

    /// Whether each packet is reported.
    var wantsDuplicates: Bool { request.allowsDuplicates && !isInBackground }

    @inline(__always)
    func stage(of slot: Int) -> Stage {
        if wantsDuplicates { return .everyPacket }
        return slot < stages.count ? stages[slot] : .unseen
    }

    mutating func set(_ stage: Stage, of slot: Int) {
        while stages.count <= slot { stages.append(.unseen) }
        stages[slot] = stage
    }

    /// The peer in a slot counts as new again.
    mutating func forget(_ slot: Int) {
        if slot < stages.count { stages[slot] = .unseen }
    }

    /// Whether the manager asked for such peers (2.1, 2.3). One of the services has to be advertised, or
    /// solicited, or have its bit in the overflow area (2.31). A scan in the background may not look at the
    /// overflow area (6.42).
    func matches(_ advertisement: DecodedAdvertisement, overflowInBackground: Bool) -> Bool {
        if request.services.isEmpty { return true }
        let keys = advertisement.keys
        if request.services.contains(where: keys.serviceUUIDs.contains) { return true }
        if let overflow = advertisement.overflow, !isInBackground || overflowInBackground,
            request.services.contains(where: overflow.mayContain)
        {
            return true
        }
        return request.solicitedServices.contains(where: keys.solicitedServiceUUIDs.contains)
    }
}

// Scanning (behaviour section 2): many managers, one scan of the controller.
extension PhoneModel {
    /// Starts a manager's scan, or replaces it; either way every peer counts as new (2.12, regression 1). The scan that
    /// runs already goes on as it is (2.5).
    mutating func startScan(_ index: Int, _ request: Central.ScanRequest) {
        if centrals[index].scan?.request == request { return }
        let before = centrals[index].scan ?? centrals[index].endedScan
        centrals[index].scan = Scan(request)
        centrals[index].endedScan = nil
        if let before, presence(of: centrals[index].core, .central) != .foreground {  // 2.26
            centrals[index].scan?.inherit(before)
        }
        findScanners()
        updateScanning(restart: true)
    }

    mutating func stopScan(_ index: Int) {
        guard centrals[index].scan != nil else { return }
        if presence(of: centrals[index].core, .central) != .foreground {
            centrals[index].endedScan = centrals[index].scan
        }
        centrals[index].scan = nil
        findScanners()
        updateScanning(restart: false)
    }

    /// Finds the managers whose scans take place. In the background a scan needs a filter, and the app needs
    /// the background mode (2.25, 7.1).
    mutating func findScanners() {
        scanners = []
        for index in centrals.indices {
            guard let request = centrals[index].scan?.request else { continue }
            let presence = presence(of: centrals[index].core, .central)
            centrals[index].scan?.isInBackground = presence != .foreground
            let isOn = presence == .foreground || (presence == .background && !request.services.isEmpty)
            if isOn { scanners.append(index) }
        }
    }

    /// Makes the controller scan as the managers together need it. After a restart a filtering controller
    /// reports every peer again.
    mutating func updateScanning(restart: Bool) {
        guard hostPhase == .ready else { return }
        var wanted: Host.ScanParameters?
        if !scanners.isEmpty {
            let wantsAll = scanners.contains { centrals[$0].scan?.wantsDuplicates == true }
            let isRare = scanners.allSatisfy { centrals[$0].scan?.isInBackground == true }  // 2.27
            wanted = Host.ScanParameters(
                isActive: true, interval: isRare ? profile.backgroundScanInterval : profile.scanInterval,
                window: isRare ? profile.backgroundScanWindow : profile.scanWindow,
                filtersDuplicates: !wantsAll)
        }
        guard wanted != hostScan || (restart && wanted != nil) else { return }
        if hostScan != nil { effects.append(.host(.gap(.stopScanning))) }
        if let wanted { effects.append(.host(.gap(.startScanning(wanted)))) }
        hostScan = wanted
    }

    /// Handles one advertisement: a dictionary look-up, and nothing more if no manager gets it.
    mutating func received(_ report: Host.AdvertisingReport, at now: Instant) {
        guard !scanners.isEmpty, report.address != address else { return }  // 1.39
        if report.isExtended || report.isDirected, !hears(report) { return }
        let slot = slotForPeer(report.identity ?? report.address)
        let isNew = peers[slot].sighting.update(report)
        if isNew { rememberAdvertisedName(slot) }
        for index in scanners { offer(report, from: slot, to: index, at: now) }
    }

    /// The longest payload of extended advertising that apps get (2.34).
    private static let longestExtendedData = 124

    /// Whether apps get such a report. They get extended advertising if its data is on LE 2M and not too long
    /// (2.34), and directed advertising if its sender can know this phone's address (2.37).
    private func hears(_ report: Host.AdvertisingReport) -> Bool {
        if report.isExtended, profile.limitsExtendedAdvertising {
            guard profile.supportsExtendedScanAndConnect, report.secondaryPHY == .le2M,
                report.data.count <= Self.longestExtendedData
            else { return false }
        }
        return !report.isDirected || profile.hearsStrangersDirectedAdvertising
            || isBonded(report.identity ?? report.address)
    }

    /// Finds the peer's slot, or gives it one.
    mutating func slotForPeer(_ address: DeviceAddress) -> Int {
        if let slot = peers.slot(of: address) {
            if peers[slot].address != address { peers[slot].address = address }
            return slot
        }
        let (slot, reused) = peers.add(address, seed: seed, limit: profile.maximumKnownPeers)
        if reused { forgetStage(of: slot) }
        return slot
    }

    /// The peer in this slot counts as not reported, in all scans that go on, wait or may be restored.
    mutating func forgetStage(of slot: Int) {
        for index in centrals.indices {
            centrals[index].scan?.forget(slot)
            centrals[index].endedScan?.forget(slot)
        }
    }

    private mutating func rememberAdvertisedName(_ slot: Int) {
        let decoded = peers[slot].sighting.merged(profile.manufacturerDataStripping)
        if let name = decoded.keys.localName { peers[slot].advertisedName = name }  // 2.21
    }

    @inline(__always)
    private mutating func offer(
        _ report: Host.AdvertisingReport, from slot: Int, to index: Int, at now: Instant
    ) {
        // The scan is not copied here: this runs for each packet.
        guard let stage = centrals[index].scan?.stage(of: slot) else { return }
        switch stage {
        case .everyPacket: discover(report, from: slot, to: index, at: now)  // 2.11
        case .whole: return
        case .half:
            guard report.isScanResponse else { return }
            // 2.7: the second of the first two callbacks. An empty response contains nothing new.
            centrals[index].scan?.set(.whole, of: slot)
            if !report.data.isEmpty { discover(report, from: slot, to: index, at: now) }
        case .unseen:
            guard discover(report, from: slot, to: index, at: now) else { return }
            let isOnce = centrals[index].scan?.isInBackground == true  // 2.26
            let isHalf = !isOnce && !report.isScanResponse && peers[slot].sighting.expectsResponse
            centrals[index].scan?.set(isHalf ? .half : .whole, of: slot)
        }
    }

    /// Reports the peer to one manager, if it asked for such peers.
    @discardableResult
    private mutating func discover(
        _ report: Host.AdvertisingReport, from slot: Int, to index: Int, at now: Instant
    ) -> Bool {
        let decoded = peers[slot].sighting.merged(profile.manufacturerDataStripping)
        guard let scan = centrals[index].scan,
            scan.matches(decoded, overflowInBackground: profile.findsOverflowInBackground)
        else { return false }
        if scan.request.services.isEmpty, !profile.findsWithoutFilter { return false }  // 2.35
        if centrals[index].core.isLimited, !reaches(slot, centrals[index].core) { return false }
        var keys = decoded.keys
        if let overflow = decoded.overflow {
            keys.overflowServiceUUIDs = scan.request.services.filter(overflow.mayContain)
        }
        if !profile.showsLocalNames { keys.localName = nil }  // 2.24
        if profile.reportsReception {
            keys.timestamp = absoluteTime(now)
            keys.rxPrimaryPHY = Int(report.primaryPHY.rawValue)
            keys.rxSecondaryPHY = Int(report.secondaryPHY?.rawValue ?? 0)
        }
        let session = centrals[index].core.id
        tell(session, .discovered(peers[slot].handedOut, keys, rssi: Int(report.rssi)))
        return true
    }
}
