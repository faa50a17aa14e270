import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// Many managers' scans, and the one scan of the controller that serves them (behaviour section 2).
///
/// Inputs are what managers ask for, what the system allows them (`AppAccess`), whether the host is there, and
/// advertisements. Outputs are the host's scan and `.discovered`.
///
/// ```swift
/// var scanning = Scanning(profile: .iOS(18))
/// scanning.hostReady()
/// scanning.open(SessionID(1), AppAccess())
/// scanning.start(SessionID(1), Central.ScanRequest(), into: &effects)  // .host(.gap(.startScanning(...)))
/// ```
struct Scanning: Sendable {
    /// What the host does for all managers together.
    enum HostScan: Hashable, Sendable {
        /// The host is not ready.
        case unavailable
        case off
        case on(Host.ScanParameters)
    }

    private let shared: SharedProfile
    private var profile: OSProfile { _read { yield shared.value } }
    private(set) var hostScan = HostScan.unavailable
    /// All central managers, in the order they were opened.
    private(set) var scanners: [Scanner] = []
    /// The managers whose scans take place, by index in `scanners`.
    private var on: [Int] = []
    /// How many stages of `OSProfile.backgroundScanStages` have begun.
    private(set) var backgroundStage = 0
    /// The picker of AccessorySetupKit lists accessories, and needs every packet (behaviour 28.5).
    private var servesPicker = false

    init(_ shared: SharedProfile) { self.shared = shared }

    init(profile: OSProfile) { self.init(SharedProfile(profile)) }

    // MARK: Managers

    mutating func open(_ session: SessionID, _ access: AppAccess) {
        scanners.append(Scanner(session: session, access: access))
    }

    /// A preserved manager that wants a scan; the next `update` makes it take place.
    mutating func open(_ session: SessionID, _ access: AppAccess, scan: Central.ScanRequest?) {
        open(session, access)
        scanners[scanners.count - 1].scan = scan.map { Scan($0) }
        findOn()
    }

    /// The manager is gone, and its scan ends.
    mutating func close(_ session: SessionID, into effects: inout PhoneEffects) {
        stop(session, into: &effects)
        scanners.removeAll { $0.session == session }
        findOn()
    }

    /// A manager gets another number, and keeps its scan.
    mutating func rename(_ old: SessionID, to new: SessionID) {
        if let index = index(of: old) { scanners[index].session = new }
    }

    /// The system allows a manager something else than before; `update` makes it take effect.
    mutating func set(_ access: AppAccess, of session: SessionID) {
        guard let index = index(of: session), scanners[index].access != access else { return }
        scanners[index].access = access
        if access.presence == .foreground { scanners[index].ended = nil }
        findOn()
    }

    // MARK: Scans

    /// Starts a manager's scan, or replaces it; either way every peer counts as new (2.12, regression 1). The scan that
    /// runs already goes on as it is (2.5).
    mutating func start(
        _ session: SessionID, _ request: Central.ScanRequest, into effects: inout PhoneEffects
    ) {
        guard let index = index(of: session), scanners[index].scan?.request != request else { return }
        let before = scanners[index].scan ?? scanners[index].ended
        scanners[index].scan = Scan(request)
        scanners[index].ended = nil
        if let before, scanners[index].access.presence != .foreground {  // 2.26
            scanners[index].scan?.inherit(before)
        }
        findOn()
        update(restart: true, into: &effects)
    }

    mutating func stop(_ session: SessionID, into effects: inout PhoneEffects) {
        guard let index = index(of: session), scanners[index].scan != nil else { return }
        if scanners[index].access.presence != .foreground { scanners[index].ended = scanners[index].scan }
        scanners[index].scan = nil
        findOn()
        update(restart: false, into: &effects)
    }

    /// Ends a manager's scan as if it had never been.
    mutating func forgetScan(of session: SessionID, into effects: inout PhoneEffects) {
        stop(session, into: &effects)
        if let index = index(of: session) { scanners[index].ended = nil }
    }

    /// The scan that a manager wants, whether it takes place or not.
    func request(of session: SessionID) -> Central.ScanRequest? {
        index(of: session).flatMap { scanners[$0].scan?.request }
    }

    // MARK: The host

    /// The host is ready; `update` starts its scan.
    mutating func hostReady() {
        if hostScan == .unavailable { hostScan = .off }
    }

    /// The host is gone. It scans no more, and scans of managers end with it unless they resume (1.15).
    mutating func hostLost(keepsScans: Bool) {
        hostScan = .unavailable
        backgroundStage = 0
        for index in scanners.indices {
            if !keepsScans { scanners[index].scan = nil }
            scanners[index].ended = nil
        }
        findOn()
    }

    /// Makes the controller scan as the managers together need it. After a restart a filtering controller
    /// reports every peer again.
    mutating func update(restart: Bool, into effects: inout PhoneEffects) {
        guard hostScan != .unavailable else { return }
        let wanted = wantedScan
        guard wanted != hostScan || (restart && wanted != .off) else { return }
        if hostScan != .off { effects.append(.host(.gap(.stopScanning))) }
        if case .on(let parameters) = wanted { effects.append(.host(.gap(.startScanning(parameters)))) }
        hostScan = wanted
    }

    /// The picker begins or ends to list accessories.
    mutating func setPicker(_ isListing: Bool, into effects: inout PhoneEffects) {
        guard servesPicker != isListing else { return }
        servesPicker = isListing
        update(restart: false, into: &effects)
    }

    private var wantedScan: HostScan {
        guard isOn else { return .off }
        let wantsAll = servesPicker || on.contains { scanners[$0].scan?.wantsDuplicates == true }
        let isRare = isRare
        return .on(
            Host.ScanParameters(
                isActive: true, interval: isRare ? backgroundInterval : profile.scanInterval,
                window: isRare ? profile.backgroundScanWindow : profile.scanWindow,
                filtersDuplicates: !wantsAll))
    }

    private var backgroundInterval: Nanoseconds {
        backgroundStage == 0
            ? profile.backgroundScanInterval : profile.backgroundScanStages[backgroundStage - 1].interval
    }

    /// Whether scans take place, and all of them for apps in the background (2.27).
    var isRare: Bool {
        !servesPicker && !on.isEmpty && on.allSatisfy { scanners[$0].scan?.isInBackground == true }
    }

    /// Whether the system slows scans in the background down in stages.
    var hasStages: Bool { !profile.backgroundScanStages.isEmpty }

    /// How long after the last stage the next one of a scan in the background begins; `nil` if there is none (27.22).
    var nextStage: Nanoseconds? {
        isRare && backgroundStage < profile.backgroundScanStages.count
            ? profile.backgroundScanStages[backgroundStage].delay : nil
    }

    /// The next stage begins, or the first one again.
    mutating func setStage(_ stage: Int, into effects: inout PhoneEffects) {
        guard stage != backgroundStage else { return }
        backgroundStage = stage
        update(restart: false, into: &effects)
    }

    private mutating func findOn() {
        on = []
        for index in scanners.indices where scanners[index].scan != nil {
            let isInBackground = scanners[index].access.presence != .foreground
            scanners[index].scan?.isInBackground = isInBackground
            if scanners[index].isOn { on.append(index) }
        }
    }

    // MARK: Advertisements

    /// Whether any scan takes place.
    @inline(__always)
    var isOn: Bool { !on.isEmpty || servesPicker }

    /// The longest payload of extended advertising that apps get (2.34).
    private static let longestExtendedData = 124

    /// Whether apps get such a report. They get extended advertising if its data is on LE 2M and not too long
    /// (2.34), and directed advertising if its sender can know this phone's address (2.37).
    func hears(_ report: Host.AdvertisingReport, isBonded: @autoclosure () -> Bool) -> Bool {
        if report.isExtended, profile.limitsExtendedAdvertising {
            guard profile.supportsExtendedScanAndConnect, report.secondaryPHY == .le2M,
                report.data.count <= Self.longestExtendedData
            else { return false }
        }
        return !report.isDirected || profile.hearsStrangersDirectedAdvertising || isBonded()
    }

    /// Takes an advertisement of the peer in this slot, at `time` in seconds since the beginning of 2001, and reports
    /// it to the managers that asked for such peers.
    mutating func received(
        _ report: Host.AdvertisingReport, from slot: Int, of peers: inout PeerMemory, time: Double,
        into effects: inout PhoneEffects
    ) {
        if peers[slot].sighting.update(report) { rememberAdvertisedName(of: &peers[slot]) }
        for index in on { offer(report, from: slot, of: &peers, to: index, time: time, into: &effects) }
    }

    private func rememberAdvertisedName(of peer: inout Peer) {
        let decoded = peer.sighting.merged(profile.manufacturerDataStripping)
        if let name = decoded.keys.localName { peer.advertisedName = name }  // 2.21
    }

    @inline(__always)
    private mutating func offer(
        _ report: Host.AdvertisingReport, from slot: Int, of peers: inout PeerMemory, to index: Int,
        time: Double, into effects: inout PhoneEffects
    ) {
        // The scan is not copied here: this runs for each packet.
        guard let stage = scanners[index].scan?.stage(of: slot) else { return }
        switch stage {
        case .everyPacket: _ = discover(report, &peers[slot], to: index, time: time, into: &effects)  // 2.11
        case .whole: return
        case .half:
            guard report.isScanResponse else { return }
            // 2.7: the second of the first two callbacks. An empty response contains nothing new.
            scanners[index].scan?.set(.whole, of: slot)
            guard !report.data.isEmpty else { return }
            _ = discover(report, &peers[slot], to: index, time: time, into: &effects)
        case .unseen:
            guard discover(report, &peers[slot], to: index, time: time, into: &effects) else { return }
            let isOnce = scanners[index].scan?.isInBackground == true  // 2.26
            let isHalf = !isOnce && !report.isScanResponse && peers[slot].sighting.expectsResponse
            scanners[index].scan?.set(isHalf ? .half : .whole, of: slot)
        }
    }

    /// Reports the peer to one manager, if it asked for such peers. Returns whether it did.
    private func discover(
        _ report: Host.AdvertisingReport, _ peer: inout Peer, to index: Int, time: Double,
        into effects: inout PhoneEffects
    ) -> Bool {
        let decoded = peer.sighting.merged(profile.manufacturerDataStripping)
        guard let scan = scanners[index].scan,
            scan.matches(decoded, overflowInBackground: profile.findsOverflowInBackground)
        else { return false }
        if scan.request.services.isEmpty, !profile.findsWithoutFilter { return false }  // 2.35
        guard scanners[index].access.reach.contains(peer) else { return false }
        var keys = decoded.keys
        if let overflow = decoded.overflow {
            keys.overflowServiceUUIDs = scan.request.services.filter(overflow.mayContain)
        }
        if !profile.showsLocalNames { keys.localName = nil }  // 2.24
        if profile.reportsReception {
            keys.timestamp = time
            keys.rxPrimaryPHY = Int(report.primaryPHY.rawValue)
            keys.rxSecondaryPHY = Int(report.secondaryPHY?.rawValue ?? 0)
        }
        let session = scanners[index].session
        effects.tell(session, .discovered(peer.portValue, keys, rssi: Int(report.rssi)))
        return true
    }

    // MARK: Peers

    /// The peer in this slot counts as not reported, in all scans that go on, wait or may be restored.
    mutating func forget(_ slot: Int) {
        for index in scanners.indices {
            scanners[index].scan?.forget(slot)
            scanners[index].ended?.forget(slot)
        }
    }

    /// A device that was connected counts as new for the background scans of its app's managers (behaviour 2.26).
    mutating func countAsNew(
        _ slot: Int, for managers: [SessionID], into effects: inout PhoneEffects
    ) {
        var isScanning = false
        for index in scanners.indices where managers.contains(scanners[index].session) {
            scanners[index].ended?.forget(slot)
            guard scanners[index].scan?.isInBackground == true else { continue }
            scanners[index].scan?.forget(slot)
            isScanning = true
        }
        // The controller filters duplicates too.
        if isScanning { update(restart: true, into: &effects) }
    }

    private func index(of session: SessionID) -> Int? { scanners.firstIndex { $0.session == session } }

    // MARK: Checking

    /// The rule that the state breaks, or `nil`. After each input all of them hold, provided that `update` was called
    /// after `hostReady`, after a new `AppAccess`, and after a manager was opened with a scan.
    var brokenRule: String? {
        if Set(scanners.map(\.session)).count != scanners.count { return "a manager is there twice" }
        if on != scanners.indices.filter({ scanners[$0].isOn }) {
            return "not the scans that take place are on"
        }
        for scanner in scanners {
            let isInForeground = scanner.access.presence == .foreground
            if let scan = scanner.scan, scan.isInBackground == isInForeground {
                return "a scan follows the rules of the other place"
            }
            if isInForeground, scanner.ended != nil { return "an app in the foreground has an ended scan" }
        }
        if hostScan != .unavailable, hostScan != wantedScan { return "the host scans otherwise than wanted" }
        return nil
    }
}
