import BluetoothPort
import BluetoothTypes

/// The scans of one central, which share the radio's one scan, as a value.
struct ScanMachine: DrivenMachine {
    struct Scan: Equatable {
        typealias Receive = @Sendable (ScanOutput) -> Void

        /// The number by which the driver knows who scans.
        let id: UInt64
        let request: PortCentral.ScanRequest
        /// What was reported of each peer, if each is to be reported once.
        var reported: [PeerIdentifier: Advertisement.Contents] = [:]
    }

    enum ScanOutput: Hashable, Sendable {
        case report(PortCentral.Peer, Advertisement, rssi: Int)
        case ended(ClientError)
    }

    enum Output: Hashable {
        case command(PortCentral.Command)
        case deliver(scan: UInt64, ScanOutput)
    }

    private(set) var scans: [Scan] = []
    /// What the radio scans for now.
    private var current: PortCentral.ScanRequest?
    private var radio = ManagerState.unknown
    var outputs: [Output] = []

    var isScanning: Bool { !scans.isEmpty }

    mutating func add(_ scan: Scan) {
        if let problem = ClientError(radio, .scan) {
            outputs.append(.deliver(scan: scan.id, .ended(problem)))
            return
        }
        scans.append(scan)
        update()
    }

    mutating func remove(_ id: UInt64) {
        scans.removeAll { $0.id == id }
        update()
    }

    mutating func close() {
        for scan in scans { outputs.append(.deliver(scan: scan.id, .ended(ClientError(.closed, .scan)))) }
        scans = []
    }

    mutating func radioChanged(to state: ManagerState) {
        radio = state
        if state != .poweredOn { current = nil }
        if let problem = ClientError(state, .scan) {
            for scan in scans { outputs.append(.deliver(scan: scan.id, .ended(problem))) }
            scans = []
        }
        update()
    }

    /// The radio scans for everything that a scan asks for.
    private mutating func update() {
        guard radio == .poweredOn else { return }
        let wanted = combined
        guard wanted != current else { return }
        current = wanted
        outputs.append(.command(wanted.map { .scan($0) } ?? .stopScan))
    }

    private var combined: PortCentral.ScanRequest? {
        guard var request = scans.first?.request else { return nil }
        for scan in scans.dropFirst().map(\.request) {
            let isOpen = request.services.isEmpty || scan.services.isEmpty
            request.services =
                isOpen ? [] : request.services + scan.services.filter { !request.services.contains($0) }
            request.solicitedServices += scan.solicitedServices.filter {
                !request.solicitedServices.contains($0)
            }
            // A later scan must hear of peers that an earlier one has heard of.
            request.allowsDuplicates = true
        }
        return request
    }

    mutating func discovered(_ peer: PortCentral.Peer, _ advertisement: Advertisement, rssi: Int) {
        let isShared = scans.count > 1
        for index in scans.indices {
            if isShared, !scans[index].matches(advertisement) { continue }
            if !scans[index].request.allowsDuplicates {
                let isNew = scans[index].learn(advertisement.contents, of: peer.identifier)
                // Alone, the system decides when a peer is reported again (behaviour 2.6).
                if !isNew, current?.allowsDuplicates == true { continue }
            }
            outputs.append(.deliver(scan: scans[index].id, .report(peer, advertisement, rssi: rssi)))
        }
    }
}

extension ScanMachine.Scan {
    /// Whether the system would have reported the advertisement to a scan for these services (behaviour 2.1, 2.4).
    fileprivate func matches(_ advertisement: Advertisement) -> Bool {
        if request.services.isEmpty { return true }
        return request.services.contains { uuid in
            advertisement.serviceUUIDs.contains(uuid) || advertisement.overflowServiceUUIDs.contains(uuid)
        }
    }

    /// Whether the advertisement says more of the peer than earlier ones did: its scan response comes after it.
    fileprivate mutating func learn(_ contents: Advertisement.Contents, of peer: PeerIdentifier) -> Bool {
        let known = reported[peer] ?? []
        reported[peer] = known.union(contents).union(.anything)
        return !known.isSuperset(of: contents.union(.anything))
    }
}

extension Advertisement {
    /// Which fields an advertisement has.
    struct Contents: OptionSet, Sendable {
        let rawValue: Int
        static let anything = Contents(rawValue: 1)
        static let name = Contents(rawValue: 2)
        static let manufacturerData = Contents(rawValue: 4)
        static let services = Contents(rawValue: 8)
        static let serviceData = Contents(rawValue: 16)
    }

    fileprivate var contents: Contents {
        var contents: Contents = []
        if localName != nil { contents.insert(.name) }
        if manufacturerData != nil { contents.insert(.manufacturerData) }
        if !serviceUUIDs.isEmpty { contents.insert(.services) }
        if !serviceData.isEmpty { contents.insert(.serviceData) }
        return contents
    }
}
